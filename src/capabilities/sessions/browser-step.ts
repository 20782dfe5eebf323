import { z } from 'zod';
import type { BrowserAction } from '../../domain/browser-action.ts';
import { addMs } from '../../domain/clock.ts';
import { Failure } from '../../domain/failure.ts';
import { itemPrices } from '../../domain/rate-card.ts';
import { createBudget, createReservedBudget } from '../../fetching/budget.ts';
import {
  defineOperation,
  type Operation,
  type OperationContext,
  type Outcome,
} from '../../operations/operation.ts';
import { type StepOutcome, stepAtDesk } from './desk-step.ts';
import { liveUrl } from './live-url.ts';
import type { OpenSession } from './open-sessions.ts';
import { factsOf, receiptOf, type StepAnswer, stepAnswer, stepAnswerSchema } from './session-answer.ts';
import type { SessionPorts } from './session-ports.ts';
import { stepBody, toAction } from './session-request.ts';

interface StepCommand {
  sid: string;
  action: BrowserAction;
}

const reservedForMs = 3 * 60_000;

/** The session in this process; else why there is none. */
export async function requireOpen(ports: SessionPorts, accountId: string, sid: string): Promise<OpenSession> {
  const session = ports.open.find(accountId, sid);
  if (session !== null) return session;
  const found = await ports.findSession(accountId, sid);
  if (found === null) throw new Failure('not_found', 'there is no such session');
  const { status, reason } = found.document;
  if (status === 'open') {
    throw new Failure('unavailable', 'this session lives in another process of the service', {
      retryAfter: 1,
    });
  }
  throw new Failure('expired', `this session is ${status}: ${reason}`);
}

/** Doing one thing in an open browser. */
export function browserStepOperation(ports: SessionPorts): Operation {
  const { clock, open, signer } = ports;

  /** Only values that a model is asked for cost anything of their own. */
  async function reserve(action: BrowserAction, { principal, requestId }: OperationContext) {
    if (action.type !== 'extract') return { granted: null, budget: createBudget(0) };
    const wish = { accountId: principal.accountId, credits: itemPrices.ai_extraction, requestId };
    const granted = await ports.reservations.reserveUpTo({
      ...wish,
      expiresAt: addMs(clock.now(), reservedForMs),
    });
    return {
      granted,
      budget: createReservedBudget(ports.reservations, granted, principal.accountId, granted.credits),
    };
  }

  async function step(session: OpenSession, action: BrowserAction, context: OperationContext) {
    const { granted, budget } = await reserve(action, context);
    try {
      const { accountId } = context.principal;
      const bytesBefore = session.desk.browser.bytes();
      const outcome = await stepAtDesk(ports.desk, session.desk, action, {
        accountId,
        budget,
        signal: context.signal,
      });
      session.steps += 1;
      session.url = outcome.view.url;
      session.title = outcome.view.title;
      if (outcome.error === null) {
        session.recorder?.add(
          action,
          outcome.target?.target ?? stringTarget(action),
          outcome.target?.isSecret ?? false,
        );
      }
      return { outcome, bytesBefore, reservationId: granted?.reservationId ?? null };
    } catch (error) {
      if (granted !== null) await ports.reservations.release(granted.reservationId);
      throw error;
    }
  }

  /** A ticket for the live view is no matter of the page. */
  function withLive(
    session: OpenSession,
    action: BrowserAction,
    outcome: StepOutcome,
    baseUrl: string,
  ): StepOutcome {
    if (action.type !== 'live') return outcome;
    const { token, expiresAt } = ports.tickets.issue({ sid: session.sid, isInteractive: action.interactive });
    const result = {
      live_url: liveUrl(baseUrl, session.sid, token),
      interactive: action.interactive,
      expires_at: expiresAt.toISOString(),
    };
    return { ...outcome, result };
  }

  async function run({ sid, action }: StepCommand, context: OperationContext): Promise<Outcome<StepAnswer>> {
    const { principal, baseUrl } = context;
    if (action.type === 'save_login' && !principal.scopes.includes('admin')) {
      throw new Failure('forbidden', 'saving a login needs a key with the scope "admin"');
    }
    const session = await requireOpen(ports, principal.accountId, sid);
    const done = await open.during(session, () => step(session, action, context));
    const outcome = withLive(session, action, done.outcome, baseUrl);
    const facts = factsOf(session.desk, action.url, outcome, done.bytesBefore);
    const receipt = receiptOf(facts, context, clock.now(), signer);
    const credits = outcome.charges.reduce((sum, charge) => sum + charge.credits, 0);
    return {
      answer: { kind: 'json', value: stepAnswer(sid, outcome, baseUrl, receipt) },
      status: outcome.error === null ? 'ok' : 'failed',
      url: outcome.view.url,
      country: session.desk.exit.report.country,
      error: outcome.error,
      receipts: [receipt],
      charges: credits === 0 ? [] : [{ credits, pages: null, note: 'browser' }],
      reservationId: done.reservationId,
      contents: outcome.contents,
    };
  }

  return defineOperation({
    name: 'browser_step',
    title: 'Act in a browser',
    description:
      'Does one thing in an open browser and answers what the page then shows, as a snapshot: text in which every element one can act on begins with a number that stays the same while the element does. A step that cannot be done is answered with `ok: false` and says what there is instead. Steps run one at a time: a second caller gets 409 while one runs. Files come from what the service has stored and go there.',
    price: 'free: the minute is paid; 5 credits more for extract where a model gave a value',
    method: 'POST',
    path: '/v1/browser/{sid}',
    scope: 'write',
    stores: true,
    annotations: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
    refuses: ['expired', 'unavailable'],
    agent: {
      tool: 'browser',
      action: 'step',
      description:
        'Does one thing in an open browser: goto, click, type, press, select, hover, scroll, wait_for, back, read, extract, screenshot, upload, download, save_login, switch_tab ... and answers the page after it as a snapshot. Name elements by their number in the newest snapshot (`target`). When `ok` is false, the error says what there is instead.',
      hidden: ['selector', 'quality', 'interactive', 'double', 'append'],
    },
    input: { path: z.strictObject({ sid: z.string().min(1).max(100) }), body: stepBody },
    toCommand: ({ path, body }): StepCommand => ({ sid: path.sid, action: toAction(body) }),
    output: stepAnswerSchema,
    example: { path: { sid: 'ses_00000000000000000000000000' }, body: { type: 'snapshot' } },
    run,
  });
}

function stringTarget({ target }: BrowserAction): string | null {
  return typeof target === 'string' ? target : null;
}
