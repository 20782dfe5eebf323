import { setImmediate } from 'node:timers/promises';
import { decodePercent } from '../../domain/values/decode-percent.ts';
import { itemAt, numberAt } from '../../domain/values/elements.ts';
import { functionWords } from '../../page/text/function-words.ts';
import { foldText } from '../../page/text/sections.ts';
import { replaceSpecialLetters } from '../../page/words/replace-special-letters.ts';
import type { MapLink } from './map-response.ts';

/** Links scored between two turns of the event loop. */
const linksPerSlice = 1000;
const maxWords = 32;
/** Weight of a match by its position. */
const weights = { path: 3, title: 3, description: 1, host: 0.5 } as const;
/** Factor for another form of the word, and for a part of a longer word. */
const wordFormFactor = 0.7;
const partialFactor = 0.4;

/** A search word in the spellings that URLs use. */
interface SearchWord {
  spellings: string[];
  /** True for scripts without spaces, which match anywhere. */
  matchesAnywhere: boolean;
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

function parseSearchWords(search: string): SearchWord[] {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
  const words = new Map<string, SearchWord>();
  for (const { segment, isWordLike } of segmenter.segment(search.slice(0, 1000))) {
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

/** Returns a weighted score per word for the URL, title, description and host of a link. */
function scoreLink(link: MapLink, searchWords: readonly SearchWord[]): number[] {
  const url = new URL(link.url);
  const texts = [
    [fold(decodePercent(url.pathname + url.search)), weights.path],
    [fold(link.title ?? ''), weights.title],
    [fold(link.description ?? ''), weights.description],
    [url.hostname, weights.host],
  ] as const;
  const parts = texts.map(([text, weight]) => ({ text, weight, words: splitWords(text) }));
  return searchWords.map((word) => {
    const found = parts.map(({ text, weight, words }) => weight * scoreWord(word, text, words));
    // A second match in the same link counts, but less than the first.
    const best = Math.max(...found);
    return best + 0.25 * (found.reduce((sum, one) => sum + one, 0) - best);
  });
}

/** Returns a weight per word; words that few links contain weigh more. */
function computeRarities(matches: readonly number[][], searchWords: readonly SearchWord[]): number[] {
  return searchWords.map((_, at) => {
    const linkCount = matches.reduce((count, linkScores) => count + ((linkScores[at] ?? 0) > 0 ? 1 : 0), 0);
    return Math.log(1 + (matches.length + 1) / (linkCount + 1));
  });
}

/**
 * Returns the links that contain any word of `search` in URL, title or description, best first: more words, rarer
 * words and better positions; of equal links, the shorter URL. Case, accents and endings are ignored; scripts
 * without spaces are segmented by dictionary. A search without words keeps all links in their order.
 */
export async function rankLinks(links: MapLink[], search: string, signal: AbortSignal): Promise<MapLink[]> {
  const searchWords = parseSearchWords(search);
  if (searchWords.length === 0) return links;
  const matches: number[][] = [];
  for (const [at, link] of links.entries()) {
    matches.push(scoreLink(link, searchWords));
    if (at % linksPerSlice === linksPerSlice - 1) {
      await setImmediate();
      signal.throwIfAborted();
    }
  }
  const rarityWeights = computeRarities(matches, searchWords);
  const scored = links.flatMap((link, at) => {
    const linkScores = itemAt(matches, at);
    const matchedWords = linkScores.filter((match) => match > 0).length;
    if (matchedWords === 0) return [];
    const score = linkScores.reduce((sum, match, word) => sum + match * numberAt(rarityWeights, word), 0);
    return { link, score: score * (matchedWords / searchWords.length), at };
  });
  scored.sort(
    (one, other) =>
      other.score - one.score || one.link.url.length - other.link.url.length || one.at - other.at,
  );
  return scored.map(({ link }) => link);
}
