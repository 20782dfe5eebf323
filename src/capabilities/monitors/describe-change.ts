import type { Json } from '../../domain/extraction.ts';
import { parseNumber } from '../../extract/typed/number.ts';
import type { VersionDiff } from './compare-versions.ts';

const longestValue = 120;
const mostTold = 3;

/** A text on one line, without the marks of Markdown, no longer than can be read at a glance. */
function glance(text: string): string {
  const line = text
    .replace(/!?\[([^\]\n]{0,300})\]\([^)\s]{0,2000}(?: "[^"\n]{0,300}")?\)/g, '$1')
    .replace(/^\s*(?:#{1,6}|[-*+]|\d{1,9}[.)])\s+/, '')
    .replace(/^\s*\||\|\s*$/g, '')
    .replace(/[*`_]{1,3}(?=\S)|(?<=\S)[*`_]{1,3}/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > longestValue ? `${line.slice(0, longestValue - 1)}…` : line;
}

function valueText(value: Json): string {
  if (value === null) return 'nothing';
  return glance(typeof value === 'string' ? value : JSON.stringify(value));
}

/** ` (−12.5 %)` between two numbers, also where texts hold them; empty where there are none. */
function percent(old: Json, now: Json): string {
  const [from, to] = [old, now].map((value) =>
    typeof value === 'number' ? value : typeof value === 'string' ? parseNumber(value) : null,
  );
  if (from == null || to == null || from === 0 || from === to) return '';
  const share = Math.round(((to - from) / Math.abs(from)) * 1_000) / 10;
  return share === 0 ? '' : ` (${share > 0 ? '+' : '−'}${Math.abs(share)} %)`;
}

function fieldName(pointer: string): string {
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.');
}

function sentences({ blocks, fields }: VersionDiff): string[] {
  const values = Object.entries(fields).map(
    ([pointer, { old, new: now }]) =>
      `${fieldName(pointer) || 'value'}: ${valueText(old)} → ${valueText(now)}${percent(old, now)}`,
  );
  const texts = blocks.map(({ before, after }) => {
    if (before === null) return `added “${glance(after ?? '')}”`;
    if (after === null) return `removed “${glance(before)}”`;
    return `“${glance(before)}” → “${glance(after)}”`;
  });
  return [...values, ...texts];
}

/** What changed, in a line that a person reads first: the values, or what was written. */
export function describeChange(diff: VersionDiff): string {
  const all = sentences(diff);
  const { added, removed, changed } = diff.summary;
  const rest = added + removed + changed - Math.min(all.length, mostTold);
  const told = all.slice(0, mostTold).join('; ');
  return rest > 0 ? `${told}; and ${rest} more` : told;
}
