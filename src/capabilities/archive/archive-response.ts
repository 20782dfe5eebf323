import type { BlockChange } from '../../diff/compare-texts.ts';
import type { FieldChanges } from '../../diff/compare-values.ts';
import type { Evidence, Json } from '../../domain/pages/extraction.ts';
import type { PageErrorCode, PageStatus, Warning } from '../../domain/pages/outcome.ts';
import type { PageMetadata, Passage } from '../../domain/pages/page.ts';
import type { Receipt } from '../../domain/resources/receipt.ts';
import type { SearchedBy } from '../extract/searched-by.ts';
import type { ArchiveAction } from './archive-action.ts';

/** Error codes that only archived copies have, in addition to those of pages. */
export const archiveErrorCodes = ['not_archived', 'excluded', 'unplayable', 'truncated'] as const;

/** Error code of an archive request or of a copy. */
export type ArchiveErrorCode = PageErrorCode | (typeof archiveErrorCodes)[number];

/** Error of an archive request or of a copy. */
export interface ArchiveError {
  code: ArchiveErrorCode;
  message: string;
  advice?: string;
}

/** Result of one archive. */
export interface SourceReport {
  source: string;
  outcome: 'used' | 'empty' | 'failed' | 'skipped';
  reason?: string;
  /** Age of the index response in seconds; absent for a new response. */
  index_age_seconds?: number;
}

/** Fields that the responses of all actions share, with their JSON names. */
export interface CommonArchiveResponse {
  status: PageStatus;
  error?: ArchiveError;
  action: ArchiveAction;
  /** URL as given in the request. */
  url: string;
  /** Archive that returned the result; null if none did. */
  source: string | null;
  sources: SourceReport[];
  warnings: Warning[];
  receipt: Receipt;
}

/** A response before it is signed. */
export type WithoutReceipt<Response> = Response extends unknown ? Omit<Response, 'receipt'> : never;

/** Reference to a copy. */
export interface CopyReference {
  captured_at: string;
  archive_url: string;
}

/** Extracted values of a version. */
export interface ExtractedData {
  data?: Json;
  /** JSON Pointers into `data` of values that the page does not contain. */
  unverified?: string[];
  missing?: string[];
  searched_by?: SearchedBy;
  evidence?: Record<string, Evidence>;
}

/** Response to `get`: a page result and its capture time. */
export interface ArchiveGetResponse extends CommonArchiveResponse, ExtractedData {
  action: 'get';
  requested: { at: string | null; from: string | null; until: string | null; direction: string };
  captured_at: string | null;
  /** Seconds between the copy and the requested time span; 0 inside it. */
  distance_seconds: number | null;
  archive_url: string | null;
  original_url: string | null;
  previous: CopyReference | null;
  next: CopyReference | null;
  final_url: string | null;
  status_code: number | null;
  title: string | null;
  markdown?: string;
  metadata: PageMetadata;
  passages?: Passage[];
  ref?: string;
  expires_at?: string;
  length: number;
  truncated: boolean;
}

/** One row in the history of a URL. */
export interface SnapshotRow {
  captured_at: string;
  status_code: number | null;
  mime: string | null;
  digest: string | null;
  archive_url: string;
  /** null: the bytes differ from the previous capture and the content was not compared. */
  change: 'first' | 'changed' | 'same' | 'gone' | 'returned' | 'moved' | null;
  basis: 'index' | 'content' | 'focus';
  /** True if the captures of this version from here to `until` were assumed to be the same without being read. */
  assumed: boolean;
  /** Time of the last capture of this version. */
  until?: string;
  /** Number of captures of this version. */
  captures?: number;
  /** The change happened after this capture. */
  last_seen_before?: string;
  /** Number of blocks that differ from the previous version. */
  size?: { added: number; removed: number; changed: number };
  /** First characters of the added blocks; `removed` likewise. */
  added?: string[];
  removed?: string[];
}

/** Response to `snapshots`. */
export interface ArchiveSnapshotsResponse extends CommonArchiveResponse {
  action: 'snapshots';
  captures: SnapshotRow[];
  /** Number of changes, without the first capture. */
  changes: number;
  /** Number of captures in the time window. */
  total: number;
  complete: boolean;
  continue?: string;
}

/** One side of a comparison. */
export interface DiffSide {
  captured_at: string | null;
  archive_url: string | null;
  original_url: string | null;
  status_code: number | null;
  source: string;
}

/** Response to `diff`. */
export interface ArchiveDiffResponse extends CommonArchiveResponse {
  action: 'diff';
  from: DiffSide | null;
  to: DiffSide | null;
  /** null if the two copies could not be compared. */
  changed: boolean | null;
  blocks: BlockChange[];
  fields?: FieldChanges;
  summary: { added: number; removed: number; changed: number };
}

/** One version in a history. */
export interface HistoryPoint {
  captured_at: string;
  value?: Json;
  data?: Json;
  text?: string;
  /** Compared with the previous readable point; null for the first point and for a missing one. */
  changed: boolean | null;
  archive_url: string;
  missing?: { reason: string; message: string };
}

/** Response to `history`. */
export interface ArchiveHistoryResponse extends CommonArchiveResponse {
  action: 'history';
  points: HistoryPoint[];
  /** Number of versions with different bytes. */
  versions: number;
  complete: boolean;
  continue?: string;
}

/** A URL that an archive has captured. */
export interface ArchivedUrlView {
  url: string;
  kind: 'page' | 'document' | 'image' | 'feed' | 'other';
  first_seen: string;
  last_seen: string;
  /** null if the archive does not count captures. */
  captures: number | null;
  /** Status code in the index; null if the index does not state it. */
  status_code: number | null;
  mime: string | null;
  live?: {
    state: 'live' | 'redirected' | 'gone' | 'blocked' | 'error';
    status_code: number | null;
    target?: string;
    reason?: string;
  };
}

/** Response to `urls`. */
export interface ArchiveUrlsResponse extends CommonArchiveResponse {
  action: 'urls';
  urls: ArchivedUrlView[];
  /** Number of matching URLs. */
  total: number;
  complete: boolean;
  continue?: string;
  /** Reason for an incomplete list. */
  truncated_by?: 'limit' | 'archive' | 'time';
  /** Number of URLs by archive. */
  counts: Record<string, number>;
}

/** Response of `POST /v1/archive` (docs/api/archive.md). */
export type ArchiveResponse =
  | ArchiveGetResponse
  | ArchiveSnapshotsResponse
  | ArchiveDiffResponse
  | ArchiveHistoryResponse
  | ArchiveUrlsResponse;
