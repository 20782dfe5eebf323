import { z } from 'zod';
import type { Reservations } from '../../account/credits/reservations.ts';
import type { Warning } from '../../domain/pages/outcome.ts';
import type { Network } from '../../domain/resources/exit.ts';
import { addMs, type Clock } from '../../domain/system/clock.ts';
import type { Observation } from '../../fetching/fetched-page.ts';
import { createReceipt, type Signer, signResult } from '../../fetching/receipts.ts';
import { createBudget, createReservedBudget } from '../../fetching/route/budget.ts';
import { mostExpensiveRoute } from '../../fetching/route/routes.ts';
import {
  discoverSources,
  type KnownPage,
  resumeDiscovery,
  toKnownPage,
} from '../../listings/discovery/discover-sources.ts';
import type { Discovery } from '../../listings/discovery/discovered-source.ts';
import { type ListingPorts, pageCommand } from '../../listings/discovery/records-page.ts';
import { agentTimeoutMs, remainingWorkMs, timeOverCode } from '../../operations/declaration/continuation.ts';
import { type Estimate, estimatePages } from '../../operations/declaration/estimate.ts';
import {
  defineOperation,
  type Operation,
  type OperationContext,
  type Outcome,
} from '../../operations/declaration/operation.ts';
import { exitFields } from '../../operations/schemas/page-options.ts';
import { webPageView } from '../../operations/views/web-document-view.ts';
import { type InspectResponse, inspectResponseSchema } from './inspect-response.ts';
import { findCheapest, rankSources, toInspectedSource } from './inspected-sources.ts';

/** Dependencies of the inspect operation. */
export interface InspectPorts extends ListingPorts {
  reservations: Reservations;
  signer: Signer;
  clock: Clock;
  /** Networks for which exits exist. */
  networks: readonly Network[];
}

const inspectBody = z.strictObject({
  url: z.string().max(8_192).describe('URL of the page.'),
  ...exitFields,
});

/** Options of an inspection. */
interface InspectCommand {
  url: string;
  country: string | null;
  strictCountry: boolean;
  /** Set if the call continues another one, whose page was charged. */
  rest: InspectRest | null;
}

/** State that an earlier call left. */
interface InspectRest {
  /** The page that it read; null if the page has to be read again. */
  known: KnownPage | null;
  /** Identifier of its receipt. */
  receiptId: string;
  /** Credits that it charged. */
  credits: number;
}

const reservationGraceMs = 3 * 60_000;

const timeOverWarning: Warning = {
  code: timeOverCode,
  message:
    "The calls of the page's scripts were not tested before the time limit. Continue with `continue`, or increase `timeout_ms`.",
};

function createPageCommand({ url, country, strictCountry }: InspectCommand) {
  return pageCommand(url, { country, strictCountry, network: 'auto', maxCredits: null });
}

/** Lists the data sources of a page. */
export function inspectOperation(ports: InspectPorts): Operation {
  const { clock, signer } = ports;

  function estimate(command: InspectCommand): Estimate {
    return estimatePages([mostExpensiveRoute(createPageCommand(command), ports.networks)]);
  }

  /** Returns the observation for the receipt: a continued call is not charged again. */
  function createObservation(
    { rest }: InspectCommand,
    { fetched, attempts }: Discovery,
    context: OperationContext,
    now: Date,
  ): Observation {
    const { observation } = fetched;
    const allAttempts = rest?.known == null ? [...observation.attempts, ...attempts] : attempts;
    return {
      ...observation,
      ...(rest !== null && { credits: 0, charges: [], derived_from: rest.receiptId }),
      attempts: allAttempts,
      bytes: allAttempts.reduce((sum, attempt) => sum + attempt.bytes, 0),
      ms: Math.max(0, now.getTime() - context.startedAt.getTime()),
    };
  }

  async function toOutcome(
    command: InspectCommand,
    discovery: Discovery,
    reservationId: string | null,
    context: OperationContext,
  ): Promise<Outcome<InspectResponse>> {
    const { findings, warnings, isOutOfTime } = discovery;
    const { page } = discovery.fetched;
    const now = clock.now();
    const observation = createObservation(command, discovery, context, now);
    const unsigned = createReceipt(observation, { requestId: context.requestId, at: now }, signer);
    const rest: InspectRest = {
      known: toKnownPage(discovery),
      receiptId: command.rest?.receiptId ?? unsigned.id,
      credits: command.rest?.credits ?? unsigned.credits,
    };
    const token = isOutOfTime ? await context.saveContinuation({ ...command, rest }) : null;
    const { sources, warning: limitWarning } = rankSources(discovery);
    const cheapest = findCheapest(sources);
    const result = {
      status: page.status,
      ...(page.error !== undefined && { error: page.error }),
      url: command.url,
      needs_browser: discovery.needsBrowser,
      sources: sources.map((source, index) =>
        toInspectedSource(source, `s${index + 1}`, page.final_url ?? command.url),
      ),
      pagination: findings?.links ?? { next: null, by: null, last: null },
      cheapest: cheapest === -1 ? null : `s${cheapest + 1}`,
      feeds: findings?.feeds ?? [],
      sitemaps: findings?.sitemaps ?? [],
      calls_seen: discovery.hasCheckedCalls && !isOutOfTime,
      complete: page.status === 'ok' && !isOutOfTime,
      ...(token !== null && { continue: token }),
      warnings: [
        ...page.warnings,
        ...(isOutOfTime ? [timeOverWarning] : warnings),
        ...(limitWarning === null ? [] : [limitWarning]),
      ],
    };
    const response: InspectResponse = await signResult(result, unsigned, signer);
    const { receipt } = response;
    return {
      answer: { kind: 'json', value: response },
      status: page.status,
      url: command.url,
      country: receipt.exit?.country ?? null,
      error: page.error ?? null,
      receipts: [receipt],
      charges: receipt.credits === 0 ? [] : [{ credits: receipt.credits, pages: 1, note: 'inspect' }],
      reservationId,
      contents: [],
    };
  }

  async function run(command: InspectCommand, context: OperationContext): Promise<Outcome<InspectResponse>> {
    const { accountId } = context.principal;
    const { requestId, signal } = context;
    const expiresAt = addMs(context.workUntil, reservationGraceMs);
    const { rest } = command;
    const reserved =
      rest === null
        ? await ports.reservations.reserveUpTo({ accountId, credits: 1, requestId, expiresAt })
        : { reservationId: null, credits: 0 };
    try {
      const budget =
        rest === null
          ? createReservedBudget(ports.reservations, reserved, accountId, reserved.credits)
          : createBudget(rest.credits);
      const maxMs = Math.max(1, remainingWorkMs(context, clock));
      const pageCommand = createPageCommand(command);
      const page = { ...pageCommand, timeoutMs: Math.min(pageCommand.timeoutMs, maxMs) };
      const request = { page, accountId, budget, signal };
      const options = {
        fields: null,
        needsCalls: () => true,
        timeLimit: AbortSignal.timeout(Math.ceil(maxMs)),
      };
      const discovery =
        rest?.known == null
          ? await discoverSources(ports, request, options)
          : await resumeDiscovery(ports, request, rest.known, options);
      return await toOutcome(command, discovery, reserved.reservationId, context);
    } catch (error) {
      await ports.reservations.release(reserved.reservationId);
      throw error;
    }
  }

  return defineOperation({
    name: 'inspect',
    title: 'Find the data sources of a page',
    description:
      'Finds and ranks the lists of records behind a page: JSON and GraphQL calls of the site, data embedded in the page, JSON-LD, microdata, tables and repeated elements. Calls are repeated without the page and without a browser, with as few headers and cookies as possible, in at most twelve requests; calls that could change data are never repeated. For each source, the response states its fields, its pagination, the cost of one run and what was not tested; `cheapest` names the recommended source.',
    price: '1 credit for the page; test requests and continuing are free',
    method: 'POST',
    path: '/v1/inspect',
    scope: 'write',
    writesToDisk: true,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
    agent: { defaults: { timeout_ms: agentTimeoutMs } },
    continues: true,
    limitsTime: true,
    input: { body: inspectBody },
    toCommand: ({ body }): InspectCommand => ({
      url: body.url,
      country: body.country ?? null,
      strictCountry: body.strict_country,
      rest: null,
    }),
    output: inspectResponseSchema,
    view: webPageView,
    estimate,
    example: { body: { url: 'https://example.com/products' } },
    run,
  });
}
