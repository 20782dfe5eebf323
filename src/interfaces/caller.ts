import type { Origin, Principal } from '../domain/resources/account.ts';
import { listenForActivities } from '../domain/system/activity.ts';
import type { Clock } from '../domain/system/clock.ts';
import { newIdentifier } from '../domain/values/identifier.ts';
import type { CallPath } from '../operations/call-path/call.ts';
import type { CountedRequests } from '../operations/call-path/rate-limiter.ts';
import type { RawInput } from '../operations/call-path/validate.ts';
import type { Answer, Operation } from '../operations/declaration/operation.ts';

/** A request through an interface that names operations instead of routes. */
export interface CallerRequest {
  operation: Operation;
  input: RawInput;
  signal: AbortSignal;
  /** Idempotency-Key of the request. */
  idempotencyKey?: string | null;
  /** Called with the number of pages that the call has read so far; never for a service over HTTP. */
  onPage?(pages: number): void;
}

/** Answer of an operation, and the identifier of its entry in the request history. */
export interface CallerAnswer {
  answer: Answer;
  requestId: string;
}

/** Calls operations for one identity, in this process or over HTTP. */
export interface Caller {
  /** Throws Failure. */
  call(request: CallerRequest): Promise<CallerAnswer>;
}

/** Dependencies and identity of a caller in this process. */
export interface LocalCallerOptions {
  callPath: CallPath;
  clock: Clock;
  principal: Principal;
  origin: Origin;
  baseUrl: string;
  /** Requests that were counted before their calls. Default: every call counts as one request. */
  counted?: CountedRequests;
}

/** Counts the pages that a request reads, until the returned function is called. */
function countPages(requestId: string, onPage: (pages: number) => void): () => void {
  let pages = 0;
  return listenForActivities({
    ended(activity) {
      if (!activity.isNested || activity.requestId !== requestId) return;
      pages += 1;
      onPage(pages);
    },
  });
}

/** Creates a caller for the operations of this process, through the same call path as every interface. */
export function createLocalCaller({ callPath, clock, ...identity }: LocalCallerOptions): Caller {
  return {
    async call({ onPage, ...request }) {
      const requestId = newIdentifier('req', clock.now());
      const stopCounting = onPage === undefined ? null : countPages(requestId, onPage);
      try {
        return { answer: await callPath.run({ ...request, ...identity, requestId }), requestId };
      } finally {
        stopCounting?.();
      }
    },
  };
}
