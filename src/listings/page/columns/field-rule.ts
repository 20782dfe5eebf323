import type { Json } from '../../../domain/pages/extraction.ts';
import type { FieldRule, Transform, ValueType } from '../../../domain/pages/records.ts';
import type { Field, FieldKind } from '../../../extract/schema/field.ts';
import type { ParseContext } from '../../../extract/values/coerce.ts';
import { singular } from '../../../extract/words/words.ts';
import type { ShownRecord } from '../sources/shown-records.ts';
import { codeInText } from './code-in-text.ts';
import { type Column, constantWords, isCountColumn } from './columns.ts';
import { readRaw } from './read-value.ts';
import type { RequestedField } from './requested-fields.ts';

/** Columns and page data from which requested fields are mapped. */
export interface MappingSource {
  columns: readonly Column[];
  /** Visible content of each record; empty if the page shows none. */
  shown: readonly (ShownRecord | null)[];
  /** True if the columns are elements of the page itself. */
  isTree: boolean;
  parseContext: ParseContext;
  /** Fixed columns by field name. */
  pinned?: Readonly<Record<string, string>>;
}

/** Maximum number of records that are compared with the page. */
const maxSamples = 12;

function isEpoch(values: readonly Json[]): 's' | 'ms' | null {
  const numbers = values.filter((value) => value !== null).map(Number);
  if (numbers.length === 0) return null;
  if (numbers.every((value) => Number.isInteger(value) && value >= 1e8 && value <= 4.2e9)) return 's';
  return numbers.every((value) => Number.isFinite(value) && value >= 1e11 && value <= 4.2e12) ? 'ms' : null;
}

/** Returns values of a column together with the visible content of their records. */
export function sampleColumn(column: Column, source: MappingSource): { value: Json; shown: ShownRecord }[] {
  const samples: { value: Json; shown: ShownRecord }[] = [];
  for (let index = 0; index < source.shown.length && samples.length < maxSamples; index++) {
    const shown = source.shown[index];
    const value = column.values[index] ?? null;
    if (shown !== null && shown !== undefined && value !== null) samples.push({ value, shown });
  }
  return samples;
}

/** Returns true if the page shows a value in the record's element. */
export function isShownIn(shown: ShownRecord, field: Field, value: Json): boolean {
  if (value === null) return false;
  if (Array.isArray(value)) return value.every((inner) => isShownIn(shown, field, inner));
  if (typeof value === 'object') return false;
  if (typeof value === 'string' && /^https?:\/\//.test(value)) {
    return shown.urls.has(value) || shown.urls.has(value.replace(/#.*$/s, ''));
  }
  if (typeof value === 'boolean') return false;
  const kind = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value) ? 'date' : field.kind;
  const shownField = kind === field.kind ? field : { ...field, kind };
  return shown.grounding.containsValue(shownField, value);
}

/**
 * Returns the share of the values that the page shows in the form that a rule reads; null if none could be
 * compared.
 */
export function getShownShare(
  samples: readonly { value: Json; shown: ShownRecord }[],
  rule: FieldRule,
  requested: RequestedField,
  parseContext: ParseContext,
): number | null {
  if (samples.length === 0) return null;
  const hits = samples.filter(({ value, shown }) =>
    isShownIn(shown, requested.field, readRaw(value, rule, parseContext)),
  );
  return hits.length / samples.length;
}

/** Finds the constant text around a part of a URL, the same for most records. */
export function findTemplate(
  samples: readonly { value: Json; shown: ShownRecord }[],
  isImage: boolean,
): Transform | null {
  const counts = new Map<string, number>();
  for (const { value, shown } of samples) {
    const part = String(value);
    if (part.length < 1 || part.length > 200) continue;
    const recordKeys = new Set<string>();
    for (const address of shown.urls) {
      if (/\.(?:jpe?g|png|webp|gif|avif|svg)(?:\?|$)/i.test(address) !== isImage) continue;
      for (let at = address.indexOf(part, 8); at !== -1; at = address.indexOf(part, at + 1)) {
        const before = address.slice(0, at);
        const after = address.slice(at + part.length);
        if (!/[/=_.-]$/.test(before) || /^[\p{L}\p{N}]/u.test(after)) continue;
        recordKeys.add(JSON.stringify([before, after]));
      }
    }
    for (const key of recordKeys) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const [best] = [...counts].sort((one, other) => other[1] - one[1]);
  if (best === undefined || best[1] < Math.max(2, samples.length * 0.6)) return null;
  const [before, after] = JSON.parse(best[0]) as [string, string];
  return { kind: 'template', before, after };
}

const isReference = /@(?:href|src|data-src)(?: \d+)?$/;
const minorName = /cents?$|minor|pence|subunit|_c$/i;

/** Finds the divisor of an amount in minor units, if the page shows the divided amount. */
function findDivisor(
  column: Column,
  samples: readonly { value: Json; shown: ShownRecord }[],
  requested: RequestedField,
  parseContext: ParseContext,
): Transform | null {
  const numbers = column.values.filter((value) => value !== null).map(Number);
  if (!numbers.every(Number.isInteger)) return null;
  const plain =
    getShownShare(samples, { paths: [], transform: null, type: 'money' }, requested, parseContext) ?? 0;
  for (const by of [100, 1000, 10]) {
    const rule: FieldRule = { paths: [], transform: { kind: 'divide', by }, type: 'money' };
    const share = getShownShare(samples, rule, requested, parseContext) ?? 0;
    if (share >= 0.6 && share > plain) return rule.transform;
  }
  return samples.length === 0 && minorName.test(column.path) ? { kind: 'divide', by: 100 } : null;
}

/** Kinds whose values are texts even if they contain an amount: a title with the price behind it. */
const textualKinds: ReadonlySet<FieldKind> = new Set(['title', 'person', 'long_text']);

/** Returns the type that the values of a column get for a field. */
function valueTypeOf(requested: RequestedField, column: Column, isTree: boolean): ValueType {
  const { kind } = requested;
  const { type } = column;
  if (kind === 'money' || kind === 'currency' || kind === 'url' || kind === 'image' || kind === 'date')
    return kind;
  if (kind === 'rating' || kind === 'number') return 'number';
  if (kind === 'email' || kind === 'phone') return kind === 'email' ? 'email' : 'text';
  if (kind === 'yes_no') return 'boolean';
  if (type === 'money') return isTree && !textualKinds.has(kind) ? 'money' : 'text';
  if (type === 'number') {
    const isPlain = column.values.every(
      (value) => value === null || /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/.test(String(value).trim()),
    );
    const isPlainNumber = isTree && isPlain && kind !== 'identifier' && kind !== 'title';
    return isPlainNumber || column.values.some((value) => typeof value === 'number') ? 'number' : 'text';
  }
  const counted = new Set(constantWords(column.values).map(singular));
  const isNamedText =
    requested.matcher.concepts[0]?.kind === 'text' &&
    !requested.field.words.some((word) => counted.has(singular(word)));
  const mayBeCount = isTree && type === 'text' && ((kind === 'text' && !isNamedText) || kind === 'duration');
  if (mayBeCount && isCountColumn(column)) return 'number';
  if (type === 'html') return 'text';
  return type === 'phone' ? 'text' : type;
}

const signed = /^(\p{L}[\p{L} ]{0,30}(?:\.|#)) ?(?=[\p{L}\d])/u;

/** Returns true if all texts are a code behind the same sign of a number, which is no part of it: `Docket No. 1508`. */
function areSignedCodes({ values }: Column): boolean {
  const texts = values.filter((value) => value !== null);
  const signs = new Set(
    texts.map((text) => (typeof text === 'string' ? (signed.exec(text)?.[1] ?? '') : '')),
  );
  const [sign = ''] = signs;
  if (texts.length < 2 || signs.size !== 1 || sign === '') return false;
  return texts.every((text) => codeInText(String(text)) === String(text).slice(sign.length).trim());
}

/**
 * Creates the rule that reads a column for a field: the value type and the transform with which the page shows
 * the values.
 */
export function createFieldRule(requested: RequestedField, column: Column, source: MappingSource): FieldRule {
  const samples = sampleColumn(column, source);
  const type = valueTypeOf(requested, column, source.isTree);
  const rule: FieldRule = { paths: [column.path], transform: null, type };
  if (column.type === 'number') {
    const unit =
      type === 'date' || /(?:_at|_on|date|time|ts)$/i.test(column.path) ? isEpoch(column.values) : null;
    if (unit !== null) return { ...rule, transform: { kind: 'epoch', unit }, type: 'date' };
    if (type === 'money')
      return { ...rule, transform: findDivisor(column, samples, requested, source.parseContext) };
  }
  if (requested.kind === 'identifier' && areSignedCodes(column))
    return { ...rule, transform: { kind: 'code' } };
  // References of elements are resolved like those of the page, whatever they look like: `report.gz`, `..`.
  if (source.isTree && isReference.test(column.path)) return rule;
  const isPart = column.type !== 'url' && column.type !== 'image';
  if (
    (type === 'url' || type === 'image') &&
    (isPart || !areMostlyShown(samples, rule, requested, source.parseContext))
  ) {
    const template = findTemplate(samples, type === 'image');
    if (template !== null) return { ...rule, transform: template };
  }
  return rule;
}

function areMostlyShown(
  samples: readonly { value: Json; shown: ShownRecord }[],
  rule: FieldRule,
  requested: RequestedField,
  parseContext: ParseContext,
): boolean {
  return (getShownShare(samples, rule, requested, parseContext) ?? 1) >= 0.5;
}
