import { numberAt } from '../../domain/values/elements.ts';
import {
  computeRarity,
  fullWordScore,
  parseSearchWords,
  scoreLink,
  scoreText,
} from '../../site/links/link-relevance.ts';

/** A link whose place in the queue is decided. */
export interface OrderedLink {
  url: string;
  text: string;
  /** Number of links from the start page. */
  depth: number;
  /** True if the page asks crawlers not to follow it. */
  isNofollow: boolean;
  /** Relevance of the page that contains it. */
  pageRelevance: number;
}

/** A page that was read. */
export interface OrderedPage {
  url: string;
  title: string | null;
  text: string | null;
}

/** Decides in which order a crawl reads its links: the frontier is claimed by depth, the smallest first. */
export interface LinkOrder {
  /** Returns the depth under which the frontier stores a link. */
  claimDepth(link: OrderedLink): number;
  /** Returns the depth under which the frontier stores a link of this depth that names an action, which come last. */
  actionDepth(claimDepth: number): number;
  /** Returns the number of links from the start page for the depth of a row of the frontier. */
  linkDepth(claimDepth: number): number;
  /** Returns how well a page matches what the crawl looks for, from 0 to 1. */
  pageRelevance(page: OrderedPage): number;
}

/** Added to the depth of links with `nofollow`. The greatest depth that a request can ask for is 100. */
const lastDepth = 1_000;
const actionDepth = 2 * lastDepth;

/** Breadth first: the depth of a row is its number of links, with links that come last in ranges of their own. */
export const breadthOrder: LinkOrder = {
  claimDepth: ({ depth, isNofollow }) => (isNofollow ? depth + lastDepth : depth),
  actionDepth: (depth) => depth + actionDepth,
  linkDepth: (depth) => depth % lastDepth,
  pageRelevance: () => 0,
};

/** Number of depths in each rank; rank 0 is that of the start page. The column of the frontier holds up to 32,767. */
const rankSize = 128;
const worstRank = 200;
const nofollowRank = 220;
const actionRank = 240;
/** Part of the relevance of a link that comes from the page that contains it. */
const pageShare = 0.2;
/** Relevance of a link of the start page that matches nothing; deeper ones have a part of it. */
const overviewShare = 0.15;
/** Links without any of the words that are assumed before the first one: the first links say little about rare words. */
const assumedLinks = 200;
/** Part of a word’s weight that counts if only the text of a page contains it. */
const textShare = 0.4;
/** Maximum number of characters of a page that are searched for words. */
const maxText = 20_000;

/** Best first: links are ranked by the words of `search` in their text, URL and page; equal ones are read breadth first. */
export function createBestOrder(search: string): LinkOrder {
  const words = parseSearchWords(search);
  /** Numbers of links of this process, in total and with each word: rare words weigh more. */
  let links = 0;
  const matches = words.map(() => 0);

  /** Returns how rare a word is among the links, from 0 to 1: a word that many of them have says little. */
  function rarityOf(word: number): number {
    const known = links + assumedLinks;
    const share = computeRarity(numberAt(matches, word), known) / computeRarity(0, known);
    return share * share;
  }

  function weigh(scores: readonly number[]): number {
    const sum = scores.reduce((total, score, word) => total + score * rarityOf(word), 0);
    return sum / Math.max(1, scores.length);
  }

  function linkRelevance({ url, text }: OrderedLink): number {
    if (!URL.canParse(url)) return 0;
    const scores = scoreLink({ url, title: text }, words).map((score) => Math.min(1, score / fullWordScore));
    links += 1;
    for (const [at, score] of scores.entries()) if (score > 0) matches[at] = numberAt(matches, at) + 1;
    return weigh(scores);
  }

  function rankOf(link: OrderedLink): number {
    if (link.isNofollow) return nofollowRank;
    const matching = (1 - pageShare) * linkRelevance(link) + pageShare * link.pageRelevance;
    // Pages near the start page lead to the others, whatever they are called.
    const relevance = Math.max(matching, overviewShare / Math.max(1, link.depth));
    return 1 + Math.round((1 - relevance) * (worstRank - 1));
  }

  return {
    claimDepth: (link) => rankOf(link) * rankSize + link.depth,
    actionDepth: (depth) => actionRank * rankSize + (depth % rankSize),
    linkDepth: (depth) => depth % rankSize,
    pageRelevance({ url, title, text }) {
      const named = scoreText(`${title ?? ''} ${new URL(url).pathname}`, words);
      const written = scoreText((text ?? '').slice(0, maxText), words);
      return weigh(words.map((_, at) => Math.max(numberAt(named, at), textShare * numberAt(written, at))));
    },
  };
}
