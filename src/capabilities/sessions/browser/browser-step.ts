import { z } from 'zod';
import type { BrowserAction } from '../../../domain/pages/browser-action.ts';
import { missingResource } from '../../../domain/resources/missing-resource.ts';
import { itemPrices } from '../../../domain/resources/rate-card.ts';
import { addMs } from '../../../domain/system/clock.ts';
import { Failure } from '../../../domain/system/failure.ts';
import { signResult } from '../../../fetching/receipts.ts';
import { createBudget, createReservedBudget } from '../../../fetching/route/budget.ts';
import {
  defineOperation,
  type Operation,
  type OperationContext,
  type Outcome,
} from '../../../operations/declaration/operation.ts';
import { browserView } from '../browser-text.ts';
import type { OpenSession } from '../lifecycle/open-sessions.ts';
import type { SessionPorts } from '../lifecycle/session-ports.ts';
import { liveUrl } from '../live/live-url.ts';
import { routeToOwner } from '../routing/route-call.ts';
import {
  createStepReceipt,
  receiptFactsOf,
  type StepAnswer,
  stepAnswerSchema,
  toStepAnswer,
} from '../session-answer.ts';
import { stepBody, toAction } from '../session-request.ts';
import { runStep, type StepOutcome } from './run-step.ts';

interface StepCommand {
  sid: string;
  action: BrowserAction;
}

const reservationMs = 3 * 60_000;

/**
 * Returns the session if this process holds it. Throws Failure `not_found`, `expired` when it is closed, and
 * `unavailable` when it is open elsewhere, which the routing of calls excludes except for a moment.
 */
async function requireOpenSession(ports: SessionPorts, accountId: string, sid: string): Promise<OpenSession> {
  const session = ports.sessions.find(accountId, sid);
  if (session !== null) return session;
  const stored = await ports.findSession(accountId, sid);
  if (stored === null) throw missingResource('browser_session');
  const { status, reason } = stored.document;
  if (status === 'open') {
    throw new Failure('unavailable', 'Another process of the service holds this session. Try again.', {
      retryAfter: 1,
    });
  }
  throw new Failure('expired', `This session is ${status}: ${reason}`);
}

/** The operation `browser_step`: performs one step in an open browser. */
export function browserStepOperation(ports: SessionPorts): Operation {
  const { clock, sessions, signer } = ports;

  /** Reserves credits for a step. Only `extract` can cost more than the minute, when a model supplies values. */
  async function reserveCredits(action: BrowserAction, { principal, requestId }: OperationContext) {
    if (action.type !== 'extract') return { granted: null, budget: createBudget(0) };
    const request = { accountId: principal.accountId, credits: itemPrices.ai_extraction, requestId };
    const grant = await ports.reservations.reserveUpTo({
      ...request,
      expiresAt: addMs(clock.now(), reservationMs),
    });
    return {
      granted: grant,
      budget: createReservedBudget(ports.reservations, grant, principal.accountId, grant.credits),
    };
  }

  async function performStep(session: OpenSession, action: BrowserAction, context: OperationContext) {
    const { granted: grant, budget } = await reserveCredits(action, context);
    try {
      const { accountId } = context.principal;
      const bytesBefore = session.browser.browser.bytes();
      const outcome = await runStep(ports.browsers, session.browser, action, {
        accountId,
        budget,
        signal: context.signal,
        isMasked: true,
      });
      session.steps += 1;
      session.url = outcome.view.url;
      session.title = outcome.view.title;
      if (outcome.error === null) {
        session.recorder?.add(action, outcome.target?.target ?? textTarget(action), outcome.isSecret);
      }
      return { outcome, bytesBefore, reservationId: grant?.reservationId ?? null };
    } catch (error) {
      if (grant !== null) await ports.reservations.release(grant.reservationId);
      throw error;
    }
  }

  /** Adds the live view's URL to the outcome of a `live` step, which the page has no part in. */
  function addLiveUrl(
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

  async function run(command: StepCommand, context: OperationContext): Promise<Outcome<StepAnswer>> {
    const { sid, action } = command;
    const { principal, baseUrl } = context;
    if (action.type === 'save_login' && !principal.scopes.includes('admin')) {
      throw new Failure('forbidden', 'Saving a login needs a key with the scope `admin`.');
    }
    const routed = await routeToOwner(ports, { operation: 'browser_step', sid, command }, context);
    if (routed !== null) return routed as Outcome<StepAnswer>;
    const session = await requireOpenSession(ports, principal.accountId, sid);
    const stepRun = await sessions.runExclusive(session, () => performStep(session, action, context));
    const outcome = addLiveUrl(session, action, stepRun.outcome, baseUrl);
    const receiptFacts = receiptFactsOf(session.browser, action.url, outcome, stepRun.bytesBefore);
    const unsigned = createStepReceipt(
      receiptFacts,
      context,
      clock.now(),
      signer,
      session.browser.browser.secrets,
    );
    const value: StepAnswer = await signResult(toStepAnswer(sid, outcome, baseUrl), unsigned, signer);
    const credits = outcome.charges.reduce((sum, charge) => sum + charge.credits, 0);
    return {
      answer: { kind: 'json', value },
      status: outcome.error === null ? 'ok' : 'failed',
      url: outcome.view.url,
      country: session.browser.exit.report.country,
      error: outcome.error,
      receipts: [value.receipt],
      charges: credits === 0 ? [] : [{ credits, pages: null, note: 'browser' }],
      reservationId: stepRun.reservationId,
      contents: outcome.contents,
      secrets: session.browser.browser.secrets.values(),
    };
  }

  return defineOperation({
    name: 'browser_step',
    title: 'Perform a browser step',
    description:
      'Performs one step in an open browser and returns the page as a snapshot: text in which each usable element starts with a number. An element keeps its number while it exists. `snapshot: "changes"` returns the lines that the step has changed, and `region` a part of the page. A step that fails returns `ok: false` and an `error` that names the candidates. Steps of a session run one at a time; a concurrent step gets 409. `upload` takes files that the service has stored, and `download` stores the file.',
    price: 'free: the session pays by the minute; `extract` costs 5 credits when a model supplies a value',
    method: 'POST',
    path: '/v1/browser/{sid}',
    scope: 'write',
    writesToDisk: true,
    annotations: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
    errors: ['expired', 'unavailable'],
    agent: {
      tool: 'browser',
      action: 'step',
      hidden: ['selector', 'quality', 'interactive', 'double', 'append'],
      defaults: { snapshot: 'changes' },
    },
    input: { path: z.strictObject({ sid: z.string().min(1).max(100) }), body: stepBody },
    toCommand: ({ path, body }): StepCommand => ({ sid: path.sid, action: toAction(body) }),
    output: stepAnswerSchema,
    view: browserView,
    example: { path: { sid: 'ses_00000000000000000000000000' }, body: { type: 'snapshot' } },
    run,
  });
}

function textTarget({ target }: BrowserAction): string | null {
  return typeof target === 'string' ? target : null;
}
