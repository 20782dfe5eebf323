import { setTimeout as delay } from 'node:timers/promises';
import { type Failure, messageOf } from '../domain/failure.ts';
import type { Log } from '../domain/log.ts';
import { type PostmasterPlan, startPostmaster } from './postmaster.ts';
import { findPostmaster, type RunningPostmaster } from './postmaster-file.ts';

/** A postmaster that takes connections, and whether it was there before. */
export interface EnsuredPostmaster {
  postmaster: RunningPostmaster;
  adopted: boolean;
}

/** Starts in a row that may fail before the last failure is reported. */
const attempts = 4;
const pollMs = 20;

/**
 * Finds the postmaster of a cluster or starts one. One that is starting, recovering or stopping is waited for; when
 * another process starts one at the same time, that one is taken.
 */
export async function ensurePostmaster(
  plan: PostmasterPlan,
  log: Log,
  signal: AbortSignal,
): Promise<EnsuredPostmaster> {
  for (let failed = 0; ; ) {
    signal.throwIfAborted();
    const found = await findPostmaster(plan.cluster);
    if (found?.status === 'ready') return { postmaster: found, adopted: true };
    if (found) {
      await delay(pollMs, undefined, { signal });
      continue;
    }
    try {
      return { postmaster: await startPostmaster(plan, signal), adopted: false };
    } catch (error) {
      signal.throwIfAborted();
      failed += 1;
      if (failed >= attempts) throw error as Failure;
      // Children of a killed postmaster take a moment to notice, and hold its shared memory until then.
      log.debug({ error: messageOf(error), failed }, 'the database did not start, trying again');
      await delay(100 * failed, undefined, { signal });
    }
  }
}
