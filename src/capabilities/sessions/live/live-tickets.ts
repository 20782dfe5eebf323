import { createHash, randomBytes } from 'node:crypto';
import { addMs, type Clock } from '../../../domain/system/clock.ts';

/** The session that a ticket opens, and the right it gives. */
export interface LiveTicket {
  sid: string;
  /** The viewer may send input. */
  isInteractive: boolean;
}

/** Single-use tickets for the live view of sessions, valid for one minute. */
export interface LiveTickets {
  issue(ticket: LiveTicket): { token: string; expiresAt: Date };
  /** Returns the ticket of a token and invalidates it; null for one that is unknown, used or expired. */
  redeem(sid: string, token: string): LiveTicket | null;
  /** Removes the tickets of a session. */
  forget(sid: string): void;
}

const lifetimeMs = 60_000;
const maxTickets = 10_000;

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64');
}

/** Creates an empty store of tickets. It holds only their digests. */
export function createLiveTickets(clock: Clock): LiveTickets {
  const tickets = new Map<string, LiveTicket & { expiresAt: Date }>();
  function prune(now: Date): void {
    for (const [digest, { expiresAt }] of tickets) {
      // The map is ordered by time of expiry.
      if (expiresAt > now && tickets.size < maxTickets) return;
      tickets.delete(digest);
    }
  }
  return {
    issue(ticket) {
      const now = clock.now();
      prune(now);
      const token = randomBytes(32).toString('base64url');
      const expiresAt = addMs(now, lifetimeMs);
      tickets.set(digestOf(token), { ...ticket, expiresAt });
      return { token, expiresAt };
    },
    redeem(sid, token) {
      const digest = digestOf(token);
      const ticket = tickets.get(digest);
      if (ticket === undefined || ticket.sid !== sid) return null;
      tickets.delete(digest);
      return ticket.expiresAt > clock.now() ? ticket : null;
    },
    forget(sid) {
      for (const [digest, ticket] of tickets) if (ticket.sid === sid) tickets.delete(digest);
    },
  };
}
