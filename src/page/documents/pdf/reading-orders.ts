import { itemAt } from '../../../domain/values/elements.ts';
import type { Segment } from './pdf-lines.ts';

/** Maximum number of gutters that are tried, and of nested column levels. */
const maxGutters = 24;
const maxDepth = 8;
/** Minimum number of lines in a column. */
const minColumnLines = 4;
/** Minimum share of its column that a full line of running text covers, and share of the width of all text that full lines have. */
const minFullLine = 0.6;
const minFullText = 0.5;
/** Minimum width of a line of running text, in font sizes. */
const minLineWidth = 9;
/** Minimum width of a line that shows where a column ends, in points. */
const minFullLineWidth = 60;

interface Split {
  from: number;
  to: number;
  gutter: number;
}

/** Minimum number of lines in a column whose gutter is that of other pages. */
const minKnownLines = 1;
/** Minimum share of pages with columns by which their gutters show those of the others. */
const minColumnPages = 1 / 3;
/** Maximum distance of the gutters of two pages, in points. */
const maxGutterShift = 6;

/**
 * Returns the blocks of each page in reading order: text across the page, then each column, then the text below. The
 * gutters of other pages show the columns of a page with few lines.
 */
export function readingOrders(pages: readonly (readonly Segment[])[]): Segment[][][] {
  const gutters = new Set<number>();
  const orders = pages.map((segments) => {
    const own: number[] = [];
    const blocks = readingOrder(segments, { gutters: own, known: [] });
    for (const gutter of own) gutters.add(gutter);
    return { segments, blocks, hasColumns: own.length > 0 };
  });
  const withColumns = orders.filter(({ hasColumns }) => hasColumns).length;
  if (withColumns === 0 || withColumns < pages.length * minColumnPages)
    return orders.map(({ blocks }) => blocks);
  const known = [...gutters].slice(0, maxGutters);
  return orders.map(({ segments, blocks, hasColumns }) =>
    hasColumns ? blocks : readingOrder(segments, { gutters: [], known }),
  );
}

interface Gutters {
  /** Those of the page, to which each one that is found is added. */
  gutters: number[];
  /** Those of other pages. */
  known: readonly number[];
}

function readingOrder(segments: readonly Segment[], state: Gutters, depth = 0): Segment[][] {
  const sorted = [...segments].sort((a, b) => a.baseline - b.baseline || a.left - b.left);
  const split = depth < maxDepth ? findColumnSplit(sorted, state.known) : null;
  if (split === null) return sorted.length === 0 ? [] : [sorted];
  const { from, to, gutter } = split;
  state.gutters.push(gutter);
  const middle = sorted.slice(from, to);
  const read = (part: readonly Segment[]) => readingOrder(part, state, depth + 1);
  return [
    ...read(sorted.slice(0, from)),
    ...read(middle.filter((segment) => segment.right <= gutter)),
    ...read(middle.filter((segment) => segment.right > gutter)),
    ...read(sorted.slice(to)),
  ];
}

/** Finds the longest run of lines that one gutter splits into two columns of running text, or into one and further columns. */
function findColumnSplit(
  sorted: readonly Segment[],
  known: readonly number[],
  isInner = false,
): Split | null {
  if (sorted.length < (known.length > 0 ? minKnownLines : minColumnLines) * 2) return null;
  let best: Split | null = null;
  for (const gutter of new Set([...known, ...findGutters(sorted)])) {
    const minLines = known.some((one) => Math.abs(one - gutter) <= maxGutterShift)
      ? minKnownLines
      : minColumnLines;
    for (let from = 0; from < sorted.length; from++) {
      let to = from;
      while (to < sorted.length && !crosses(itemAt(sorted, to), gutter)) to++;
      const isLonger = to - from > (best === null ? 0 : best.to - best.from);
      if (isLonger && isColumnLayout(sorted.slice(from, to), gutter, { minLines, isInner }))
        best = { from, to, gutter };
      from = to;
    }
  }
  return best;
}

function crosses(segment: Segment, gutter: number): boolean {
  return segment.left < gutter && segment.right > gutter;
}

/**
 * Returns the horizontal positions slightly left of the starts of many segments, the most frequent first, each after the end of
 * the text on its left: lines with a label begin further left than others.
 */
function findGutters(segments: readonly Segment[]): number[] {
  const counts = new Map<number, number>();
  for (const { left, size } of segments) {
    const position = Math.round((left - size * 0.3) / 3) * 3;
    counts.set(position, (counts.get(position) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count >= minColumnLines)
    .sort((a, b) => b[1] - a[1])
    .slice(0, maxGutters)
    .flatMap(([position]) => [endBefore(segments, position), position]);
}

/** Maximum width of a gutter, in points. */
const maxGutterWidth = 40;

/** Returns the end of the text on the left of a position, or the position if there is none close to it. */
function endBefore(segments: readonly Segment[], position: number): number {
  let end = position - maxGutterWidth;
  for (const { left, right } of segments) {
    if (right <= position && right - left > minFullLineWidth) end = Math.max(end, right);
  }
  return end > position - maxGutterWidth ? end : position;
}

/** Checks that most of the text is in lines that fill their column, which cells of tables do not. */
function isColumnLayout(
  segments: readonly Segment[],
  gutter: number,
  { minLines, isInner }: { minLines: number; isInner: boolean },
): boolean {
  const left = segments.filter((segment) => segment.right <= gutter);
  const right = segments.filter((segment) => segment.right > gutter);
  const isColumn = (side: readonly Segment[]) => side.length >= minLines && isRunningText(side);
  const areColumns = (side: readonly Segment[]) => {
    const split = isInner ? null : findColumnSplit(side, [], true);
    return split !== null && split.to - split.from > side.length * minFullText;
  };
  return (isColumn(left) && (isColumn(right) || areColumns(right))) || (isColumn(right) && areColumns(left));
}

/** Measures by the width of text: formulas and short lines between paragraphs have many pieces, but little of it. */
function isRunningText(segments: readonly Segment[]): boolean {
  const start = Math.min(...segments.map(({ left }) => left));
  const width = Math.max(...segments.map(({ right }) => right)) - start;
  let [all, full] = [0, 0];
  for (const { left, right, size } of segments) {
    const length = right - left;
    all += length;
    if (length > width * minFullLine && length > size * minLineWidth) full += length;
  }
  return full >= all * minFullText;
}
