import type { Segment } from './pdf-lines.ts';

/** Pages on which a line must come back, and how many lines at the top and bottom of a page are looked at. */
const minPages = 3;
const edgeLines = 2;

/** The pages without the head and foot lines that come back page after page with other numbers in them. */
export function withoutRunningLines(pages: readonly Segment[][]): Segment[][] {
  const counts = new Map<string, number>();
  for (const page of pages) {
    for (const key of new Set(edgesOf(page).map(keyOf))) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const needed = Math.max(minPages, Math.ceil(pages.length / 3));
  return pages.map((page) => {
    const dropped = new Set(edgesOf(page).filter((segment) => (counts.get(keyOf(segment)) ?? 0) >= needed));
    return dropped.size === 0 ? page : page.filter((segment) => !dropped.has(segment));
  });
}

function edgesOf(page: readonly Segment[]): Segment[] {
  const baselines = [...new Set(page.map((segment) => Math.round(segment.baseline)))].sort((a, b) => a - b);
  if (baselines.length <= edgeLines * 2) return [];
  const edges = new Set([...baselines.slice(0, edgeLines), ...baselines.slice(-edgeLines)]);
  return page.filter((segment) => edges.has(Math.round(segment.baseline)));
}

/** Same words at the same height, whatever the number. */
function keyOf({ text, baseline }: Segment): string {
  return `${Math.round(baseline / 4)} ${text.replace(/\d+/g, '#').replace(/\b[ivxl]+\b/gi, '#')}`;
}
