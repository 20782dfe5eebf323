import { foldLetters, foldText, splitWords } from '../words/words.ts';
import type { PageFacts } from './page-facts.ts';

/** Minimum strength of a heading that may be the title of the page. */
const minHeadingStrength = 0.7;
/** Minimum share of the words of the longer text that a name and a title have in common. */
const minSharedWords = 0.5;
/** Minimum number of letters of a name that is a part of a title in a script without spaces. */
const minLetters = 4;

/** Names of start pages, which say nothing about their content. */
const generalNames = /^(?:home|homepage|home page|index|start|startseite|accueil|inicio|untitled)$/;

/** Returns the folded titles of a page: its main headings, and the first parts of the titles in its head. */
export function findSubjectNames(page: PageFacts): readonly string[] {
  const headings = page
    .titles()
    .filter(({ reason, strength }) => /^h[12]$/.test(reason) && strength >= minHeadingStrength)
    .map(({ text }) => foldText(text));
  return [...new Set([...headings, ...page.headTitles().firsts])].filter((title) => title !== '');
}

/** Returns true if a folded name and a folded title name the same thing. */
function namesSame(name: string, title: string): boolean {
  const [mine, theirs] = [splitWords(name), splitWords(title)];
  const longer = Math.max(mine.length, theirs.length);
  if (longer <= 2) {
    const [one, other] = [foldLetters(name), foldLetters(title)];
    return (
      one === other ||
      (Math.min(one.length, other.length) >= minLetters && (one.includes(other) || other.includes(one)))
    );
  }
  const own = new Set(mine);
  const shared = new Set(theirs.filter((word) => own.has(word))).size;
  if (shared >= 2 && shared >= longer * minSharedWords) return true;
  const [short, long] = mine.length < theirs.length ? [mine, theirs] : [theirs, mine];
  return short.length >= 2 && ` ${long.join(' ')} `.includes(` ${short.join(' ')} `);
}

/** Returns true if a name is that of the site: its declared name, or the start of its host. */
export function isNameOfSite(name: string, page: PageFacts): boolean {
  const own = foldLetters(name);
  const host = foldLetters(URL.parse(page.url)?.hostname.replace(/^www\./, '') ?? '');
  return own !== '' && (own === foldLetters(page.siteName()) || (own.length > 2 && host.startsWith(own)));
}

/**
 * Returns true if a name agrees with the headings of the page or with the title in its head, without the name of the site.
 * A page without titles agrees with every name. With `isExact`, only an equal title agrees.
 */
export function agreesWithTitles(name: string, page: PageFacts, isExact = false): boolean {
  const titles = page.subjectNames();
  if (titles.length === 0) return true;
  const own = foldText(name);
  if (generalNames.test(own)) return false;
  if (titles.includes(own)) return true;
  if (isExact || isNameOfSite(name, page)) return false;
  const { whole } = page.headTitles();
  return whole.some((title) => title.startsWith(own)) || titles.some((title) => namesSame(own, title));
}
