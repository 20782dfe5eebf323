import { itemAt } from '../../../domain/values/elements.ts';
import { textWidth } from './character-width.ts';
import { type Row, rowText, type Segment, type TextItem } from './pdf-lines.ts';

/** Fonts of a document: that of running text, the sizes of headings from the largest down, and fonts of headings only. */
export interface FontScale {
  body: number;
  headings: number[];
  /** Styles ({@link styleOf}) of headings that are no larger than the text. */
  headingStyles: ReadonlySet<string>;
  /** True if most of the text is in a font of one width, so that this does not tell code. */
  isTypewritten: boolean;
}

/** Lowest heading level, and minimum ratio of a heading's font size to that of running text. */
export const maxHeadingLevels = 4;
const minHeadingRatio = 1.14;
/** Minimum number of lines, and of their share of all text in a style, by which it is one of headings. */
const minStyleLines = 2;
const minStyleShare = 0.8;
const maxStyleLength = 90;

/** Returns a size rounded to half a point. */
export function roundToHalf(size: number): number {
  return Math.round(size * 2) / 2;
}

/** Returns a key of font and size. */
export function styleOf({ font, size }: Pick<Segment, 'font' | 'size'>): string {
  return `${font} ${roundToHalf(size)}`;
}

/** Adds lengths of texts by a key. */
class Lengths<Key> {
  readonly map = new Map<Key, number>();

  add(key: Key, length: number): void {
    this.map.set(key, (this.map.get(key) ?? 0) + length);
  }

  largest(fallback: Key): Key {
    let [largest, max] = [fallback, 0];
    for (const [key, length] of this.map) if (length > max) [largest, max] = [key, length];
    return largest;
  }
}

/** Computes the fonts of a document by the amount of text in each, from its lines by block. */
export function computeFontScale(blocks: readonly (readonly Row[])[]): FontScale {
  const sizes = new Lengths<number>();
  const styles = new Lengths<string>();
  let [code, all] = [0, 0];
  for (const { size, text, font, isCode } of blocks.flat().flatMap(({ segments }) => segments)) {
    sizes.add(roundToHalf(size), text.length);
    styles.add(styleOf({ font, size }), text.length);
    all += text.length;
    if (isCode === true) code += text.length;
  }
  const body = sizes.largest(0);
  const headings = [...sizes.map.keys()]
    .filter((size) => size >= body * minHeadingRatio)
    .sort((a, b) => b - a);
  return {
    body,
    headings: headings.slice(0, maxHeadingLevels),
    headingStyles: findHeadingStyles(blocks, styles, body),
    isTypewritten: code * 2 > all,
  };
}

/** Returns the styles, apart from that of the text, that stand almost only in short lines with space above. */
function findHeadingStyles(
  blocks: readonly (readonly Row[])[],
  styles: Lengths<string>,
  body: number,
): Set<string> {
  const main = styles.largest('');
  const lone = new Lengths<string>();
  const counts = new Lengths<string>();
  for (const rows of blocks) {
    for (const [at, row] of rows.entries()) {
      const [segment] = row.segments;
      if (segment === undefined || row.segments.length > 1 || segment.isCode === true) continue;
      const style = styleOf(segment);
      const isSmall = segment.size < body * 0.95 || segment.size >= body * minHeadingRatio;
      if (style === main || isSmall || !isLoneLine(rows, at, main)) continue;
      lone.add(style, segment.text.length);
      counts.add(style, 1);
    }
  }
  const found = [...lone.map].filter(
    ([style, length]) =>
      (counts.map.get(style) ?? 0) >= minStyleLines && length >= (styles.map.get(style) ?? 0) * minStyleShare,
  );
  return new Set(found.map(([style]) => style));
}

/** Returns true if a line is short, has more space above than below, and text of the document below. */
function isLoneLine(rows: readonly Row[], at: number, main: string): boolean {
  const [above, row, below] = [rows[at - 1], itemAt(rows, at), rows[at + 1]];
  const text = rowText(row);
  if (below === undefined || text.length > maxStyleLength || !/^[\p{Lu}\d]/u.test(text)) return false;
  if (/[.,;:]$/.test(text) || below.segments[0] === undefined || styleOf(below.segments[0]) !== main)
    return false;
  return above === undefined || row.baseline - above.baseline > row.size * 1.4;
}

/**
 * Maximum difference from the median width per character in a font of one width, minimum share of texts within it, and
 * minimum spread that the widths of these texts would have in other fonts.
 */
const maxWidthDifference = 0.012;
const minShareOfTexts = 0.85;
const minExpectedSpread = 1.12;
/** Minimum width of a character of such a font, relative to its size; running text has less on average. */
const minCodeWidth = 0.48;
/** Maximum number of texts of a font that are measured. */
const maxMeasured = 500;

/** Measures the widths of the characters of fonts, page by page. */
export class FontWidths {
  readonly #texts = new Map<string, { width: number; expected: number }[]>();
  readonly #declared = new Set<string>();

  /** Adds the texts of a page, and the names of its fonts that are declared to have characters of one width. */
  add(items: readonly TextItem[], declared: readonly string[]): void {
    for (const font of declared) this.#declared.add(font);
    for (const { font, text, left, right, size } of items) {
      const list = this.#texts.get(font) ?? [];
      if (list.length >= maxMeasured || text.length < 3 || text.trim().length !== text.length) continue;
      const width = (right - left) / text.length / (size || 1);
      if (list.length === 0) this.#texts.set(font, list);
      list.push({ width, expected: textWidth(text) / text.length });
    }
  }

  /** Returns the names of the fonts whose characters all have one width, as far as the texts show it. */
  codeFonts(): Set<string> {
    const found = new Set<string>();
    for (const [font, list] of this.#texts) {
      const widths = list.map(({ width }) => width).sort((a, b) => a - b);
      const median = widths[Math.floor(widths.length / 2)] ?? 0;
      // Some texts go on in another font.
      const near = list.filter(({ width }) => Math.abs(width / median - 1) < maxWidthDifference);
      if (median < minCodeWidth || near.length < list.length * minShareOfTexts) continue;
      const expected = near.map((one) => one.expected).sort((a, b) => a - b);
      const isVaried = (expected.at(-1) ?? 0) > (expected[0] ?? 0) * minExpectedSpread;
      // A font whose only embedded character is a bullet also has one width.
      if (this.#declared.has(font) || isVaried) found.add(font);
    }
    return found;
  }
}
