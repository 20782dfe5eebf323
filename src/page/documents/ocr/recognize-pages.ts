import type { OcrAnswer, OcrJob, OcrPage } from '../../../domain/pages/ocr.ts';
import { errorMessage } from '../../../domain/system/failure.ts';
import { readImageSize } from '../../metadata/image-size.ts';
import { repairPdf } from '../pdf/pdf-repair.ts';
import { toOcrPage } from './ocr-lines.ts';
import { readScannedPage } from './page-images.ts';
import { drawPage, toPgm } from './page-raster.ts';
import { loadPdfDecoder, type Pdf, type PdfDecoder } from './pdf-decoder.ts';
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
  const output = engine.recognize(
    toPgm(raster),
    Math.max(minResolution, Math.round(raster.scale * pointsPerInch)),
  );
  return toOcrPage(output, { number, height: page.size.height, scale: raster.scale });
}

/** Reads an image. Its size is checked before it is decoded, because a small file can declare a huge image. */
function recognizeImage(engine: Tesseract, bytes: Uint8Array): OcrPage | null {
  const { width, height } = readImageSize(bytes);
  if (width === undefined || height === undefined) throw new Error('The size of the image cannot be read.');
  if (width * height > maxImagePixels) throw new Error('The image has too many pixels.');
  return toOcrPage(engine.recognize(bytes, null), { number: 1, height, scale: 1 });
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
    yield await answer(1, async () => recognizeImage(engine, bytes));
    return;
  }
  const decoder = await loadPdfDecoder(pdfFolder, maxImagePixels);
  const document = { pdf: await openPdf(decoder, bytes), operators: decoder.operators };
  for (const number of pages) yield await answer(number, () => recognizePdfPage(engine, document, number));
}
