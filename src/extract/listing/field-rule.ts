import type { Json } from '../../domain/extraction.ts';
import type { FieldRule, Transform, ValueType } from '../../domain/records.ts';
import type { Reading } from '../coerce.ts';
import type { Field } from '../field.ts';
import { type Column, isCounted } from './columns.ts';
import { readRaw } from './read-value.ts';
import type { ShownRecord } from './shown-records.ts';
import type { Wish } from './wish.ts';

/** What the fields of an order are looked for among. */
export interface MappingSource {
  columns: readonly Column[];
  /** What the page shows of each record; empty where it shows none. */
  shown: readonly (ShownRecord | null)[];
  /** Whether the columns are cells of the page itself. */
  isTree: boolean;
  reading: Reading;
  /** Places that are given, by field. */
  pinned?: Readonly<Record<string, string>>;
}

/** Records that are compared with what the page shows. */
const compared = 12;

function isEpoch(values: readonly Json[]): 's' | 'ms' | null {
  const numbers = values.filter((value) => value !== null).map(Number);
  if (numbers.length === 0) return null;
  if (numbers.every((value) => Number.isInteger(value) && value >= 1e8 && value <= 4.2e9)) return 's';
  return numbers.every((value) => Number.isFinite(value) && value >= 1e11 && value <= 4.2e12) ? 'ms' : null;
}

/** Values of a column beside what the page shows of their records, some of them. */
export function sampled(column: Column, source: MappingSource): { value: Json; shown: ShownRecord }[] {
  const found: { value: Json; shown: ShownRecord }[] = [];
  for (let index = 0; index < source.shown.length && found.length < compared; index++) {
    const shown = source.shown[index];
    const value = column.values[index] ?? null;
    if (shown !== null && shown !== undefined && value !== null) found.push({ value, shown });
  }
  return found;
}

/** Whether the page shows a value in the record's own place. */
export function isShownIn(shown: ShownRecord, field: Field, value: Json): boolean {
  if (value === null) return false;
  if (Array.isArray(value)) return value.every((inner) => isShownIn(shown, field, inner));
  if (typeof value === 'object') return false;
  if (typeof value === 'string' && /^https?:\/\//.test(value)) {
    return shown.addresses.has(value) || shown.addresses.has(value.replace(/#.*$/s, ''));
  }
  if (typeof value === 'boolean') return false;
  const kind = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value) ? 'date' : field.kind;
  const own = kind === field.kind ? field : { ...field, kind };
  return shown.grounds.holds(own, value);
}

/** Part of the values that the page shows as a rule reads them; null when none could be compared. */
export function shareShown(
  samples: readonly { value: Json; shown: ShownRecord }[],
  rule: FieldRule,
  wish: Wish,
  reading: Reading,
): number | null {
  if (samples.length === 0) return null;
  const hits = samples.filter(({ value, shown }) =>
    isShownIn(shown, wish.field, readRaw(value, rule, reading)),
  );
  return hits.length / samples.length;
}

/** The text around a part of an address, the same for most records. */
export function templateOf(
  samples: readonly { value: Json; shown: ShownRecord }[],
  isImage: boolean,
): Transform | null {
  const around = new Map<string, number>();
  for (const { value, shown } of samples) {
    const part = String(value);
    if (part.length < 1 || part.length > 200) continue;
    const seen = new Set<string>();
    for (const address of shown.addresses) {
      if (/\.(?:jpe?g|png|webp|gif|avif|svg)(?:\?|$)/i.test(address) !== isImage) continue;
      for (let at = address.indexOf(part, 8); at !== -1; at = address.indexOf(part, at + 1)) {
        const before = address.slice(0, at);
        const after = address.slice(at + part.length);
        if (!/[/=_.-]$/.test(before) || /^[\p{L}\p{N}]/u.test(after)) continue;
        seen.add(JSON.stringify([before, after]));
      }
    }
    for (const key of seen) around.set(key, (around.get(key) ?? 0) + 1);
  }
  const [best] = [...around].sort((one, other) => other[1] - one[1]);
  if (best === undefined || best[1] < Math.max(2, samples.length * 0.6)) return null;
  const [before, after] = JSON.parse(best[0]) as [string, string];
  return { kind: 'template', before, after };
}

const minorName = /cents?$|minor|pence|subunit|_c$/i;

/** Minor units, where the page shows the amount divided. */
function divisorOf(
  column: Column,
  samples: readonly { value: Json; shown: ShownRecord }[],
  wish: Wish,
  reading: Reading,
): Transform | null {
  const numbers = column.values.filter((value) => value !== null).map(Number);
  if (!numbers.every(Number.isInteger)) return null;
  const plain = shareShown(samples, { paths: [], transform: null, type: 'money' }, wish, reading) ?? 0;
  for (const by of [100, 1000, 10]) {
    const rule: FieldRule = { paths: [], transform: { kind: 'divide', by }, type: 'money' };
    const share = shareShown(samples, rule, wish, reading) ?? 0;
    if (share >= 0.6 && share > plain) return rule.transform;
  }
  return samples.length === 0 && minorName.test(column.path) ? { kind: 'divide', by: 100 } : null;
}

/** What values of a column become for a field of a kind. */
function valueTypeOf(wish: Wish, column: Column, isTree: boolean): ValueType {
  const { kind } = wish;
  const { type } = column;
  if (kind === 'money' || kind === 'currency' || kind === 'url' || kind === 'image' || kind === 'date')
    return kind;
  if (kind === 'rating' || kind === 'number') return 'number';
  if (kind === 'email' || kind === 'phone') return kind === 'email' ? 'email' : 'text';
  if (kind === 'yes_no') return 'boolean';
  if (type === 'money') return isTree ? 'money' : 'text';
  if (type === 'number') {
    const isPlain = column.values.every(
      (value) => value === null || /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/.test(String(value).trim()),
    );
    const isCounted = isTree && isPlain && kind !== 'identifier' && kind !== 'title';
    return isCounted || column.values.some((value) => typeof value === 'number') ? 'number' : 'text';
  }
  if (isTree && type === 'text' && (kind === 'text' || kind === 'duration') && isCounted(column))
    return 'number';
  if (type === 'html') return 'text';
  return type === 'phone' ? 'text' : type;
}

/** How a column is read for a field: what its values are, and what has to be done to them before the page shows them so. */
export function ruleOf(wish: Wish, column: Column, source: MappingSource): FieldRule {
  const samples = sampled(column, source);
  const type = valueTypeOf(wish, column, source.isTree);
  const rule: FieldRule = { paths: [column.path], transform: null, type };
  if (column.type === 'number') {
    const unit =
      type === 'date' || /(?:_at|_on|date|time|ts)$/i.test(column.path) ? isEpoch(column.values) : null;
    if (unit !== null) return { ...rule, transform: { kind: 'epoch', unit }, type: 'date' };
    if (type === 'money') return { ...rule, transform: divisorOf(column, samples, wish, source.reading) };
  }
  const isPart = column.type !== 'url' && column.type !== 'image';
  if ((type === 'url' || type === 'image') && (isPart || !areShown(samples, rule, wish, source.reading))) {
    const template = templateOf(samples, type === 'image');
    if (template !== null) return { ...rule, transform: template };
  }
  return rule;
}

function areShown(
  samples: readonly { value: Json; shown: ShownRecord }[],
  rule: FieldRule,
  wish: Wish,
  reading: Reading,
): boolean {
  return (shareShown(samples, rule, wish, reading) ?? 1) >= 0.5;
}
