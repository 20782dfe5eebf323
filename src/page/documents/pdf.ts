import { getDocumentProxy } from 'unpdf';

import type { Warning } from '../../domain/outcome.ts';
import type { PageMetadata } from '../../domain/page.ts';
import type { ReadDocument } from './html-document.ts';
import { blockHtml, scaleOf } from './pdf-blocks.ts';
import { type Piece, readingOrder, type Segment, segmentsOf } from './pdf-lines.ts';
import { withoutRunningLines } from './pdf-running-lines.ts';
import { checkStreams } from './pdf-streams.ts';

/** What of a document is read: pages, pieces of text on a page, UTF-16 units in all, and milliseconds. */
const maxPages = 1000;
const maxPieces = 50_000;
const maxText = 5_000_000;
const maxMs = 8000;
/** How long one page may take before the document counts as damaged, in milliseconds. */
const maxPageMs = 4000;

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

interface ReadPages {
  pages: Segment[][];
  warnings: Warning[];
}

/** A PDF as HTML: text in reading order, headings by size, tables where cells line up, a mark before each page but the first. */
export async function readPdf(bytes: Uint8Array, mostPages = maxPages): Promise<ReadDocument> {
  checkStreams(bytes);
  const pdf = await opened(bytes);
  try {
    const { pages: found, warnings } = await pagesOf(pdf, Math.min(mostPages, maxPages));
    const pages = withoutRunningLines(found);
    const scale = scaleOf(pages.flat());
    const parts = pages.map((segments, index) => {
      const blocks = readingOrder(segments).map((block) => blockHtml(block, scale));
      return `${index === 0 ? '' : `<hr><p>Page ${index + 1}</p>`}${blocks.join('\n')}`;
    });
    if (pages.every((page) => page.length === 0))
      return { html: '', metadata: await metadataOf(pdf), warnings: [...warnings, noText] };
    return { html: parts.join('\n'), metadata: await metadataOf(pdf), warnings };
  } finally {
    await pdf.loadingTask.destroy();
  }
}

const noText: Warning = {
  code: 'no_text',
  message: 'The document holds no text; its pages may be pictures.',
};

async function opened(bytes: Uint8Array): Promise<Pdf> {
  try {
    // The reader takes the buffer over, so it gets one of its own.
    return await withinTime(
      getDocumentProxy(new Uint8Array(bytes), {
        useSystemFonts: false,
        disableFontFace: true,
        verbosity: 0,
      }),
      maxPageMs,
    );
  } catch (cause) {
    const isLocked = cause instanceof Error && cause.name === 'PasswordException';
    throw new Error(isLocked ? 'It is protected with a password.' : 'It is damaged.', { cause });
  }
}

async function withinTime<Result>(work: Promise<Result>, ms: number): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('It takes too long to read.')), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function pagesOf(pdf: Pdf, mostPages: number): Promise<ReadPages> {
  const pages: Segment[][] = [];
  const warnings: Warning[] = [];
  const end = performance.now() + maxMs;
  let length = 0;
  let damaged = 0;
  for (let number = 1; number <= pdf.numPages; number++) {
    if (number > mostPages || length > maxText || performance.now() > end) {
      warnings.push({
        code: 'pages_left_out',
        message: `Only the first ${number - 1} of ${pdf.numPages} pages are given.`,
      });
      break;
    }
    try {
      const segments = segmentsOf(await withinTime(piecesOf(pdf, number), maxPageMs));
      for (const { text } of segments) length += text.length;
      pages.push(segments);
    } catch {
      damaged++;
      pages.push([]);
    }
  }
  if (damaged > 0 && damaged === pages.length) throw new Error('None of its pages can be read.');
  if (damaged > 0)
    warnings.push({ code: 'pages_left_out', message: `${damaged} pages are damaged and left out.` });
  return { pages, warnings };
}

/** Pieces of text of a page as it is shown; what stands askew is left out unless nothing else is there. */
async function piecesOf(pdf: Pdf, number: number): Promise<Piece[]> {
  const page = await pdf.getPage(number);
  const { transform } = page.getViewport({ scale: 1 });
  const { items } = await page.getTextContent();
  const upright: Piece[] = [];
  const askew: Piece[] = [];
  for (const item of items.slice(0, maxPieces)) {
    if (!('str' in item) || item.str.trim() === '') continue;
    const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = multiplied(transform, item.transform);
    const size = Math.hypot(c, d);
    const piece = { text: item.str, left: x, right: x + item.width, baseline: y, size: size || item.height };
    (Math.abs(b) > Math.abs(a) * 0.1 ? askew : upright).push(piece);
  }
  page.cleanup();
  return upright.length > 0 ? upright : askew;
}

/** The product of two transformations (ISO 32000, 8.3.3). */
function multiplied(m: readonly number[], n: readonly number[]): number[] {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = m;
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = n;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

const placeholderTitle = /^(?:untitled|microsoft word\b|.*\.(?:docx?|tex|dvi|indd|qxd|pptx?|rtf)$)/i;

async function metadataOf(pdf: Pdf): Promise<PageMetadata> {
  const metadata: PageMetadata = { num_pages: pdf.numPages };
  const { info } = await pdf.getMetadata();
  const text = (name: string): string | undefined => {
    const value: unknown = Reflect.get(info, name);
    return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 2000) : undefined;
  };
  const title = text('Title');
  const found = {
    title: title !== undefined && placeholderTitle.test(title) ? undefined : title,
    author: text('Author'),
    description: text('Subject'),
    keywords: text('Keywords'),
    created: pdfDate(text('CreationDate')),
    modified: pdfDate(text('ModDate')),
  };
  for (const [name, value] of Object.entries(found)) if (value !== undefined) metadata[name] = value;
  return metadata;
}

/** A date as PDF writes it (ISO 32000, 7.9.4), in ISO 8601. */
function pdfDate(text: string | undefined): string | undefined {
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
