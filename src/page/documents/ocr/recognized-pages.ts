import type { PageExtraction } from '../../../domain/pages/extraction.ts';
import type { OcrPage } from '../../../domain/pages/ocr.ts';
import { readImageSize } from '../../metadata/image-size.ts';
import { findTiffPages } from '../../metadata/tiff-tags.ts';
import type { HtmlDocument } from '../html-document.ts';
import { readBlocks } from '../pdf/pdf-document.ts';
import { blocksHtml } from '../pdf/pdf-html.ts';
import { joinItems, type Segment, type TextItem } from '../pdf/pdf-lines.ts';

/** Name of the font of text that was read from an image: its real one is not known. */
const font = 'ocr';

/** Returns the text of a page that was read with OCR as that of a page of a PDF. */
export function recognizedSegments({ lines }: OcrPage): Segment[] {
  const items = lines.flatMap(({ baseline, size, runs }) =>
    runs.map((run): TextItem => ({ ...run, baseline, size, font })),
  );
  return joinItems(items);
}

/** Converts the text that was read from an image to HTML, as that of a page of a PDF. */
export function recognizedImageToHtml(bytes: Uint8Array, pages: readonly OcrPage[]): HtmlDocument {
  const texts = pages.map((page) => ({
    number: page.number,
    height: page.height,
    segments: recognizedSegments(page),
    structured: null,
  }));
  const blocks = readBlocks(texts, { bookmarks: [], codeFonts: new Set(), marksPages: false });
  return { html: blocksHtml(blocks, []), metadata: readImageSize(bytes), warnings: [] };
}

/** Returns letters and digits of a text, by which it is compared whatever its layout. */
function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Returns a function that tells whether a text was read with OCR. */
function createRecognizedCheck(pages: readonly OcrPage[]): (text: string) => boolean {
  const all = lettersOf(
    pages
      .map(({ lines }) => lines.map(({ runs }) => runs.map(({ text }) => text).join('')).join(''))
      .join(''),
  );
  return (text) => all.includes(lettersOf(text));
}

/**
 * Marks the values that were read with OCR as weak. Nothing is learned from such a page, because words that were read wrongly would
 * be learned with it.
 */
export function markRecognizedValues(extraction: PageExtraction, pages: readonly OcrPage[]): PageExtraction {
  const isRecognized = createRecognizedCheck(pages);
  const values = extraction.values.map((value) =>
    isRecognized(value.evidence.quote)
      ? { ...value, evidence: { ...value.evidence, weak: true as const } }
      : value,
  );
  return { ...extraction, values, lesson: null, isRecognized: true };
}

/** Types of images that the engine decodes. */
const readableTypes: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/tiff',
]);
/** Minimum width and height in pixels of an image with a legible word. */
const minWidth = 24;
const minHeight = 10;
/** Maximum number of pages of a TIFF file that are read. */
const maxImagePages = 1000;

/** Returns the numbers of the pages of an image that OCR can read: those of a TIFF file, otherwise one or none. */
export function readableImagePages(
  { type, bytes }: { type: string; bytes: Uint8Array },
  { width = 0, height = 0 }: { width?: number; height?: number },
): number[] {
  if (!readableTypes.has(type) || width < minWidth || height < minHeight) return [];
  if (type !== 'image/tiff') return [1];
  return findTiffPages(bytes, maxImagePages).map((_, at) => at + 1);
}
