import { setImmediate } from 'node:timers/promises';
import { itemAt, numberAt } from '../../domain/values/elements.ts';
import {
  computeRarity,
  parseSearchWords,
  type SearchWord,
  scoreLink,
} from '../../site/links/link-relevance.ts';
import type { MapLink } from './map-response.ts';

/** Links scored between two turns of the event loop. */
const linksPerSlice = 1000;

/** Returns a weight per word; words that few links contain weigh more. */
function computeRarities(matches: readonly number[][], searchWords: readonly SearchWord[]): number[] {
  return searchWords.map((_, at) => {
    const linkCount = matches.reduce((count, linkScores) => count + ((linkScores[at] ?? 0) > 0 ? 1 : 0), 0);
    return computeRarity(linkCount, matches.length);
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
