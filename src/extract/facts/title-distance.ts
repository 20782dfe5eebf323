import type { TextLine } from '../page-view/page-view.ts';

/** Returns the index of the first line that ends behind a node. */
export function lineAt(lines: readonly TextLine[], node: number): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle]?.to ?? 0) <= node) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Lines around the title in which a page states its author and date. */
export const maxLinesBelow = 14;
export const maxLinesAbove = 5;

/** Returns true if a line is so near to that of the title that it may state who wrote the page and when. */
export function isNearTitle(title: number, line: number): boolean {
  return title !== -1 && line >= title - maxLinesAbove && line <= title + maxLinesBelow;
}

/** Distance in lines up to which a text stands directly below the title. */
const directLines = 3;

/** Returns how near a line is to that of the title: from 1 directly below it to 0 where nothing belongs to it. */
export function nearness(title: number, line: number): number {
  if (!isNearTitle(title, line)) return 0;
  const distance = line >= title ? line - title : (title - line) * 2;
  return distance <= directLines ? 1 : 1 - (distance - directLines) / (maxLinesBelow + 1);
}
