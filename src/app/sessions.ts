import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Reservations } from '../account/reservations.ts';
import { createPagesWithValues } from '../capabilities/extract/pages-with-values.ts';
import type { DeskPorts } from '../capabilities/sessions/browser-desk.ts';
import { createLiveTickets } from '../capabilities/sessions/live-tickets.ts';
import { createLoginVault, type LoginVault } from '../capabilities/sessions/login-vault.ts';
import { createOpenSessions, type OpenSession } from '../capabilities/sessions/open-sessions.ts';
import type { SessionPorts } from '../capabilities/sessions/session-ports.ts';
import {
  chargeMinutes,
  closeAbandoned,
  endSession,
  findSession,
  insertSession,
  listSessions,
  renewLeases,
  updateSession,
} from '../capabilities/sessions/session-table.ts';
import { addMs } from '../domain/clock.ts';
import type { ContentThreads } from '../domain/content.ts';
import { Failure } from '../domain/failure.ts';
import type { LiveView } from '../domain/live-view.ts';
import { deriveKey } from '../domain/secret-keys.ts';
import { createUpgradeBaseUrl } from '../doors/http/base-url.ts';
import type { TakeUpgrade } from '../doors/http/listener.ts';
import { createLiveSocket } from '../doors/http/live-socket.ts';
import { createShownReader } from '../fetching/shown-page.ts';
import { findBlob, insertBlob, storeBytes } from '../store/blobs/stored-blobs.ts';
import type { Exits } from '../web/exits/exits.ts';
import type { Guard } from '../web/guard.ts';
import type { composeBrowser } from './browser.ts';
import type { Footing } from './footing.ts';
import { toFailure } from './to-failure.ts';
import { composeValueFinding } from './values.ts';

/** Bytes of a file that a browser brings, and of one that it is given, at most. */
const mostStored = 100 * 2 ** 20;
const mostUploaded = 20 * 2 ** 20;

/** What acting in browsers is made of. */
export interface SessionParts {
  control: ReturnType<typeof composeBrowser>['control'];
  guard: Guard;
  exits: Exits;
  threads: ContentThreads;
  reservations: Reservations;
  logins: LoginVault;
}

/** The saved logins of accounts. */
export function composeLogins({ database, rootSecret, clock }: Footing): LoginVault {
  return createLoginVault({ database, key: deriveKey(rootSecret, 'login'), clock });
}

/** Opening browsers for accounts and acting in them; sessions and runs of workflows share it. */
export function composeDesk(
  footing: Footing,
  parts: Omit<SessionParts, 'guard' | 'reservations'>,
): DeskPorts {
  const { database, blobs, clock, settings } = footing;
  const keepMs = settings.keep.files;
  const readShown = createShownReader({ threads: parts.threads, clock, keepPagesMs: settings.keep.pages });
  const values = composeValueFinding(footing);
  return {
    ...parts.control,
    exits: parts.exits,
    logins: parts.logins,
    readShown: (shown) => createPagesWithValues({ fetchPage: readShown(shown), ...values }),
    async storeFile(accountId, { name, mediaType, content }) {
      const now = clock.now();
      const stored = await storeBytes(database, blobs, content, now, { maxBytes: mostStored });
      const blob = { accountId, ...stored, mediaType, filename: name, createdAt: now };
      const fileId = await insertBlob(database, { ...blob, expiresAt: addMs(now, keepMs) });
      return { fileId, name, mediaType, bytes: stored.bytes };
    },
    async loadFile(accountId, idOrLink) {
      const blobId = idOrLink.slice(idOrLink.lastIndexOf('/') + 1);
      const found = await findBlob(database, blobId, clock.now());
      if (found.kind !== 'found' || found.accountId !== accountId) return null;
      if (found.bytes > mostUploaded) {
        throw new Failure('too_large', `a page is given files of ${mostUploaded} bytes at most`);
      }
      const content = await blobs.open(found.digest);
      if (content === null) return null;
      const chunks: Buffer[] = [];
      for await (const chunk of content as AsyncIterable<Buffer>) chunks.push(chunk);
      return { name: found.filename ?? blobId, mimeType: found.mediaType, buffer: Buffer.concat(chunks) };
    },
    clock,
  };
}

/** Sessions of this process, what their operations are made of, and what a ticket for the live view lets see. */
export interface Sessions {
  ports: SessionPorts;
  admit(sid: string, token: string): LiveView | null;
}

/** Composes sessions; those that are open are closed with the stack. */
export function composeSessions(
  footing: Footing,
  parts: SessionParts,
  stack: AsyncDisposableStack,
): Sessions {
  const { database, clock, log, signer } = footing;
  const process = randomBytes(8).toString('hex');
  const tickets = createLiveTickets(clock);
  const open = createOpenSessions({
    note: (sid, progress) => updateSession(database, sid, progress),
    end: (session, end, at) => endSession(database, session.sid, { ...session, ...end, at }),
    charge: (session, begun, now) =>
      chargeMinutes(database, session, { charged: session.credits, begun }, now).catch((error: unknown) => {
        throw lacksCredits(error)
          ? new Failure('insufficient_credits', 'no credits are left')
          : toFailure(error);
      }),
    renew: (now) => renewLeases(database, process, now),
    clock,
    log,
  });
  stack.defer(() => open.stop());
  const ports: SessionPorts = {
    desk: composeDesk(footing, parts),
    open,
    tickets,
    judge: (url) => parts.guard.judge(url),
    insertSession: (session) => insertSession(database, session),
    findSession: (accountId, sid) => findSession(database, accountId, sid, clock.now()),
    listSessions: (accountId, limit) => listSessions(database, accountId, limit, clock.now()),
    reservations: parts.reservations,
    process,
    signer,
    clock,
  };
  return {
    ports,
    admit(sid, token) {
      const ticket = tickets.redeem(sid, token);
      const session = ticket === null ? null : open.holderOf(sid);
      return session === null || ticket === null
        ? null
        : viewOf(session, ticket.isInteractive, () => clock.now());
    },
  };
}

function viewOf(session: OpenSession, isInteractive: boolean, now: () => Date): LiveView {
  return {
    isInteractive,
    async join(viewer) {
      const seat = await session.audience.join(viewer);
      return {
        ...seat,
        act(input) {
          // Whoever acts is no idler.
          session.lastStepAt = now();
          return seat.act(input);
        },
      };
    },
  };
}

/** What the ledger's check says of an account without credits. */
function lacksCredits(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === '23514';
}

/** Closes sessions that a process left open which was killed, where no other process can hold one. */
export async function closeLeftSessions({ database, settings, clock }: Footing): Promise<void> {
  if (settings.databaseUrl === null) await closeAbandoned(database, clock.now());
}

/** Takes in those who watch browsers. */
export function composeLiveView(
  { settings }: Footing,
  admit: Sessions['admit'],
  ownUrl: () => string,
  stopping: AbortSignal,
): TakeUpgrade {
  const baseUrl = createUpgradeBaseUrl(settings.baseUrl, settings.trustedProxies, ownUrl);
  return createLiveSocket({
    admit,
    baseUrl: (request: IncomingMessage) => baseUrl(request),
    corsOrigins: settings.corsOrigins,
    stopping,
  });
}
