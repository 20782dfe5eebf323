import type { OcrAnswer, OcrJob, OcrPage } from '../../../domain/pages/ocr.ts';
import { errorMessage } from '../../../domain/system/failure.ts';
import { readImageSize, readOrientation } from '../../metadata/image-size.ts';
import { findTiffPages, withFirstTiffPage } from '../../metadata/tiff-tags.ts';
import { repairPdf } from '../pdf/pdf-repair.ts';
import { toOcrPage } from './ocr-page.ts';
import { drawPage, toPgm } from './page-raster.ts';
import { loadPdfDecoder, type Pdf, type PdfDecoder } from './pdf-decoder.ts';
import { readScannedPage } from './scanned-page.ts';
import type { Tesseract } from './tesseract.ts';

/** Maximum number of pixels of an image: an A4 page of 600 dots per inch has 35 million. */
const maxImagePixels = 40_000_000;

const pointsPerInch = 72;
/** Minimum resolution that Tesseract accepts, in dots per inch. */
const minResolution = 70;

async function openPdf(decoder: PdfDecoder, bytes: Uint8Array): Promise<Pdf> {
  try {
    return await decoder.open(bytes);
  } catch (cause) {
    const repaired = repairPdf(bytes);
    if (repaired === null) throw cause;
    return decoder.open(repaired);
  }
}

async function recognizePdfPage(
  engine: Tesseract,
  { pdf, operators }: { pdf: Pdf; operators: PdfDecoder['operators'] },
  number: number,
): Promise<OcrPage | null> {
  const page = await readScannedPage(pdf, operators, number);
  if (page === null) return null;
  const raster = drawPage(page.images, page.size);
  const dotsPerInch = Math.max(minResolution, Math.round(raster.scale * pointsPerInch));
  const output = engine.recognize(toPgm(raster), { dotsPerInch });
  return toOcrPage(output, { number, height: page.size.height, scale: raster.scale });
}

/** Returns an image file with one of its pages: a TIFF file may have several. */
function pageOfImage(bytes: Uint8Array, number: number): Uint8Array {
  if (number === 1) return bytes;
  const directory = findTiffPages(bytes, number)[number - 1];
  if (directory === undefined) throw new Error('The page of the image does not exist.');
  return withFirstTiffPage(bytes, directory);
}

/** Reads a page of an image. Its size is checked before it is decoded, because a small file can declare a huge image. */
function recognizeImage(engine: Tesseract, file: Uint8Array, number: number): OcrPage | null {
  const bytes = pageOfImage(file, number);
  const { width, height } = readImageSize(bytes);
  if (width === undefined || height === undefined) throw new Error('The size of the image cannot be read.');
  if (width * height > maxImagePixels) throw new Error('The image has too many pixels.');
  const output = engine.recognize(bytes, { orientation: readOrientation(bytes) });
  return toOcrPage(output, { number, height, scale: 1 });
}

async function answer(number: number, read: () => Promise<OcrPage | null>): Promise<OcrAnswer> {
  try {
    return { number, page: await read() };
  } catch (error) {
    return { number, page: null, fault: errorMessage(error).slice(0, 200) };
  }
}

/** Reads the pages of a job with OCR, one after another in the order of the job. `pdfFolder` is that of `pdfjs-dist`, if it is installed. */
export async function* recognizePages(
  engine: Tesseract,
  { bytes, kind, pages }: OcrJob,
  pdfFolder: string | null,
): AsyncGenerator<OcrAnswer, void> {
  if (kind === 'image') {
    for (const number of pages) yield await answer(number, async () => recognizeImage(engine, bytes, number));
    return;
  }
  const decoder = await loadPdfDecoder(pdfFolder, maxImagePixels);
  const document = { pdf: await openPdf(decoder, bytes), operators: decoder.operators };
  for (const number of pages) yield await answer(number, () => recognizePdfPage(engine, document, number));
}
