import type { RenderedPage } from './render-page.ts';

/** A page of the search index. */
interface IndexedPage {
  url: string;
  /** Title of its section of the navigation. */
  group: string;
  /** Weight of its sections against those of other pages: 1, or less for reference pages, which repeat the words of the others. */
  weight: number;
}

/** A section of a page in the search index. */
export interface SearchEntry {
  /** URL with the heading. */
  url: string;
  /** Title of the page. */
  page: string;
  /** Title of the section of the navigation with the page. */
  group: string;
  weight: number;
  /** Headings above the section from the second level on, and its own; empty for the start of a page. */
  headings: readonly string[];
  text: string;
}

/** Returns the entries of a page for the search index, one for each heading. */
export function searchEntriesOf(
  { title, sections }: RenderedPage,
  { url, group, weight }: IndexedPage,
): SearchEntry[] {
  const above: string[] = [];
  return sections.map(({ heading, id, depth, text }) => {
    above.length = Math.min(above.length, Math.max(0, depth - 2));
    const shared = { page: title, group, weight };
    if (depth === 1) return { url, ...shared, headings: [], text };
    above.push(heading);
    return { url: `${url}#${id}`, ...shared, headings: [...above], text };
  });
}
