import type { Segment } from './pdf-lines.ts';

/** Minimum number of pages with the same line, and number of lines checked at the top and bottom of a page. */
const minPages = 3;
const edgeLines = 2;

/** Removes headers and footers that repeat across pages, with different numbers in them. */
export function removeRunningLines(pages: readonly Segment[][]): Segment[][] {
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

function edgeSegments(page: readonly Segment[]): Segment[] {
  const baselines = [...new Set(page.map((segment) => Math.round(segment.baseline)))].sort((a, b) => a - b);
  if (baselines.length <= edgeLines * 2) return [];
  const edges = new Set([...baselines.slice(0, edgeLines), ...baselines.slice(-edgeLines)]);
  return page.filter((segment) => edges.has(Math.round(segment.baseline)));
}

/** Returns a key of the words and the height of a segment; numbers are ignored. */
function lineKey({ text, baseline }: Segment): string {
  return `${Math.round(baseline / 4)} ${text.replace(/\d+/g, '#').replace(/\b[ivxl]+\b/gi, '#')}`;
}
