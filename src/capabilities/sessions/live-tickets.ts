import { createHash, randomBytes } from 'node:crypto';
import { addMs, type Clock } from '../../domain/clock.ts';

/** What a ticket lets its holder see. */
export interface LiveTicket {
  sid: string;
  /** Whether the viewer may act. */
  isInteractive: boolean;
}

/** Tickets for the live view of sessions: each opens it once, within a minute. */
export interface LiveTickets {
  issue(ticket: LiveTicket): { token: string; expiresAt: Date };
  /** What the token lets see; null for one that is unknown, used or too old. It is used up. */
  redeem(sid: string, token: string): LiveTicket | null;
  /** Forgets those of a session. */
  forget(sid: string): void;
}

/** How long a ticket is good for. */
const lifeMs = 60_000;
const mostTickets = 10_000;

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64');
}

/** No tickets yet. Only their digests are held. */
export function createLiveTickets(clock: Clock): LiveTickets {
  const tickets = new Map<string, LiveTicket & { expiresAt: Date }>();
  function prune(now: Date): void {
    for (const [digest, { expiresAt }] of tickets) {
      // They stand in the order in which they expire.
      if (expiresAt > now && tickets.size < mostTickets) return;
      tickets.delete(digest);
    }
  }
  return {
    issue(ticket) {
      const now = clock.now();
      prune(now);
      const token = randomBytes(32).toString('base64url');
      const expiresAt = addMs(now, lifeMs);
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
