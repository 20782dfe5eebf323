import { decodePercent } from '../../domain/values/decode-percent.ts';
import { functionWords } from '../../page/text/function-words.ts';
import { foldText } from '../../page/text/sections.ts';
import { replaceSpecialLetters } from '../../page/words/replace-special-letters.ts';

const maxWords = 32;
const maxSearchLength = 1_000;
/** Weight of a match by its position. */
const weights = { path: 3, title: 3, description: 1, host: 0.5 } as const;
/** Factor for another form of the word, and for a part of a longer word. */
const wordFormFactor = 0.7;
const partialFactor = 0.4;

/** The score of a word that the path or the text of a link contains. */
export const fullWordScore = Math.max(weights.path, weights.title);

/** A search word in the spellings that URLs use. */
export interface SearchWord {
  spellings: string[];
  /** True for scripts without spaces, which match anywhere. */
  matchesAnywhere: boolean;
}

/** What is known of a link before it is read. */
export interface ScoredLink {
  url: string;
  /** Text of the link, or title of the page. */
  title?: string;
  description?: string;
}

/** Folds text to lower case without accents, and replaces letters that Unicode folding keeps. */
function fold(text: string): string {
  return replaceSpecialLetters(foldText(text));
}

/** Folds umlauts as German and Nordic URLs spell them: `bücher` as `buecher`. */
function foldUmlauts(text: string): string {
  const lowerCase = text.toLowerCase().normalize('NFC');
  return fold(
    lowerCase.replace(/[äæ]/g, 'ae').replace(/[öø]/g, 'oe').replace(/ü/g, 'ue').replace(/å/g, 'aa'),
  );
}

/** Returns the words of a search without function words, at most 32. */
export function parseSearchWords(search: string): SearchWord[] {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
  const words = new Map<string, SearchWord>();
  for (const { segment, isWordLike } of segmenter.segment(search.slice(0, maxSearchLength))) {
    if (isWordLike !== true || words.size >= maxWords) continue;
    const word = fold(segment);
    const matchesAnywhere =
      !/^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{N}\p{P}]+$/u.test(
        word,
      );
    words.set(word, { spellings: [...new Set([word, foldUmlauts(segment)])], matchesAnywhere });
  }
  const significant = [...words].filter(([word]) => !functionWords.has(word));
  return (significant.length > 0 ? significant : [...words]).map(([, word]) => word);
}

function splitWords(text: string): string[] {
  return text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

/** Returns true if two words are forms of one word: the same beginning and a short different ending. */
function areWordForms(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  if (shorter < 4 || Math.abs(one.length - other.length) > 3) return false;
  const shared = shorter - (shorter >= 7 ? 2 : shorter >= 5 ? 1 : 0);
  return one.slice(0, shared) === other.slice(0, shared);
}

/** Returns how well a word matches a folded text, from 0 to 1. */
function scoreWord(
  { spellings, matchesAnywhere }: SearchWord,
  text: string,
  words: readonly string[],
): number {
  if (matchesAnywhere) return spellings.some((spelling) => text.includes(spelling)) ? 1 : 0;
  let best = 0;
  for (const spelling of spellings) {
    if (words.includes(spelling)) return 1;
    if (words.some((word) => areWordForms(word, spelling))) best = wordFormFactor;
    else if (best < partialFactor && spelling.length >= 4 && text.includes(spelling)) best = partialFactor;
  }
  return best;
}

/** Returns for each word how well a text contains it, from 0 to 1. Case, accents and endings are ignored. */
export function scoreText(text: string, searchWords: readonly SearchWord[]): number[] {
  const folded = fold(text);
  const words = splitWords(folded);
  return searchWords.map((word) => scoreWord(word, folded, words));
}

/** Returns a weighted score per word for the URL, title, description and host of a link. */
export function scoreLink(link: ScoredLink, searchWords: readonly SearchWord[]): number[] {
  const url = new URL(link.url);
  const texts = [
    [decodePercent(url.pathname + url.search + url.hash), weights.path],
    [link.title ?? '', weights.title],
    [link.description ?? '', weights.description],
    [url.hostname, weights.host],
  ] as const;
  const parts = texts.map(([text, weight]) => ({ weight, scores: scoreText(text, searchWords) }));
  return searchWords.map((_, at) => {
    const found = parts.map(({ weight, scores }) => weight * (scores[at] ?? 0));
    // A second match in the same link counts, but less than the first.
    const best = Math.max(...found);
    return best + 0.25 * (found.reduce((sum, one) => sum + one, 0) - best);
  });
}

/** Returns the weight of a word that `matches` of `links` contain: rare words weigh more. */
export function computeRarity(matches: number, links: number): number {
  return Math.log(1 + (links + 1) / (matches + 1));
}
