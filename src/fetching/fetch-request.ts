import type { ExtractJob } from '../domain/pages/extraction.ts';
import type { PageCommand } from '../domain/pages/page-command.ts';
import type { SentFile } from '../domain/values/sent-file.ts';
import type { Validators } from '../store/pages/cached-pages.ts';
import type { Budget } from './budget.ts';
import type { BodyDigest, FetchedPage } from './fetched-page.ts';

/** A file that the caller sent, and what is known about it. */
export interface FileSource {
  file: SentFile;
  /** As in a `Content-Type` header; null if unknown. */
  contentType: string | null;
  /** URL against which links are resolved; null drops relative links. */
  baseUrl: string | null;
}

/** Account, budget and options of one page fetch. */
export interface FetchRequest {
  accountId: string;
  budget: Budget;
  /** Aborts when no caller waits any more. */
  signal: AbortSignal;
  /**
   * True if the wait for the site's politeness limits does not count towards the page's timeout: no caller waits for
   * it.
   */
  isPatient?: boolean;
  /** Returns the extraction to run on the page that answered at this URL; absent if only content is requested. */
  prepareExtract?(finalUrl: string): Promise<ExtractJob>;
  /** True if the caller decides whether the session of the login has ended when a page asks for one. */
  judgesLogin?: boolean;
  /** True if the result includes the response. */
  keepsResponse?: boolean;
  /** Validators of an earlier copy: the site need not send the page again if it has not changed. */
  validators?: Validators;
  /** File that is read instead of the URL, which only identifies it. Nothing is fetched. */
  file?: FileSource;
  /** Body that an earlier copy was read from, or null for none: it is not read again. Absent if the result needs no digest. */
  knownBody?: BodyDigest | null;
}

/** Fetches one page. Never throws for errors of the page or its site; rejects when `signal` aborts. */
export type FetchPage = (command: PageCommand, request: FetchRequest) => Promise<FetchedPage>;
