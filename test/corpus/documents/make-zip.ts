import { crc32, deflateRawSync } from 'node:zlib';

/** File of an archive; `says` is the unpacked length that the archive declares, if it is wrong. */
export interface ZipFile {
  name: string;
  bytes: Uint8Array | string;
  says?: number;
}

/** Creates a ZIP archive of these files, compressed. */
export function makeZip(files: readonly ZipFile[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const bytes = Buffer.from(file.bytes as string);
    const packed = deflateRawSync(bytes);
    const name = Buffer.from(file.name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(file.says ?? bytes.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, name, packed]);
    parts.push(local);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, place, name);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, listed, end]);
}

/** Creates a ZIP archive of these files, uncompressed. */
export function createStoredZip(files: readonly { name: string; bytes: Uint8Array }[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes } of files) {
    const encoded = Buffer.from(name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(bytes.length, 14);
    fields.writeUInt32LE(bytes.length, 18);
    fields.writeUInt16LE(encoded.length, 22);
    const directoryFields = Buffer.alloc(14);
    directoryFields.writeUInt32LE(offset, 10);
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), fields, encoded, Buffer.from(bytes));
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, directoryFields, encoded);
    offset += 30 + encoded.length + bytes.length;
  }
  const centralDirectory = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(centralDirectory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, centralDirectory, end]);
}

const documentRelation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument';

/** Creates a Word document with this body in WordprocessingML, and additional files. */
export function makeDocx(body: string, more: readonly ZipFile[] = []): Buffer {
  return makeZip([
    {
      name: '[Content_Types].xml',
      bytes:
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    },
    {
      name: '_rels/.rels',
      bytes: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${documentRelation}" Target="word/document.xml"/></Relationships>`,
    },
    {
      name: 'word/document.xml',
      bytes: `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><w:body>${body}</w:body></w:document>`,
    },
    ...more,
  ]);
}

/** Creates a workbook of these sheets, each the XML of its rows. */
export function makeXlsx(
  sheets: readonly { name: string; rows: string; state?: string }[],
  strings: readonly string[] = [],
  more: readonly ZipFile[] = [],
): Buffer {
  const listed = sheets.map(
    ({ name, state }, index) =>
      `<sheet name="${name}" sheetId="${index + 1}" r:id="r${index + 1}"${state === undefined ? '' : ` state="${state}"`}/>`,
  );
  const relations = sheets.map(
    (_, index) => `<Relationship Id="r${index + 1}" Target="worksheets/sheet${index + 1}.xml"/>`,
  );
  return makeZip([
    {
      name: 'xl/workbook.xml',
      bytes: `<workbook xmlns:r="r"><sheets>${listed.join('')}</sheets></workbook>`,
    },
    { name: 'xl/_rels/workbook.xml.rels', bytes: `<Relationships>${relations.join('')}</Relationships>` },
    {
      name: 'xl/sharedStrings.xml',
      bytes: `<sst>${strings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    },
    ...sheets.map(({ rows }, index) => ({
      name: `xl/worksheets/sheet${index + 1}.xml`,
      bytes: `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    })),
    ...more,
  ]);
}
