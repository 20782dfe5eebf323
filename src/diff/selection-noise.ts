import { createHash } from 'node:crypto';
import { blockKey, contentBlocks, type DifferingBlocks } from './differing-blocks.ts';
import type { TextBlock } from './text-blocks.ts';

/** Short digests of the blocks of a whole page, in page order. */
export type PageKeys = readonly string[];

const maxKeys = 5_000;
const keyLength = 8;

function digestOf(block: TextBlock): string {
  return createHash('sha256').update(blockKey(block)).digest('base64url').slice(0, keyLength);
}

/** Returns the digests of the blocks of a whole page; of the first ones if there are very many. */
export function listPageKeys(blocks: readonly TextBlock[]): PageKeys {
  return contentBlocks(blocks).slice(0, maxKeys).map(digestOf);
}

/** Positions of the digests of a page. */
type Positions = ReadonlyMap<string, readonly number[]>;

function positionsOf(keys: PageKeys): Positions {
  const positions = new Map<string, number[]>();
  for (const [at, key] of keys.entries()) {
    const known = positions.get(key);
    if (known === undefined) positions.set(key, [at]);
    else known.push(at);
  }
  return positions;
}

/** Maximum number of places of one block that are compared. */
const maxPlaces = 20;

/** Returns the blocks before and after a place. */
function neighboursOf(keys: PageKeys, at: number): string[] {
  return [`<${keys[at - 1] ?? ''}`, `>${keys[at + 1] ?? ''}`];
}

/**
 * Removes differences that only the selection of the main content causes: blocks that one of two texts contains, while
 * both whole pages show them equally often, and at each place beside the same block as before. Takes linear time.
 */
export function removeSelectionNoise(
  differing: DifferingBlocks,
  before: PageKeys | null,
  after: PageKeys | null,
): DifferingBlocks {
  if (before === null || after === null) return differing;
  const [positionsBefore, positionsAfter] = [positionsOf(before), positionsOf(after)];
  const isAtSamePlace = (block: TextBlock) => {
    const key = digestOf(block);
    const [placesBefore, placesAfter] = [positionsBefore.get(key) ?? [], positionsAfter.get(key) ?? []];
    const count = placesBefore.length;
    if (count === 0 || count > maxPlaces || count !== placesAfter.length) return false;
    const known = new Set(placesAfter.flatMap((at) => neighboursOf(after, at)));
    return placesBefore.every((at) => neighboursOf(before, at).some((one) => known.has(one)));
  };
  return {
    removed: differing.removed.filter((block) => !isAtSamePlace(block)),
    added: differing.added.filter((block) => !isAtSamePlace(block)),
  };
}
