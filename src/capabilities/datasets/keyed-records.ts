import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { DataRecord } from '../../domain/dataset.ts';
import type { Json } from '../../domain/extraction.ts';
import { base32 } from '../../domain/identifier.ts';
import { detectKey } from './detect-key.ts';

/** A record that a refresh brought, ready for the database. */
export interface KeyedRecord {
  recordId: string;
  /** JSON of the key fields; null where records are told apart by all they hold. */
  key: string | null;
  /** JSON of the record. */
  data: string;
  /** Digest of what it holds, whatever the order of its fields. */
  digest: Buffer;
}

/** What is known of the records of one run once each was looked at. */
export interface RunRecords {
  /** The fields that tell records apart; null when there was no record to find them by. */
  key: string[] | null;
  /** Fields in the order first seen, those known before first. */
  fields: string[];
  /** The records, each key once, the first one; made while they are taken. */
  keyed: Iterable<KeyedRecord>;
  /** Filled while they are taken. */
  counts: { records: number; duplicates: number; withoutKey: number };
}

/** Fields of a dataset at most; records keep what they have beyond, but it makes no column. */
const mostFields = 2_000;

/** PostgreSQL's JSON functions take neither NUL nor halves of characters. */
function storableText(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed();
}

function storable(value: Json): Json {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [storableText(name), storable(inner)]),
  );
}

function digestOf(value: Json): Buffer {
  return createHash('sha256')
    .update(canonicalize(value) ?? 'null')
    .digest();
}

/** The same key of the same dataset always has the same id. */
function recordIdOf(datasetId: string, key: readonly string[], identity: string | Buffer): string {
  const hash = createHash('sha256')
    .update(`${datasetId}\n${JSON.stringify(key)}\n`)
    .update(identity);
  return `rec_${base32(hash.digest().subarray(0, 16))}`;
}

function keyOf(record: DataRecord, key: readonly string[]): DataRecord | null {
  const values = Object.fromEntries(key.map((field) => [field, record[field] ?? null]));
  return Object.values(values).every((value) => value === null) ? null : values;
}

/** Records that differ from each other, so that one listed twice spoils no key. */
function different(records: readonly DataRecord[]): DataRecord[] {
  const seen = new Set<string>();
  return records.filter((record) => {
    const digest = digestOf(record).toString('base64');
    if (seen.has(digest)) return false;
    seen.add(digest);
    return true;
  });
}

function fieldsOf(records: readonly DataRecord[], known: readonly string[]): string[] {
  const fields = new Set(known);
  for (const record of records) {
    for (const field in record) if (fields.size < mostFields) fields.add(storableText(field));
  }
  return [...fields];
}

function* keyedOnes(
  datasetId: string,
  key: readonly string[],
  records: readonly DataRecord[],
  counts: RunRecords['counts'],
): Generator<KeyedRecord> {
  const seen = new Set<string>();
  for (const raw of records) {
    const record = storable(raw) as DataRecord;
    const digest = digestOf(record);
    const values = key.length === 0 ? null : keyOf(record, key);
    if (key.length > 0 && values === null) {
      counts.withoutKey += 1;
      continue;
    }
    const recordId = recordIdOf(datasetId, key, values === null ? digest : (canonicalize(values) ?? ''));
    if (seen.has(recordId)) {
      counts.duplicates += 1;
      continue;
    }
    seen.add(recordId);
    counts.records += 1;
    yield {
      recordId,
      key: values === null ? null : JSON.stringify(values),
      data: JSON.stringify(record),
      digest,
    };
  }
}

/** Takes up the records of one run: finds the key where there is none yet, and tells each apart by it. */
export function keyRecords(
  datasetId: string,
  known: { key: readonly string[] | null; fields: readonly string[] },
  records: readonly DataRecord[],
): RunRecords {
  const key = known.key === null ? detectKey(different(records)) : [...known.key];
  const counts = { records: 0, duplicates: 0, withoutKey: 0 };
  const keyed = key === null ? [] : keyedOnes(datasetId, key, records, counts);
  return { key, fields: fieldsOf(records, known.fields), keyed, counts };
}
