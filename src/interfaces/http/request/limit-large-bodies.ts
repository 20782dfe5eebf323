import { runActivity } from '../../../domain/system/activity.ts';
import { Failure } from '../../../domain/system/failure.ts';
import { createSemaphore, type Semaphore } from '../../../domain/system/semaphore.ts';
import type { HttpContext } from '../http-context.ts';

/** Bodies of a declared size up to this number of bytes are not limited in number. */
const smallBodyBytes = 2 * 1024 * 1024;
/** Maximum number of requests with a larger body that this process serves at once: each takes about 130 MB of memory. */
const maxLargeBodies = 4;
/** The same for each account, so that slow uploads of one account leave places for the others. */
const maxLargeBodiesOfAccount = 2;

/** Answers a request. */
type Answerer = (context: HttpContext) => Promise<Response>;

function isSmall(context: HttpContext): boolean {
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

/** Limits how many requests with large bodies are answered at once, with the accounts in turn. */
export interface LargeBodyLimit {
  /** Returns an answerer that waits for a place before a large body is read. `operation` names the work. */
  apply(operation: string, answer: Answerer): Answerer;
}

/** Creates a limit for all operations of this process. */
export function createLargeBodyLimit(): LargeBodyLimit {
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
  return {
    apply: (operation, answer) => async (context) => {
      if (isSmall(context)) return answer(context);
      const accountId = context.get('principal')?.accountId ?? null;
      const activity = { operation, requestId: context.get('requestId'), accountId };
      const { signal } = context.req.raw;
      const release = await runActivity(activity, () => acquire(accountId ?? '', signal)).catch(
        (error: unknown) => {
          const detail = 'The caller disconnected before the body was read.';
          throw new Failure('unavailable', detail, { cause: error });
        },
      );
      return answer(context).finally(release);
    },
  };
}
