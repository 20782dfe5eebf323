/** A run of text on one line of a page, in points from the page's top left corner. */
export interface Segment {
  text: string;
  left: number;
  right: number;
  /** Where the letters stand on. */
  baseline: number;
  size: number;
}

/** A piece of text as the PDF places it. */
export type Piece = Segment;

/** Pieces on one baseline that follow one another closely, joined; white space between them as the gaps say. */
export function segmentsOf(pieces: readonly Piece[]): Segment[] {
  const ordered = joinedRows(pieces);
  const segments: Segment[] = [];
  for (const row of ordered) {
    let open: Segment | null = null;
    for (const piece of row) {
      const gap: number = open === null ? 0 : piece.left - open.right;
      if (open === null || gap > Math.max(open.size, piece.size) * 1.1 || gap < -piece.size * 4) {
        open = { ...piece };
        segments.push(open);
        continue;
      }
      const needsSpace = gap > piece.size * 0.15 && !/\s$/.test(open.text) && !/^\s/.test(piece.text);
      open.text += needsSpace ? ` ${piece.text}` : piece.text;
      open.right = Math.max(open.right, piece.right);
      open.size = Math.max(open.size, piece.size);
    }
  }
  for (const segment of segments) segment.text = segment.text.replace(/\s+/g, ' ').trim();
  return segments.filter((segment) => segment.text !== '');
}

/** Pieces by baseline from top to bottom, each row from left to right; raised and lowered marks stay in their row. */
function joinedRows(pieces: readonly Piece[]): Piece[][] {
  const sorted = [...pieces].sort((a, b) => a.baseline - b.baseline || a.left - b.left);
  const rows: Piece[][] = [];
  let last: { row: Piece[]; baseline: number; size: number } | null = null;
  for (const piece of sorted) {
    if (last !== null && piece.baseline - last.baseline <= Math.min(last.size, piece.size) * 0.45) {
      last.row.push(piece);
      if (piece.size > last.size) last = { row: last.row, baseline: piece.baseline, size: piece.size };
    } else {
      last = { row: [piece], baseline: piece.baseline, size: piece.size };
      rows.push(last.row);
    }
  }
  for (const row of rows) row.sort((a, b) => a.left - b.left);
  return rows;
}

/** Most gutters that are tried, and levels of columns within columns. */
const maxGutters = 24;
const maxDepth = 8;
/** Lines that a column has at least. */
const minColumn = 4;

interface Split {
  from: number;
  to: number;
  gutter: number;
}

/** Blocks of segments in reading order: what spans the page, then column after column, then what follows. */
export function readingOrder(segments: readonly Segment[], depth = 0): Segment[][] {
  const sorted = [...segments].sort((a, b) => a.baseline - b.baseline || a.left - b.left);
  const split = depth < maxDepth ? bestSplit(sorted) : null;
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

/** The longest run of lines that one gutter parts into two columns of running text. */
function bestSplit(sorted: readonly Segment[]): Split | null {
  if (sorted.length < minColumn * 2) return null;
  let best: Split | null = null;
  for (const gutter of guttersOf(sorted)) {
    for (let from = 0; from < sorted.length; from++) {
      let to = from;
      while (to < sorted.length && !crosses(sorted[to] as Segment, gutter)) to++;
      const isLonger = to - from > (best === null ? 0 : best.to - best.from);
      if (isLonger && areColumns(sorted.slice(from, to), gutter)) best = { from, to, gutter };
      from = to;
    }
  }
  return best;
}

function crosses(segment: Segment, gutter: number): boolean {
  return segment.left < gutter && segment.right > gutter;
}

/** Places where many segments start, a little to the left of them. */
function guttersOf(segments: readonly Segment[]): number[] {
  const counts = new Map<number, number>();
  for (const { left, size } of segments) {
    const place = Math.round((left - size * 0.3) / 3) * 3;
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count >= minColumn)
    .sort((a, b) => b[1] - a[1])
    .slice(0, maxGutters)
    .map(([place]) => place);
}

/** Columns hold lines that fill them; the cells of a table do not. */
function areColumns(segments: readonly Segment[], gutter: number): boolean {
  const left = segments.filter((segment) => segment.right <= gutter);
  const right = segments.filter((segment) => segment.right > gutter);
  return [left, right].every((side) => side.length >= minColumn && isRunningText(side));
}

function isRunningText(segments: readonly Segment[]): boolean {
  const start = Math.min(...segments.map((segment) => segment.left));
  const end = Math.max(...segments.map((segment) => segment.right));
  const full = segments.filter((segment) => segment.right - segment.left > (end - start) * 0.6);
  const long = segments.filter((segment) => segment.right - segment.left > segment.size * 9);
  return full.length * 2 >= segments.length && long.length * 2 >= segments.length;
}
