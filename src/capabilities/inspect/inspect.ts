import { z } from 'zod';
import type { Warning } from '../../domain/pages/outcome.ts';
import type { Network } from '../../domain/resources/exit.ts';
import { routePrices } from '../../domain/resources/rate-card.ts';
import { type ChargedWork, type ChargePorts, runCharged } from '../../fetching/charged-work.ts';
import type { Observation } from '../../fetching/fetched-page.ts';
import { findLlmsTexts, type LlmsTextPorts, type LlmsTexts } from '../../fetching/find-llms-texts.ts';
import { mostExpensiveRoute } from '../../fetching/route/routes.ts';
import type { RobotsGate } from '../../fetching/stages/robots-gate.ts';
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
export interface InspectPorts extends ListingPorts, Omit<LlmsTextPorts, 'threads'>, ChargePorts {
  robots: Pick<RobotsGate, 'rules'>;
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

const timeOverWarning: Warning = {
  code: timeOverCode,
  message:
    "The calls of the page's scripts were not tested before the time limit. Continue with `continue`, or increase `timeout_ms`.",
};

function createPageCommand({ url, country, strictCountry }: InspectCommand) {
  return pageCommand(url, { country, strictCountry, network: 'auto', maxCredits: null });
}

const noTexts: LlmsTexts = { urls: [], links: [], attempts: [] };
/** Maximum time of a text for language models, which few sites have. */
const maxTextMs = 5_000;

/** Lists the data sources of a page. */
export function inspectOperation(ports: InspectPorts): Operation {
  const { clock } = ports;

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

  /** Returns the texts for language models of the site whose page was read; none if the time is over. */
  async function readTexts(
    { country, strictCountry }: InspectCommand,
    { fetched: { page }, isOutOfTime }: Discovery,
    { signal }: OperationContext,
    timeLimit: AbortSignal,
  ): Promise<LlmsTexts> {
    if (page.status !== 'ok' || page.final_url === null || isOutOfTime) return noTexts;
    const site = new URL(page.final_url);
    const networks: Network[] = country === null ? ['service'] : ['service', 'residential'];
    const exitOptions = { country, strictCountry, networks };
    const textSignal = AbortSignal.any([signal, timeLimit]);
    try {
      const rules = await ports.robots.rules(site, textSignal, exitOptions);
      const request = { site, rules, exitOptions, timeoutMs: maxTextMs };
      return await findLlmsTexts(request, ports, textSignal);
    } catch (error) {
      if (signal.aborted || !timeLimit.aborted) throw error;
      return noTexts;
    }
  }

  async function toOutcome(
    command: InspectCommand,
    discovery: Discovery,
    texts: LlmsTexts,
    charged: ChargedWork,
    context: OperationContext,
  ): Promise<Outcome<InspectResponse>> {
    const { findings, warnings, isOutOfTime } = discovery;
    const { page } = discovery.fetched;
    const observation = createObservation(command, discovery, context, clock.now());
    const rest: InspectRest = {
      known: toKnownPage(discovery),
      receiptId: command.rest?.receiptId ?? charged.receiptId,
      credits: command.rest?.credits ?? observation.credits,
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
      llms_txt: texts.urls,
      calls_seen: discovery.hasCheckedCalls && !isOutOfTime,
      complete: page.status === 'ok' && !isOutOfTime,
      ...(token !== null && { continue: token }),
      warnings: [
        ...page.warnings,
        ...(isOutOfTime ? [timeOverWarning] : warnings),
        ...(limitWarning === null ? [] : [limitWarning]),
      ],
    };
    return charged.deliver(result, { facts: observation, url: command.url, error: page.error ?? null });
  }

  async function run(command: InspectCommand, context: OperationContext): Promise<Outcome<InspectResponse>> {
    const { rest } = command;
    const price = rest === null ? { credits: routePrices.http } : { credits: 0, paid: rest.credits };
    return runCharged(ports, context, { ...price, note: 'inspect' }, async (charged) => {
      const maxMs = Math.max(1, remainingWorkMs(context, clock));
      const pageCommand = createPageCommand(command);
      const page = { ...pageCommand, timeoutMs: Math.min(pageCommand.timeoutMs, maxMs) };
      const request = { page, ...charged.request };
      const options = {
        fields: null,
        needsCalls: () => true,
        timeLimit: AbortSignal.timeout(Math.ceil(maxMs)),
      };
      const discovery =
        rest?.known == null
          ? await discoverSources(ports, request, options)
          : await resumeDiscovery(ports, request, rest.known, options);
      const texts = await readTexts(command, discovery, context, options.timeLimit);
      discovery.attempts.push(...texts.attempts);
      return toOutcome(command, discovery, texts, charged, context);
    });
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
    view: webPageView(inspectResponseSchema),
    estimate,
    example: { body: { url: 'https://example.com/products' } },
    run,
  });
}
