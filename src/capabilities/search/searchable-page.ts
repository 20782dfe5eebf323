import { findAnchors } from '../../integrations/search/local/page-anchors.ts';
import type { PageTexts, SearchablePage } from '../../integrations/search/local/read-page.ts';
import { createSearchableText } from '../../integrations/search/local/searchable-text.ts';
import { pageKey } from './page-key.ts';
import { plainText } from './plain-text.ts';

/** Minimum length of text for the index. */
const minTextLength = 20;
const maxHeadings = 500;

/** Returns the headings of a Markdown text as plain text. */
function findHeadings(markdown: string): string[] {
  const lines = markdown.match(/^#{1,6} .*$/gm) ?? [];
  return lines.slice(0, maxHeadings).map(plainText);
}

/** Prepares a page for the search index; null if it has too little text. */
function createSearchablePage({ url, title, description, markdown }: PageTexts): SearchablePage | null {
  const text = plainText(markdown);
  if (text.length < minTextLength) return null;
  const parts = { url, title, headings: findHeadings(markdown), text: `${description}\n${text}` };
  const anchors = findAnchors(markdown, url).map((anchor) => ({
    key: pageKey(anchor.url),
    text: anchor.text,
  }));
  return { text: createSearchableText(parts), anchors };
}

/** Prepares pages for the search index; null for one with too little text. */
export function createSearchablePages(pages: readonly PageTexts[]): (SearchablePage | null)[] {
  return pages.map(createSearchablePage);
}
