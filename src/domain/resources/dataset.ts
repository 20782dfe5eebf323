import type { Json, JsonSchema } from '../pages/extraction.ts';
import type { KeptError, Warning } from '../pages/outcome.ts';
import type { Schedule } from './schedule.ts';

/** Limits on reading a listing; a refresh that reaches one has not read the complete source. */
export interface CollectBounds {
  limit: number;
  max_pages: number;
}

/** Source of a dataset's records. Part of the API. */
export type DatasetSource =
  | ({ kind: 'recipe'; rid: string } & CollectBounds)
  | ({ kind: 'collect'; url: string; fields: string[] } & CollectBounds)
  | {
      kind: 'extract';
      urls: string[];
      schema: JsonSchema;
      only_changed?: boolean;
      /** How the pages are requested, in wire names; absent for a plain GET. */
      request?: Record<string, unknown>;
      /** Id of a saved login. */
      login?: string;
    }
  | { kind: 'records' };

/** One record: its values by field name. */
export type DataRecord = { [field: string]: Json };

/**
 * `active`: present in the last refresh; `missing`: absent from the last complete refreshes, may return; `removed`:
 * absent for `removed_after` of them.
 */
export const recordStatuses = ['active', 'missing', 'removed'] as const;

/** One of {@link recordStatuses}. */
export type RecordStatus = (typeof recordStatuses)[number];

/** Types of changes of a record. */
export const changeTypes = ['added', 'changed', 'removed', 'returned'] as const;

/** One of {@link changeTypes}. */
export type ChangeType = (typeof changeTypes)[number];

/** Number of records by status. */
export type RecordCounts = Record<RecordStatus, number>;

/** Result of a refresh. Part of the API. */
export interface RefreshReport {
  /** Null for the records with which a dataset was created. */
  jid: string | null;
  /** `stopped`: more than half of the records had disappeared, so nothing was merged. */
  status: 'completed' | 'stopped' | 'failed';
  at: string;
  added: number;
  changed: number;
  removed: number;
  returned: number;
  /** Records that were absent and may return. */
  missing: number;
  /** Records of the source, each key counted once. */
  records: number;
  /** True if the complete source was read; only then are records marked missing or removed. */
  complete: boolean;
  /** Records skipped because an earlier one has the same key. */
  duplicates: number;
  /** Records skipped because none of their key fields has a value. */
  without_key: number;
  /** Pages that the site confirmed as unchanged, so that they were not read; only with `only_changed`. */
  unchanged_pages?: number;
  /** Country through which the source was read; null if it is unknown, or several. */
  country: string | null;
  /** Warnings about the pages that were read, such as an exit in another country. */
  warnings: Warning[];
  error: KeptError | null;
}

/** Dataset in API responses; names as on the wire. */
export interface DatasetDocument {
  did: string;
  name: string;
  source: DatasetSource;
  /** Fields whose values identify a record; null before the first records, empty if all values together identify it. */
  key: string[] | null;
  /** Every field that a record has or had, in the order first seen. */
  fields: string[];
  country: string | null;
  strict_country: boolean;
  counts: RecordCounts;
  /** Sequence number of the last change; 0 before the first. */
  last_seq: number;
  created_at: string;
  last_refresh: RefreshReport | null;
  /** Job of the queued or running refresh, if any. */
  refreshing: string | null;
  schedule: Schedule | null;
  next_run_at: string | null;
  next_runs: string[];
  webhook: string | null;
  removed_after: number;
}

/** Record in API responses. */
export interface RecordDocument {
  record_id: string;
  /** Key fields and their values; null if all values together identify the record. */
  key: DataRecord | null;
  status: RecordStatus;
  data: DataRecord;
  first_seen: string;
  last_seen: string;
  last_changed: string;
}

/** Change in API responses. */
export interface ChangeDocument {
  seq: number;
  at: string;
  type: ChangeType;
  record_id: string;
  key: DataRecord | null;
  /** Fields that differ: all fields for a record that was added or removed. */
  fields: Record<string, { old: Json; new: Json }>;
  /** Job of the refresh that found the change. */
  jid: string | null;
}
