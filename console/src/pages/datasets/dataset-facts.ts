import type { Dataset } from '../../../../clients/typescript/src/index.ts';
import { countOf, formatNumber } from '../../text/format.ts';

/** Returns in words where the records of a dataset come from. */
export function sourceText({ source }: Dataset): string {
  switch (source.kind) {
    case 'collect':
      return source.url;
    case 'recipe':
      return `Recipe ${source.rid}`;
    case 'extract':
      return source.urls.length === 1 ? String(source.urls[0]) : countOf(source.urls.length, 'page');
    default:
      return 'Records that were sent';
  }
}

/** Returns in words what the last refresh did. */
export function refreshText({ last_refresh: last }: Dataset): string {
  if (last === null) return 'No refresh has ended so far.';
  const parts = (['added', 'changed', 'removed', 'returned', 'missing'] as const)
    .filter((name) => last[name] > 0)
    .map((name) => `${formatNumber(last[name])} ${name}`);
  return `${parts.length === 0 ? 'No change' : parts.join(', ')}, ${countOf(last.records, 'record')} read`;
}

/** Returns the text of a field of a record. */
export function fieldText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Returns true if every word is in a field of the record. */
export function matchesWords(data: Record<string, unknown>, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = Object.values(data).map(fieldText).join('\n').toLowerCase();
  return words.every((word) => text.includes(word));
}
