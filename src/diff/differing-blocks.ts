import type { TextBlock } from './text-blocks.ts';

/** What only one of two texts holds. */
export interface DifferingBlocks {
  removed: TextBlock[];
  added: TextBlock[];
}

/** A block as it decides whether a text changed: headings and table rows by their words alone, which a redesign keeps. */
export function blockKey({ quiet }: TextBlock): string {
  return (quiet ?? '')
    .replace(/^#{1,6} |\|/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Blocks that are compared: advertisements and what consists of noise alone say nothing. */
export function speakingBlocks(blocks: readonly TextBlock[]): TextBlock[] {
  return blocks.filter((block) => blockKey(block) !== '');
}

function without(
  blocks: readonly TextBlock[],
  others: readonly TextBlock[],
  keyOf: (block: TextBlock) => string,
): TextBlock[] {
  const counts = new Map<string, number>();
  for (const other of others) {
    const key = keyOf(other);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return blocks.filter((block) => {
    const key = keyOf(block);
    const left = counts.get(key) ?? 0;
    if (left > 0) counts.set(key, left - 1);
    return left === 0;
  });
}

const plainOf = ({ plain }: TextBlock) => plain;

/**
 * The blocks of either text that the other does not hold, as often as it does; where they stand does not matter, so that
 * a list in another order is the same list. Takes time linear in both.
 */
export function differingBlocks(before: readonly TextBlock[], after: readonly TextBlock[]): DifferingBlocks {
  const [old, now] = [speakingBlocks(before), speakingBlocks(after)];
  const removed = without(old, now, blockKey);
  const added = without(now, old, blockKey);
  // What was quieter on one day than on the other may be the same as written.
  return { removed: without(removed, added, plainOf), added: without(added, removed, plainOf) };
}
