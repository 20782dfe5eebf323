import { foldText } from '../words/words.ts';
import type { PageFacts } from './page-facts.ts';

/** Minimum strength of a heading that may be the title of the page. */
const minHeadingStrength = 0.7;
/** Returns the folded titles of a page: its main headings, and the first parts of the titles in its head. */
export function findSubjectNames(page: PageFacts): readonly string[] {
  const headings = page
    .titles()
    .filter(({ reason, strength }) => /^h[12]$/.test(reason) && strength >= minHeadingStrength)
    .map(({ text }) => foldText(text));
  return [...new Set([...headings, ...page.headTitles().firsts])].filter((title) => title !== '');
}

/**
 * Returns true if a name is a heading of the page or begins the title in its head, and is not the name of the site.
 * A page without titles agrees with every name. With `isExact`, only an equal title agrees.
 */
export function agreesWithTitles(name: string, page: PageFacts, isExact = false): boolean {
  const titles = page.subjectNames();
  if (titles.length === 0) return true;
  const own = foldText(name);
  if (titles.includes(own)) return true;
  const { whole, isSite } = page.headTitles();
  return !isExact && !isSite(own) && whole.some((title) => title.startsWith(own));
}
