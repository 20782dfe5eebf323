import { collapseSpace } from '../domain/values/collapse-space.ts';
import type { TextBlock } from './text-blocks.ts';

/** Blocks that only one of two texts contains. */
export interface DifferingBlocks {
  removed: TextBlock[];
  added: TextBlock[];
}

/**
 * Returns the comparison key of a block. Heading and table marks of Markdown are left out, because a redesign changes only
 * these.
 */
export function blockKey({ withoutNoise, isLine }: TextBlock): string {
  if (isLine === true) return withoutNoise ?? '';
  return collapseSpace((withoutNoise ?? '').replace(/^#{1,6} |\|/g, ' '));
}

/** Returns the blocks that are compared: no advertisements and no blocks of noise alone. */
export function contentBlocks(blocks: readonly TextBlock[]): TextBlock[] {
  return blocks.filter((block) => blockKey(block) !== '');
}

function subtract(
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
    const remaining = counts.get(key) ?? 0;
    if (remaining > 0) counts.set(key, remaining - 1);
    return remaining === 0;
  });
}

const plainKey = ({ plain }: TextBlock) => plain;

/**
 * Returns the blocks of each text that the other one does not contain equally often. Position is ignored, so that a
 * reordered list is unchanged. Takes linear time.
 */
export function differingBlocks(before: readonly TextBlock[], after: readonly TextBlock[]): DifferingBlocks {
  const [beforeBlocks, afterBlocks] = [contentBlocks(before), contentBlocks(after)];
  const removed = subtract(beforeBlocks, afterBlocks, blockKey);
  const added = subtract(afterBlocks, beforeBlocks, blockKey);
  // Noise depends on the date of a reading, so blocks whose keys differ may still be equal as written.
  return { removed: subtract(removed, added, plainKey), added: subtract(added, removed, plainKey) };
}
