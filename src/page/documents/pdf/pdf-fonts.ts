import { itemAt } from '../../../domain/values/elements.ts';
import { textWidth } from './character-width.ts';
import { type Row, rowText, type Segment, type TextItem } from './pdf-lines.ts';
import { removeMarks } from './pdf-marks.ts';

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
  const headings = [...sizes.map.keys()].filter((size) => size >= body * minHeadingRatio).sort((a, b) => b - a);
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
      (counts.map.get(style) ?? 0) >= minStyleLines &&
      length >= (styles.map.get(style) ?? 0) * minStyleShare,
  );
  return new Set(found.map(([style]) => style));
}

/** Returns true if a line is short, has more space above than below, and text of the document below. */
function isLoneLine(rows: readonly Row[], at: number, main: string): boolean {
  const [above, row, below] = [rows[at - 1], itemAt(rows, at), rows[at + 1]];
  const text = rowText(row);
  if (below === undefined || text.length > maxStyleLength || !/^[\p{Lu}\d]/u.test(text)) return false;
  if (/[.,;:]$/.test(text) || below.segments[0] === undefined || styleOf(below.segments[0]) !== main) return false;
  return above === undefined || row.baseline - above.baseline > row.size * 1.4;
}

/** Maximum spread of the width per character of a font of one width, and minimum spread that other fonts would have. */
const maxWidthSpread = 1.02;
const minExpectedSpread = 1.12;
/** Minimum width of a character of such a font, relative to its size; running text has less on average. */
const minCodeWidth = 0.48;

interface WidthRange {
  min: number;
  max: number;
  /** Least and greatest width that the same texts would have in a font of several widths. */
  minExpected: number;
  maxExpected: number;
}

/** Returns the names of the fonts whose characters all have one width, as far as the texts show it. */
export function findCodeFonts(items: readonly TextItem[], declared: ReadonlySet<string>): Set<string> {
  const ranges = new Map<string, WidthRange>();
  for (const { font, text, left, right, size } of items) {
    if (text.length < 3 || text.trim().length !== text.length || text !== removeMarks(text)) continue;
    const width = (right - left) / text.length / (size || 1);
    const expected = textWidth(text) / text.length;
    const range = ranges.get(font);
    if (range === undefined) {
      ranges.set(font, { min: width, max: width, minExpected: expected, maxExpected: expected });
      continue;
    }
    range.min = Math.min(range.min, width);
    range.max = Math.max(range.max, width);
    range.minExpected = Math.min(range.minExpected, expected);
    range.maxExpected = Math.max(range.maxExpected, expected);
  }
  // A font whose only embedded character is a bullet also has one width.
  const measured = [...ranges].filter(
    ([font, { min, max, minExpected, maxExpected }]) =>
      min > minCodeWidth &&
      max < min * maxWidthSpread &&
      (declared.has(font) || maxExpected > minExpected * minExpectedSpread),
  );
  return new Set(measured.map(([font]) => font));
}
