import { randomInt } from 'node:crypto';
import { addMs, type Clock } from '../../domain/system/clock.ts';

/** Names of sticky proxy sessions, which keep one address for a while: one per exit, country, account and site. */
export interface ExitSessions {
  /** Returns the session of `key`, creating it if needed. */
  getSession(key: string): string;
  /** Ends a session, so that the next one gets another address. */
  end(key: string): void;
}

/** Lifetime of a session; providers keep an address for about as long. */
const sessionTtlMs = 10 * 60_000;
const maxSessions = 10_000;
const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';

function newSession(): string {
  return Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('');
}

/** Creates an empty set of sessions. */
export function createExitSessions(clock: Clock): ExitSessions {
  const sessions = new Map<string, { name: string; expiresAt: Date }>();
  return {
    getSession(key) {
      const now = clock.now();
      const existing = sessions.get(key);
      if (existing !== undefined && existing.expiresAt > now) return existing.name;
      const name = newSession();
      sessions.delete(key);
      sessions.set(key, { name, expiresAt: addMs(now, sessionTtlMs) });
      const oldest = sessions.keys().next();
      if (sessions.size > maxSessions && !oldest.done) sessions.delete(oldest.value);
      return name;
    },
    end: (key) => void sessions.delete(key),
  };
}
