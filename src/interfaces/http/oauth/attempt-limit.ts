import type { Clock } from '../../../domain/system/clock.ts';
import { Failure } from '../../../domain/system/failure.ts';

/** Maximum number of addresses that are counted in one minute; further ones are rejected. */
const maxAddresses = 10_000;
const windowMs = 60_000;

/** Creates a limit of attempts per minute and client address. Throws Failure `rate_limited` for an attempt above it. */
export function createAttemptLimit(perMinute: number, clock: Clock): (address: string | null) => void {
  let window = 0;
  let attempts = new Map<string, number>();
  return (address) => {
    const now = clock.now().getTime();
    if (Math.floor(now / windowMs) !== window) {
      window = Math.floor(now / windowMs);
      attempts = new Map();
    }
    const name = address ?? '';
    const count = (attempts.get(name) ?? 0) + 1;
    if (count <= perMinute && (attempts.has(name) || attempts.size < maxAddresses)) {
      attempts.set(name, count);
      return;
    }
    const retryAfter = Math.ceil(((window + 1) * windowMs - now) / 1_000);
    throw new Failure(
      'rate_limited',
      `At most ${perMinute} of these requests per minute are accepted. Try again in ${retryAfter} seconds.`,
      { retryAfter },
    );
  };
}
