import { itemAt } from '../domain/values/elements.ts';
import { type BlockChange, compareTexts, type TextDifference, wordSimilarity } from './compare-texts.ts';
import { blockKey, contentBlocks, type DifferingBlocks, differingBlocks } from './differing-blocks.ts';
import { type PageKeys, removeSelectionNoise } from './selection-noise.ts';
import type { TextBlock } from './text-blocks.ts';

/** Keys of blocks or values that are known to be noise. */
export interface KnownNoise {
  has(key: string): boolean;
}

/** Changes that several readings of a text confirm. */
export interface ConfirmedChanges {
  /** Differences that all readings show; `blocks` is empty if there are none. */
  difference: TextDifference;
  /** Keys of blocks that differ between readings: noise of this text. */
  noiseKeys: string[];
}

/** Maximum number of differing blocks that are paired; more are listed as additions and removals. */
const maxPaired = 400;
const noDifference: TextDifference = { blocks: [], summary: { added: 0, removed: 0, changed: 0 } };

const noBlocks: DifferingBlocks = { removed: [], added: [] };

function countByKey(blocks: readonly TextBlock[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const block of blocks) {
    const key = blockKey(block);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** Returns the blocks of the last list that all lists contain. */
function intersect(lists: readonly TextBlock[][]): TextBlock[] {
  const [last = []] = lists.slice(-1);
  const counts = lists.slice(0, -1).map(countByKey);
  return last.filter((block) => {
    const key = blockKey(block);
    return counts.every((counts) => {
      const times = counts.get(key) ?? 0;
      counts.set(key, times - 1);
      return times > 0;
    });
  });
}

/**
 * Leaves out removed blocks that unstable blocks replaced: a block with other text in each reading has no confirmed
 * successor, but it is not removed.
 */
function removeReplaced(removed: readonly TextBlock[], noiseKeys: readonly TextBlock[]): TextBlock[] {
  const unreplaced = [...removed];
  for (const block of noiseKeys.slice(0, maxPaired)) {
    const nearest = unreplaced
      .slice(0, maxPaired)
      .map((candidate, index) => ({
        index,
        score: wordSimilarity(candidate, block) + (candidate.section === block.section ? 1 : 0),
      }))
      .filter(({ score }) => score >= 1)
      .sort((one, other) => other.score - one.score)[0];
    if (nearest !== undefined) unreplaced.splice(nearest.index, 1);
  }
  return unreplaced;
}

/** Returns true if both sides have the same words in the same order, split into other blocks. */
function isOnlyRearranged({ removed, added }: DifferingBlocks): boolean {
  const words = (blocks: readonly TextBlock[]) =>
    blocks.flatMap((block) => blockKey(block).split(' ')).join(' ');
  return removed.length > 0 && added.length > 0 && words(removed) === words(added);
}

function listWithoutPairing({ removed, added }: DifferingBlocks): TextDifference {
  const blocks = [
    ...removed.map(
      ({ section, text }): BlockChange => ({ type: 'removed', section, before: text, after: null }),
    ),
    ...added.map(({ section, text }): BlockChange => ({ type: 'added', section, before: null, after: text })),
  ];
  return { blocks, summary: { added: added.length, removed: removed.length, changed: 0 } };
}

function neighbours(blocks: readonly TextBlock[], differing: ReadonlySet<TextBlock>): string[] {
  return blocks
    .filter((_, at) => [at - 1, at + 1].some((place) => differing.has(itemAt(blocks, place))))
    .map(blockKey);
}

/** Pairs differing blocks; neighbours keep their positions apart, and unchanged blocks get equal keys. */
function pairChanges(
  before: readonly TextBlock[],
  after: readonly TextBlock[],
  differing: DifferingBlocks,
): TextDifference {
  if (differing.removed.length + differing.added.length > maxPaired) return listWithoutPairing(differing);
  const [removedBlocks, addedBlocks] = [new Set(differing.removed), new Set(differing.added)];
  const neighbourKeys = new Set([...neighbours(before, removedBlocks), ...neighbours(after, addedBlocks)]);
  const selectContext = (blocks: readonly TextBlock[], differingBlocks: ReadonlySet<TextBlock>) =>
    blocks.flatMap((block) => {
      if (differingBlocks.has(block)) return block;
      const key = blockKey(block);
      return neighbourKeys.has(key) ? { ...block, plain: key, withoutNoise: key } : [];
    });
  return compareTexts(selectContext(before, removedBlocks), selectContext(after, addedBlocks));
}

/**
 * Returns the differences from `before` that all readings show, oldest reading first. `known` holds the keys of noise.
 * Ignores the order, numbering and layout of blocks, and noise. With the keys of the whole pages, first of `before` and
 * then of each reading, it also ignores blocks that only entered or left the main content.
 */
export function confirmedChanges(
  before: readonly TextBlock[],
  readings: readonly (readonly TextBlock[])[],
  known: KnownNoise = new Set(),
  [pageBefore = null, ...pages]: ReadonlyArray<PageKeys | null> = [],
): ConfirmedChanges {
  const isContent = (block: TextBlock) => !known.has(blockKey(block));
  const beforeBlocks = contentBlocks(before).filter(isContent);
  const contentReadings = readings.map((reading) => contentBlocks(reading).filter(isContent));
  const allDifferences = contentReadings.map((reading) => differingBlocks(beforeBlocks, reading));
  const differences = allDifferences.map((difference, at) =>
    removeSelectionNoise(difference, pageBefore, pages[at] ?? null),
  );
  const added = intersect(differences.map((difference) => difference.added));
  const confirmedRemoved = intersect(differences.map((difference) => difference.removed));
  const last = differences.at(-1) ?? noBlocks;
  const [confirmedAdded, confirmedRemovedSet] = [new Set(added), new Set(confirmedRemoved)];
  const unconfirmedAdded = last.added.filter((block) => !confirmedAdded.has(block));
  // Known noise that is new compared with `before` may also replace a removed block.
  const noise = contentBlocks(readings.at(-1) ?? []).filter((block) => !isContent(block));
  const newNoise = differingBlocks(contentBlocks(before), noise).added;
  const removed = removeReplaced(confirmedRemoved, [...unconfirmedAdded, ...newNoise]);
  const confirmedKeys = new Set([...added, ...removed].map(blockKey));
  const noiseKeys = differences
    .flatMap((difference) => [...difference.added, ...difference.removed])
    .map(blockKey)
    .filter((key) => !confirmedKeys.has(key));
  const differing = { removed, added };
  if (added.length + removed.length === 0 || isOnlyRearranged(differing)) {
    return { difference: noDifference, noiseKeys: [...new Set(noiseKeys)] };
  }
  const removedBlocks = new Set(removed);
  const unselected = allDifferences.at(-1) ?? noBlocks;
  const unconfirmed = new Set([
    ...unselected.removed.filter((block) => !last.removed.includes(block)),
    ...unselected.added.filter((block) => !last.added.includes(block)),
    ...last.removed.filter((block) => !removedBlocks.has(block)),
    ...unconfirmedAdded,
  ]);
  const difference = pairChanges(
    beforeBlocks.filter(
      (block) => !unconfirmed.has(block) && (!confirmedRemovedSet.has(block) || removedBlocks.has(block)),
    ),
    (contentReadings.at(-1) ?? []).filter((block) => !unconfirmed.has(block)),
    differing,
  );
  return { difference, noiseKeys: [...new Set(noiseKeys)] };
}
