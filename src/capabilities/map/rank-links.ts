import { setImmediate } from 'node:timers/promises';
import { functionWords } from '../../page/function-words.ts';
import { foldText } from '../../page/sections.ts';
import type { MapLink } from './map-answer.ts';

/** Links judged between two turns of the event loop. */
const sliceLinks = 1000;
const mostWords = 32;
/** What a word counts by where it stands. */
const weights = { path: 3, title: 3, description: 1, host: 0.5 } as const;
/** And by how much of it stands there: another form of it, or a part of a longer word. */
const otherForm = 0.7;
const within = 0.4;

/** One word that is looked for, in the spellings that addresses use. */
interface Wanted {
  spellings: string[];
  /** Scripts without spaces are found anywhere. */
  isAnywhere: boolean;
}

const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** Lower case without accents, and without the letters that folding leaves alone. */
function fold(text: string): string {
  return foldText(text).replace(/[ßøæœłđðþı]/g, (letter) => plainLetters[letter] as string);
}

/** As German and Nordic addresses write what they cannot spell: `bücher` as `buecher`. */
function foldUmlauts(text: string): string {
  const spelt = text.toLowerCase().normalize('NFC');
  return fold(spelt.replace(/[äæ]/g, 'ae').replace(/[öø]/g, 'oe').replace(/ü/g, 'ue').replace(/å/g, 'aa'));
}

function wantedWords(search: string): Wanted[] {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
  const words = new Map<string, Wanted>();
  for (const { segment, isWordLike } of segmenter.segment(search.slice(0, 1000))) {
    if (isWordLike !== true || words.size >= mostWords) continue;
    const word = fold(segment);
    const isAnywhere =
      !/^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{N}\p{P}]+$/u.test(
        word,
      );
    words.set(word, { spellings: [...new Set([word, foldUmlauts(segment)])], isAnywhere });
  }
  const telling = [...words].filter(([word]) => !functionWords.has(word));
  return (telling.length > 0 ? telling : [...words]).map(([, wanted]) => wanted);
}

function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function wordsIn(text: string): string[] {
  return text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

/** Whether two words are forms of one: they begin alike and differ in a short ending. */
function areForms(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  if (shorter < 4 || Math.abs(one.length - other.length) > 3) return false;
  const shared = shorter - (shorter >= 7 ? 2 : shorter >= 5 ? 1 : 0);
  return one.slice(0, shared) === other.slice(0, shared);
}

/** How well a word stands in a folded text: 0 to 1. */
function matchOf({ spellings, isAnywhere }: Wanted, text: string, words: readonly string[]): number {
  if (isAnywhere) return spellings.some((spelling) => text.includes(spelling)) ? 1 : 0;
  let best = 0;
  for (const spelling of spellings) {
    if (words.includes(spelling)) return 1;
    if (words.some((word) => areForms(word, spelling))) best = otherForm;
    else if (best < within && spelling.length >= 4 && text.includes(spelling)) best = within;
  }
  return best;
}

/** For each word, how well and how prominently it stands in what is known of a link. */
function matchesOf(link: MapLink, wanted: readonly Wanted[]): number[] {
  const url = new URL(link.url);
  const texts = [
    [fold(decoded(url.pathname + url.search)), weights.path],
    [fold(link.title ?? ''), weights.title],
    [fold(link.description ?? ''), weights.description],
    [url.hostname, weights.host],
  ] as const;
  const parts = texts.map(([text, weight]) => ({ text, weight, words: wordsIn(text) }));
  return wanted.map((word) => {
    const found = parts.map(({ text, weight, words }) => weight * matchOf(word, text, words));
    // Standing in two places tells more than in one, but not twice as much.
    const best = Math.max(...found);
    return best + 0.25 * (found.reduce((sum, one) => sum + one, 0) - best);
  });
}

/** Words that few links have tell them apart best. */
function raritiesOf(matches: readonly number[][], wanted: readonly Wanted[]): number[] {
  return wanted.map((_, at) => {
    const holders = matches.reduce((count, own) => count + ((own[at] ?? 0) > 0 ? 1 : 0), 0);
    return Math.log(1 + (matches.length + 1) / (holders + 1));
  });
}

/**
 * The links that hold any word of `search` in address, title or description, best first: those with more of the words,
 * rarer words, in more telling places; among equals the shorter address. Case, accents and endings do not matter, words
 * of scripts without spaces are told apart by dictionary. A search without words keeps all links in their order.
 */
export async function rankLinks(links: MapLink[], search: string, signal: AbortSignal): Promise<MapLink[]> {
  const wanted = wantedWords(search);
  if (wanted.length === 0) return links;
  const matches: number[][] = [];
  for (const [at, link] of links.entries()) {
    matches.push(matchesOf(link, wanted));
    if (at % sliceLinks === sliceLinks - 1) {
      await setImmediate();
      signal.throwIfAborted();
    }
  }
  const rarities = raritiesOf(matches, wanted);
  const scored = links.flatMap((link, at) => {
    const own = matches[at] as number[];
    const held = own.filter((match) => match > 0).length;
    if (held === 0) return [];
    const score = own.reduce((sum, match, word) => sum + match * (rarities[word] as number), 0);
    return { link, score: score * (held / wanted.length), at };
  });
  scored.sort(
    (one, other) =>
      other.score - one.score || one.link.url.length - other.link.url.length || one.at - other.at,
  );
  return scored.map(({ link }) => link);
}
