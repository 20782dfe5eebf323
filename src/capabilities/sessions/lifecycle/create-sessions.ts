import { randomBytes } from 'node:crypto';
import type { Reservations } from '../../../account/credits/reservations.ts';
import { deriveKey } from '../../../domain/crypto/secret-keys.ts';
import type { LiveView } from '../../../domain/pages/live-view.ts';
import { Failure } from '../../../domain/system/failure.ts';
import type { TargetCheck } from '../../../fetching/target-check.ts';
import type { Outcome } from '../../../operations/declaration/operation.ts';
import type { CapabilityContext } from '../../capability.ts';
import type { BrowserPorts } from '../browser/open-browser.ts';
import { createLiveTickets } from '../live/live-tickets.ts';
import type { CallHandler } from '../routing/call-handler.ts';
import { createCallHandler } from '../routing/call-handler.ts';
import { createLiveRouting, type LiveRouting } from '../routing/live-routing.ts';
import { createOwnerClient } from '../routing/owner-client.ts';
import type { RoutedCall } from '../routing/routed-call.ts';
import {
  chargeMinutes,
  deleteSession,
  endSession,
  findOwner,
  findSession,
  insertSession,
  listSessions,
  renewLeases,
  updateSession,
} from '../session-table.ts';
import { createOpenSessions, type OpenSession } from './open-sessions.ts';
import type { SessionPorts } from './session-ports.ts';

/** Parts that sessions need beside those of every process. */
export interface SessionParts extends CapabilityContext {
  browserPorts: BrowserPorts;
  targets: TargetCheck;
  reservations: Reservations;
  /** Turns anything thrown into a failure that a caller may see. */
  toFailure(error: unknown): Failure;
  /** Returns the URL at which other processes reach this one; null if there are none. */
  address(): string | null;
}

/** The sessions of this process. */
export interface Sessions {
  ports: SessionPorts;
  /** Exchanges a ticket for the live view of a session; null if it is not valid. */
  admit(sid: string, token: string): LiveView | null;
  /** Routes viewers to the process that holds their session. */
  liveRouting: LiveRouting;
  /** Creates the handler of calls that other processes pass on to this one; `run` runs a call in this process. */
  createCallHandler(run: (call: RoutedCall, signal: AbortSignal) => Promise<Outcome>): CallHandler;
  /** Closes the sessions of this process. */
  stop(): Promise<void>;
}

function liveViewOf(session: OpenSession, isInteractive: boolean, now: () => Date): LiveView {
  return {
    isInteractive,
    async join(viewer) {
      const seat = await session.viewers.join(viewer);
      return {
        ...seat,
        act(input) {
          // Input of a viewer keeps the session open as a step does.
          session.lastStepAt = now();
          return seat.act(input);
        },
      };
    },
  };
}

/** Creates the sessions of this process. */
export function createSessions(parts: SessionParts): Sessions {
  const { database, clock, log, signer, browserPorts, targets, reservations, toFailure, address } = parts;
  const key = deriveKey(parts.rootSecret, 'process');
  const process = randomBytes(8).toString('hex');
  const tickets = createLiveTickets(clock);
  const open = createOpenSessions({
    saveProgress: (sid, progress) => updateSession(database, sid, progress),
    end: (session, end, at) => endSession(database, session.sid, { ...session, ...end, at }),
    charge: (session, begun, now) =>
      chargeMinutes(database, session, { chargedMinutes: session.credits, startedMinutes: begun }, now).catch(
        (error: unknown) => {
          throw error instanceof Failure ? error : toFailure(error);
        },
      ),
    renew: (sids, now) => renewLeases(database, process, sids, now),
    clock,
    log,
  });
  const admit = (sid: string, token: string) => {
    const ticket = tickets.redeem(sid, token);
    const session = ticket === null ? null : open.findById(sid);
    return session === null || ticket === null
      ? null
      : liveViewOf(session, ticket.isInteractive, () => clock.now());
  };
  return {
    ports: {
      browsers: browserPorts,
      sessions: open,
      tickets,
      addressError: (url) => targets.addressError(url),
      insertSession: (session) => insertSession(database, session),
      deleteSession: (sid) => deleteSession(database, sid),
      findSession: (accountId, sid) => findSession(database, accountId, sid, clock.now()),
      listSessions: (accountId, limit) => listSessions(database, accountId, limit, clock.now()),
      reservations,
      process,
      address,
      findOwner: (sid, accountId) => findOwner(database, { sid, accountId, except: process }, clock.now()),
      owners: createOwnerClient({ key, clock, log }),
      signer,
      clock,
    },
    admit,
    liveRouting: createLiveRouting({
      key,
      process,
      admit,
      findOwner: (sid) => findOwner(database, { sid, accountId: null, except: process }, clock.now()),
    }),
    createCallHandler: (run) =>
      createCallHandler({
        key,
        process,
        holds: (accountId, sid) => open.find(accountId, sid) !== null,
        run,
        toFailure,
        clock,
      }),
    stop: () => open.stop(),
  };
}
