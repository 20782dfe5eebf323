import { setTimeout as delay } from 'node:timers/promises';
import { errorMessage, type Failure } from '../../domain/system/failure.ts';
import type { Log } from '../../domain/system/log.ts';
import { type PostmasterOptions, startPostmaster } from './postmaster.ts';
import { findPostmaster, type RunningPostmaster } from './postmaster-file.ts';

/** A postmaster that accepts connections, and whether it was already running. */
export interface EnsuredPostmaster {
  postmaster: RunningPostmaster;
  isAdopted: boolean;
}

/** Maximum number of consecutive failed starts. */
const maxAttempts = 4;
const pollMs = 20;

/**
 * Finds the postmaster of a cluster or starts one. Waits for one that is starting, recovering or stopping, and uses one
 * that another process starts concurrently.
 */
export async function ensurePostmaster(
  plan: PostmasterOptions,
  log: Log,
  signal: AbortSignal,
): Promise<EnsuredPostmaster> {
  for (let failed = 0; ; ) {
    signal.throwIfAborted();
    const running = await findPostmaster(plan.cluster);
    if (running?.status === 'ready') return { postmaster: running, isAdopted: true };
    if (running) {
      await delay(pollMs, undefined, { signal });
      continue;
    }
    try {
      return { postmaster: await startPostmaster(plan, signal), isAdopted: false };
    } catch (error) {
      signal.throwIfAborted();
      failed += 1;
      if (failed >= maxAttempts) throw error as Failure;
      // Children of a killed postmaster end with a delay, and hold its shared memory until then.
      log.debug({ error: errorMessage(error), failed }, 'the database did not start; retrying');
      await delay(100 * failed, undefined, { signal });
    }
  }
}
