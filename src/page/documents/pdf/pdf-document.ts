import type { Block } from './pdf-blocks.ts';
import { computeFontScale, roundToHalf } from './pdf-fonts.ts';
import { joinRegions, type Region } from './pdf-join.ts';
import { type LayoutContext, layoutBlocks } from './pdf-layout.ts';
import { groupRows, type Row } from './pdf-lines.ts';
import { type Bookmark, findNamedHeadings, type NamedHeading } from './pdf-outline.ts';
import type { PageText } from './pdf-page.ts';
import { removeRunningLines } from './pdf-running-lines.ts';
import { readingOrders } from './reading-orders.ts';

/** Minimum number of lines that bookmarks name, by which other lines are no headings because of their size alone. */
const minNamed = 3;

/** What is known of a document beside its pages. */
export interface DocumentFacts {
  bookmarks: readonly Bookmark[];
  /** Names of the fonts whose characters all have one width. */
  codeFonts: ReadonlySet<string>;
  /** True if the start of each page is marked. */
  marksPages: boolean;
}

/** Returns the text of pages as blocks in reading order: by the structure of a page if it has one, else by its layout. */
export function readBlocks(pages: readonly PageText[], facts: DocumentFacts): Block[] {
  const isStructured = pages.some(({ structured }) => structured?.some(({ kind }) => kind !== 'paragraph'));
  const regions = layoutPages(pages, facts);
  const parts = pages.flatMap(({ number, structured }, at): Region[] => {
    const page = isStructured && structured !== null ? [structured] : (regions[at] ?? []);
    return facts.marksPages ? [[{ kind: 'page', number }], ...page] : page;
  });
  return joinRegions(parts);
}

/** Returns the regions of each page. */
function layoutPages(pages: readonly PageText[], { bookmarks, codeFonts }: DocumentFacts): Region[][] {
  const segments = pages.map((page) => page.segments);
  for (const segment of segments.flat()) {
    const { font, otherFonts = [] } = segment;
    if (codeFonts.has(font) && otherFonts.every((other) => codeFonts.has(other))) segment.isCode = true;
  }
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
    front: rowsBefore(rows.flat(2), named),
  };
  return rows.map((page) => page.map((region) => layoutBlocks(region, context)));
}

/** Returns the lines before the first heading that a bookmark names. */
function rowsBefore(rows: readonly Row[], named: ReadonlyMap<Row, NamedHeading>): Set<Row> {
  const first = rows.findIndex((row) => named.has(row));
  return new Set(rows.slice(0, Math.max(0, first)));
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
