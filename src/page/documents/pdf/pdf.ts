import { getDocumentProxy } from 'unpdf';

import type { OcrMode, OcrPage } from '../../../domain/pages/ocr.ts';
import type { Warning } from '../../../domain/pages/outcome.ts';
import type { HtmlDocument } from '../html-document.ts';
import { recognizedSegments } from '../ocr/recognized-pages.ts';
import { AnnotationReader, annotationTypes } from './pdf-annotations.ts';
import { readBlocks } from './pdf-document.ts';
import { FontWidths } from './pdf-fonts.ts';
import { blocksHtml } from './pdf-html.ts';
import type { Segment } from './pdf-lines.ts';
import { readMetadata } from './pdf-metadata.ts';
import { type Bookmark, readBookmarks } from './pdf-outline.ts';
import { type PageText, readPage } from './pdf-page.ts';
import { formatPages, type PageRange, parsePages } from './pdf-page-range.ts';
import { repairPdf } from './pdf-repair.ts';
import { checkStreamSizes } from './pdf-streams.ts';

/** Limits of one document: pages, total UTF-16 code units, and milliseconds. */
const maxPages = 1000;
const maxTextLength = 5_000_000;
const timeoutMs = 8000;
/** Timeout per page in milliseconds; a slower page counts as damaged. */
const pageTimeoutMs = 4000;

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

/** Options of {@link pdfToHtml}. */
export interface PdfOptions {
  /** Maximum number of pages. */
  maxPages?: number | undefined;
  /** Pages that are read, such as `3-7,12`; all by default. */
  pages?: string | undefined;
  /** True if the start of each page is marked. */
  marksPages?: boolean | undefined;
  /** Which pages OCR is to read; those without text by default. */
  ocr?: OcrMode | undefined;
  /** Pages that OCR has read; no others are named then. */
  recognized?: readonly OcrPage[] | undefined;
}

interface PdfPages {
  pages: PageText[];
  /** Numbers of the pages that were read. */
  numbers: number[];
  /** Names of the fonts whose characters all have one width. */
  codeFonts: ReadonlySet<string>;
  urls: string[];
  warnings: Warning[];
}

/**
 * Converts a PDF to HTML: text in reading order, headings, lists, tables, code and links, by its structure if it is tagged,
 * otherwise by bookmarks, fonts and layout.
 */
export async function pdfToHtml(bytes: Uint8Array, options: PdfOptions = {}): Promise<HtmlDocument> {
  checkStreamSizes(bytes);
  const { pdf, isRepaired } = await openPdf(bytes);
  try {
    const ranges = options.pages === undefined ? null : parsePages(options.pages);
    const { pages, codeFonts, numbers, urls, warnings } = await readPages(pdf, options.maxPages, ranges);
    const scannedPages = findScannedPages(pages, options);
    addRecognized(pages, options);
    if (isRepaired) warnings.push(repairedWarning);
    const metadata = {
      ...(await readMetadata(pdf)),
      ...(numbers.length < pdf.numPages && { pages: formatPages(numbers) }),
    };
    if (pages.every(({ segments }) => segments.length === 0))
      return { html: '', metadata, warnings: [...warnings, noTextWarning], scannedPages };
    const bookmarks = await optional(readBookmarks(pdf), [] as Bookmark[]);
    const blocks = readBlocks(pages, { bookmarks, codeFonts, marksPages: options.marksPages === true });
    return { html: blocksHtml(blocks, urls), metadata, warnings, scannedPages };
  } finally {
    await pdf.loadingTask.destroy();
  }
}

/** Maximum number of characters of a page that counts as one without text: those of a page number or a stamp. */
const maxStampLength = 30;
/** Minimum length of the text that OCR read on a page, relative to its own text, that replaces this. */
const minRecognizedRatio = 3;

function textLengthOf(segments: readonly Segment[]): number {
  return segments.reduce((sum, { text }) => sum + text.length, 0);
}

/** Returns the numbers of the pages that OCR may read. */
function findScannedPages(pages: readonly PageText[], { ocr, recognized }: PdfOptions): number[] {
  if (ocr === 'never' || recognized !== undefined) return [];
  return pages
    .filter(({ segments }) => ocr === 'always' || textLengthOf(segments) <= maxStampLength)
    .map(({ number }) => number);
}

/** Replaces the text of pages by what OCR read on them. */
function addRecognized(pages: PageText[], { ocr, recognized = [] }: PdfOptions): void {
  const byNumber = new Map(recognized.map((page) => [page.number, page]));
  for (const [at, page] of pages.entries()) {
    const read = byNumber.get(page.number);
    if (read === undefined) continue;
    const segments = recognizedSegments(read);
    const isMore = textLengthOf(segments) >= textLengthOf(page.segments) * minRecognizedRatio;
    if (ocr === 'always' || isMore) pages[at] = { ...page, segments, structured: null };
  }
}

const repairedWarning: Warning = {
  code: 'pages_left_out',
  message: 'The document is damaged. Only the pages that were found in it are returned.',
};

const noTextWarning: Warning = {
  code: 'no_text',
  message: 'The document contains no text. Its pages may be images.',
};

/** Opens a document. A damaged one is opened with the pages that are found in its bytes. */
async function openPdf(bytes: Uint8Array): Promise<{ pdf: Pdf; isRepaired: boolean }> {
  try {
    return { pdf: await loadPdf(bytes), isRepaired: false };
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'PasswordException')
      throw new Error('The document is password-protected.', { cause });
    const repaired = repairPdf(bytes);
    const pdf = repaired === null ? null : await optional(loadPdf(repaired), null);
    if (pdf === null) throw new Error('The document is damaged.', { cause });
    return { pdf, isRepaired: true };
  }
}

/** PDF.js transfers the buffer, so it gets a copy. */
function loadPdf(bytes: Uint8Array): Promise<Pdf> {
  const options = { useSystemFonts: false, disableFontFace: true, verbosity: 0 };
  return withTimeout(getDocumentProxy(new Uint8Array(bytes), options), pageTimeoutMs);
}

async function withTimeout<Result>(work: Promise<Result>, ms: number): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The document was not read within the time limit.')), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the result of work without which the text can be read; the fallback if it fails or takes too long. */
async function optional<Result>(work: Promise<Result>, fallback: Result): Promise<Result> {
  try {
    return await withTimeout(work, pageTimeoutMs);
  } catch {
    // Bookmarks, links and marks of a damaged document can be missing while its pages are readable.
    return fallback;
  }
}

/** Returns the numbers of the pages to read, and a warning if others were requested, or all. */
function selectPages(
  pdf: Pdf,
  limit: number,
  ranges: readonly PageRange[] | null,
): { numbers: number[]; isCut: boolean } {
  const wanted: number[] = [];
  for (let number = 1; number <= pdf.numPages && wanted.length <= limit; number++) {
    const isWanted = ranges === null || ranges.some(({ from, to }) => number >= from && number <= to);
    if (isWanted) wanted.push(number);
  }
  if (wanted.length === 0)
    throw new Error(`The document has ${pdf.numPages} pages. \`pages\` must name at least one of them.`);
  return { numbers: wanted.slice(0, limit), isCut: wanted.length > limit };
}

/** Returns the annotations of the pages, by the index of the page. */
async function readAnnotations(
  pdf: Pdf,
  numbers: readonly number[],
): Promise<Map<number, Record<string, unknown>[]>> {
  const wanted = new Set(numbers);
  const skipped = new Set<number>();
  for (let index = 0; index < pdf.numPages; index++) if (!wanted.has(index + 1)) skipped.add(index);
  const all: unknown = await pdf.getAnnotationsByType(new Set(Object.values(annotationTypes)), skipped);
  const byPage = new Map<number, Record<string, unknown>[]>();
  for (const data of Array.isArray(all) ? all : []) {
    const { pageIndex } = data as Record<string, unknown>;
    if (typeof pageIndex !== 'number') continue;
    const list = byPage.get(pageIndex);
    if (list === undefined) byPage.set(pageIndex, [data]);
    else list.push(data);
  }
  return byPage;
}

async function readPages(
  pdf: Pdf,
  limit: number = maxPages,
  ranges: readonly PageRange[] | null = null,
): Promise<PdfPages> {
  const { numbers, isCut } = selectPages(pdf, Math.min(limit, maxPages), ranges);
  const annotations = await optional(readAnnotations(pdf, numbers), new Map());
  const markInfo = await optional(pdf.getMarkInfo(), null);
  const reader = new AnnotationReader();
  const widths = new FontWidths();
  const pages: PageText[] = [];
  const read: number[] = [];
  const deadline = performance.now() + timeoutMs;
  let length = 0;
  let damagedPages = 0;
  for (const number of numbers) {
    if (length > maxTextLength || performance.now() > deadline) break;
    read.push(number);
    try {
      const options = {
        isTagged: markInfo?.Marked === true,
        annotations: annotations.get(number - 1) ?? [],
        reader,
        widths,
      };
      const page = await withTimeout(readPage(pdf, number, options), pageTimeoutMs);
      for (const { text } of page.segments) length += text.length;
      pages.push(page);
    } catch {
      // A damaged page does not prevent the others from being read.
      damagedPages++;
    }
  }
  if (damagedPages > 0 && damagedPages === read.length)
    throw new Error('All pages of the document are damaged.');
  const warnings: Warning[] = [];
  if (isCut || read.length < numbers.length)
    warnings.push({
      code: 'pages_left_out',
      message: `Only pages ${formatPages(read)} of ${pdf.numPages} are returned. Request the others with \`pages\`.`,
    });
  if (damagedPages > 0)
    warnings.push({
      code: 'pages_left_out',
      message: `${damagedPages} pages are damaged and were left out.`,
    });
  return { pages, codeFonts: widths.codeFonts(), numbers: read, urls: reader.urls, warnings };
}
