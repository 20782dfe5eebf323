import type { Grant } from '../../account/reservations.ts';
import { browserAction } from '../../domain/browser-action.ts';
import { addMs } from '../../domain/clock.ts';
import { Failure } from '../../domain/failure.ts';
import { newIdentifier } from '../../domain/identifier.ts';
import { itemPrices } from '../../domain/rate-card.ts';
import { createBudget } from '../../fetching/budget.ts';
import {
  defineOperation,
  type Operation,
  type OperationContext,
  type Outcome,
} from '../../operations/operation.ts';
import { type DeskBrowser, openAtDesk } from './browser-desk.ts';
import { type StepOutcome, stepAtDesk } from './desk-step.ts';
import { liveUrl } from './live-url.ts';
import { createRecorder } from './recording.ts';
import { factsOf, type OpenAnswer, openAnswerSchema, receiptOf } from './session-answer.ts';
import type { SessionPorts } from './session-ports.ts';
import { type OpenCommand, openBody, toOpenCommand } from './session-request.ts';

/** What a killed process held for a session that was being opened is free again after this. */
const reservedForMs = 3 * 60_000;

function invalid(pointer: string, detail: string): Failure {
  return new Failure('invalid', detail, { faults: [{ pointer, detail }] });
}

/** Opening a browser to act in. */
export function openBrowserOperation(ports: SessionPorts): Operation {
  const { clock, open, signer } = ports;

  function addressOf(text: string): URL {
    const url = URL.parse(text);
    if (url === null) throw invalid('/url', 'is not an absolute address');
    const verdict = ports.judge(url);
    if (!verdict.allowed) throw invalid('/url', verdict.message);
    return url;
  }

  async function reserve({ principal, requestId }: OperationContext): Promise<Grant> {
    const wish = { accountId: principal.accountId, credits: itemPrices.browser_minute, requestId };
    const granted = await ports.reservations.reserve({
      ...wish,
      expiresAt: addMs(clock.now(), reservedForMs),
    });
    if (granted === null) {
      throw new Failure(
        'insufficient_credits',
        'the account has no credit for the first minute of a session',
      );
    }
    return granted;
  }

  async function openDesk(command: OpenCommand, url: URL | null, sid: string, context: OperationContext) {
    const { locale, timezone, viewport } = command;
    const order = {
      ...command,
      accountId: context.principal.accountId,
      holder: `${context.principal.accountId} ${sid}`,
      device: { locale, timezone, viewport },
      url,
      state: null,
      mayWait: command.waitMs > 0,
    };
    if (command.waitMs === 0) return openAtDesk(ports.desk, order, context.signal);
    const late = AbortSignal.timeout(command.waitMs);
    try {
      return await openAtDesk(ports.desk, order, AbortSignal.any([context.signal, late]));
    } catch (error) {
      if (!late.aborted || context.signal.aborted) throw error;
      throw new Failure('unavailable', 'no place for another browser session became free in time', {
        retryAfter: 15,
      });
    }
  }

  /** The first page, where one was asked for. */
  async function begin(
    desk: DeskBrowser,
    command: OpenCommand,
    context: OperationContext,
  ): Promise<StepOutcome> {
    const { url } = command;
    const action = browserAction(
      url === null ? { type: 'wait', ms: 0, snapshot: false } : { type: 'goto', url },
    );
    const { accountId } = context.principal;
    return stepAtDesk(ports.desk, desk, action, {
      accountId,
      budget: createBudget(0),
      signal: context.signal,
    });
  }

  async function run(command: OpenCommand, context: OperationContext): Promise<Outcome<OpenAnswer>> {
    const url = command.url === null ? null : addressOf(command.url);
    const { accountId } = context.principal;
    const granted = await reserve(context);
    const sid = newIdentifier('ses', clock.now());
    let desk: DeskBrowser | null = null;
    try {
      desk = await openDesk(command, url, sid, context);
      const outcome = await begin(desk, command, context);
      const openedAt = clock.now();
      const begun = {
        sid,
        accountId,
        requestId: context.requestId,
        url: outcome.view.url,
        title: outcome.view.title,
        openedAt,
        expiresAt: addMs(openedAt, command.ttlMs),
        idleMs: command.idleMs,
      };
      const login = desk.login?.loginId ?? null;
      await ports.insertSession({ ...begun, process: ports.process, exit: desk.exit.report, login });
      const recorder = command.isRecorded ? createRecorder(sid, command.url) : null;
      open.add({ ...begun, desk, recorder, credits: 1, steps: 0, lastStepAt: openedAt });
      return await toOutcome(command, desk, outcome, { sid, granted }, context);
    } catch (error) {
      await desk?.browser.close();
      await ports.reservations.release(granted.reservationId);
      throw error;
    }
  }

  async function toOutcome(
    command: OpenCommand,
    desk: DeskBrowser,
    step: StepOutcome,
    { sid, granted }: { sid: string; granted: Grant },
    context: OperationContext,
  ): Promise<Outcome<OpenAnswer>> {
    const now = clock.now();
    const found = await ports.findSession(context.principal.accountId, sid);
    if (found === null) throw new Error('a session is gone right after it was written');
    const credits = itemPrices.browser_minute;
    const charges = [{ item: 'browser_minute' as const, credits }];
    const receipt = receiptOf(factsOf(desk, command.url, { ...step, charges }, 0), context, now, signer);
    const { token } = ports.tickets.issue({ sid, isInteractive: false });
    const value: OpenAnswer = {
      ...found.document,
      live_url: liveUrl(context.baseUrl, sid, token),
      snapshot: command.url === null ? null : step.snapshot,
      ...(step.error !== null && { error: step.error }),
      warnings: [...desk.warnings, ...step.warnings],
      receipt,
    };
    return {
      answer: { kind: 'json', value },
      status: 'ok',
      url: command.url,
      country: desk.exit.report.country,
      error: step.error,
      receipts: [receipt],
      charges: [{ credits, pages: null, note: 'browser' }],
      reservationId: granted.reservationId,
      contents: [],
    };
  }

  return defineOperation({
    name: 'open_browser',
    title: 'Open a browser',
    description:
      'Opens a browser that is acted on step by step (POST /v1/browser/{sid}), with its own cookies, storage and exit. It is closed when it is told to, when its time is over, when no step comes for a while, or when its page breaks. As many can be open as there is memory for; beyond that the answer is 503 with Retry-After, or the request waits (`wait_seconds`).',
    price: '1 credit a started minute',
    method: 'POST',
    path: '/v1/browser',
    scope: 'write',
    stores: true,
    secretFields: ['live_url'],
    annotations: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
    refuses: ['insufficient_credits'],
    agent: {
      tool: 'browser',
      action: 'open',
      description:
        'Opens a browser to act in step by step with the action step, for what needs clicks, forms or a login. Answers its `sid` and, where `url` is given, a snapshot: the page as text in which everything one can act on begins with a number. Costs 1 credit a started minute: close it with the action close.',
      hidden: ['wait_seconds', 'record', 'viewport', 'locale', 'timezone'],
    },
    input: { body: openBody },
    toCommand: ({ body }) => toOpenCommand(body),
    output: openAnswerSchema,
    example: { body: { url: 'https://example.com/' } },
    run,
  });
}
