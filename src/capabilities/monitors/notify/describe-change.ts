import type { Json } from '../../../domain/pages/extraction.ts';
import { removeLinkTargets } from '../../../domain/pages/link-targets.ts';
import { pointerTokens } from '../../../domain/values/json-pointer.ts';
import { parseNumber } from '../../../page/text/number.ts';
import type { VersionDiff } from '../check/compare/compare-versions.ts';

const maxValueLength = 120;
/** Maximum length of the processed text, in characters. It exceeds the shown length, since link targets are removed. */
const maxProcessedLength = 4_000;
const maxReported = 3;

/** Shortens a text to one line without Markdown syntax. */
function toShortLine(text: string): string {
  const line = removeLinkTargets(text.slice(0, maxProcessedLength), 'address')
    .replace(/^\s*(?:#{1,6}|[-*+]|\d{1,9}[.)])\s+/, '')
    .replace(/^\s*\||\|\s*$/g, '')
    .replace(/[*`_]{1,3}(?=\S)|(?<=\S)[*`_]{1,3}/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > maxValueLength ? `${line.slice(0, maxValueLength - 1)}…` : line;
}

function valueText(value: Json): string {
  if (value === null) return 'nothing';
  return toShortLine(typeof value === 'string' ? value : JSON.stringify(value));
}

/** Returns ` (−12.5 %)` for two numbers, or texts that contain numbers; empty when there are none. */
function formatPercent(old: Json, now: Json): string {
  const [from, to] = [old, now].map((value) =>
    typeof value === 'number' ? value : typeof value === 'string' ? parseNumber(value) : null,
  );
  if (from == null || to == null || from === 0 || from === to) return '';
  const share = Math.round(((to - from) / Math.abs(from)) * 1_000) / 10;
  return share === 0 ? '' : ` (${share > 0 ? '+' : '−'}${Math.abs(share)} %)`;
}

function fieldName(pointer: string): string {
  return pointerTokens(pointer).join('.');
}

/** Describes the first changes. */
function describeParts({ blocks, fields }: VersionDiff): string[] {
  const values = Object.entries(fields)
    .slice(0, maxReported)
    .map(
      ([pointer, { old, new: now }]) =>
        `${fieldName(pointer) || 'value'}: ${valueText(old)} → ${valueText(now)}${formatPercent(old, now)}`,
    );
  const texts = blocks.slice(0, maxReported - values.length).map(({ before, after }) => {
    if (before === null) return `added “${toShortLine(after ?? '')}”`;
    if (after === null) return `removed “${toShortLine(before)}”`;
    return `“${toShortLine(before)}” → “${toShortLine(after)}”`;
  });
  return [...values, ...texts];
}

/** Describes a change in one line for a person: the changed values or texts. */
export function describeChange(diff: VersionDiff): string {
  const parts = describeParts(diff);
  const { added, removed, changed } = diff.summary;
  const rest = added + removed + changed - parts.length;
  return rest > 0 ? `${parts.join('; ')}; and ${rest} more` : parts.join('; ');
}
