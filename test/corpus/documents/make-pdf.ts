import { deflateSync } from 'node:zlib';

/** Text at a position of a page, in points from the bottom left corner of a sheet of 612 by 792; `F2` is Courier, `F3` bold. */
export type PlacedText = readonly [
  x: number,
  y: number,
  size: number,
  text: string,
  font?: 'F1' | 'F2' | 'F3',
];

/** Content of a stream, and the entries of its dictionary. */
export interface PdfStream {
  entries: string;
  bytes: Buffer;
}

/** Returns the operators that place the texts. */
export function contentOf(texts: readonly PlacedText[]): string {
  return texts
    .map(
      ([x, y, size, text, font = 'F1']) =>
        `BT /${font} ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`,
    )
    .join('\n');
}

/** Entries of dictionaries, and further objects, of a PDF. */
export interface PdfParts {
  info?: string;
  trailer?: string;
  catalog?: string;
  /** Entries of each page. */
  page?: string;
  /** Further objects, whose numbers begin at {@link firstObject}. */
  objects?: readonly string[];
}

/** Returns the number of the first further object of a PDF with this number of pages. */
export function firstObject(pages: number): number {
  return 5 + pages * 2;
}

/** Returns the number of the object of a page; `index` counts from 0. */
export function pageObject(index: number): number {
  return 4 + index * 2;
}

/** Creates a PDF with a page per list of texts and compressed streams. */
export function makePdf(pages: readonly (readonly PlacedText[])[], parts: PdfParts = {}): Buffer {
  const streams = pages.map((texts) => ({
    entries: '/Filter /FlateDecode',
    bytes: deflateSync(Buffer.from(contentOf(texts), 'latin1')),
  }));
  return pdfOfStreams(streams, parts);
}

/** Creates a PDF whose pages have these streams as content. */
export function pdfOfStreams(
  streams: readonly PdfStream[],
  { info = '', trailer = '', catalog = '', page = '', objects: further = [] }: PdfParts = {},
): Buffer {
  const objects: Buffer[] = [];
  const kids = streams.map((_, index) => `${4 + index * 2} 0 R`).join(' ');
  objects.push(Buffer.from(`<< /Type /Catalog /Pages 2 0 R ${catalog} >>`));
  objects.push(Buffer.from(`<< /Type /Pages /Kids [${kids}] /Count ${streams.length} >>`));
  objects.push(Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'));
  for (const [index, { entries, bytes }] of streams.entries()) {
    objects.push(
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R /F2 << /Type /Font /Subtype /Type1 /BaseFont /Courier >> /F3 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >> >> >> /Contents ${5 + index * 2} 0 R ${page} >>`,
      ),
    );
    objects.push(
      Buffer.concat([
        Buffer.from(`<< ${entries} /Length ${bytes.length} >>\nstream\n`),
        bytes,
        Buffer.from('\nendstream'),
      ]),
    );
  }
  objects.push(Buffer.from(`<< ${info} >>`));
  const infoNumber = objects.length;
  objects.push(...further.map((object) => Buffer.from(object)));
  return assembledPdf(objects, infoNumber, trailer);
}

function assembledPdf(objects: readonly Buffer[], infoNumber: number, trailer: string): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n')];
  let length = parts[0]?.length ?? 0;
  const offsets: number[] = [];
  for (const [index, object] of objects.entries()) {
    offsets.push(length);
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    parts.push(part);
    length += part.length;
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R /Info ${infoNumber} 0 R ${trailer} >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
