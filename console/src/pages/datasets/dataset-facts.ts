import type { Dataset } from '../../../../clients/typescript/src/index.ts';
import { shortAddress } from '../../text/address.ts';
import { countOf, formatNumber } from '../../text/format.ts';

/** Returns in words where the records of a dataset come from. */
export function sourceText({ source }: Dataset): string {
  switch (source.kind) {
    case 'collect':
      return shortAddress(source.url);
    case 'recipe':
      return 'A saved recipe';
    case 'extract':
      return source.urls.length === 1
        ? shortAddress(String(source.urls[0]))
        : countOf(source.urls.length, 'page');
    default:
      return 'Records that were sent';
  }
}

const maxNameLength = 120;
const nameName = /\b(?:name|title|headline|article|product)\b/i;

/** Returns what people call a record: its name or title, otherwise its first text that is no address, or first value. */
export function recordName(data: Record<string, unknown>): string | null {
  const texts = Object.entries(data).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && !/^https?:/.test(entry[1]),
  );
  const named = texts.find(([name]) => nameName.test(name)) ?? texts[0];
  const name = named?.[1] ?? fieldText(Object.values(data)[0]);
  return name === '' ? null : name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name;
}

/** Returns in words what the last refresh did. */
export function refreshText({ last_refresh: last }: Dataset): string {
  if (last === null) return 'no refresh has ended so far';
  const parts = (['added', 'changed', 'removed', 'returned', 'missing'] as const)
    .filter((name) => last[name] > 0)
    .map((name) => `${formatNumber(last[name])} ${name}`);
  return `${parts.length === 0 ? 'no change' : parts.join(', ')}, ${countOf(last.records, 'record')} read`;
}

/** Returns the text of a field of a record. */
export function fieldText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
