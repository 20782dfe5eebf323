// The search of the documentation: ranks sections of pages for the words of a question.

/**
 * @typedef {{ url: string, page: string, group: string, weight: number, headings: string[], text: string }} Section
 * @typedef {Section & { id: number, heading: string, audience: 'users' | 'contributors' }} Indexed
 * @typedef {{ section: Indexed, score: number, isAnswered: boolean, words: string[] }} Found
 * @typedef {{ id: number, score: number, queryTerms: string[], terms: string[] }} Match
 * @typedef {{ addAll(sections: object[]): void, search(query: string, options?: object): Match[] }} Engine
 */

/** Words that questions contain and that say nothing about their subject. */
const fillers = new Set(
  'a an and are as at be by can do does for from get how i in is it my of on or the this to use want what when where which why with without you your'.split(
    ' ',
  ),
);

/** Most results of one group. */
const maxResults = 12;

/**
 * Removes the endings that separate forms of a word: `users` and `user`, `running` and `run`.
 * @param {string} word
 */
export function stemWord(word) {
  const lower = word.toLowerCase();
  if (fillers.has(lower)) return null;
  if (!/^[a-z]{4,}$/.test(lower)) return lower;
  const stem = lower
    .replace(/(?:ies|y)$/, 'i')
    .replace(/(?<=[^s])s$/, '')
    .replace(/(?:ing|ed|e)$/, '');
  return stem.length < 3 ? lower : stem.replace(/([^aeiouls])\1$/, '$1');
}

/**
 * Splits text into words. An identifier such as `WEBDATA_PORT` is one word.
 * @param {string} text
 */
function splitWords(text) {
  return text.match(/[\p{L}\p{N}_]+/gu) ?? [];
}

/**
 * Splits text into words for the index, where parts of an identifier are found as well.
 * @param {string} text
 */
function splitWordsAndParts(text) {
  const words = splitWords(text);
  return words
    .flatMap((word) => (word.includes('_') ? [word, ...word.split('_')] : [word]))
    .filter((word) => word !== '');
}

/**
 * Creates the search over the sections of both groups of pages.
 * @param {new (options: object) => Engine} MiniSearch class of the package of that name
 * @param {{ users: Section[], contributors: Section[] }} groups
 */
export function createSearch(MiniSearch, groups) {
  /** @type {Indexed[]} */
  const sections = [];
  for (const audience of /** @type {const} */ (['users', 'contributors'])) {
    for (const section of groups[audience]) {
      const heading = section.headings.at(-1) ?? section.page;
      sections.push({ ...section, id: sections.length, heading, audience });
    }
  }
  const fields = ['group', 'page', 'heading', 'text'];
  const engine = new MiniSearch({ fields, tokenize: splitWordsAndParts, processTerm: stemWord });
  engine.addAll(sections);

  /**
   * Returns the sections that answer a question best, at most three of each page.
   * @param {string} query
   * @returns {Found[]}
   */
  return function search(query) {
    const words = [...new Set(splitWords(query).flatMap((word) => stemWord(word) ?? []))];
    if (words.length === 0) return [];
    const matches = engine.search(query, {
      tokenize: splitWords,
      boost: { page: 4, heading: 3 },
      prefix: (/** @type {string} */ term) => term.length > 2,
      fuzzy: (/** @type {string} */ term) => (term.length > 5 ? 0.2 : false),
      weights: { prefix: 0.3, fuzzy: 0.1 },
    });
    const found = matches.flatMap(({ id, score, queryTerms, terms }) => {
      const section = sections[id];
      if (section === undefined) return [];
      const matched = new Set(queryTerms).size / words.length;
      const covered = coverage(section, words);
      const total = score * section.weight * matched ** 2 * (1 + covered);
      return [{ section, score: total, isAnswered: covered === 1, words: terms }];
    });
    found.sort((one, other) => other.score - one.score);
    return orderByAudience(found, words.length);
  };
}

/**
 * Returns the share of the words of a question that the titles and the headings of a section contain.
 * @param {Section} section
 * @param {string[]} words
 */
function coverage({ group, page, headings }, words) {
  const titles = new Set(splitWords([group, page, ...headings].join(' ')).map(stemWord));
  return words.filter((word) => titles.has(word)).length / words.length;
}

/**
 * Puts the pages for users first. Pages for contributors come first only if a heading of theirs contains all words of the
 * question, at least two, and none of a page for users does.
 * @param {Found[]} found
 * @param {number} wordCount
 */
function orderByAudience(found, wordCount) {
  const ofAudience = (/** @type {Indexed['audience']} */ audience) =>
    limitPages(found.filter(({ section }) => section.audience === audience)).slice(0, maxResults);
  const users = ofAudience('users');
  const contributors = ofAudience('contributors');
  const isAnswered = (/** @type {Found[]} */ group) => group.slice(0, 3).some((one) => one.isAnswered);
  const isForContributors = wordCount > 1 && isAnswered(contributors) && !isAnswered(users);
  return isForContributors ? [...contributors, ...users] : [...users, ...contributors];
}

/**
 * Keeps at most three sections of each page.
 * @param {Found[]} found
 */
function limitPages(found) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  return found.filter(({ section: { page } }) => {
    const count = counts.get(page) ?? 0;
    counts.set(page, count + 1);
    return count < 3;
  });
}
