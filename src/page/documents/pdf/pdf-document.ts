import type { Block } from './pdf-blocks.ts';
import { readingOrders } from './pdf-columns.ts';
import { computeFontScale, findCodeFonts, roundToHalf } from './pdf-fonts.ts';
import { joinRegions, type Region } from './pdf-join.ts';
import { type LayoutContext, layoutBlocks } from './pdf-layout.ts';
import { groupRows, joinItems, type Row } from './pdf-lines.ts';
import { type Bookmark, findNamedHeadings, type NamedHeading } from './pdf-outline.ts';
import type { PageText } from './pdf-page.ts';
import { removeRunningLines } from './pdf-running-lines.ts';

/** Minimum number of lines that bookmarks name, by which other lines are no headings because of their size alone. */
const minNamed = 3;

/** Returns the text of pages as blocks in reading order. */
export function readBlocks(
  pages: readonly PageText[],
  { bookmarks, marksPages }: { bookmarks: readonly Bookmark[]; marksPages: boolean },
): Block[] {
  const regions = layoutPages(pages, bookmarks);
  const parts = regions.flatMap((page, at): Region[] => {
    const number = pages[at]?.number ?? 1;
    return marksPages ? [[{ kind: 'page', number }], ...page] : page;
  });
  return joinRegions(parts);
}

/** Returns the regions of each page. */
function layoutPages(pages: readonly PageText[], bookmarks: readonly Bookmark[]): Region[][] {
  const items = pages.flatMap((page) => page.items);
  const codeFonts = findCodeFonts(items, new Set(pages.flatMap((page) => page.codeFonts)));
  const segments = pages.map((page) =>
    joinItems(page.items.map((item) => (codeFonts.has(item.font) ? { ...item, isCode: true } : item))),
  );
  const rows = readingOrders(removeRunningLines(segments)).map((page) => page.map(groupRows));
  const named = new Map<Row, NamedHeading>();
  for (const [at, page] of pages.entries()) {
    const own = bookmarks.filter((bookmark) => bookmark.page === page.number - 1);
    for (const [row, heading] of findNamedHeadings(rows[at] ?? [], own, page.height)) named.set(row, heading);
  }
  const context: LayoutContext = {
    scale: computeFontScale(rows.flat()),
    named,
    namedSizes: named.size >= minNamed ? sizesOf(named) : null,
  };
  return rows.map((page) => page.map((region) => layoutBlocks(region, context)));
}

/** Returns the level of each size of the headings that bookmarks name: the first one. */
function sizesOf(named: ReadonlyMap<Row, NamedHeading>): Map<number, number> {
  const sizes = new Map<number, number>();
  for (const [row, { level }] of named) {
    const size = roundToHalf(row.size);
    if (!sizes.has(size)) sizes.set(size, level);
  }
  return sizes;
}

