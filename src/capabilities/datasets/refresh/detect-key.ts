import type { Json } from '../../../domain/pages/extraction.ts';
import type { DataRecord } from '../../../domain/resources/dataset.ts';
import { canonicalJson } from './canonical-json.ts';
import { idSuffix, keyNames, nonIdentifyingWords } from './key-fields.ts';

/** Maximum number of fields to check; records with more have their key among the first. */
const maxFields = 500;

const rankOf = new Map(keyNames.map((name, rank) => [name, rank]));

/** Returns the words of a name in lower case: `productUrl`, `link to the product`. */
function wordsOf(field: string): string[] {
  const separated = field.replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2').toLowerCase();
  return separated.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Returns the rank of a name as the key, lowest is best; null for names without a hint. */
function rank(field: string): number | null {
  const words = wordsOf(field);
  const exactRank = rankOf.get(words.join(''));
  if (exactRank !== undefined) return exactRank;
  if (idSuffix.test(field)) return keyNames.length;
  if (words.some((word) => nonIdentifyingWords.has(word))) return null;
  const ranks = words.flatMap((word) => rankOf.get(word) ?? []);
  return ranks.length === 0 ? null : keyNames.length + 1 + Math.min(...ranks);
}

function isValue(value: Json | undefined): value is string | number {
  return (typeof value === 'string' && value.trim() !== '') || typeof value === 'number';
}

/** Returns true when every record has its own value of the field. Identical records count as one. */
function isUnique(field: string, records: readonly DataRecord[]): boolean {
  const recordByValue = new Map<string | number, DataRecord>();
  for (const record of records) {
    const value = record[field];
    if (!isValue(value)) return false;
    const duplicate = recordByValue.get(value);
    if (duplicate !== undefined && canonicalJson(duplicate) !== canonicalJson(record)) return false;
    recordByValue.set(value, record);
  }
  return true;
}

/**
 * Detects the field that identifies the records: an id, a URL or an article number. Returns an empty list when there is
 * none (the whole content then identifies a record), and null without records.
 */
export function detectKey(records: readonly DataRecord[]): string[] | null {
  const [first] = records;
  if (first === undefined) return null;
  const fields = Object.keys(first)
    .slice(0, maxFields)
    .map((field) => ({ field, rank: rank(field) }))
    .filter((candidate): candidate is { field: string; rank: number } => candidate.rank !== null)
    .sort((a, duplicate) => a.rank - duplicate.rank);
  const keyField = fields.find(({ field }) => isUnique(field, records));
  return keyField === undefined ? [] : [keyField.field];
}
