import type { Json } from '../../domain/extraction.ts';
import type { FieldKind } from '../field.ts';
import { pointerTokens } from '../schema-fields.ts';
import type { Column } from './columns.ts';

const lettered: ReadonlySet<FieldKind> = new Set(['title', 'person', 'long_text']);
/** Characters that a description has in the middle at least. */
const shortText = 20;

/**
 * Whether texts differ in their numbers alone and are measures: `4.4 out of 5 stars`, `128 reviews`. What begins with words
 * and comes only once each, as `Lamp number 12` does, may be a name all the same.
 */
function areMeasures(texts: readonly string[]): boolean {
  const words = new Set(texts.map((text) => text.replace(/[^\p{L}]+/gu, ' ').trim()));
  const isShared = texts.length > 3 && words.size * 3 < texts.length && texts.some((text) => /\d/.test(text));
  if (!isShared) return false;
  const begun = texts.filter((text) => /^\P{L}*\d/u.test(text)).length;
  return begun * 2 > texts.length || new Set(texts).size * 5 < texts.length * 4;
}

/** How far texts can be what a kind of field asks for by how they are written, 0 to 1: a measure is no title. */
export function looksLike(kind: FieldKind, values: readonly Json[]): number {
  if (!lettered.has(kind)) return 1;
  const texts = values.filter((value) => typeof value === 'string');
  if (texts.length === 0) return 1;
  const worded = texts.filter((text) => /\p{L}{2}/u.test(text)).length;
  if (worded * 2 < texts.length) return 0.3;
  if (kind === 'title' && areMeasures(texts)) return 0.3;
  if (kind !== 'long_text') return 1;
  const lengths = texts.map((text) => text.length).sort((one, other) => one - other);
  return (lengths[Math.floor(lengths.length / 2)] as number) < shortText ? 0.6 : 1;
}

/** Steps of a column's key down to its element, without what is read of that. */
function stepsOf(path: string): string[] {
  const key = pointerTokens(path)[0] ?? '';
  return key.replace(/@[\w-]+(?: \d+)?$| \d+$/, '').split('>');
}

/** Whether the element of `inner` lies in that of `outer`, as far as keys tell, which hold four steps. */
function isWithin(inner: readonly string[], outer: readonly string[]): boolean {
  for (let up = 0; up < inner.length; up += 1) {
    const chain = inner.slice(0, inner.length - up);
    const shared = Math.min(chain.length, outer.length);
    if (shared > 0 && chain.slice(-shared).join('>') === outer.slice(-shared).join('>')) {
      return shared === outer.length || shared === chain.length;
    }
  }
  return false;
}

/** Whether a link's column is the link of a text's: around it, in it, or the same element. */
export function isLinkOf(linkPath: string, textPath: string): boolean {
  const [link, text] = [stepsOf(linkPath), stepsOf(textPath)];
  if (!/@href(?: \d+)?$/.test(pointerTokens(linkPath)[0] ?? '')) return false;
  return isWithin(link, text) || isWithin(text, link);
}

/** Characters that a title, and a description, have in the middle at least to be taken for one by their look alone. */
const leastTitle = 8;
const leastProse = 40;
const mostlyThere = 0.7;

function middleLength({ values }: Column): number {
  const lengths = values
    .filter((value) => typeof value === 'string')
    .map((text) => text.length)
    .sort((one, other) => one - other);
  return lengths[Math.floor(lengths.length / 2)] ?? 0;
}

function isTelling({ type, filled, distinct, path }: Column): boolean {
  return type === 'text' && filled >= mostlyThere && distinct >= mostlyThere && !path.includes('@');
}

/**
 * Whether a column of a page's elements is, by its look alone, what a kind of field asks for: the longest texts of links for
 * a title, the longest prose for a description.
 */
export function isByLooks(kind: FieldKind, column: Column, columns: readonly Column[]): boolean {
  if (!isTelling(column)) return false;
  const length = middleLength(column);
  if (kind === 'title') {
    if (looksLike(kind, column.values) < 1) return false;
    const linked = columns.filter(
      (one) => isTelling(one) && columns.some(({ path }) => path === `${one.path}@href`),
    );
    const isLongest = linked.every((one) => middleLength(one) <= length);
    return linked.includes(column) && isLongest && length >= leastTitle;
  }
  if (kind !== 'long_text' || length < leastProse) return false;
  return columns.every((one) => one === column || !isTelling(one) || middleLength(one) < length);
}
