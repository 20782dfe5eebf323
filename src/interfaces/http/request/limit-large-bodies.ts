import type { Context } from 'hono';
import { runActivity } from '../../../domain/system/activity.ts';
import { Failure } from '../../../domain/system/failure.ts';
import { createSemaphore } from '../../../domain/system/semaphore.ts';

/** Bodies up to this size in bytes are not limited in number. */
const smallBodyBytes = 2 * 1024 * 1024;
/** Maximum number of requests with a larger body that this process serves at once: each takes about 130 MB of memory. */
const maxLargeBodies = 4;

/** A request for which a place is reserved. */
export interface LargeBodyRequest {
  operation: string;
  requestId: string;
  accountId: string | null;
}

/** Reserves a place for a request with a large body before it is read; the returned function releases it. */
export type ReservePlace = (context: Context, request: LargeBodyRequest) => Promise<() => void>;

function isSmall(context: Context): boolean {
  const declared = context.req.header('content-length');
  return declared !== undefined && Number(declared) <= smallBodyBytes;
}

/** Creates the function that limits how many large bodies are in memory at once, with the accounts in turn. */
export function createLargeBodyLimit(): ReservePlace {
  const places = createSemaphore(maxLargeBodies);
  return async (context, request) => {
    if (isSmall(context)) return () => {};
    const { signal } = context.req.raw;
    return runActivity(request, () => places.acquire(signal)).catch((error: unknown) => {
      throw new Failure('unavailable', 'The caller disconnected before the body was read.', { cause: error });
    });
  };
}
