import type { Context } from 'hono';
import { runActivity } from '../../../domain/system/activity.ts';
import { Failure } from '../../../domain/system/failure.ts';
import { createSemaphore, type Semaphore } from '../../../domain/system/semaphore.ts';

/** Bodies of a declared size up to this number of bytes are not limited in number. */
const smallBodyBytes = 2 * 1024 * 1024;
/** Maximum number of requests with a larger body that this process serves at once: each takes about 130 MB of memory. */
const maxLargeBodies = 4;
/** The same for each account, so that slow uploads of one account leave places for the others. */
const maxLargeBodiesOfAccount = 2;

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

/** Places of the accounts that use or want one. */
class AccountPlaces {
  readonly #accounts = new Map<string, { places: Semaphore; users: number }>();

  async acquire(accountId: string, signal: AbortSignal): Promise<() => void> {
    const places = createSemaphore(maxLargeBodiesOfAccount);
    const account = this.#accounts.get(accountId) ?? { places, users: 0 };
    this.#accounts.set(accountId, account);
    account.users += 1;
    const leave = () => {
      account.users -= 1;
      if (account.users === 0) this.#accounts.delete(accountId);
    };
    try {
      const release = await account.places.acquire(signal);
      return () => {
        release();
        leave();
      };
    } catch (error) {
      leave();
      throw error;
    }
  }
}

/** Creates the function that limits how many large bodies are in memory at once, with the accounts in turn. */
export function createLargeBodyLimit(): ReservePlace {
  const places = createSemaphore(maxLargeBodies);
  const accounts = new AccountPlaces();
  async function acquire(accountId: string, signal: AbortSignal): Promise<() => void> {
    const releaseOwn = await accounts.acquire(accountId, signal);
    const release = await places.acquire(signal).catch((error: unknown) => {
      releaseOwn();
      throw error;
    });
    return () => {
      release();
      releaseOwn();
    };
  }
  return async (context, request) => {
    if (isSmall(context)) return () => {};
    const { signal } = context.req.raw;
    return runActivity(request, () => acquire(request.accountId ?? '', signal)).catch((error: unknown) => {
      throw new Failure('unavailable', 'The caller disconnected before the body was read.', { cause: error });
    });
  };
}
