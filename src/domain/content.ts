import type { ExtractJob, PageExtraction } from './extraction.ts';
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
import type { AttributeWish } from './page-command.ts';
import type { PageFindings, RecordsJob } from './records.ts';

/** A response that arrived, and what is wanted of it. Crosses a thread boundary: plain data only. */
export interface ContentJob {
  /** The body after transfer encodings, before the character set. Nobody writes to it once it is handed over. */
  bytes: Uint8Array;
  /** The address that answered, after redirects. */
  url: string;
  statusCode: number;
  /** Response headers in lower case, repeated ones joined by `, `. */
  headers: Record<string, string>;
  formats: Format[];
  onlyMainContent: boolean;
  includeSelectors: string[];
  excludeSelectors: string[];
  /** Code points of Markdown wanted inline. */
  maxLength: number;
  /** Words to rank passages by, or null. */
  focus: string | null;
  /** Attributes to collect; absent for none. */
  attributes?: AttributeWish[];
  /** Pages of a PDF that are read at most. */
  pdfPages?: number;
  /** What is to be found on the page, should it turn out to be what was asked for; absent for content alone. */
  extract?: ExtractJob;
}

/** The whole Markdown of a long page, compressed with Zstandard (RFC 8878) and ready to be stored. */
export interface PackedMarkdown {
  bytes: Uint8Array;
  sections: Section[];
}

/** A page's content in the asked formats. */
export interface PageContent {
  /** Null when the page is what was asked for; else what the response turned out to be. Content is given all the same. */
  error: PageError | null;
  title: string | null;
  /** At most `maxLength` code points, cut at a boundary that splits no code point. */
  markdown: string;
  /** Code points of the whole Markdown. */
  length: number;
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
  /** Present when it was asked for and the page is what was asked for and not empty. */
  extraction?: PageExtraction;
  /** Present when the Markdown is longer than `maxLength`, or `focus` was asked. */
  packed: PackedMarkdown | null;
  /** SHA-256 (hex) of the decoded text in UTF-8; null for content that has no text form. */
  contentSha256: string | null;
  /** Whether the page seems to become readable only when its scripts run. */
  needsBrowser: boolean;
  warnings: Warning[];
}

/** A text to be searched for passages. Crosses a thread boundary: plain data only. */
export interface PassageJob {
  markdown: string;
  /** Its sections; offsets count code points of `markdown`. */
  sections: Section[];
  /** Words to rank passages by. */
  focus: string;
  /** Passages wanted at most. */
  limit: number;
}

/** What a content thread is told to do. */
export type ContentTask =
  | { id: number; kind: 'page'; job: ContentJob }
  | { id: number; kind: 'passages'; job: PassageJob }
  | { id: number; kind: 'records'; job: RecordsJob };

/** What a content thread gives. */
export type ContentResult = PageContent | Passage[] | PageFindings;

/** What a content thread answers: what was asked for, or the message of what it threw. */
export type ContentAnswer = { id: number; result: ContentResult } | { id: number; fault: string };

/** The first thing that a content thread says: its modules are loaded, and what ends it from now on is its work. */
export interface ContentThreadReady {
  ready: true;
}

/** Turns responses into content, off the main thread. */
export interface ContentThreads {
  /**
   * Never throws for what a page holds; a thread that dies twice on it gives an `error` of code `document`, and where no
   * thread could be started at all the `error` is of code `dependency`.
   */
  process(job: ContentJob, signal: AbortSignal): Promise<PageContent>;
  /** The passages that answer `focus`, best first. */
  rank(job: PassageJob, signal: AbortSignal): Promise<Passage[]>;
  /** The records of a response; none where a page ended two threads. */
  findRecords(job: RecordsJob, signal: AbortSignal): Promise<PageFindings>;
}
