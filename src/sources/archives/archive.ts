import type { Attempt } from '../../domain/receipt.ts';

/** Names of archives: the two public ones, and `memento:NAME` for those that the operator set up. */
export type ArchiveName = string;

/** Why an archive gave nothing. */
export type ArchiveFaultCode =
  /** It has no copy. */
  | 'not_archived'
  /** The site's owner does not want its copies shown. */
  | 'excluded'
  /** The index has it, but no copy can be played. */
  | 'unplayable'
  /** It asked us to come again later, or our own share of it is used up. */
  | 'rate_limited'
  /** It does not answer, or was left alone because it did not. */
  | 'unreachable'
  | 'timeout'
  | 'server_error'
  /** What it answered is none of the things that it should. */
  | 'unreadable'
  /** The copy is larger than we take. */
  | 'too_large';

/** An archive's failure, as a value. */
export interface ArchiveFault {
  kind: 'fault';
  code: ArchiveFaultCode;
  /** One sentence for the caller; holds no address. */
  message: string;
}

/** Where a record lies in a WARC file of an archive that gives records by range. */
export interface RecordPlace {
  file: string;
  offset: number;
  length: number;
}

/** One capture of an address, as an index lists it. */
export interface Capture {
  source: ArchiveName;
  /** 14 digits, UTC. */
  timestamp: string;
  at: Date;
  /** The address that was really captured; scheme, `www.` and port may differ from what was asked. */
  original: string;
  /** Null where the index does not say, as for a revisit whose original is not known. */
  statusCode: number | null;
  mime: string | null;
  /** Of the stored bytes: equal digests are the same bytes, different ones may be the same content. */
  digest: string | null;
  /** Bytes of the compressed record. */
  length: number | null;
  /** The crawler saw the same bytes again and stored no body. */
  isRevisit: boolean;
  /** Why the stored body is cut (`length`, `time`, `disconnect`, `unspecified`), where the index says so. */
  truncated: string | null;
  /** Where a person can look at it. */
  archiveUrl: string;
  record?: RecordPlace;
}

/** Which captures of one address are wanted. */
export interface CaptureQuery {
  url: string;
  /** 14 digits, inclusive; null for no bound. */
  from: string | null;
  until: string | null;
  /** Those that hold content (200 and revisits), or all. */
  statuses: 'readable' | 'any';
  /** Which of them, where there are more than `limit`; the answer is in the order of time always. */
  order: 'oldest' | 'newest' | { closest: string };
  limit: number;
}

/** Captures in the order of time. */
export interface CaptureList {
  kind: 'captures';
  captures: Capture[];
  /** False where the archive has more in this window than it listed. */
  isComplete: boolean;
  /** Seconds since the archive was asked; 0 when it was asked just now. */
  ageSeconds: number;
}

/** A capture's response, as it was. */
export interface ArchivedResponse {
  kind: 'archived';
  /** When and what was really captured; may be a neighbour of what was asked for. */
  timestamp: string;
  at: Date;
  original: string;
  statusCode: number;
  /** The archived headers in lower case, those of the connection taken off. */
  headers: Record<string, string>;
  /** Without transfer and content encodings. */
  body: Uint8Array<ArrayBuffer>;
  /** Why the body is cut, or null. */
  truncated: string | null;
  /** Where an archived redirect leads to, as an address of the past web. */
  location: string | null;
  archiveUrl: string;
}

/** An address that an archive knows, all its captures together. */
export interface ArchivedAddress {
  /** The key that spellings of one address share. */
  urlKey: string;
  url: string;
  /** 14 digits. */
  firstSeen: string;
  lastSeen: string;
  /** Null where the archive does not count. */
  captures: number | null;
  /** As the index shows it last; null for revisits. */
  statusCode: number | null;
  mime: string | null;
}

/** Which addresses are listed. */
export interface AddressQuery {
  url: string;
  match: 'exact' | 'prefix' | 'host' | 'domain';
  from: string | null;
  until: string | null;
  /** Media types that are wanted, as one regular expression; null for all. */
  mimes: string | null;
}

/** How a listing of addresses ended. */
export interface AddressList {
  kind: 'addresses';
  isComplete: boolean;
  /** Why it is not complete: the visitor had enough, the archive stopped, or what failed on the way. */
  cutBy: 'visitor' | 'archive' | ArchiveFault | null;
  ageSeconds: number;
}

/** What is told of every contact with an archive, for the receipt. */
export type NoteAttempt = (attempt: Attempt) => void;

/** For whom an archive is asked. */
export interface ArchiveOrder {
  signal: AbortSignal;
  /** Milliseconds that the caller can wait for an answer. */
  withinMs: number;
  note: NoteAttempt;
}

/** One web archive. Never throws for what the archive does; rejects when the signal says stop. */
export interface Archive {
  readonly name: ArchiveName;
  captures(query: CaptureQuery, order: ArchiveOrder): Promise<CaptureList | ArchiveFault>;
  read(capture: Capture, order: ArchiveOrder): Promise<ArchivedResponse | ArchiveFault>;
  /** Lists addresses group by group; `visit` answers false when it has enough. */
  addresses(
    query: AddressQuery,
    visit: (addresses: ArchivedAddress[]) => boolean,
    order: ArchiveOrder,
  ): Promise<AddressList | ArchiveFault>;
}

/** A fault as a value. */
export function archiveFault(code: ArchiveFaultCode, message: string): ArchiveFault {
  return { kind: 'fault', code, message };
}
