/** Whether the images of a document are read with OCR: of pages without text, of none, or of all that an image covers. */
export const ocrModes = ['auto', 'never', 'always'] as const;

/** One of {@link ocrModes}. */
export type OcrMode = (typeof ocrModes)[number];

/** Words of one line without a wide gap between them, in the units of its page. */
export interface OcrRun {
  text: string;
  left: number;
  right: number;
}

/** A line that was read from an image. */
export interface OcrLine {
  /** Vertical position of the baseline after the page was straightened. */
  baseline: number;
  /** Height from ascenders to descenders. */
  size: number;
  runs: OcrRun[];
}

/** Text of a page that was read with OCR. Crosses threads: plain data only. */
export interface OcrPage {
  /** Number of the page, from 1. */
  number: number;
  /** Height: of a page of a PDF in points, of an image in pixels. */
  height: number;
  lines: OcrLine[];
  /** Mean confidence of the engine, weighted by the lengths of the words: 0 to 100. */
  confidence: number;
}

/** A file whose pages are to be read with OCR. Crosses threads: plain data only. */
export interface OcrJob {
  bytes: Uint8Array;
  kind: 'pdf' | 'image';
  /** Numbers of the pages, in ascending order; `[1]` for an image. */
  pages: number[];
}

/** Message of an OCR thread: the result of its next page, in the order of the job. */
export interface OcrAnswer {
  number: number;
  /** Null if the page has no image with text. */
  page: OcrPage | null;
  /** Message of the error because of which the page could not be read. */
  fault?: string;
}

/** Result of an {@link OcrJob}. */
export interface OcrReading {
  /** Pages with text, in ascending order. */
  pages: OcrPage[];
  /** Pages that were not read before the time was over. */
  late: number[];
  /** Pages whose images could not be decoded or were too large. */
  damaged: number[];
}

/** Reads the images of pages with OCR, off the main thread. */
export interface OcrReader {
  /** Codes of the languages that are read. */
  readonly languages: readonly string[];
  /** Returns a sentence that says what must be installed first, or null. */
  findMissing(): string | null;
  /** Reads pages for at most `timeoutMs` milliseconds. Rejects only if the signal aborts. */
  read(job: OcrJob, timeoutMs: number, signal: AbortSignal): Promise<OcrReading>;
}
