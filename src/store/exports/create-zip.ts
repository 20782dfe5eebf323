import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/** One file of an archive, produced while it is written. */
export interface ZipPart {
  name: string;
  pieces: AsyncIterable<Uint8Array>;
}

/** Values of a part for the central directory. */
interface WrittenPart {
  name: string;
  offset: number;
  crc: number;
  packed: number;
  size: number;
}

/** PKWARE APPNOTE 6.3.10: version needed 2.0; flag bit 3: sizes follow the data, bit 11: names in UTF-8; method 8: deflate. */
const versionNeeded = 20;
const flags = 0x0808;
const deflateMethod = 8;
/** 1 January 1980, the first valid date, so that the same table gives the same bytes. */
const fixedDate = 0x0021;
/** Compression level: fast, and within a few percent of the best for tables. */
const level = 4;

function localHeader(name: Buffer): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(versionNeeded, 4);
  header.writeUInt16LE(flags, 6);
  header.writeUInt16LE(deflateMethod, 8);
  header.writeUInt16LE(fixedDate, 12);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function dataDescriptor({ crc, packed, size }: WrittenPart): Buffer {
  const descriptor = Buffer.alloc(16);
  descriptor.writeUInt32LE(0x08074b50, 0);
  descriptor.writeUInt32LE(crc, 4);
  descriptor.writeUInt32LE(packed, 8);
  descriptor.writeUInt32LE(size, 12);
  return descriptor;
}

function directoryEntry({ name, offset, crc, packed, size }: WrittenPart): Buffer {
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(versionNeeded, 4);
  entry.writeUInt16LE(versionNeeded, 6);
  entry.writeUInt16LE(flags, 8);
  entry.writeUInt16LE(deflateMethod, 10);
  entry.writeUInt16LE(fixedDate, 14);
  entry.writeUInt32LE(crc, 16);
  entry.writeUInt32LE(packed, 20);
  entry.writeUInt32LE(size, 24);
  entry.writeUInt16LE(Buffer.byteLength(name), 28);
  entry.writeUInt32LE(offset, 42);
  return Buffer.concat([entry, Buffer.from(name)]);
}

function endOfDirectory(count: number, bytes: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(bytes, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}

/** Creates a ZIP archive of the parts in their order as a stream; each part and the archive must stay below 4 GiB. */
export async function* createZip(
  parts: Iterable<ZipPart> | AsyncIterable<ZipPart>,
): AsyncGenerator<Uint8Array> {
  const written: WrittenPart[] = [];
  let offset = 0;
  for await (const { name, pieces } of parts) {
    const part: WrittenPart = { name, offset, crc: 0, packed: 0, size: 0 };
    const header = localHeader(Buffer.from(name));
    yield header;
    const measured = async function* () {
      for await (const piece of pieces) {
        part.crc = crc32(piece, part.crc);
        part.size += piece.length;
        yield piece;
      }
    };
    const packed = Readable.from(measured(), { objectMode: false }).compose(createDeflateRaw({ level }));
    for await (const piece of packed) {
      part.packed += (piece as Buffer).length;
      yield piece as Buffer;
    }
    yield dataDescriptor(part);
    offset += header.length + part.packed + 16;
    written.push(part);
  }
  const directory = Buffer.concat(written.map(directoryEntry));
  yield directory;
  yield endOfDirectory(written.length, directory.length, offset);
}
