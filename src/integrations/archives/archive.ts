import type { Attempt } from '../../domain/resources/receipt.ts';

/** Name of an archive: `wayback`, `commoncrawl`, or `memento:NAME` for archives that the operator configured. */
export type ArchiveName = string;

/** Reason why an archive returned nothing. */
export type ArchiveAccessErrorCode =
  /** The archive has no copy. */
  | 'not_archived'
  /** The site's owner does not allow its copies to be shown. */
  | 'excluded'
  /** The index lists a copy that the archive cannot return. */
  | 'unplayable'
  /** The archive asked for a pause, or the service's own limit for it is used up. */
  | 'rate_limited'
  /** The archive does not answer, or is in a pause after it did not. */
  | 'unreachable'
  | 'timeout'
  | 'server_error'
  /** The response has an unexpected form. */
  | 'unreadable'
  /** The copy exceeds the size limit. */
  | 'too_large';

/** Failure of an archive, as a value. */
export interface ArchiveAccessError {
  kind: 'fault';
  code: ArchiveAccessErrorCode;
  /** One sentence for the caller; it contains no address. */
  message: string;
}

/** Position of a record in a WARC file of an archive that supports range requests. */
export interface RecordLocation {
  file: string;
  offset: number;
  length: number;
}

/** One capture of a URL, as an index lists it. */
export interface Capture {
  source: ArchiveName;
  /** 14 digits, UTC. */
  timestamp: string;
  at: Date;
  /** URL that was captured; scheme, `www.` and port may differ from the requested one. */
  original: string;
  /** Null if the index does not state it, as for a revisit with an unknown original. */
  statusCode: number | null;
  mime: string | null;
  /** Digest of the stored bytes: different bytes may still have the same content. */
  digest: string | null;
  /** Bytes of the compressed record. */
  length: number | null;
  /** True if the crawler saw the same bytes again and stored no body. */
  isRevisit: boolean;
  /**
   * Reason why the stored body is truncated (`length`, `time`, `disconnect`, `unspecified`), if the index states it.
   */
  truncated: string | null;
  /** Address at which a person can view it. */
  archiveUrl: string;
  record?: RecordLocation;
}

/** Selection of captures of one URL. */
export interface CaptureQuery {
  url: string;
  /** 14 digits, inclusive; null for no bound. */
  from: string | null;
  until: string | null;
  /** `readable` selects captures with content (200 and revisits). */
  statuses: 'readable' | 'any';
  /** Captures to select if there are more than `limit`; the result is always sorted by time. */
  order: 'oldest' | 'newest' | { closest: string };
  limit: number;
}

/** Captures sorted by time. */
export interface CaptureList {
  kind: 'captures';
  captures: Capture[];
  /** False if the archive has more captures in this window than it listed. */
  isComplete: boolean;
  /** Seconds since the archive answered; 0 if the answer is new. */
  ageSeconds: number;
}

/** Response of a capture, as the site sent it. */
export interface ArchivedResponse {
  kind: 'archived';
  /** Time and URL of the capture; it may be a neighbour of the requested one. */
  timestamp: string;
  at: Date;
  original: string;
  statusCode: number;
  /** Archived headers in lower case, without those of the connection. */
  headers: Record<string, string>;
  /** Without transfer and content encodings. */
  body: Uint8Array<ArrayBuffer>;
  /** Reason why the body is truncated, or null. */
  truncated: string | null;
  /** Target of an archived redirect, as an original URL. */
  location: string | null;
  archiveUrl: string;
}

/** URL that an archive holds, with all its captures. */
export interface ArchivedUrl {
  /** Key that different spellings of one URL share. */
  urlKey: string;
  url: string;
  /** 14 digits. */
  firstSeen: string;
  lastSeen: string;
  /** Null if the archive does not count captures. */
  captures: number | null;
  /** Status of the last capture in the index; null for revisits. */
  statusCode: number | null;
  mime: string | null;
}

/** Selection of URLs to list. */
export interface UrlQuery {
  url: string;
  match: 'exact' | 'prefix' | 'host' | 'domain';
  from: string | null;
  until: string | null;
  /** Regular expression of the media types to list; null for all. */
  mimes: string | null;
}

/** Result of a listing of URLs. */
export interface UrlListResult {
  kind: 'addresses';
  isComplete: boolean;
  /** Reason why the listing is not complete: `visit` returned false, the archive stopped, or an error occurred. */
  stoppedBy: 'visitor' | 'archive' | ArchiveAccessError | null;
  ageSeconds: number;
}

/** Records an attempt of an archive request for the receipt. */
export type RecordAttempt = (attempt: Attempt) => void;

/** Options of one call to an archive. */
export interface ArchiveCallOptions {
  signal: AbortSignal;
  /** Timeout of the call in milliseconds. */
  withinMs: number;
  note: RecordAttempt;
}

/** One web archive. Never throws for errors of the archive; rejects when the signal aborts. */
export interface Archive {
  readonly name: ArchiveName;
  captures(query: CaptureQuery, callOptions: ArchiveCallOptions): Promise<CaptureList | ArchiveAccessError>;
  read(capture: Capture, callOptions: ArchiveCallOptions): Promise<ArchivedResponse | ArchiveAccessError>;
  /** Lists URLs group by group, until `visit` returns false. */
  addresses(
    query: UrlQuery,
    visit: (addresses: ArchivedUrl[]) => boolean,
    callOptions: ArchiveCallOptions,
  ): Promise<UrlListResult | ArchiveAccessError>;
}

/** Creates an archive error. */
export function createArchiveAccessError(code: ArchiveAccessErrorCode, message: string): ArchiveAccessError {
  return { kind: 'fault', code, message };
}
