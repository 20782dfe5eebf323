import type { SearchableText } from './searchable-text.ts';

/** Texts of a page. */
export interface PageTexts {
  url: string;
  title: string;
  description: string;
  markdown: string;
}

/** Page that an account has read. */
export interface ReadPage {
  accountId: string;
  /** Identifies the page over several readings. */
  key: Buffer;
  texts: PageTexts;
  /** BCP 47 tag, if the page states it. */
  language: string | null;
  publishedAt: Date | null;
  readAt: Date;
  /** Job that read the page; a page of a deleted job is not indexed. Null outside of jobs. */
  jobId: string | null;
}

/** A page prepared for the index. */
export interface SearchablePage {
  text: SearchableText;
  /** Links of the page to others, with the key of their target. */
  anchors: ReadonlyArray<{ key: Uint8Array; text: string }>;
}

/** A page with what was prepared of it. */
export type PreparedPage = ReadPage & SearchablePage;
