import type { DataRecord } from '../../domain/dataset.ts';
import type { Json } from '../../domain/extraction.ts';
import { canonicalText } from './canonical-text.ts';
import { idEnding, keyNames, pictureWords } from './key-fields.ts';

/** Fields that are looked at, at most; records with more have their key among the first. */
const mostFields = 500;

const rankOf = new Map(keyNames.map((name, rank) => [name, rank]));

/** The words of a name, in lower case: `productUrl`, `link to the product`. */
function wordsOf(field: string): string[] {
  const parted = field.replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2').toLowerCase();
  return parted.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** How likely a name is the key's, best lowest; null for names that say nothing. */
function rank(field: string): number | null {
  const words = wordsOf(field);
  const exact = rankOf.get(words.join(''));
  if (exact !== undefined) return exact;
  if (idEnding.test(field)) return keyNames.length;
  if (words.some((word) => pictureWords.has(word))) return null;
  const ranks = words.flatMap((word) => rankOf.get(word) ?? []);
  return ranks.length === 0 ? null : keyNames.length + 1 + Math.min(...ranks);
}

function isValue(value: Json | undefined): value is string | number {
  return (typeof value === 'string' && value.trim() !== '') || typeof value === 'number';
}

/** Whether every record has a value of its own there; one that is listed twice is one. */
function tellsApart(field: string, records: readonly DataRecord[]): boolean {
  const seen = new Map<string | number, DataRecord>();
  for (const record of records) {
    const value = record[field];
    if (!isValue(value)) return false;
    const other = seen.get(value);
    if (other !== undefined && canonicalText(other) !== canonicalText(record)) return false;
    seen.set(value, record);
  }
  return true;
}

/**
 * The field that tells these records apart (an id, an address, an article number), or none: then they are told apart by
 * all they hold. From no record nothing follows (null).
 */
export function detectKey(records: readonly DataRecord[]): string[] | null {
  const [first] = records;
  if (first === undefined) return null;
  const fields = Object.keys(first)
    .slice(0, mostFields)
    .map((field) => ({ field, rank: rank(field) }))
    .filter((each): each is { field: string; rank: number } => each.rank !== null)
    .sort((one, other) => one.rank - other.rank);
  const found = fields.find(({ field }) => tellsApart(field, records));
  return found === undefined ? [] : [found.field];
}
