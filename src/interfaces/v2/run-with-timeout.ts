import { freeOutcome, type Outcome } from '../../operations/declaration/operation.ts';
import { createError, type V2Code, type V2Reply } from './reply.ts';

/**
 * Runs the work with the time limit of the request and aborts it afterwards; resolves with null if the limit is
 * reached.
 */
export async function runWithTimeout<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  signal: AbortSignal,
  ms: number | null,
) {
  if (ms === null) return work(signal);
  const timeoutSignal = AbortSignal.timeout(Math.ceil(ms));
  try {
    return await work(AbortSignal.any([signal, timeoutSignal]));
  } catch (error) {
    if (!timeoutSignal.aborted || signal.aborted) throw error;
    return null;
  }
}

/** Creates the outcome of work that the time limit of its request ended. */
export function createTimeoutOutcome(code: V2Code, work: string, url: string | null): Outcome<V2Reply> {
  const message = `The ${work} was not finished within the timeout. Increase timeout.`;
  return {
    ...freeOutcome(createError(408, code, message)),
    status: 'failed',
    url,
    error: { code: 'timeout', message },
  };
}
