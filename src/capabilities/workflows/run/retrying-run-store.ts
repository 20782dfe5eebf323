import { retryTransient } from '../../../store/retry-transient.ts';
import type { RunStore } from './run-store.ts';

/** Maximum time to wait for the database. A run that would wait longer closes its browser and resumes later. */
const maxOutageMs = 30_000;

/**
 * Wraps the store of one run to retry while the database is away, so that a short outage does not interrupt the run.
 */
export function createRetryingRunStore(store: RunStore, signal: AbortSignal): RunStore {
  const withRetry = <Result>(work: () => Promise<Result>) =>
    retryTransient(work, { timeoutMs: maxOutageMs, signal });
  return {
    claim: (...args) => withRetry(() => store.claim(...args)),
    startStep: (...args) => withRetry(() => store.startStep(...args)),
    commit: (...args) => withRetry(() => store.commit(...args)),
    writeQuestion: (...args) => withRetry(() => store.writeQuestion(...args)),
    readAnswer: (...args) => withRetry(() => store.readAnswer(...args)),
    resume: (...args) => withRetry(() => store.resume(...args)),
  };
}
