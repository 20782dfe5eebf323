import { collapseSpace } from '../../../domain/values/collapse-space.ts';
import { itemAt } from '../../../domain/values/elements.ts';
/** Run of text on one line, in points from the top left corner of the page. */
export interface Segment {
  text: string;
  left: number;
  right: number;
  /** Vertical position of the baseline. */
  baseline: number;
  size: number;
}

/** One text item of the PDF. */
export type TextItem = Segment;

/** Joins adjacent items on one baseline into segments, with spaces where the gaps require them. */
export function joinItems(items: readonly TextItem[]): Segment[] {
  const rows = groupItems(items);
  const segments: Segment[] = [];
  for (const row of rows) {
    let open: Segment | null = null;
    for (const item of row) {
      const gap: number = open === null ? 0 : item.left - open.right;
      if (open === null || gap > Math.max(open.size, item.size) * 1.1 || gap < -item.size * 4) {
        open = { ...item };
        segments.push(open);
        continue;
      }
      const needsSpace = gap > item.size * 0.15 && !/\s$/.test(open.text) && !/^\s/.test(item.text);
      open.text += needsSpace ? ` ${item.text}` : item.text;
      open.right = Math.max(open.right, item.right);
      open.size = Math.max(open.size, item.size);
    }
  }
  for (const segment of segments) segment.text = collapseSpace(segment.text);
  return segments.filter((segment) => segment.text !== '');
}

/** Groups items into rows from top to bottom, each from left to right; super- and subscripts stay in their row. */
function groupItems(items: readonly TextItem[]): TextItem[][] {
  const sorted = [...items].sort((a, b) => a.baseline - b.baseline || a.left - b.left);
  const rows: TextItem[][] = [];
  let last: { row: TextItem[]; baseline: number; size: number } | null = null;
  for (const item of sorted) {
    if (last !== null && item.baseline - last.baseline <= Math.min(last.size, item.size) * 0.45) {
      last.row.push(item);
      if (item.size > last.size) last = { row: last.row, baseline: item.baseline, size: item.size };
    } else {
      last = { row: [item], baseline: item.baseline, size: item.size };
      rows.push(last.row);
    }
  }
  for (const row of rows) row.sort((a, b) => a.left - b.left);
  return rows;
}

/** Maximum number of gutters that are tried, and of nested column levels. */
const maxGutters = 24;
const maxDepth = 8;
/** Minimum number of lines in a column. */
const minColumnLines = 4;

interface Split {
  from: number;
  to: number;
  gutter: number;
}

/** Returns blocks in reading order: text across the page, then each column, then the text below. */
export function readingOrder(segments: readonly Segment[], depth = 0): Segment[][] {
  const sorted = [...segments].sort((a, b) => a.baseline - b.baseline || a.left - b.left);
  const split = depth < maxDepth ? findColumnSplit(sorted) : null;
  if (split === null) return sorted.length === 0 ? [] : [sorted];
  const { from, to, gutter } = split;
  const middle = sorted.slice(from, to);
  return [
    ...readingOrder(sorted.slice(0, from), depth + 1),
    ...readingOrder(
      middle.filter((segment) => segment.right <= gutter),
      depth + 1,
    ),
    ...readingOrder(
      middle.filter((segment) => segment.right > gutter),
      depth + 1,
    ),
    ...readingOrder(sorted.slice(to), depth + 1),
  ];
}

/** Finds the longest run of lines that one gutter splits into two columns of running text. */
function findColumnSplit(sorted: readonly Segment[]): Split | null {
  if (sorted.length < minColumnLines * 2) return null;
  let best: Split | null = null;
  for (const gutter of findGutters(sorted)) {
    for (let from = 0; from < sorted.length; from++) {
      let to = from;
      while (to < sorted.length && !crosses(itemAt(sorted, to), gutter)) to++;
      const isLonger = to - from > (best === null ? 0 : best.to - best.from);
      if (isLonger && isColumnLayout(sorted.slice(from, to), gutter)) best = { from, to, gutter };
      from = to;
    }
  }
  return best;
}

function crosses(segment: Segment, gutter: number): boolean {
  return segment.left < gutter && segment.right > gutter;
}

/** Returns the horizontal positions slightly left of the starts of many segments, the most frequent first. */
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
    .map(([position]) => position);
}

/** Checks that most lines fill their column, which table cells do not. */
function isColumnLayout(segments: readonly Segment[], gutter: number): boolean {
  const left = segments.filter((segment) => segment.right <= gutter);
  const right = segments.filter((segment) => segment.right > gutter);
  return [left, right].every((side) => side.length >= minColumnLines && isRunningText(side));
}

function isRunningText(segments: readonly Segment[]): boolean {
  const start = Math.min(...segments.map((segment) => segment.left));
  const end = Math.max(...segments.map((segment) => segment.right));
  const full = segments.filter((segment) => segment.right - segment.left > (end - start) * 0.6);
  const long = segments.filter((segment) => segment.right - segment.left > segment.size * 9);
  return full.length * 2 >= segments.length && long.length * 2 >= segments.length;
}
