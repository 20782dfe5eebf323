import { z } from 'zod';
import type { BrowserAction } from '../../../domain/pages/browser-action.ts';
import { missingResource } from '../../../domain/resources/missing-resource.ts';
import { itemPrices } from '../../../domain/resources/rate-card.ts';
import { Failure } from '../../../domain/system/failure.ts';
import { type ChargedWork, runCharged } from '../../../fetching/charged-work.ts';
import {
  defineOperation,
  type Operation,
  type OperationContext,
  type Outcome,
} from '../../../operations/declaration/operation.ts';
import { browserSessionKind } from '../browser-session-kind.ts';
import { browserView } from '../browser-text.ts';
import type { OpenSession } from '../lifecycle/open-sessions.ts';
import type { SessionPorts } from '../lifecycle/session-ports.ts';
import { liveUrl } from '../live/live-url.ts';
import { routeToOwner } from '../routing/route-to-owner.ts';
import { createStepReport, type StepAnswer, stepAnswerSchema, toStepAnswer } from '../session-answer.ts';
import { stepBody, toAction } from '../session-request.ts';
import { runStep, type StepOutcome } from './run-step.ts';

interface StepCommand {
  sid: string;
  action: BrowserAction;
}

/**
 * Returns the session if this process holds it. Throws Failure `not_found`, `expired` when it is closed, and
 * `unavailable` when it is open elsewhere, which the routing of calls excludes except for a moment.
 */
async function requireOpenSession(ports: SessionPorts, accountId: string, sid: string): Promise<OpenSession> {
  const session = ports.sessions.find(accountId, sid);
  if (session !== null) return session;
  const stored = await ports.findSession(accountId, sid);
  if (stored === null) throw missingResource(browserSessionKind);
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
  async function performStep(session: OpenSession, action: BrowserAction, { request }: ChargedWork) {
    const bytesBefore = session.browser.browser.bytes();
    const outcome = await runStep(ports.browsers, session.browser, action, { ...request, isMasked: true });
    session.steps += 1;
    session.url = outcome.view.url;
    session.title = outcome.view.title;
    // Controls that were filled before another one failed stay filled.
    for (const { form, submit, target, isSecret } of outcome.filled)
      session.recorder?.add({ ...action, form, submit }, target?.target ?? null, isSecret);
    if (outcome.error === null && action.form === null) {
      const ended = { ...action, to: outcome.to?.target ?? action.to };
      session.recorder?.add(ended, outcome.target?.target ?? textTarget(action), outcome.isSecret);
    }
    return { outcome, bytesBefore };
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
    // Only `extract` can cost more than the minute, when a model supplies values.
    const price = { credits: action.type === 'extract' ? itemPrices.ai_extraction : 0, note: 'browser' };
    return runCharged(ports, context, price, async (charged) => {
      const step = await ports.sessions.runExclusive(session, () => performStep(session, action, charged));
      const outcome = addLiveUrl(session, action, step.outcome, baseUrl);
      const { charges } = outcome;
      const { startedAt } = context;
      const facts = { url: action.url, outcome, charges, startedAt, bytesBefore: step.bytesBefore };
      const delivered = await charged.deliver(toStepAnswer(sid, action, outcome, baseUrl), {
        ...createStepReport(session.browser, facts),
        url: outcome.view.url,
        contents: outcome.contents,
      });
      return { ...delivered, secrets: session.browser.browser.secrets.values() };
    });
  }

  return defineOperation({
    name: 'browser_step',
    title: 'Perform a browser step',
    description:
      'Performs one step in an open browser and returns the page as a snapshot: text in which each usable element starts with a number. An element keeps its number while it exists. `snapshot: "changes"` returns the lines that the step has changed, and `region` a part of the page. A step that fails returns `ok: false` and an `error` that names the candidates. Steps of a session run one at a time; a concurrent step is a conflict (409). `upload` takes files that the service has stored, and `download` stores the file.',
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
    input: {
      path: z.strictObject({ sid: z.string().min(1).max(100).describe('Identifier of the session.') }),
      body: stepBody,
    },
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
