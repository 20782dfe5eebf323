import { addMs, type Clock } from '../../domain/clock.ts';
import type { Echo } from './echo.ts';
import type { Geography, Opinion } from './geography.ts';
import type { Upstream } from './upstream.ts';

/** Where an exit was seen to come from. */
export interface Observation {
  /** The address that an echo saw; null when none could be reached. */
  ip: string | null;
  at: Date;
  /** What is said about the address; null without one. */
  opinion: Opinion | null;
  /** Why the exit cannot be used at all, or null. */
  dead: string | null;
}

/** Looks where exits come from, and remembers it for a while by upstream, credentials and session. */
export interface ExitChecks {
  /** Rejects only when `signal` says stop. */
  observe(via: Upstream | null, signal: AbortSignal): Promise<Observation>;
  /** What is known without asking anybody. */
  known(via: Upstream | null): Observation | null;
  /** Forgets what was seen, so that it is looked at afresh: after a connection broke, or when it must be certain. */
  forget(via: Upstream | null): void;
}

/** How long an observation holds: half of a session's life for what goes through a proxy, and for this machine. */
const proxyHoldsMs = 5 * 60_000;
const ownHoldsMs = 6 * 3_600_000;
/** After how long one asks again where no echo could be reached. */
const silentHoldsMs = 60_000;
const mostRemembered = 5_000;
const checkWithinMs = 20_000;

interface Entry {
  work: Promise<Observation>;
  seen: Observation | null;
  expiresAt: Date;
}

/** Checks that have seen nothing yet. */
export function createExitChecks(echo: Echo, geography: Geography, clock: Clock): ExitChecks {
  const entries = new Map<string, Entry>();
  const keyOf = (via: Upstream | null) => via?.key ?? '';

  async function look(via: Upstream | null): Promise<Observation> {
    const answer = await echo.ask(via, AbortSignal.timeout(checkWithinMs));
    const at = clock.now();
    if (answer.kind === 'dead') return { ip: null, at, opinion: null, dead: answer.message };
    if (answer.kind === 'silent') return { ip: null, at, opinion: null, dead: null };
    return { ip: answer.ip, at, opinion: await geography.opinionOf(answer.ip), dead: null };
  }

  function holdsMs(via: Upstream | null, { ip, dead }: Observation): number {
    if (dead !== null) return 0;
    if (ip === null) return silentHoldsMs;
    return via === null ? ownHoldsMs : proxyHoldsMs;
  }

  function begin(via: Upstream | null): Entry {
    const key = keyOf(via);
    const entry: Entry = { work: look(via), seen: null, expiresAt: addMs(clock.now(), checkWithinMs) };
    entry.work.then(
      (seen) => {
        entry.seen = seen;
        entry.expiresAt = addMs(seen.at, holdsMs(via, seen));
      },
      () => {
        if (entries.get(key) === entry) entries.delete(key);
      },
    );
    entries.delete(key);
    entries.set(key, entry);
    const oldest = entries.keys().next();
    if (entries.size > mostRemembered && !oldest.done) entries.delete(oldest.value);
    return entry;
  }

  function current(via: Upstream | null): Entry | null {
    const entry = entries.get(keyOf(via));
    return entry !== undefined && entry.expiresAt > clock.now() ? entry : null;
  }

  return {
    async observe(via, signal) {
      signal.throwIfAborted();
      const { work } = current(via) ?? begin(via);
      const { promise: stopped, reject } = Promise.withResolvers<never>();
      const stop = () => reject(signal.reason);
      signal.addEventListener('abort', stop, { once: true });
      return Promise.race([work, stopped]).finally(() => signal.removeEventListener('abort', stop));
    },
    known: (via) => entries.get(keyOf(via))?.seen ?? null,
    forget: (via) => void entries.delete(keyOf(via)),
  };
}
