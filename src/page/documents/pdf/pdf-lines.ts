import { collapseSpace } from '../../../domain/values/collapse-space.ts';
import { itemAt } from '../../../domain/values/elements.ts';
import { markShifted } from './pdf-marks.ts';

/** Run of text on one line, in points from the top left corner of the page. Its text may have marks (`pdf-marks.ts`). */
export interface Segment {
  text: string;
  left: number;
  right: number;
  /** Vertical position of the baseline. */
  baseline: number;
  size: number;
  /** Name of the font of most of its text. */
  font: string;
  /** Names of the other fonts. */
  otherFonts?: string[];
  /** True if all of its characters have one width. */
  isCode?: boolean;
  /** True if it leads to another place of the document. */
  isInternal?: boolean;
}

/** One text item of the PDF. */
export interface TextItem extends Segment {
  /** Id of its marked content (ISO 32000, 14.6) in a tagged document. */
  content?: string;
}

/** Maximum gap within a segment, relative to the font size: between items that follow each other in the file, and others. */
const maxGap = 0.8;
const maxGapOutOfOrder = 0.6;
/** Maximum size of a raised or lowered text, relative to the text beside, minimum shift, and maximum length. */
const maxShiftedSize = 0.85;
const minShift = 0.1;
const maxShiftedLength = 12;

/** Maximum distance of two baselines in one line, relative to the smaller font size. */
const maxLineShift = 0.45;

interface PlacedItem extends TextItem {
  /** Place in the order of the file. */
  order: number;
  /** Baseline of the line that it belongs to, which differs from its own if it is raised or lowered. */
  line: number;
}

/** Joins adjacent items on one baseline into segments, with spaces where the gaps require them. */
export function joinItems(items: readonly TextItem[]): Segment[] {
  return groupItems(placeItems(items))
    .flatMap(splitRow)
    .map(joinParts)
    .filter((segment) => segment.text !== '');
}

/**
 * Returns the items with their lines. A raised or lowered item belongs to the larger one that it touches in the order of the
 * file, because a line of another column can be closer.
 */
function placeItems(items: readonly TextItem[]): PlacedItem[] {
  const placed = items.map((item, order) => ({ ...item, order, line: item.baseline }));
  for (let at = 1; at < placed.length; at++) {
    const [one, other] = [itemAt(placed, at - 1), itemAt(placed, at)];
    if (isShifted(other, one) && touches(one, other)) other.line = one.line;
  }
  for (let at = placed.length - 1; at > 0; at--) {
    const [one, other] = [itemAt(placed, at - 1), itemAt(placed, at)];
    if (one.line === one.baseline && isShifted(one, other) && touches(one, other)) one.line = other.line;
  }
  return placed;
}

/** Returns true if an item is smaller than another one and beside its line. */
function isShifted(item: PlacedItem, main: PlacedItem): boolean {
  const isSmall = item.size <= main.size * maxShiftedSize || main.line !== main.baseline;
  const distance = Math.abs(item.baseline - main.line);
  return isSmall && distance > 0 && distance <= main.size * 0.6;
}

function touches(one: PlacedItem, other: PlacedItem): boolean {
  const gap = other.left - one.right;
  const size = Math.max(one.size, other.size);
  return gap > -size * 0.6 && gap < size * 0.4;
}

/** Splits the items of a row where a gap is wider than a space. */
function splitRow(row: readonly PlacedItem[]): PlacedItem[][] {
  const parts: PlacedItem[][] = [];
  let end = 0;
  for (const item of row) {
    const open = parts.at(-1);
    const last = open?.at(-1);
    if (open === undefined || last === undefined || isApart({ right: end, size: last.size }, last, item)) {
      parts.push([item]);
      end = item.right;
    } else {
      open.push(item);
      end = Math.max(end, item.right);
    }
  }
  return parts;
}

function joinParts(items: readonly PlacedItem[]): Segment {
  const main = mainItem(items);
  const fonts = new Map<string, number>();
  let text = '';
  let end = 0;
  for (const [at, item] of items.entries()) {
    const needsSpace =
      at > 0 && item.left - end > item.size * 0.15 && !/\s$/.test(text) && !/^\s/.test(item.text);
    if (needsSpace) text += ' ';
    text += shiftedText(item, main, { before: text, next: items[at + 1] });
    end = Math.max(end, item.right);
    fonts.set(item.font, (fonts.get(item.font) ?? 0) + item.text.length);
  }
  const font = mostFrequent(fonts);
  return {
    text: collapseSpace(text),
    left: itemAt(items, 0).left,
    right: end,
    baseline: main.baseline,
    size: Math.max(...items.map(({ size }) => size)),
    font,
    ...(fonts.size > 1 && { otherFonts: [...fonts.keys()].filter((name) => name !== font) }),
    ...(items.every(({ isInternal }) => isInternal === true) && { isInternal: true }),
  };
}

function mostFrequent(counts: ReadonlyMap<string, number>): string {
  let [name, max] = ['', -1];
  for (const [key, count] of counts) if (count > max) [name, max] = [key, count];
  return name;
}

/** Returns the item with the largest amount of text, whose baseline is that of the line. */
function mainItem(row: readonly PlacedItem[]): PlacedItem {
  const amount = ({ text, size }: PlacedItem) => text.trim().length * size * size;
  return row.reduce((main, item) => (amount(item) > amount(main) ? item : main));
}

function isApart(open: Pick<Segment, 'right' | 'size'>, last: PlacedItem, item: PlacedItem): boolean {
  const gap = item.left - open.right;
  const isNext = Math.abs(item.order - last.order) <= 1;
  const limit = isNext
    ? Math.max(open.size, item.size) * maxGap
    : Math.min(open.size, item.size) * maxGapOutOfOrder;
  return gap > limit || gap < -item.size * 4;
}

/** Returns the text of an item, marked if it is smaller than the main text of its line and beside its baseline. */
function shiftedText(
  item: TextItem,
  main: TextItem,
  { before, next }: { before: string; next: TextItem | undefined },
): string {
  const { text } = item;
  const shift = (main.baseline - item.baseline) / main.size;
  const inner = text.trim();
  const isShort = item.size <= main.size * maxShiftedSize && inner.length <= maxShiftedLength;
  if (!isShort || Math.abs(shift) < minShift || !/[\p{L}\p{N}]/u.test(text)) return text;
  // A lowered text is an index only behind the text that it belongs to.
  if (shift < 0 && /^$|\s$/.test(before)) return text;
  // A raised letter within a word belongs to a logo.
  const isWithin = next !== undefined && next.left < item.right + item.size * 0.15;
  if (isWithin && /\p{L}$/u.test(inner) && /^\p{L}/u.test(next.text) && /\p{L}$/u.test(before)) return text;
  return text.replace(inner, () => markShifted(inner, shift > 0));
}

/** Groups items into rows from top to bottom, each from left to right; super- and subscripts stay in their row. */
function groupItems(items: readonly PlacedItem[]): PlacedItem[][] {
  const sorted = [...items].sort((a, b) => a.line - b.line || a.left - b.left);
  const rows: PlacedItem[][] = [];
  let last: { row: PlacedItem[]; line: number; size: number } | null = null;
  for (const item of sorted) {
    if (last !== null && item.line - last.line <= Math.min(last.size, item.size) * maxLineShift) {
      last.row.push(item);
      if (item.size > last.size) last = { row: last.row, line: item.line, size: item.size };
    } else {
      last = { row: [item], line: item.line, size: item.size };
      rows.push(last.row);
    }
  }
  for (const row of rows) row.sort((a, b) => a.left - b.left);
  return rows;
}

function isSameLine(one: Pick<Segment, 'baseline' | 'size'>, other: Segment): boolean {
  return Math.abs(one.baseline - other.baseline) <= Math.min(one.size, other.size) * maxLineShift;
}

/** A line of text: its segments from left to right. */
export interface Row {
  segments: Segment[];
  baseline: number;
  size: number;
}

/** Groups segments that are sorted by baseline into lines. */
export function groupRows(block: readonly Segment[]): Row[] {
  const rows: Row[] = [];
  for (const segment of block) {
    const last = rows.at(-1);
    if (last !== undefined && isSameLine(last, segment)) {
      last.segments.push(segment);
      if (segment.size > last.size) last.baseline = segment.baseline;
      last.size = Math.max(last.size, segment.size);
    } else rows.push({ segments: [segment], baseline: segment.baseline, size: segment.size });
  }
  for (const row of rows) row.segments.sort((a, b) => a.left - b.left);
  return rows;
}

/** Returns the position of the left and right end of a line. */
export const leftOf = (row: Row): number => itemAt(row.segments, 0).left;
export const rightOf = (row: Row): number => itemAt(row.segments, row.segments.length - 1).right;

/** Returns the text of a line, with marks. */
export function rowText(row: Row): string {
  return row.segments.map(({ text }) => text).join(' ');
}
