import { createHash } from 'node:crypto';

/**
 * What is known to come and go by itself on one page, by digest: whether it was there at the last check, and the number
 * of the check at which that last differed from the one before. A document.
 */
export type NoiseMemory = Record<string, { here: boolean; since: number }>;

/** Checks without coming or going after which something is no noise any more. */
const calmChecks = 20;
const mostRemembered = 500;

function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 16);
}

/** The memory as something that can be asked. */
export function knownNoise(memory: NoiseMemory): { has(key: string): boolean } {
  return { has: (key) => digestOf(key) in memory };
}

/**
 * The memory after a check: what `seen` holds came or went since the last one or not, `restless` is new, and what has been
 * calm for long is forgotten, so that a page that settles is told of after all.
 */
export function rememberNoise(
  memory: NoiseMemory,
  seen: readonly string[],
  restless: readonly string[],
  check: number,
): NoiseMemory {
  const present = new Set(Object.keys(memory).length + restless.length === 0 ? [] : seen.map(digestOf));
  const kept = Object.entries(memory).flatMap(([digest, { here, since }]) => {
    const isHere = present.has(digest);
    const now = { here: isHere, since: isHere === here ? since : check };
    return check - now.since >= calmChecks ? [] : [[digest, now] as const];
  });
  const news = restless
    .map(digestOf)
    .map((digest) => [digest, { here: present.has(digest), since: check }] as const);
  const all = [...new Map([...kept, ...news])].sort(([, one], [, other]) => other.since - one.since);
  return Object.fromEntries(all.slice(0, mostRemembered));
}
