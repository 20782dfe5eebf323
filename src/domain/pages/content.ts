import type { ExtractJob, PageExtraction } from './extraction.ts';
import type { LinkForm } from './link-form.ts';
import type { OcrMode, OcrPage } from './ocr.ts';
import type { PageError, Warning } from './outcome.ts';
import type {
  CollectedAttribute,
  Format,
  PageImage,
  PageLink,
  PageMetadata,
  Passage,
  Section,
  StructuredData,
} from './page.ts';
import type { AttributeRequest } from './page-command.ts';
import type { PageFindings, RecordsJob } from './records.ts';

/** A received response and the content requested from it. Crosses a thread boundary: plain data only. */
export interface ContentJob {
  /** Body after transfer decoding, before character decoding. Not modified after it is handed over. */
  bytes: Uint8Array;
  /** URL that answered, after redirects. */
  url: string;
  statusCode: number;
  /** Response headers: names in lower case, repeated headers joined by `, `. */
  headers: Record<string, string>;
  formats: Format[];
  onlyMainContent: boolean;
  includeSelectors: string[];
  excludeSelectors: string[];
  /** Maximum code points of Markdown in the result. */
  maxLength: number;
  /** Maximum estimated tokens of Markdown in the result; null for no maximum. */
  maxTokens: number | null;
  /** Query by which passages are ranked, or null. */
  focus: string | null;
  /** Attributes to collect; absent for none. */
  attributes?: AttributeRequest[];
  /** Maximum pages of a PDF that are read. */
  pdfPages?: number;
  /** Pages of a PDF that are read, such as `3-7`; all by default. */
  pages?: string;
  /** True if the start of each page of a PDF is marked in the Markdown. */
  marksPages?: true;
  /** How links are written in the Markdown; at their place by default. */
  links?: LinkForm;
  /** Which images OCR is to read; those of pages without text by default. */
  ocr?: OcrMode;
  /** Text that OCR read: its pages have it. */
  recognized?: OcrPage[];
  /** True for a file that the caller sent: it is the requested page, whatever its text says. */
  isSent?: true;
  /** True if a saved login was used: a page that shows a login form and no way to log out asks for one again. */
  usesLogin?: true;
  /** Values to extract if the response is the requested page; absent for content alone. */
  extract?: ExtractJob;
}

/** Formats that show the selected content of a page. */
const contentFormats: ReadonlySet<Format> = new Set(['markdown', 'html', 'text']);

/** Returns true if a job requests something that is made of the content of the page, and not only its links, data or source. */
export function readsContent({ formats, focus }: Pick<ContentJob, 'formats' | 'focus'>): boolean {
  return focus !== null || formats.some((format) => contentFormats.has(format));
}

/**
 * Returns true if a job requests the page as a text, or what is known of that text: its author, its dates and its kind. They cost more
 * than the links or the source of a page.
 */
export function readsTextFacts(job: Pick<ContentJob, 'formats' | 'focus' | 'extract'>): boolean {
  return readsContent(job) || job.extract !== undefined || job.formats.includes('metadata');
}

/** Complete Markdown of a long page, compressed with Zstandard (RFC 8878) for the store. */
export interface PackedMarkdown {
  bytes: Uint8Array;
  /** SHA-256 (hex) of the Markdown in UTF-8, for its receipt. */
  sha256: string;
  sections: Section[];
}

/** Content of a page in the requested formats. */
export interface PageContent {
  /**
   * Null if the response is the requested page; otherwise its classification, such as a block. Content is filled either
   * way.
   */
  error: PageError | null;
  /** True if the service gave up on the response, so that nothing of it is known. */
  isUnread?: true;
  title: string | null;
  /** At most `maxLength` code points, cut at a boundary that splits no code point; empty unless {@link readsContent}. */
  markdown: string;
  /** Code points of the complete Markdown; 0 without it. */
  length: number;
  /** Length of the text that tells how much of the page arrived: of the Markdown, or without it of the start of the visible text. */
  textLength: number;
  truncated: boolean;
  html?: string;
  rawHtml?: string;
  text?: string;
  links?: PageLink[];
  images?: PageImage[];
  metadata: PageMetadata;
  structuredData?: StructuredData;
  passages?: Passage[];
  attributes?: CollectedAttribute[];
  /** Present if it was requested and the response is the requested page and not empty. */
  extraction?: PageExtraction;
  /** Present if the Markdown is longer than `maxLength`, or `focus` was set. */
  packed: PackedMarkdown | null;
  /** SHA-256 (hex) of the decoded text in UTF-8; null for content without a text form. */
  contentSha256: string | null;
  /** True if the page seems to need its scripts to become readable. */
  needsBrowser: boolean;
  /** Present if OCR may read pages: their numbers, `[1]` for an image. */
  scannedPages?: number[];
  warnings: Warning[];
}

/** A text in which to find passages. Crosses a thread boundary: plain data only. */
export interface PassageJob {
  markdown: string;
  /** Sections of `markdown`; offsets count code points. */
  sections: Section[];
  /** Query by which passages are ranked. */
  focus: string;
  /** Maximum number of passages. */
  limit: number;
}

/**
 * A named function on texts that content threads run; `src/app/threads/content-thread.ts` lists the implementations.
 * Inputs and results cross a thread boundary: plain data only.
 */
export interface TextWork<Input, Result> {
  readonly name: string;
  /** Never set: ties the types of input and result to the name. */
  readonly types?: (input: Input) => Result;
}

/** A message to a content thread. */
export type ContentTask =
  | { id: number; kind: 'page'; job: ContentJob }
  | { id: number; kind: 'passages'; job: PassageJob }
  | { id: number; kind: 'records'; job: RecordsJob }
  | { id: number; kind: 'text'; work: string; input: unknown };

/**
 * A message from a content thread: the task's result, or the message of the error that it threw. `isShortage` is true
 * if the machine or process lacked a resource, such as a file descriptor: the error then says nothing about the page.
 */
export type ContentAnswer =
  | { id: number; result: unknown }
  | { id: number; fault: string; isShortage: boolean };

/** First message of a content thread, sent once its modules are loaded. A later exit is caused by its work. */
export interface ContentThreadReady {
  ready: true;
}

/** Turns responses into content, off the main thread. */
export interface ContentThreads {
  /**
   * Does not throw because of page content. If two threads die on it, the result has an `error` of code `document`; if
   * no thread can be started, of code `dependency`.
   */
  process(job: ContentJob, signal: AbortSignal): Promise<PageContent>;
  /** Returns the passages that answer `focus`, best first. */
  rank(job: PassageJob, signal: AbortSignal): Promise<Passage[]>;
  /** Finds the records of a response; null if two threads died on it, so that nothing is known about its records. */
  findRecords(job: RecordsJob, signal: AbortSignal): Promise<PageFindings | null>;
  /**
   * Runs a text function. Throws a `Failure` of kind `internal` if two threads died on it, and of kind `unavailable` if
   * no thread can be started.
   */
  run<Input, Result>(work: TextWork<Input, Result>, input: Input, signal: AbortSignal): Promise<Result>;
}
