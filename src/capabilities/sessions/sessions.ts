import { z } from 'zod';
import { Failure } from '../../domain/failure.ts';
import { defineOperation, freeOutcome, type Operation } from '../../operations/operation.ts';
import { browserStepOperation } from './browser-step.ts';
import { openBrowserOperation } from './open-session.ts';
import type { OpenSession } from './open-sessions.ts';
import { type SessionAnswer, sessionAnswerSchema, sessionSchema } from './session-answer.ts';
import type { SessionPorts } from './session-ports.ts';
import type { SessionDocument } from './session-table.ts';

const pathSchema = z.strictObject({ sid: z.string().min(1).max(100) });
const example = { path: { sid: 'ses_00000000000000000000000000' } };
const mostListed = 200;

/** The document with what the process that holds the session knows better. */
function asHeld(document: SessionDocument, held: OpenSession | null): SessionDocument {
  if (held === null) return document;
  const { url, title, steps, credits } = held;
  return { ...document, status: 'open', reason: null, closed_at: null, url, title, steps, credits };
}

async function describe(ports: SessionPorts, accountId: string, sid: string): Promise<SessionAnswer> {
  const found = await ports.findSession(accountId, sid);
  if (found === null) throw new Failure('not_found', 'there is no such session');
  const open = ports.open.find(accountId, sid);
  const recording = open?.recorder?.recording() ?? found.recording;
  return { ...asHeld(found.document, open), ...(recording !== null && { recording }) };
}

function listOperation(ports: SessionPorts): Operation {
  return defineOperation({
    name: 'list_browsers',
    title: 'List browser sessions',
    description: `The account's browser sessions, open and closed, the newest first, ${mostListed} at most.`,
    price: 'free',
    method: 'GET',
    path: '/v1/browser',
    scope: 'read',
    stores: false,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    agent: { tool: 'browser', action: 'list' },
    input: {},
    toCommand: () => null,
    output: z.object({ sessions: z.array(sessionSchema) }),
    example: {},
    run: async (_, { principal }) =>
      freeOutcome({
        sessions: (await ports.listSessions(principal.accountId, mostListed)).map((document) =>
          asHeld(document, ports.open.find(principal.accountId, document.sid)),
        ),
      }),
  });
}

function getOperation(ports: SessionPorts): Operation {
  return defineOperation({
    name: 'get_browser',
    title: 'Look at a browser session',
    description: 'How a session stands, why it was closed, and its steps so far where they are recorded.',
    price: 'free',
    method: 'GET',
    path: '/v1/browser/{sid}',
    scope: 'read',
    stores: false,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    input: { path: pathSchema },
    toCommand: ({ path }) => path.sid,
    output: sessionAnswerSchema,
    example,
    run: async (sid, { principal }) => freeOutcome(await describe(ports, principal.accountId, sid)),
  });
}

function closeOperation(ports: SessionPorts): Operation {
  return defineOperation({
    name: 'close_browser',
    title: 'Close a browser',
    description:
      'Closes a session: its page, cookies and storage are gone. Closing one that is closed already changes nothing. With a recording, its steps are answered as a workflow.',
    price: 'free',
    method: 'DELETE',
    path: '/v1/browser/{sid}',
    scope: 'write',
    stores: false,
    annotations: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
    agent: {
      tool: 'browser',
      action: 'close',
      description: 'Closes an open browser, so that no further minute is charged.',
    },
    input: { path: pathSchema },
    toCommand: ({ path }) => path.sid,
    output: sessionAnswerSchema,
    example,
    async run(sid, { principal }) {
      const { accountId } = principal;
      const session = ports.open.find(accountId, sid);
      if (session !== null) await ports.open.close(session, 'closed', 'it was closed by its account');
      const closed = await describe(ports, accountId, sid);
      if (session === null && closed.status === 'open') {
        throw new Failure('unavailable', 'this session lives in another process of the service', {
          retryAfter: 1,
        });
      }
      return freeOutcome(closed);
    },
  });
}

/** The operations on browser sessions. */
export function sessionOperations(ports: SessionPorts): Operation[] {
  return [
    openBrowserOperation(ports),
    browserStepOperation(ports),
    listOperation(ports),
    getOperation(ports),
    closeOperation(ports),
  ];
}
