import { browserAction } from '../../../domain/pages/browser-action.ts';
import { itemPrices } from '../../../domain/resources/rate-card.ts';
import { addMs } from '../../../domain/system/clock.ts';
import { Failure } from '../../../domain/system/failure.ts';
import { newIdentifier } from '../../../domain/values/identifier.ts';
import { createBudget } from '../../../fetching/budget.ts';
import { type ChargedOutcome, type ChargedWork, runCharged } from '../../../fetching/charged-work.ts';
import {
  defineOperation,
  type Operation,
  type OperationContext,
  type Outcome,
} from '../../../operations/declaration/operation.ts';
import { type OpenBrowser, openBrowserFor } from '../browser/open-browser.ts';
import { createRecorder } from '../browser/recording.ts';
import { runStep, type StepOutcome } from '../browser/run-step.ts';
import { browserView } from '../browser-text.ts';
import { liveUrl } from '../live/live-url.ts';
import { createStepReport, type OpenAnswer, openAnswerSchema } from '../session-answer.ts';
import { type OpenCommand, openBody, toOpenCommand } from '../session-request.ts';
import type { OpenSession } from './open-sessions.ts';
import type { SessionPorts } from './session-ports.ts';

const noCreditsMessage =
  'The account has no credit for the first minute of a session. Add credits or wait until the plan renews.';

function invalid(pointer: string, detail: string): Failure {
  return new Failure('invalid', detail, { errors: [{ pointer, detail }] });
}

function parseUrl(ports: SessionPorts, text: string): URL {
  const detail = ports.addressError(text);
  if (detail !== null) throw invalid('/url', detail);
  return new URL(text.trim());
}

/** Opens the browser; waits for a free one as long as the request allows. */
async function openSessionBrowser(
  ports: SessionPorts,
  command: OpenCommand,
  url: URL | null,
  sid: string,
  { principal, signal }: OperationContext,
): Promise<OpenBrowser> {
  const { locale, timezone, viewport, waitMs } = command;
  const options = {
    ...command,
    accountId: principal.accountId,
    exitOwner: `${principal.accountId} ${sid}`,
    device: { locale, timezone, viewport },
    url,
    state: null,
    mayWait: waitMs > 0,
  };
  if (waitMs === 0) return openBrowserFor(ports.browsers, options, signal);
  const timeout = AbortSignal.timeout(waitMs);
  try {
    return await openBrowserFor(ports.browsers, options, AbortSignal.any([signal, timeout]));
  } catch (error) {
    if (!timeout.aborted || signal.aborted) throw error;
    throw new Failure(
      'unavailable',
      'No browser became free within `wait_seconds`. Close a session or try again later.',
      { retryAfter: 15 },
    );
  }
}

/** Opens the first page, if the request names one. */
function openFirstPage(
  ports: SessionPorts,
  browser: OpenBrowser,
  { url }: OpenCommand,
  { principal, signal }: OperationContext,
): Promise<StepOutcome> {
  const action = browserAction(
    url === null ? { type: 'wait', ms: 0, snapshot: false } : { type: 'goto', url },
  );
  const options = { accountId: principal.accountId, budget: createBudget(0), signal, isMasked: true };
  return runStep(ports.browsers, browser, action, options);
}

/** Stores the session, then adds it to the open sessions of this process. */
async function addSession(
  ports: SessionPorts,
  sid: string,
  browser: OpenBrowser,
  command: OpenCommand,
  { view }: StepOutcome,
  { principal, requestId }: OperationContext,
): Promise<OpenSession> {
  const openedAt = ports.clock.now();
  const started = {
    sid,
    accountId: principal.accountId,
    keyId: principal.keyId,
    requestId,
    url: view.url,
    title: view.title,
    openedAt,
    expiresAt: addMs(openedAt, command.ttlMs),
    idleMs: command.idleMs,
  };
  const login = browser.login?.loginId ?? null;
  const owner = { process: ports.process, address: ports.address() };
  await ports.insertSession({ ...started, ...owner, exit: browser.exit.report, login });
  const recorder = command.isRecorded ? createRecorder(sid, command.url, browser.browser.secrets) : null;
  return ports.sessions.add({ ...started, browser, recorder, credits: 1, steps: 0, lastStepAt: openedAt });
}

/** Closes and deletes a session whose request failed. If the deletion fails, the sweep removes it after its lease. */
async function discardSession(ports: SessionPorts, session: OpenSession): Promise<void> {
  await ports.sessions.close(session, 'closed', 'The opening of the session could not be stored.');
  await ports.deleteSession(session.sid);
}

async function toOutcome(
  ports: SessionPorts,
  session: OpenSession,
  { command, step }: { command: OpenCommand; step: StepOutcome },
  charged: ChargedWork,
  context: OperationContext,
): Promise<ChargedOutcome<OpenAnswer>> {
  const { sid, browser } = session;
  const stored = await ports.findSession(context.principal.accountId, sid);
  if (stored === null) throw new Error('the row of a session is missing right after its insert');
  const { token } = ports.tickets.issue({ sid, isInteractive: false });
  const result = {
    ...stored.document,
    live_url: liveUrl(context.baseUrl, sid, token),
    snapshot: command.url === null ? null : step.snapshot,
    ...(step.error !== null && { error: step.error }),
    warnings: [...browser.warnings, ...step.warnings],
  };
  const charges = [{ item: 'browser_minute' as const, credits: itemPrices.browser_minute }];
  const { startedAt } = context;
  const facts = { url: command.url, outcome: step, charges, startedAt, bytesBefore: 0 };
  return charged.deliver(result, { ...createStepReport(browser, facts), status: 'ok' });
}

async function openSession(
  ports: SessionPorts,
  command: OpenCommand,
  charged: ChargedWork,
  context: OperationContext,
): Promise<Outcome<OpenAnswer>> {
  const url = command.url === null ? null : parseUrl(ports, command.url);
  charged.require(itemPrices.browser_minute, noCreditsMessage);
  const sid = newIdentifier('ses', ports.clock.now());
  let browser: OpenBrowser | null = null;
  let session: OpenSession | null = null;
  try {
    browser = await openSessionBrowser(ports, command, url, sid, context);
    const step = await openFirstPage(ports, browser, command, context);
    const opened = await addSession(ports, sid, browser, command, step, context);
    session = opened;
    const outcome = await toOutcome(ports, opened, { command, step }, charged, context);
    return {
      ...outcome,
      async undo() {
        await discardSession(ports, opened);
        await outcome.undo();
      },
    };
  } catch (error) {
    if (session === null) await browser?.browser.close();
    // The first error is the cause; the sweep removes a session that could not be deleted after its lease.
    else await discardSession(ports, session).catch(() => undefined);
    throw error;
  }
}

/** The operation `open_browser`: opens a browser session. */
export function openBrowserOperation(ports: SessionPorts): Operation {
  return defineOperation({
    name: 'open_browser',
    title: 'Open a browser',
    description:
      'Opens a browser with its own cookies, storage and exit. Control it with POST /v1/browser/{sid}. The session ends when you close it, after `ttl_seconds`, after `idle_seconds` without a step, or when its page crashes. Memory limits the number of open sessions: beyond it the request waits up to `wait_seconds` and then gets 503 with Retry-After.',
    price: '1 credit per started minute',
    method: 'POST',
    path: '/v1/browser',
    requiresBody: true,
    scope: 'write',
    writesToDisk: true,
    secretFields: ['live_url'],
    annotations: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
    errors: ['insufficient_credits', 'not_configured'],
    agent: {
      tool: 'browser',
      action: 'open',
      hidden: ['wait_seconds', 'record', 'viewport', 'locale', 'timezone'],
    },
    input: { body: openBody },
    toCommand: ({ body }) => toOpenCommand(body),
    output: openAnswerSchema,
    view: browserView,
    example: { body: { url: 'https://example.com/' } },
    run: (command, context) =>
      runCharged(ports, context, { credits: itemPrices.browser_minute, note: 'browser' }, (charged) =>
        openSession(ports, command, charged, context),
      ),
  });
}
