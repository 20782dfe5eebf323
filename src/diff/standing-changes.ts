import { type BlockChange, compareTexts, likeness, type TextDifference } from './compare-texts.ts';
import { blockKey, type DifferingBlocks, differingBlocks, speakingBlocks } from './differing-blocks.ts';
import type { TextBlock } from './text-blocks.ts';

/** What is known to come and go by itself. */
export interface KnownNoise {
  has(key: string): boolean;
}

/** What several readings of a text have in common against what it was before. */
export interface StandingChanges {
  /** Differences that every reading shows; its blocks are empty when there are none. */
  difference: TextDifference;
  /** Keys of blocks that came or went from one reading to the next: noise of this text. */
  restless: string[];
}

/** Above so many differing blocks they are listed without being paired. */
const mostPaired = 400;
const nothing: TextDifference = { blocks: [], summary: { added: 0, removed: 0, changed: 0 } };

function count(blocks: readonly TextBlock[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const block of blocks) {
    const key = blockKey(block);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** The last list, as far as all lists hold it. */
function common(lists: readonly TextBlock[][]): TextBlock[] {
  const [last = []] = lists.slice(-1);
  const counts = lists.slice(0, -1).map(count);
  return last.filter((block) => {
    const key = blockKey(block);
    return counts.every((left) => {
      const times = left.get(key) ?? 0;
      left.set(key, times - 1);
      return times > 0;
    });
  });
}

/**
 * Takes what gave way to something restless out of what was removed: a block that is another one on each reading has no
 * lasting successor, but its place is not empty.
 */
function withoutReplaced(removed: readonly TextBlock[], restless: readonly TextBlock[]): TextBlock[] {
  const left = [...removed];
  for (const block of restless) {
    const near = left
      .map((candidate, index) => ({
        index,
        score: likeness(candidate, block) + (candidate.section === block.section ? 1 : 0),
      }))
      .filter(({ score }) => score >= 1)
      .sort((one, other) => other.score - one.score)[0];
    if (near !== undefined) left.splice(near.index, 1);
  }
  return left;
}

/** The same words in the same order, only cut into other blocks. */
function isOnlyRearranged({ removed, added }: DifferingBlocks): boolean {
  const words = (blocks: readonly TextBlock[]) =>
    blocks.flatMap((block) => blockKey(block).split(' ')).join(' ');
  return removed.length > 0 && added.length > 0 && words(removed) === words(added);
}

function listed({ removed, added }: DifferingBlocks): TextDifference {
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
    .filter((_, at) => [at - 1, at + 1].some((place) => differing.has(blocks[place] as TextBlock)))
    .map(blockKey);
}

/** The blocks that differ with those beside them, which tell where they stand; what is the same is made equal. */
function paired(
  before: readonly TextBlock[],
  after: readonly TextBlock[],
  differing: DifferingBlocks,
): TextDifference {
  if (differing.removed.length + differing.added.length > mostPaired) return listed(differing);
  const [gone, come] = [new Set(differing.removed), new Set(differing.added)];
  const near = new Set([...neighbours(before, gone), ...neighbours(after, come)]);
  const shortened = (blocks: readonly TextBlock[], own: ReadonlySet<TextBlock>) =>
    blocks.flatMap((block) => {
      if (own.has(block)) return block;
      const key = blockKey(block);
      return near.has(key) ? { ...block, plain: key, quiet: key } : [];
    });
  return compareTexts(shortened(before, gone), shortened(after, come));
}

/**
 * What differs from `before` on every one of the readings, oldest first; `known` names blocks that are known to be
 * restless. Order, numbering and layout of blocks do not matter, nor does what changes by itself.
 */
export function standingChanges(
  before: readonly TextBlock[],
  readings: readonly (readonly TextBlock[])[],
  known: KnownNoise = new Set(),
): StandingChanges {
  const isHeard = (block: TextBlock) => !known.has(blockKey(block));
  const old = speakingBlocks(before).filter(isHeard);
  const heard = readings.map((reading) => speakingBlocks(reading).filter(isHeard));
  const differences = heard.map((reading) => differingBlocks(old, reading));
  const added = common(differences.map((difference) => difference.added));
  const stayedAway = common(differences.map((difference) => difference.removed));
  const last = differences.at(-1) ?? { removed: [], added: [] };
  const [lasting, away] = [new Set(added), new Set(stayedAway)];
  const passing = last.added.filter((block) => !lasting.has(block));
  // Known noise that was not there before stands in the place of something as well.
  const noise = speakingBlocks(readings.at(-1) ?? []).filter((block) => !isHeard(block));
  const fresh = differingBlocks(speakingBlocks(before), noise).added;
  const removed = withoutReplaced(stayedAway, [...passing, ...fresh]);
  const standing = new Set([...added, ...removed].map(blockKey));
  const restless = differences
    .flatMap((difference) => [...difference.added, ...difference.removed])
    .map(blockKey)
    .filter((key) => !standing.has(key));
  const differing = { removed, added };
  if (added.length + removed.length === 0 || isOnlyRearranged(differing)) {
    return { difference: nothing, restless: [...new Set(restless)] };
  }
  const gone = new Set(removed);
  const unheard = new Set([...last.removed.filter((block) => !gone.has(block)), ...passing]);
  const difference = paired(
    old.filter((block) => !unheard.has(block) && (!away.has(block) || gone.has(block))),
    (heard.at(-1) ?? []).filter((block) => !unheard.has(block)),
    differing,
  );
  return { difference, restless: [...new Set(restless)] };
}
