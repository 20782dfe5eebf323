import { hash } from 'node:crypto';
import type { DataRecord } from '../../domain/dataset.ts';
import type { Json } from '../../domain/extraction.ts';
import { base32 } from '../../domain/identifier.ts';
import { canonicalText } from './canonical-text.ts';
import { detectKey } from './detect-key.ts';

/** A record of a run, told apart from the others. */
export interface KeyedRecord {
  recordId: string;
  /** Its place among the records that the run brought. */
  at: number;
  /** Digest of what it holds, whatever the order of its fields. */
  digest: Buffer;
}

/** What is known of the records of one run. */
export interface RunRecords {
  /** The fields that tell records apart; null when there was no record to find them by. */
  key: string[] | null;
  /** Fields in the order first seen, those known before first. */
  fields: string[];
  /** The records, each key once, the first one; made while they are taken. */
  keyed: Iterable<KeyedRecord>;
  /** JSON of the record at a place, and of its key fields (null where records are told apart by all they hold). */
  textsOf(at: number): { key: string | null; data: string };
  /** Filled while they are taken. */
  counts: { records: number; duplicates: number; withoutKey: number };
}

/** Fields of a dataset at most; records keep what they have beyond, but it makes no column. */
const mostFields = 2_000;

/** What PostgreSQL's JSON functions do not take, as JSON writes it: NUL and halves of characters. */
const unstorable = /\\u(?:0000|d[89a-f])/;

function storableText(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed();
}

function cleaned(value: Json): Json {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [storableText(name), cleaned(inner)]),
  );
}

/** The record as it can be stored; nearly always itself. */
function storable(record: DataRecord, text: string): DataRecord {
  return unstorable.test(text) ? (cleaned(record) as DataRecord) : record;
}

/** The same key of the same dataset always has the same id. */
function recordIdOf(salt: string, identity: string): string {
  return `rec_${base32(hash('sha256', salt + identity, 'buffer').subarray(0, 16))}`;
}

function keyOf(record: DataRecord, key: readonly string[]): DataRecord | null {
  let holdsValue = false;
  const values: DataRecord = {};
  for (const field of key) {
    const value = record[field] ?? null;
    if (value !== null) holdsValue = true;
    values[field] = value;
  }
  return holdsValue ? values : null;
}

function fieldsOf(records: readonly DataRecord[], known: readonly string[]): string[] {
  const seen = new Set(known);
  for (const record of records) {
    for (const field in record) if (!seen.has(field) && seen.size < mostFields) seen.add(field);
  }
  return [...new Set([...seen].map(storableText))];
}

/** Takes up the records of one run: finds the key where there is none yet, and tells each apart by it. */
export function keyRecords(
  datasetId: string,
  known: { key: readonly string[] | null; fields: readonly string[] },
  records: readonly DataRecord[],
): RunRecords {
  const key = known.key === null ? detectKey(records) : [...known.key];
  const counts = { records: 0, duplicates: 0, withoutKey: 0 };
  const salt = `${datasetId}\n${JSON.stringify(key)}\n`;

  function* keyedOnes(own: readonly string[]): Generator<KeyedRecord> {
    const seen = new Set<string>();
    for (const [at, raw] of records.entries()) {
      const written = canonicalText(raw);
      const record = storable(raw, written);
      const text = record === raw ? written : canonicalText(record);
      const values = own.length === 0 ? null : keyOf(record, own);
      if (own.length > 0 && values === null) {
        counts.withoutKey += 1;
        continue;
      }
      const recordId = recordIdOf(salt, values === null ? text : canonicalText(values));
      if (seen.has(recordId)) {
        counts.duplicates += 1;
        continue;
      }
      seen.add(recordId);
      counts.records += 1;
      yield { recordId, at, digest: hash('sha256', text, 'buffer') };
    }
  }

  return {
    key,
    fields: fieldsOf(records, known.fields),
    keyed: key === null ? [] : keyedOnes(key),
    textsOf(at) {
      const raw = records[at] as DataRecord;
      const data = JSON.stringify(raw);
      const record = storable(raw, data);
      const values = key === null || key.length === 0 ? null : keyOf(record, key);
      return {
        key: values === null ? null : JSON.stringify(values),
        data: record === raw ? data : JSON.stringify(record),
      };
    },
    counts,
  };
}
