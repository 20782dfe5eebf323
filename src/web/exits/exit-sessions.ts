import { randomInt } from 'node:crypto';
import { addMs, type Clock } from '../../domain/clock.ts';

/** Names under which a proxy keeps one address for a while: one for each exit, country, account and site. */
export interface ExitSessions {
  /** The session that stands for `key`, made when there is none. */
  sessionFor(key: string): string;
  /** Ends it, so that whoever asks next gets another address. */
  end(key: string): void;
}

/** Providers keep an address for about as long, and then give another. */
const lifeMs = 10 * 60_000;
const mostSessions = 10_000;
const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';

function newSession(): string {
  return Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('');
}

/** No sessions yet. */
export function createExitSessions(clock: Clock): ExitSessions {
  const sessions = new Map<string, { name: string; until: Date }>();
  return {
    sessionFor(key) {
      const now = clock.now();
      const known = sessions.get(key);
      if (known !== undefined && known.until > now) return known.name;
      const name = newSession();
      sessions.delete(key);
      sessions.set(key, { name, until: addMs(now, lifeMs) });
      const oldest = sessions.keys().next();
      if (sessions.size > mostSessions && !oldest.done) sessions.delete(oldest.value);
      return name;
    },
    end: (key) => void sessions.delete(key),
  };
}
