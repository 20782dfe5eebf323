import { diffArrays } from 'diff';
import { itemAt } from '../domain/values/elements.ts';
import type { TextBlock } from './text-blocks.ts';

/** One difference between two texts. Field names are part of the API. */
export interface BlockChange {
  type: 'added' | 'removed' | 'changed';
  /** Heading above the block, or null. */
  section: string | null;
  before: string | null;
  after: string | null;
}

/** All differences between two texts. */
export interface TextDifference {
  blocks: BlockChange[];
  summary: { added: number; removed: number; changed: number };
}

/** Minimum similarity for a new block to count as a changed version of a removed one. */
const minSimilarity = 0.4;
/** Timeout of the comparison in milliseconds; after it, the texts are reported as entirely different. */
const diffTimeoutMs = 2_000;
/** Maximum length of a short text, in characters. */
const maxShortTextLength = 60;
/** Maximum number of removed blocks that a new block is compared with. */
const maxCompared = 50;

const wordCache = new WeakMap<TextBlock, ReadonlySet<string>>();

/** Returns the words of a block, cached because each block is compared with many others. */
function wordsOf(block: TextBlock): ReadonlySet<string> {
  const cached = wordCache.get(block);
  if (cached !== undefined) return cached;
  const words = new Set(block.plain.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  wordCache.set(block, words);
  return words;
}

/** Computes the Dice coefficient of the words of two blocks, from 0 to 1. */
export function wordSimilarity(one: TextBlock, other: TextBlock): number {
  const [words, others] = [wordsOf(one), wordsOf(other)];
  if (words.size === 0 || others.size === 0) return 0;
  let shared = 0;
  for (const word of words) if (others.has(word)) shared += 1;
  return (2 * shared) / (words.size + others.size);
}

/** Consecutive removed and added blocks between two unchanged blocks. */
interface Hunk {
  removed: TextBlock[];
  added: TextBlock[];
}

function computeHunks(before: readonly TextBlock[], after: readonly TextBlock[]): Hunk[] {
  const isSame = (one: TextBlock, other: TextBlock) =>
    one.plain === other.plain || one.withoutNoise === other.withoutNoise;
  const parts = diffArrays([...before], [...after], { comparator: isSame, timeout: diffTimeoutMs });
  if (parts === undefined) return [{ removed: [...before], added: [...after] }];
  const hunks: Hunk[] = [];
  let open: Hunk | null = null;
  for (const { added, removed, value } of parts) {
    if (!added && !removed) {
      open = null;
      continue;
    }
    if (open === null) {
      open = { removed: [], added: [] };
      hunks.push(open);
    }
    (added ? open.added : open.removed).push(...value);
  }
  return hunks;
}

/** Decrements the count of `key`. Returns false if it is already 0. */
function decrement(counts: Map<string, number>, key: string): boolean {
  const remaining = counts.get(key) ?? 0;
  if (remaining > 0) counts.set(key, remaining - 1);
  return remaining > 0;
}

/** Removes blocks that only moved from the hunks. */
function removeMoved(hunks: Hunk[]): Hunk[] {
  const added = new Map<string, number>();
  for (const hunk of hunks) for (const { plain } of hunk.added) added.set(plain, (added.get(plain) ?? 0) + 1);
  const moved = new Map<string, number>();
  const removed = hunks.map((hunk) =>
    hunk.removed.filter(({ plain }) => {
      if (!decrement(added, plain)) return true;
      moved.set(plain, (moved.get(plain) ?? 0) + 1);
      return false;
    }),
  );
  return hunks.map((hunk, at) => ({
    removed: itemAt(removed, at),
    added: hunk.added.filter(({ plain }) => !decrement(moved, plain)),
  }));
}

/** Returns true for a short text that is not a list item: list items are added and removed, not replaced. */
function isShort({ text }: { text: string }): boolean {
  return text.length <= maxShortTextLength && !/^\s*(?:[-*+]|\d+[.)])\s/.test(text);
}

/**
 * Returns the removed block that each added block is a new version of. The most similar pairs come first, so that a new
 * entry of a list does not take the place of the entry that it resembles.
 */
function findVersions({ removed, added }: Hunk): Map<TextBlock, TextBlock> {
  // A lone block that replaces another one is its new version even at low similarity.
  const threshold = removed.length === 1 && added.length === 1 ? minSimilarity / 2 : minSimilarity;
  const width = Math.max(maxCompared, Math.ceil(removed.length / Math.max(1, added.length)));
  const pairs = added.flatMap((after, at) => {
    // The window follows the position, which bounds the comparisons of long texts.
    const start = Math.max(0, Math.min(at - maxCompared / 2, removed.length - width));
    return removed
      .slice(start, start + width)
      .map((before) => ({ before, after, score: wordSimilarity(before, after) }))
      .filter(({ score }) => score >= threshold);
  });
  const versions = new Map<TextBlock, TextBlock>();
  const taken = new Set<TextBlock>();
  for (const { before, after } of pairs.sort((one, other) => other.score - one.score)) {
    if (versions.has(after) || taken.has(before)) continue;
    versions.set(after, before);
    taken.add(before);
  }
  return versions;
}

/** Pairs the removed and added blocks of a hunk: similar blocks become one change. */
function pairBlocks(hunk: Hunk): BlockChange[] {
  const versions = findVersions(hunk);
  const changes = hunk.added.map((after): BlockChange => {
    const before = versions.get(after)?.text ?? null;
    return { type: before === null ? 'added' : 'changed', section: after.section, before, after: after.text };
  });
  const taken = new Set(versions.values());
  const unmatched = hunk.removed.filter((before) => !taken.has(before));
  // Short texts such as prices or availability share no words with the texts that they replace.
  const additions = changes.filter(({ type }) => type === 'added');
  if (
    additions.length === unmatched.length &&
    [...unmatched, ...additions.map(({ after }) => ({ text: after ?? '' }))].every(isShort)
  ) {
    for (const change of additions) {
      change.type = 'changed';
      change.before = unmatched.shift()?.text ?? null;
    }
  }
  const removals = unmatched.map(
    ({ section, text }): BlockChange => ({ type: 'removed', section, before: text, after: null }),
  );
  return [...removals, ...changes];
}

/**
 * Compares two texts block by block. Numbers and dates are compared by value; moved blocks and noise are ignored.
 */
export function compareTexts(before: readonly TextBlock[], after: readonly TextBlock[]): TextDifference {
  const hasContent = ({ withoutNoise }: TextBlock) => withoutNoise !== null && withoutNoise !== '';
  const hunks = removeMoved(computeHunks(before.filter(hasContent), after.filter(hasContent)));
  const blocks = hunks.flatMap(pairBlocks);
  const count = (type: BlockChange['type']) => blocks.filter((block) => block.type === type).length;
  return { blocks, summary: { added: count('added'), removed: count('removed'), changed: count('changed') } };
}
