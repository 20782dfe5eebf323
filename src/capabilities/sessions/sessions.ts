import { z } from 'zod';
import { missingResource } from '../../domain/resources/missing-resource.ts';
import { Failure } from '../../domain/system/failure.ts';
import {
  defineOperation,
  freeOutcome,
  type Operation,
  type Outcome,
} from '../../operations/declaration/operation.ts';
import { defineReadOperation } from '../../operations/declaration/read-operation.ts';
import { browserStepOperation } from './browser/browser-step.ts';
import { browserSessionKind } from './browser-session-kind.ts';
import { browsersView, browserView } from './browser-text.ts';
import { openBrowserOperation } from './lifecycle/open-session.ts';
import type { OpenSession } from './lifecycle/open-sessions.ts';
import type { SessionPorts } from './lifecycle/session-ports.ts';
import { routeToOwner } from './routing/route-to-owner.ts';
import { type SessionAnswer, sessionAnswerSchema, sessionSchema } from './session-answer.ts';
import type { SessionDocument } from './session-document.ts';

const pathSchema = z.strictObject({ sid: z.string().min(1).max(100).describe('Identifier of the session.') });
const example = { path: { sid: 'ses_00000000000000000000000000' } };
const maxSessions = 200;

/** Overlays the stored document with the values of the process that holds the session. */
function withLiveValues(document: SessionDocument, session: OpenSession | null): SessionDocument {
  if (session === null) return document;
  const { url, title, steps, credits } = session;
  return { ...document, status: 'open', reason: null, closed_at: null, url, title, steps, credits };
}

async function readSession(ports: SessionPorts, accountId: string, sid: string): Promise<SessionAnswer> {
  const stored = await ports.findSession(accountId, sid);
  if (stored === null) throw missingResource(browserSessionKind);
  const open = ports.sessions.find(accountId, sid);
  const recording = open?.recorder?.recording() ?? stored.recording;
  return { ...withLiveValues(stored.document, open), ...(recording !== null && { recording }) };
}

function listOperation(ports: SessionPorts): Operation {
  return defineReadOperation({
    name: 'list_browsers',
    title: 'List browser sessions',
    description: `Returns the account's browser sessions, open and closed, newest first, up to ${maxSessions}.`,
    path: '/v1/browser',
    agent: { tool: 'browser', action: 'list' },
    input: {},
    toCommand: () => null,
    output: z.object({ sessions: z.array(sessionSchema).describe('Sessions of the account.') }),
    view: browsersView,
    example: {},
    run: async (_, { principal }) =>
      freeOutcome({
        sessions: (await ports.listSessions(principal.accountId, maxSessions)).map((document) =>
          withLiveValues(document, ports.sessions.find(principal.accountId, document.sid)),
        ),
      }),
  });
}

function getOperation(ports: SessionPorts): Operation {
  return defineReadOperation({
    name: 'get_browser',
    title: 'Get a browser session',
    description:
      'Returns the state of a session, the reason why it was closed, and its recorded steps if it records them.',
    path: '/v1/browser/{sid}',
    input: { path: pathSchema },
    toCommand: ({ path }) => path.sid,
    output: sessionAnswerSchema,
    view: browserView,
    example,
    run: async (sid, context) => {
      // The stored values are as new as the last step, so that they serve while the other process does not respond.
      const routed = await routeToOwner(
        ports,
        { operation: 'get_browser', sid, command: sid },
        context,
      ).catch((error: unknown) => {
        if (error instanceof Failure && error.kind === 'unavailable') return null;
        throw error;
      });
      if (routed !== null) return routed as Outcome<SessionAnswer>;
      return freeOutcome(await readSession(ports, context.principal.accountId, sid));
    },
  });
}

function closeOperation(ports: SessionPorts): Operation {
  return defineOperation({
    name: 'close_browser',
    title: 'Close a browser',
    description:
      'Closes a session and deletes its page, cookies and storage. Closing a closed session changes nothing. If the session was recorded, the response contains its steps as a workflow.',
    price: 'free',
    method: 'DELETE',
    path: '/v1/browser/{sid}',
    scope: 'write',
    writesToDisk: false,
    annotations: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
    agent: {
      tool: 'browser',
      action: 'close',
    },
    input: { path: pathSchema },
    toCommand: ({ path }) => path.sid,
    output: sessionAnswerSchema,
    view: browserView,
    example,
    async run(sid, context) {
      const routed = await routeToOwner(ports, { operation: 'close_browser', sid, command: sid }, context);
      if (routed !== null) return routed as Outcome<SessionAnswer>;
      const { accountId } = context.principal;
      const session = ports.sessions.find(accountId, sid);
      if (session !== null) await ports.sessions.close(session, 'closed', 'The account closed the session.');
      return freeOutcome(await readSession(ports, accountId, sid));
    },
  });
}

/** Returns the operations on browser sessions. */
export function sessionOperations(ports: SessionPorts): Operation[] {
  return [
    openBrowserOperation(ports),
    browserStepOperation(ports),
    listOperation(ports),
    getOperation(ports),
    closeOperation(ports),
  ];
}
