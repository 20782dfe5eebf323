import { getDocumentProxy } from 'unpdf';

import type { Warning } from '../../../domain/pages/outcome.ts';
import type { PageMetadata } from '../../../domain/pages/page.ts';
import type { HtmlDocument } from '../html-document.ts';
import { blockHtml, computeFontScale } from './pdf-blocks.ts';
import { joinItems, readingOrder, type Segment, type TextItem } from './pdf-lines.ts';
import { removeRunningLines } from './pdf-running-lines.ts';
import { checkStreamSizes } from './pdf-streams.ts';

/** Limits of one document: pages, text items per page, total UTF-16 code units, and milliseconds. */
const defaultMaxPages = 1000;
const maxItemsPerPage = 50_000;
const maxTextLength = 5_000_000;
const timeoutMs = 8000;
/** Timeout per page in milliseconds; a slower page counts as damaged. */
const pageTimeoutMs = 4000;

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

interface PdfPages {
  pages: Segment[][];
  warnings: Warning[];
}

/** Converts a PDF to HTML: text in reading order, headings by size, tables of aligned cells, and page marks. */
export async function pdfToHtml(bytes: Uint8Array, maxPages = defaultMaxPages): Promise<HtmlDocument> {
  checkStreamSizes(bytes);
  const pdf = await openPdf(bytes);
  try {
    const { pages: pageSegments, warnings } = await readPages(pdf, Math.min(maxPages, defaultMaxPages));
    const pages = removeRunningLines(pageSegments);
    const scale = computeFontScale(pages.flat());
    const parts = pages.map((segments, index) => {
      const blocks = readingOrder(segments).map((block) => blockHtml(block, scale));
      return `${index === 0 ? '' : `<hr><p>Page ${index + 1}</p>`}${blocks.join('\n')}`;
    });
    if (pages.every((page) => page.length === 0))
      return { html: '', metadata: await readMetadata(pdf), warnings: [...warnings, noTextWarning] };
    return { html: parts.join('\n'), metadata: await readMetadata(pdf), warnings };
  } finally {
    await pdf.loadingTask.destroy();
  }
}

const noTextWarning: Warning = {
  code: 'no_text',
  message: 'The document contains no text. Its pages may be images.',
};

async function openPdf(bytes: Uint8Array): Promise<Pdf> {
  try {
    // PDF.js transfers the buffer, so it gets a copy.
    return await withTimeout(
      getDocumentProxy(new Uint8Array(bytes), {
        useSystemFonts: false,
        disableFontFace: true,
        verbosity: 0,
      }),
      pageTimeoutMs,
    );
  } catch (cause) {
    const isLocked = cause instanceof Error && cause.name === 'PasswordException';
    throw new Error(isLocked ? 'The document is password-protected.' : 'The document is damaged.', { cause });
  }
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

async function readPages(pdf: Pdf, maxPages: number): Promise<PdfPages> {
  const pages: Segment[][] = [];
  const warnings: Warning[] = [];
  const deadline = performance.now() + timeoutMs;
  let length = 0;
  let damagedPages = 0;
  for (let number = 1; number <= pdf.numPages; number++) {
    if (number > maxPages || length > maxTextLength || performance.now() > deadline) {
      warnings.push({
        code: 'pages_left_out',
        message: `Only the first ${number - 1} of ${pdf.numPages} pages are returned.`,
      });
      break;
    }
    try {
      const segments = joinItems(await withTimeout(readItems(pdf, number), pageTimeoutMs));
      for (const { text } of segments) length += text.length;
      pages.push(segments);
    } catch {
      // A damaged page does not prevent the others from being read.
      damagedPages++;
      pages.push([]);
    }
  }
  if (damagedPages > 0 && damagedPages === pages.length)
    throw new Error('All pages of the document are damaged.');
  if (damagedPages > 0)
    warnings.push({
      code: 'pages_left_out',
      message: `${damagedPages} pages are damaged and were left out.`,
    });
  return { pages, warnings };
}

/** Returns the text items of a page; rotated text is used only if there is no other. */
async function readItems(pdf: Pdf, number: number): Promise<TextItem[]> {
  const page = await pdf.getPage(number);
  const { transform } = page.getViewport({ scale: 1 });
  const { items } = await page.getTextContent();
  const upright: TextItem[] = [];
  const rotated: TextItem[] = [];
  for (const item of items.slice(0, maxItemsPerPage)) {
    if (!('str' in item) || item.str.trim() === '') continue;
    const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = multiplyMatrices(transform, item.transform);
    const size = Math.hypot(c, d);
    const textItem = {
      text: item.str,
      left: x,
      right: x + item.width,
      baseline: y,
      size: size || item.height,
    };
    (Math.abs(b) > Math.abs(a) * 0.1 ? rotated : upright).push(textItem);
  }
  page.cleanup();
  return upright.length > 0 ? upright : rotated;
}

/** Multiplies two transformation matrices (ISO 32000, 8.3.3). */
function multiplyMatrices(m: readonly number[], n: readonly number[]): number[] {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = m;
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = n;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

const placeholderTitle = /^(?:untitled|microsoft word\b|.*\.(?:docx?|tex|dvi|indd|qxd|pptx?|rtf)$)/i;

async function readMetadata(pdf: Pdf): Promise<PageMetadata> {
  const metadata: PageMetadata = { num_pages: pdf.numPages };
  const { info } = await pdf.getMetadata();
  const text = (name: string): string | undefined => {
    const value: unknown = Reflect.get(info, name);
    return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 2000) : undefined;
  };
  const title = text('Title');
  const fields = {
    title: title !== undefined && placeholderTitle.test(title) ? undefined : title,
    author: text('Author'),
    description: text('Subject'),
    keywords: text('Keywords'),
    created: parsePdfDate(text('CreationDate')),
    modified: parsePdfDate(text('ModDate')),
  };
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) metadata[name] = value;
  return metadata;
}

/** Converts a PDF date (ISO 32000, 7.9.4) to ISO 8601. */
function parsePdfDate(text: string | undefined): string | undefined {
  const parts = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:Z|([+-]\d\d)'?(\d\d)?)?/.exec(
    text ?? '',
  );
  if (parts === null) return undefined;
  const [, year, month = '01', day = '01', hour, minute = '00', second = '00', zone, zoneMinute = '00'] =
    parts;
  const date = `${year}-${month}-${day}`;
  if (hour === undefined) return date;
  return `${date}T${hour}:${minute}:${second}${zone === undefined ? 'Z' : `${zone}:${zoneMinute}`}`;
}
