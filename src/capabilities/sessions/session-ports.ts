import type { Reservations } from '../../account/reservations.ts';
import type { Clock } from '../../domain/clock.ts';
import type { Signer } from '../../fetching/receipts.ts';
import type { DeskPorts } from './browser-desk.ts';
import type { LiveTickets } from './live-tickets.ts';
import type { OpenSessions } from './open-sessions.ts';
import type { SessionRecording } from './recording.ts';
import type { NewSession, SessionDocument } from './session-table.ts';

/** What the operations on sessions need of the other rooms. */
export interface SessionPorts {
  desk: DeskPorts;
  open: OpenSessions;
  tickets: LiveTickets;
  /** Whether an address may be contacted, as far as can be said without asking anybody; else why not. */
  judge(url: URL): { allowed: true } | { allowed: false; message: string };
  insertSession(session: NewSession): Promise<void>;
  findSession(
    accountId: string,
    sid: string,
  ): Promise<{ document: SessionDocument; recording: SessionRecording | null } | null>;
  listSessions(accountId: string, limit: number): Promise<SessionDocument[]>;
  reservations: Reservations;
  /** Names this process. */
  process: string;
  signer: Signer;
  clock: Clock;
}
