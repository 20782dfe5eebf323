import type { Json, JsonSchema } from './extraction.ts';
import type { Schedule } from './schedule.ts';

/** How much of a listing is read at most; beyond it a refresh has not seen the whole source. */
export interface CollectBounds {
  limit: number;
  max_pages: number;
}

/** Where the records of a dataset come from. A document. */
export type DatasetSource =
  | ({ kind: 'recipe'; rid: string } & CollectBounds)
  | ({ kind: 'collect'; url: string; fields: string[] } & CollectBounds)
  | { kind: 'extract'; urls: string[]; schema: JsonSchema }
  | { kind: 'records' };

/** One record: its fields by name. */
export type DataRecord = { [field: string]: Json };

/** `active`: there at the last look; `missing`: not there in the last complete ones, but not for good; `removed`: gone. */
export const recordStatuses = ['active', 'missing', 'removed'] as const;

/** One of {@link recordStatuses}. */
export type RecordStatus = (typeof recordStatuses)[number];

/** What can happen to a record that is worth telling. */
export const changeTypes = ['added', 'changed', 'removed', 'returned'] as const;

/** One of {@link changeTypes}. */
export type ChangeType = (typeof changeTypes)[number];

/** How many records are where. */
export type RecordCounts = Record<RecordStatus, number>;

/** What a refresh came to. A document. */
export interface RefreshReport {
  /** Null for the records that a dataset was created with. */
  jid: string | null;
  /** `stopped`: more than half of the records were gone, which was not merged. */
  status: 'completed' | 'stopped' | 'failed';
  at: string;
  added: number;
  changed: number;
  removed: number;
  returned: number;
  /** Records that were not there, and may come back. */
  missing: number;
  /** Records that the source gave, each key once. */
  records: number;
  /** Whether the source was seen whole; only then is anything missing or removed. */
  complete: boolean;
  /** Records left out because an earlier one has their key. */
  duplicates: number;
  /** Records left out because none of their key fields has a value. */
  without_key: number;
  error: { code: string; message: string } | null;
}

/** A dataset as every door gives it, in wire names. */
export interface DatasetDocument {
  did: string;
  name: string;
  source: DatasetSource;
  /** Fields that tell records apart; null before the first records, empty when they are told apart by all they hold. */
  key: string[] | null;
  /** Every field that a record has or had, in the order first seen. */
  fields: string[];
  country: string | null;
  counts: RecordCounts;
  /** Sequence number of the last change; 0 before the first. */
  last_seq: number;
  created_at: string;
  last_refresh: RefreshReport | null;
  /** Job of the refresh that waits or runs, if any. */
  refreshing: string | null;
  schedule: Schedule | null;
  next_run_at: string | null;
  next_runs: string[];
  webhook: string | null;
  removed_after: number;
}

/** A record as every door gives it. */
export interface RecordDocument {
  record_id: string;
  /** The key fields and their values; null where records are told apart by all they hold. */
  key: DataRecord | null;
  status: RecordStatus;
  data: DataRecord;
  first_seen: string;
  last_seen: string;
  last_changed: string;
}

/** A change as every door gives it. */
export interface ChangeDocument {
  seq: number;
  at: string;
  type: ChangeType;
  record_id: string;
  key: DataRecord | null;
  /** What differs: all fields of a record that was added or removed. */
  fields: Record<string, { old: Json; new: Json }>;
  /** Job of the refresh that saw it. */
  jid: string | null;
}
