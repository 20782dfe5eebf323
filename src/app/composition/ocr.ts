import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import type { OcrReader } from '../../domain/pages/ocr.ts';
import type { Check } from '../../operations/check.ts';
import { createOcrReader } from '../../runtime/threads/create-ocr-reader.ts';
import type { AppContext } from '../app-context.ts';

/** Maximum processor time for one page in milliseconds: most take one or two seconds. */
const pageTimeoutMs = 20_000;

/** Creates the reader of scanned pages. Its threads have the heap of content threads; one core is left to the rest of the process. */
export function composeOcr(
  { settings, log }: Pick<AppContext, 'settings' | 'log'>,
  maxOldGenerationMb: number,
): OcrReader {
  return createOcrReader({
    module: new URL(`../threads/ocr-thread${extname(import.meta.url)}`, import.meta.url),
    languages: settings.ocrLanguages,
    threads: Math.max(1, availableParallelism() - 1),
    pageTimeoutMs,
    maxOldGenerationMb,
    log,
  });
}

/** Check of OCR, of health and doctor: whether its packages are installed. */
export async function ocrCheck(app: AppContext): Promise<Check> {
  const missing = composeOcr(app, 0).findMissing();
  if (missing !== null) return { status: 'not_configured', detail: missing };
  return { status: 'ok', detail: `Tesseract with ${app.settings.ocrLanguages.join(', ')}` };
}
