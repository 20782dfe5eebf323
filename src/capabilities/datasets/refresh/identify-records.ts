import { hash } from 'node:crypto';
import type { DataRecord } from '../../../domain/resources/dataset.ts';
import { cleanText, cleanValue } from '../../../domain/values/clean-text.ts';
import { itemAt } from '../../../domain/values/elements.ts';
import { base32 } from '../../../domain/values/identifier.ts';
import { canonicalJson } from './canonical-json.ts';
import { detectKey } from './detect-key.ts';

/** A record of a run with its identity. */
export interface IdentifiedRecord {
  recordId: string;
  /** Index of the record in the run. */
  index: number;
  /** Digest of its content, independent of the order of fields. */
  digest: Buffer;
}

/** The records of one run. */
export interface RunRecords {
  /** The key fields; null without records to detect them from. */
  key: string[] | null;
  /** Fields in order of first appearance, after the known ones. */
  fields: string[];
  /** The records without duplicates; the first of a key wins. Computed while iterated. */
  identified: Iterable<IdentifiedRecord>;
  /** Returns the JSON of the record at an index, and of its key fields (null when the whole content identifies it). */
  jsonOf(index: number): { key: string | null; data: string };
  /** Counts, filled while `keyed` is iterated. */
  counts: { records: number; duplicates: number; withoutKey: number };
}

/** Maximum number of fields of a dataset. Further fields stay in the records but are not columns. */
const maxFields = 2_000;

/** Returns the id of a record, which is the same for the same key of the same dataset. */
function computeRecordId(salt: string, identity: string): string {
  return `rec_${base32(hash('sha256', salt + identity, 'buffer').subarray(0, 16))}`;
}

function keyValues(record: DataRecord, key: readonly string[]): DataRecord | null {
  let hasValue = false;
  const values: DataRecord = {};
  for (const field of key) {
    const value = record[field] ?? null;
    if (value !== null) hasValue = true;
    values[field] = value;
  }
  return hasValue ? values : null;
}

function collectFields(records: readonly DataRecord[], dataset: readonly string[]): string[] {
  const seenIds = new Set(dataset);
  for (const record of records) {
    for (const field in record) if (!seenIds.has(field) && seenIds.size < maxFields) seenIds.add(field);
  }
  return [...new Set([...seenIds].map(cleanText))];
}

/** Identifies the records of one run by the key, which it detects if the dataset has none yet. */
export function identifyRecords(
  datasetId: string,
  dataset: { key: readonly string[] | null; fields: readonly string[] },
  records: readonly DataRecord[],
): RunRecords {
  const key = dataset.key === null ? (detectKey(records)?.map(cleanText) ?? null) : [...dataset.key];
  const counts = { records: 0, duplicates: 0, withoutKey: 0 };
  const salt = `${datasetId}\n${JSON.stringify(key)}\n`;

  function* identify(keyFields: readonly string[]): Generator<IdentifiedRecord> {
    const seenIds = new Set<string>();
    for (const [index, raw] of records.entries()) {
      const json = canonicalJson(raw);
      const record = cleanValue(raw, json);
      const text = record === raw ? json : canonicalJson(record);
      const values = keyFields.length === 0 ? null : keyValues(record, keyFields);
      if (keyFields.length > 0 && values === null) {
        counts.withoutKey += 1;
        continue;
      }
      const recordId = computeRecordId(salt, values === null ? text : canonicalJson(values));
      if (seenIds.has(recordId)) {
        counts.duplicates += 1;
        continue;
      }
      seenIds.add(recordId);
      counts.records += 1;
      yield { recordId, index, digest: hash('sha256', text, 'buffer') };
    }
  }

  return {
    key,
    fields: collectFields(records, dataset.fields),
    identified: key === null ? [] : identify(key),
    jsonOf(index) {
      const raw = itemAt(records, index);
      const data = JSON.stringify(raw);
      const record = cleanValue(raw, data);
      const values = key === null || key.length === 0 ? null : keyValues(record, key);
      return {
        key: values === null ? null : JSON.stringify(values),
        data: record === raw ? data : JSON.stringify(record),
      };
    },
    counts,
  };
}
