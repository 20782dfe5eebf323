import type { ContentJob, ContentThreads, PageContent } from '../../domain/pages/content.ts';
import type { OcrJob, OcrReader, OcrReading } from '../../domain/pages/ocr.ts';
import type { Warning } from '../../domain/pages/outcome.ts';
import { formatPages } from '../../page/documents/pdf/pdf-page-range.ts';

/** Share of the remaining time that OCR may use, and the time for the rest relative to the first reading: the document is read again. */
const timeShare = 0.8;
const rereadRatio = 1.5;

/** Dependencies of {@link recognizeContent}. */
export interface RecognizePorts {
  threads: Pick<ContentThreads, 'process'>;
  ocr: OcrReader;
}

/** Content, and the job that leads to it: with the text that OCR read, if any. */
export interface RecognizedContent {
  content: PageContent;
  job: ContentJob;
}

/** Returns warnings that name the pages that OCR did not read. */
function unreadWarnings({ late, damaged }: OcrReading, kind: OcrJob['kind']): Warning[] {
  const what = (numbers: readonly number[]) =>
    kind === 'image' && numbers[0] === 1 && numbers.length === 1
      ? 'The image was'
      : numbers.length === 1
        ? `Page ${numbers[0]} was`
        : `Pages ${formatPages(numbers)} were`;
  const warnings: Warning[] = [];
  if (late.length > 0) {
    const advice = kind === 'pdf' ? ', or request them with `pages`' : '';
    const message = `${what(late)} not read by OCR within the timeout. Increase \`timeout_ms\`${advice}.`;
    warnings.push({ code: 'ocr_incomplete', message });
  }
  if (damaged.length > 0) {
    const message = `${what(damaged)} not read by OCR: an image is damaged, has more than 40 million pixels, or an encoding (fax, JBIG2, JPEG 2000) that needs the package pdfjs-dist.`;
    warnings.push({ code: 'ocr_incomplete', message });
  }
  return warnings;
}

/** Returns what is known of the reading, as the field `ocr` of the metadata. */
function describeReading({ pages }: OcrReading, kind: OcrJob['kind'], languages: readonly string[]) {
  const lengths = pages.map(({ lines }) =>
    lines.reduce((sum, { runs }) => sum + runs.reduce((length, { text }) => length + text.length, 0), 0),
  );
  const all = lengths.reduce((sum, length) => sum + length, 0);
  const sum = pages.reduce((total, { confidence }, at) => total + confidence * (lengths[at] ?? 0), 0);
  return {
    confidence: Math.round(sum / Math.max(1, all)),
    ...((kind === 'pdf' || pages.length > 1) && { pages: formatPages(pages.map(({ number }) => number)) }),
    languages,
  };
}

/**
 * Reads the pages of a document that have no text with OCR, and then the document again with their text. `remainingMs` is the
 * time until the deadline of the page, `readMs` the time in which the document was read. Returns the content as it is, with a warning, if OCR is not installed.
 */
export async function recognizeContent(
  { threads, ocr }: RecognizePorts,
  { content, job }: RecognizedContent,
  { remainingMs, readMs, signal }: { remainingMs: number; readMs: number; signal: AbortSignal },
): Promise<RecognizedContent> {
  const { scannedPages, warnings } = content;
  if (scannedPages === undefined || content.error !== null) return { content, job };
  const missing = ocr.findMissing();
  if (missing !== null) {
    const advised = warnings.map((warning) =>
      warning.code === 'no_text' ? { ...warning, message: `${warning.message} ${missing}` } : warning,
    );
    return { content: { ...content, warnings: advised }, job };
  }
  const kind = content.metadata.content_type?.startsWith('image/') === true ? 'image' : 'pdf';
  const timeoutMs = Math.min(remainingMs * timeShare, remainingMs - readMs * rereadRatio);
  const reading = await ocr.read({ bytes: job.bytes, kind, pages: scannedPages }, timeoutMs, signal);
  const unread = unreadWarnings(reading, kind);
  if (reading.pages.length === 0) return { content: { ...content, warnings: [...warnings, ...unread] }, job };
  const recognizedJob = { ...job, recognized: reading.pages };
  const recognized = await threads.process(recognizedJob, signal);
  const metadata = { ...recognized.metadata, ocr: describeReading(reading, kind, ocr.languages) };
  return {
    content: { ...recognized, metadata, warnings: [...recognized.warnings, ...unread] },
    job: recognizedJob,
  };
}
