import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { PNG } from 'pngjs';
import { jobFor } from '../../../../test/corpus/content-job.ts';
import { pdfOfStreams } from '../../../../test/corpus/documents/make-pdf.ts';
import {
  drawImage,
  makeFaxPdf,
  makeScan,
  makeScannedPdf,
  makeTiff,
  pageStream,
  scannedLines,
  scanPixels,
  turnClockwise,
} from '../../../../test/corpus/documents/make-scan.ts';
import type { OcrAnswer, OcrPage } from '../../../domain/pages/ocr.ts';
import { findOcrPackages } from '../../../runtime/threads/find-ocr-packages.ts';
import { readResponse } from '../../read/read-response.ts';
import { toOcrPage } from './ocr-page.ts';
import { coverOf, drawPage } from './page-raster.ts';
import { recognizePages } from './recognize-pages.ts';
import { loadTesseract, type Tesseract } from './tesseract.ts';

/** Returns the text of a page, line by line. */
function textOf(page: OcrPage | null): string {
  return (page?.lines ?? []).map(({ runs }) => runs.map(({ text }) => text).join(' ')).join('\n');
}

describe('lines', () => {
  const word = (text: string, left: number, width: number, confidence = 95) => ({
    text,
    confidence,
    bbox: { x0: left, y0: 100, x1: left + width, y1: 120 },
  });
  const line = (words: ReturnType<typeof word>[], y = 120, height = 20) => ({
    bbox: { x0: 0, y0: y - height, x1: 400, y1: y },
    baseline: { x0: 0, y0: y, x1: 400, y1: y },
    rowAttributes: { rowHeight: height },
    words,
  });
  const read = (lines: ReturnType<typeof line>[]) =>
    toOcrPage({ blocks: [{ paragraphs: [{ lines }] }] }, { number: 1, height: 500, scale: 1 });

  test('wide gaps divide a line into cells', () => {
    const page = read([line([word('Rope', 0, 40), word('12', 50, 20), word('£4.00', 200, 50)])]);
    assert.deepEqual(
      page?.lines[0]?.runs.map(({ text }) => text),
      ['Rope 12', '£4.00'],
    );
  });

  test('a doubtful word of a legible line stays, and a line that is not legible is left out', () => {
    const page = read([
      line([word('seven', 0, 50), word('of', 60, 20, 10), word('nine', 90, 40)]),
      line([word('Fel', 0, 30, 25), word('kx', 40, 20, 45)], 160),
    ]);
    assert.equal(textOf(page), 'seven of nine');
  });

  test('letters that are seen in a photograph are no text', () => {
    assert.equal(read([line([word('pl', 0, 20, 42), word('FAVE', 30, 60, 17)])]), null);
    assert.equal(read([line([word('—', 0, 20, 96)])]), null);
    assert.equal(toOcrPage({ blocks: null }, { number: 1, height: 500, scale: 1 }), null);
  });

  test('heights that differ as those of lines with and without ascenders are one size', () => {
    const page = read([
      line([word('Harbour', 0, 90)], 60, 40),
      line([word('the quay of the old harbour', 0, 300)], 120, 20),
      line([word('one ox', 0, 60)], 150, 17),
    ]);
    assert.deepEqual(
      page?.lines.map(({ size }) => size),
      [40, 20, 20],
    );
  });

  test('the lines of a page that was laid askew are straightened', () => {
    const askew = (y: number, words: ReturnType<typeof word>[]) => ({
      ...line(words, y),
      baseline: { x0: 100, y0: y, x1: 500, y1: y + 20 },
    });
    const page = read([askew(100, [word('left', 100, 40)]), askew(200, [word('right', 100, 40)])]);
    const [first, second] = page?.lines ?? [];
    assert.equal(first?.baseline, 95);
    assert.equal(second?.baseline, 195);
  });
});

describe('pages as they are drawn', () => {
  const size = { width: 612, height: 792 };
  const image = {
    width: 2,
    height: 2,
    layout: 'rgb' as const,
    data: new Uint8Array([...Array(3).fill(0), ...Array(9).fill(255)]),
  };

  test('an image is drawn where its matrix places it, turned and mirrored', () => {
    // The dark pixel is at the top left of the image. The matrices are in points from the top left corner.
    const corner = (matrix: readonly [number, number, number, number, number, number]) => {
      const { width, height, data } = drawPage([{ matrix, image }], size);
      const at = (x: number, y: number) => data[Math.floor(y * height) * width + Math.floor(x * width)];
      return [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)];
    };
    assert.deepEqual(corner([612, 0, 0, -792, 0, 792]), [0, 255, 255, 255]);
    assert.deepEqual(corner([-612, 0, 0, -792, 612, 792]), [255, 0, 255, 255]);
    assert.deepEqual(corner([0, 792, 612, 0, 0, 0]), [255, 0, 255, 255]);
  });

  test('the number of pixels has a limit, whatever the size of the sheet', () => {
    const huge = { width: 14_400, height: 14_400 };
    const { width, height } = drawPage([{ matrix: [14_400, 0, 0, -14_400, 0, 14_400], image }], huge);
    assert.ok(width * height <= 16_000_000);
  });

  test('only the parts on the sheet count as covered', () => {
    assert.equal(coverOf([[612, 0, 0, -396, 0, 396]], size), 0.5);
    assert.equal(coverOf([[6120, 0, 0, -7920, 700, 7920]], size), 0);
    assert.equal(coverOf([], size), 0);
  });
});

const found = findOcrPackages(['eng']);
const isMissing = 'missing' in found && 'tesseract.js-core is not installed';

describe('files', { skip: isMissing }, () => {
  let engine: Tesseract;
  before(async () => {
    if (!('missing' in found)) engine = await loadTesseract(found);
  });

  async function read(bytes: Uint8Array, kind: 'pdf' | 'image', pages = [1]): Promise<OcrAnswer[]> {
    const answers: OcrAnswer[] = [];
    for await (const answer of recognizePages(engine, { bytes, kind, pages }, null)) answers.push(answer);
    return answers;
  }

  const isRead = (answer: OcrAnswer | undefined) => {
    assert.equal(answer?.fault, undefined);
    const text = textOf(answer?.page ?? null).replaceAll('\n', ' ');
    assert.equal(text, scannedLines.join(' '));
  };

  for (const [name, bytes] of [
    ['PNG', makeScan()],
    ['TIFF of Intel', makeTiff(scanPixels(), true)],
    ['TIFF of Motorola', makeTiff(scanPixels(), false)],
  ] as const)
    test(`${name} is read`, async () => isRead((await read(bytes, 'image'))[0]));

  test('each page of a TIFF file is read', async () => {
    const bytes = makeTiff(scanPixels(), true, 3);
    const { scannedPages } = await readResponse(jobFor(bytes, { headers: {} }));
    assert.deepEqual(scannedPages, [1, 2, 3]);
    const answers = await read(bytes, 'image', scannedPages);
    assert.equal(answers.length, 3);
    for (const answer of answers) isRead(answer);
  });

  test('a page whose image lies on its side is read upright', async () => {
    const turned = drawImage(turnClockwise(scanPixels()), '0 792 -612 0 612 0');
    isRead((await read(pdfOfStreams([pageStream(turned)]), 'pdf'))[0]);
    const rotated = pdfOfStreams([pageStream(drawImage(turnClockwise(scanPixels())))], {
      page: '/Rotate 270',
    });
    isRead((await read(rotated, 'pdf'))[0]);
  });

  test('an image that covers little of its page is no scan, and a page without images neither', async () => {
    const small = pageStream(drawImage(scanPixels(), '200 0 0 259 36 500'));
    const answers = await read(pdfOfStreams([small, pageStream('')]), 'pdf', [1, 2]);
    assert.deepEqual(
      answers.map(({ page, fault }) => ({ page, fault })),
      [
        { page: null, fault: undefined },
        { page: null, fault: undefined },
      ],
    );
  });

  test('an image in an encoding that the build of PDF.js in the service does not have is an error of its page', async () => {
    const [fax] = await read(makeFaxPdf(), 'pdf');
    assert.match(fax?.fault ?? '', /cannot be decoded/);
  });

  test('a huge image is refused before it is decoded', async () => {
    const png = PNG.sync.write(new PNG({ width: 32, height: 32 }));
    png.writeUInt32BE(20_000, 16);
    png.writeUInt32BE(20_000, 20);
    const [image] = await read(png, 'image');
    assert.match(image?.fault ?? '', /too many pixels/);
    const page = pageStream(drawImage({ width: 20_000, height: 20_000, data: Buffer.alloc(1000) }));
    const [answer] = await read(pdfOfStreams([page]), 'pdf');
    assert.equal(answer?.page, null);
  });

  test('a file that is cut off or no image is an error of its page', async () => {
    const [cut] = await read(makeScan().subarray(0, 400), 'image');
    assert.equal(cut?.page, null);
    const [tiff] = await read(makeTiff(scanPixels(), true).subarray(0, 60), 'image');
    assert.match(tiff?.fault ?? '', /size of the image/);
  });

  test('the layout of a scan is that of a page with text: headings, paragraphs', async () => {
    const bytes = makeScannedPdf(1);
    const [answer] = await read(bytes, 'pdf');
    assert.ok(answer?.page);
    const { markdown, warnings } = await readResponse(jobFor(bytes, { recognized: [answer.page] }));
    assert.equal(markdown, [`# ${scannedLines[0]}`, ...scannedLines.slice(1)].join('\n\n'));
    assert.deepEqual(warnings, []);
  });
});

describe('which pages are read', () => {
  const text = [[72, 700, 12, 'The ferry leaves the northern quay at dawn and crosses the sound.']] as const;
  const pdf = pdfOfStreams([
    pageStream(drawImage(scanPixels()), text),
    pageStream(drawImage(scanPixels())),
    pageStream(drawImage(scanPixels()), [[300, 30, 9, 'Page 3']]),
  ]);
  const pagesOf = async (options: Parameters<typeof jobFor>[1]) =>
    (await readResponse(jobFor(pdf, options))).scannedPages;

  test('pages without text, or with no more than a page number', async () => {
    assert.deepEqual(await pagesOf({}), [2, 3]);
    assert.deepEqual(await pagesOf({ pages: '1-2' }), [2]);
    assert.deepEqual(await pagesOf({ ocr: 'always' }), [1, 2, 3]);
    assert.equal(await pagesOf({ ocr: 'never' }), undefined);
  });

  const recognized = (number: number): OcrPage => ({
    number,
    height: 792,
    confidence: 90,
    lines: [{ baseline: 100, size: 12, runs: [{ text: 'Boats of the long sound', left: 72, right: 300 }] }],
  });

  test('text that was read replaces a page number, and other text only with `always`', async () => {
    const pages = [recognized(1), recognized(3)];
    const auto = await readResponse(jobFor(pdf, { recognized: pages }));
    assert.equal(auto.markdown.match(/Boats of the long sound/g)?.length, 1);
    assert.match(auto.markdown, /northern quay/);
    const always = await readResponse(jobFor(pdf, { recognized: pages, ocr: 'always' }));
    assert.equal(always.markdown.match(/Boats of the long sound/g)?.length, 2);
    assert.doesNotMatch(always.markdown, /northern quay/);
  });

  test('images of a type that is not decoded, and icons, are not read', async () => {
    const scannedPagesOf = async (bytes: Uint8Array, type: string) =>
      (await readResponse(jobFor(bytes, { headers: { 'content-type': type } }))).scannedPages;
    assert.deepEqual(await scannedPagesOf(makeScan(), 'image/png'), [1]);
    assert.equal(await scannedPagesOf(Buffer.from('<svg/>'), 'image/svg+xml'), undefined);
    const icon = PNG.sync.write(new PNG({ width: 16, height: 16 }));
    assert.equal(await scannedPagesOf(icon, 'image/png'), undefined);
  });
});
