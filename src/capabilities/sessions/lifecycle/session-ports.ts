import type { ChargePorts } from '../../../fetching/charged-work.ts';
import type { BrowserPorts } from '../browser/open-browser.ts';
import type { SessionRecording } from '../browser/recording.ts';
import type { LiveTickets } from '../live/live-tickets.ts';
import type { OwnerClient } from '../routing/owner-client.ts';
import type { SessionDocument } from '../session-document.ts';
import type { NewSession, StoredOwner } from '../session-table.ts';
import type { OpenSessions } from './open-sessions.ts';

/** Dependencies of the operations on sessions. */
export interface SessionPorts extends ChargePorts {
  browsers: BrowserPorts;
  sessions: OpenSessions;
  tickets: LiveTickets;
  /** Returns the reason why a URL may not be contacted, as far as it is known without DNS; null when it may. */
  addressError(url: string): string | null;
  insertSession(session: NewSession): Promise<void>;
  /** Deletes a session that could not be opened. */
  deleteSession(sid: string): Promise<void>;
  findSession(
    accountId: string,
    sid: string,
  ): Promise<{ document: SessionDocument; recording: SessionRecording | null } | null>;
  listSessions(accountId: string, limit: number): Promise<SessionDocument[]>;
  /** Id of this process. */
  process: string;
  /** Returns the URL at which other processes reach this one; null if there are none. */
  address(): string | null;
  /** Returns the other process that holds an open session of the account; null if there is none. */
  findOwner(sid: string, accountId: string): Promise<StoredOwner | null>;
  /** Calls the processes that hold sessions. */
  owners: OwnerClient;
}
