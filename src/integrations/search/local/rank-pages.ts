import { parseIdentifier, wordsIn } from './identifiers.ts';

/** A page that may answer a query, with the occurrences of each term. */
export interface CandidatePage {
  page_key: Buffer;
  config: string;
  url: string;
  title: string;
  digest: string | null;
  word_count: number;
  read_at: Date;
  published_at: Date | null;
  /** Weight of each term in the title, the headings and the address (0 if absent); grows with its occurrences. */
  in_title: number[];
  in_headings: number[];
  in_address: number[];
  /** Occurrences of each term in the title and the text. */
  in_text: number[];
  /** Weights of the bonuses in title, headings and address, and whether the text holds them. */
  bonus_keys: number[];
  bonus_text: boolean[];
  /** Share of the query in the best link text that holds all terms; 0 if there is none. */
  in_anchors: number;
}

/** A page with its score, and the positions of the terms that it lacks. */
export interface RankedPage {
  page: CandidatePage;
  score: number;
  missing: number[];
}

/** Weights of the parts of a score. */
const weights = {
  title: 1,
  headings: 0.8,
  address: 0.8,
  text: 1,
  titleCoverage: 1.6,
  wholeTitle: 0.8,
  addressCoverage: 1.2,
  anchors: 0.8,
  bonusKey: 0.9,
  bonusText: 0.25,
};
/** Value of PostgreSQL's `ts_rank` for one occurrence with weight 1: 6/π². */
const singleHit = 6 / Math.PI ** 2;
/** Parameters of BM25: saturation of the occurrences, and effect of the length. */
const saturation = 1.2;
const lengthEffect = 0.6;
/** Number of pages, by the occurrences, whose title and address are compared with the query. */
const maxCovered = 80;
const titleSeparators = / [-–—|·•»«:]+ |(?<=\p{L}): /u;

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Returns the weight of each term: terms that few of the pages hold in their title, headings or address weigh more. */
function computeTermWeights(pages: readonly CandidatePage[], count: number): number[] {
  const raw = Array.from({ length: count }, (_, term) => {
    const holding = pages.filter(
      (page) =>
        (page.in_title[term] ?? 0) > 0 ||
        (page.in_headings[term] ?? 0) > 0 ||
        (page.in_address[term] ?? 0) > 0,
    ).length;
    return Math.log(1 + (pages.length - holding + 1) / (holding + 1)) + 0.3;
  });
  const total = sum(raw);
  return raw.map((weight) => weight / total);
}

function isSameWord(word: string, lexeme: string): boolean {
  return (
    word === lexeme ||
    (lexeme.length > 3 && word.startsWith(lexeme.slice(0, -1)) && word.length - lexeme.length < 5)
  );
}

function lexemesOf(queries: readonly string[]): string[][] {
  return queries.map((query) => [...query.matchAll(/'((?:[^']|'')*)'/g)].map(([, word]) => word as string));
}

/** Returns the words of a text, where an identifier is one word if the query names it as one. */
function wordsOf(text: string, terms: readonly string[][]): string[] {
  return text.split(/[\s/,()]+/).flatMap((word) => {
    const identifier = parseIdentifier(word);
    const isNamed =
      identifier !== null &&
      terms.some((lexemes) => lexemes.some((one) => isSameWord(identifier.whole, one)));
    return isNamed ? [identifier.whole] : (identifier?.parts ?? wordsIn(word));
  });
}

/** Weight of a word that has only its stem in common with the query. */
const stemWeight = 0.85;

/** Returns how well a text and the query cover each other: 1 if each word of one is a word of the other. */
function computeCoverage(text: string, terms: readonly string[][], queryWords: ReadonlySet<string>): number {
  const words = wordsOf(text, terms);
  if (words.length === 0) return 0;
  const found = terms.filter((lexemes) =>
    lexemes.some((lexeme) => words.some((word) => isSameWord(word, lexeme))),
  );
  const used = words.map((word) => {
    if (queryWords.has(word)) return 1;
    const isFound = terms.some((lexemes) => lexemes.some((lexeme) => isSameWord(word, lexeme)));
    return isFound ? stemWeight : 0;
  });
  return (found.length / terms.length) * (sum(used) / words.length);
}

/** Returns the words of a text in one form, stop words included. */
function normalize(text: string): string {
  return wordsIn(text).join(' ');
}

function lastPathPart(url: string): string {
  const parts = (URL.parse(url)?.pathname ?? '').split('/').filter(Boolean);
  const last = (parts.at(-1) ?? '').replace(/\.[a-z]{2,5}$/i, '');
  return /^(?:index|default|home)?$/i.test(last) ? (parts.at(-2) ?? '') : last;
}

function coverageOf({ title, url }: CandidatePage, terms: readonly string[][], query: string) {
  const segments = title.split(titleSeparators);
  const queryWords = new Set(query.split(' '));
  return {
    title: Math.max(...segments.map((segment) => computeCoverage(segment, terms, queryWords))),
    address: computeCoverage(lastPathPart(url), terms, queryWords),
    isTitle: segments.some((segment) => normalize(segment) === query),
  };
}

/** Scores the pages for a query and its terms (in PostgreSQL's notation), best first. */
export function rankPages(
  pages: readonly CandidatePage[],
  queries: readonly string[],
  queryText: string,
): RankedPage[] {
  const query = normalize(queryText);
  const terms = lexemesOf(queries);
  const termWeights = computeTermWeights(pages, queries.length);
  const meanLength = Math.max(1, sum(pages.map((page) => page.word_count)) / Math.max(1, pages.length));
  const scoreOccurrences = (page: CandidatePage): RankedPage => {
    const damping = saturation * (1 - lengthEffect + (lengthEffect * page.word_count) / meanLength);
    const perTerm = termWeights.map((weight, at) => {
      const count = page.in_text[at] ?? 0;
      const fields = [
        (page.in_title[at] ?? 0) > 0 ? weights.title : 0,
        weights.headings * Math.min(1, (page.in_headings[at] ?? 0) / singleHit),
        weights.address * Math.min(1, (page.in_address[at] ?? 0) / singleHit),
      ];
      return weight * (Math.max(...fields) + (weights.text * count) / (count + damping));
    });
    const missing = termWeights.flatMap((_, at) => {
      const values = [page.in_text, page.in_title, page.in_headings, page.in_address];
      return values.every((list) => (list[at] ?? 0) === 0) ? at : [];
    });
    const bonuses =
      (page.bonus_keys.some((value) => value > 0) ? weights.bonusKey : 0) +
      (page.bonus_text.some(Boolean) ? weights.bonusText : 0);
    return { page, score: sum(perTerm) + weights.anchors * page.in_anchors + bonuses, missing };
  };
  const scoreCoverage = ({ page, score, missing }: RankedPage): RankedPage => {
    const coverage = coverageOf(page, terms, query);
    const held = 1 - sum(missing.map((at) => termWeights[at] ?? 0));
    const extras =
      weights.titleCoverage * coverage.title +
      weights.addressCoverage * coverage.address +
      (coverage.isTitle ? weights.wholeTitle : 0);
    return { page, score: (score + extras) * held, missing };
  };
  const byOccurrences = pages.map(scoreOccurrences).sort(compareRanks);
  const [best, rest] = [byOccurrences.slice(0, maxCovered), byOccurrences.slice(maxCovered)];
  return [...best.map(scoreCoverage).sort(compareRanks), ...rest];
}

function compareRanks(one: RankedPage, other: RankedPage): number {
  return (
    other.score - one.score ||
    other.page.read_at.getTime() - one.page.read_at.getTime() ||
    (one.page.url < other.page.url ? -1 : 1)
  );
}
