import type { Segment } from './pdf-lines.ts';

/** Minimum number of pages with the same line, and number of lines checked at the top and bottom of a page. */
const minPages = 3;
const edgeLines = 2;

/** Removes page numbers, and headers and footers that repeat across pages, with different numbers in them. */
export function removeRunningLines(allPages: readonly Segment[][]): Segment[][] {
  const pages = removePageNumbers(allPages);
  const counts = new Map<string, number>();
  for (const page of pages) {
    for (const key of new Set(edgeSegments(page).map(lineKey))) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const minCount = Math.max(minPages, Math.ceil(pages.length / 3));
  return pages.map((page) => {
    const runningLines = new Set(
      edgeSegments(page).filter((segment) => (counts.get(lineKey(segment)) ?? 0) >= minCount),
    );
    return runningLines.size === 0 ? page : page.filter((segment) => !runningLines.has(segment));
  });
}

/** Removes the numbers that stand alone at the ends of all pages and count on, also in a document of few pages. */
function removePageNumbers(pages: readonly Segment[][]): readonly Segment[][] {
  // In longer documents the numbers are lines that repeat.
  if (pages.length < 2 || pages.length >= minPages) return pages;
  const last = pages.map((page) =>
    page.reduce<Segment | null>(
      (low, segment) => (low === null || segment.baseline > low.baseline ? segment : low),
      null,
    ),
  );
  const numbers = last.map((segment) => /^\W*(\d{1,4})\W*$/.exec(segment?.text ?? '')?.[1]);
  const countsOn = numbers.every(
    (number, at) => number !== undefined && Number(number) === Number(numbers[0]) + at,
  );
  return countsOn ? pages.map((page, at) => page.filter((segment) => segment !== last[at])) : pages;
}

/** Returns the segments of the first and last lines of a page, without rows of a table that goes on over its ends. */
function edgeSegments(page: readonly Segment[]): Segment[] {
  const lines = new Map<number, Segment[]>();
  for (const segment of page) {
    const baseline = Math.round(segment.baseline);
    const line = lines.get(baseline);
    if (line === undefined) lines.set(baseline, [segment]);
    else line.push(segment);
  }
  if (lines.size <= edgeLines * 2) return [];
  const sorted = [...lines].sort(([one], [other]) => one - other).map(([, line]) => line);
  const [top, bottom] = [sorted[edgeLines] ?? [], sorted.at(-1 - edgeLines) ?? []];
  return [
    ...sorted.slice(0, edgeLines).filter((line) => !isRowLike(line, top)),
    ...sorted.slice(-edgeLines).filter((line) => !isRowLike(line, bottom)),
  ].flat();
}

/** Maximum distance of the edges of cells in one column, in points. */
const maxShift = 3;

/** Returns true if a line has several segments, aligned with those of an inner line of the page. */
function isRowLike(line: readonly Segment[], inner: readonly Segment[]): boolean {
  const isNear = (one: number, other: number) => Math.abs(one - other) <= maxShift;
  return (
    line.length >= 2 &&
    line.length === inner.length &&
    line.every(({ left, right }) =>
      inner.some((cell) => isNear(cell.left, left) || isNear(cell.right, right)),
    )
  );
}

/** Returns a key of the words and the height of a segment; numbers are ignored. */
function lineKey({ text, baseline }: Segment): string {
  return `${Math.round(baseline / 4)} ${text.replace(/\d+/g, '#').replace(/\b[ivxl]+\b/gi, '#')}`;
}
