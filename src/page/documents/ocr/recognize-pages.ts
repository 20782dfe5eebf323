import { getDocumentProxy } from 'unpdf';
import type { OcrAnswer, OcrJob, OcrPage } from '../../../domain/pages/ocr.ts';
import { errorMessage } from '../../../domain/system/failure.ts';
import { readImageSize } from '../../metadata/image-size.ts';
import { repairPdf } from '../pdf/pdf-repair.ts';
import { toOcrPage } from './ocr-lines.ts';
import { readScannedPage } from './page-images.ts';
import { drawPage, toPgm } from './page-raster.ts';
import type { Tesseract } from './tesseract.ts';

/** Maximum number of pixels of an image: an A4 page of 600 dots per inch has 35 million. */
export const maxImagePixels = 40_000_000;

const pointsPerInch = 72;

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

function openPdf(bytes: Uint8Array): Promise<Pdf> {
  // PDF.js transfers the buffer, so it gets a copy.
  return getDocumentProxy(new Uint8Array(bytes), {
    useSystemFonts: false,
    disableFontFace: true,
    isOffscreenCanvasSupported: false,
    maxImageSize: maxImagePixels,
    verbosity: 0,
  });
}

async function openDamagedPdf(bytes: Uint8Array, cause: unknown): Promise<Pdf> {
  const repaired = repairPdf(bytes);
  if (repaired === null) throw cause;
  return openPdf(repaired);
}

async function recognizePdfPage(engine: Tesseract, pdf: Pdf, number: number): Promise<OcrPage | null> {
  const page = await readScannedPage(pdf, number);
  if (page === null) return null;
  const raster = drawPage(page.images, page.size);
  const output = engine.recognize(toPgm(raster), Math.round(raster.scale * pointsPerInch));
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

/** Reads the pages of a job with OCR, one after another in the order of the job. */
export async function* recognizePages(
  engine: Tesseract,
  { bytes, kind, pages }: OcrJob,
): AsyncGenerator<OcrAnswer, void> {
  if (kind === 'image') {
    yield await answer(1, async () => recognizeImage(engine, bytes));
    return;
  }
  const pdf = await openPdf(bytes).catch((cause: unknown) => openDamagedPdf(bytes, cause));
  for (const number of pages) yield await answer(number, () => recognizePdfPage(engine, pdf, number));
}
