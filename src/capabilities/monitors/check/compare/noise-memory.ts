import { createHash } from 'node:crypto';

/**
 * Content of one page that comes and goes by itself, by digest: `here` is true if the last check had it, and `since` is
 * the number of the check at which that changed. A document.
 */
export type NoiseMemory = Record<string, { here: boolean; since: number }>;

/** Checks without a change after which content no longer counts as noise. */
const maxQuietChecks = 20;
const maxRemembered = 500;

function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 16);
}

/** Returns a lookup of the keys that are noise. */
export function createNoiseLookup(memory: NoiseMemory): { has(key: string): boolean } {
  return { has: (key) => digestOf(key) in memory };
}

/**
 * Returns the memory after a check: `seen` updates known entries, `restless` adds new ones, and entries without a
 * change for {@link maxQuietChecks} checks are removed, so that a page that settles is notified.
 */
export function updateNoise(
  memory: NoiseMemory,
  keys: readonly string[],
  unstableKeys: readonly string[],
  check: number,
): NoiseMemory {
  const presentDigests = new Set(
    Object.keys(memory).length + unstableKeys.length === 0 ? [] : keys.map(digestOf),
  );
  const updated = Object.entries(memory).flatMap(([digest, { here, since }]) => {
    const isPresent = presentDigests.has(digest);
    const now = { here: isPresent, since: isPresent === here ? since : check };
    return check - now.since >= maxQuietChecks ? [] : [[digest, now] as const];
  });
  const added = unstableKeys
    .map(digestOf)
    .map((digest) => [digest, { here: presentDigests.has(digest), since: check }] as const);
  const all = [...new Map([...updated, ...added])].sort(([, a], [, b]) => b.since - a.since);
  return Object.fromEntries(all.slice(0, maxRemembered));
}
