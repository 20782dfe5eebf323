import type { Reservations } from '../../account/reservations.ts';
import { addMs, type Clock } from '../../domain/clock.ts';
import type { Network } from '../../domain/exit.ts';
import type { FoundValue } from '../../domain/extraction.ts';
import { itemPrices, type Route } from '../../domain/rate-card.ts';
import { createReservedBudget } from '../../fetching/budget.ts';
import type { FetchedPage } from '../../fetching/fetched-page.ts';
import type { FetchPage } from '../../fetching/page-fetcher.ts';
import { type Signer, sealObservation } from '../../fetching/receipts.ts';
import { dearestRoute } from '../../fetching/rungs.ts';
import { type Estimate, estimatePages } from '../../operations/estimate.ts';
import {
  defineOperation,
  type Operation,
  type OperationContext,
  type Outcome,
} from '../../operations/operation.ts';
import { type ExtractAnswer, extractAnswerSchema } from './extract-answer.ts';
import type { ExtractModel, LayoutMemory } from './extract-ports.ts';
import { type ExtractCommand, extractBody, toExtractCommand } from './extract-request.ts';
import { charged, createValueFinder, type Found } from './value-finder.ts';

/** What extracting needs of the other rooms. */
export interface ExtractPorts {
  fetchPage: FetchPage;
  reservations: Reservations;
  signer: Signer;
  clock: Clock;
  layouts: LayoutMemory;
  /** Networks that there are exits of. */
  networks: readonly Network[];
  /** Null when no model is set up. */
  model: ExtractModel | null;
}

/** Longer than any request may take: what a killed process held in reserve is free again after this. */
const reservedForMs = 3 * 60_000;

function estimateOf(route: Route | null, hasModel: boolean): Estimate {
  const page = estimatePages([route]).lines;
  const model = {
    item: 'ai_extraction',
    quantity: 1,
    credits: itemPrices.ai_extraction,
    note: 'only when a model was called and gave a value',
  };
  const lines = hasModel ? [...page, model] : page;
  return { min: 0, max: lines.reduce((sum, line) => sum + line.credits, 0), lines };
}

function byPointer<Value>(
  values: readonly FoundValue[],
  pick: (value: FoundValue) => Value,
): Record<string, Value> {
  return Object.fromEntries(values.map((value) => [value.pointer, pick(value)]));
}

/** Extracting typed values from a page. */
export function extractOperation(ports: ExtractPorts): Operation {
  const { clock, signer } = ports;
  const values = createValueFinder(ports);

  function toOutcome(
    command: ExtractCommand,
    fetched: FetchedPage,
    found: Found | null,
    reservationId: string | null,
    context: OperationContext,
  ): Outcome<ExtractAnswer> {
    const { page } = fetched;
    const observation = charged(fetched.observation, found);
    const receipt = sealObservation(observation, { requestId: context.requestId, at: clock.now() }, signer);
    const held = found?.assembled.values ?? [];
    const value: ExtractAnswer = {
      status: page.status,
      ...(page.error !== undefined && { error: page.error }),
      url: command.page.url,
      data: found?.assembled.data ?? null,
      unverified: held.filter((one) => !one.isGrounded).map((one) => one.pointer),
      missing: found?.assembled.missing ?? [],
      evidence: byPointer(held, (one) => one.evidence),
      methods: byPointer(held, (one) => one.evidence.method),
      learned: found?.learned ?? [],
      warnings: [...page.warnings, ...(found?.warnings ?? [])],
      receipt,
    };
    return {
      answer: { kind: 'json', value },
      status: page.status,
      url: page.url,
      country: receipt.exit?.country ?? null,
      error: page.error ?? null,
      receipts: [receipt],
      charges: receipt.credits === 0 ? [] : [{ credits: receipt.credits, pages: 1, note: 'extract' }],
      reservationId,
      contents: [],
    };
  }

  async function run(command: ExtractCommand, context: OperationContext): Promise<Outcome<ExtractAnswer>> {
    const { accountId } = context.principal;
    // A dearer route reserves what it needs beyond that.
    const { max } = estimateOf('http', ports.model !== null);
    const reserved = await ports.reservations.reserveUpTo({
      accountId,
      credits: max,
      requestId: context.requestId,
      expiresAt: addMs(clock.now(), reservedForMs),
    });
    const mayAsk = ports.model !== null && reserved.credits >= max;
    try {
      const fetched = await ports.fetchPage(command.page, {
        accountId,
        budget: createReservedBudget(
          ports.reservations,
          reserved,
          accountId,
          mayAsk ? reserved.credits - itemPrices.ai_extraction : reserved.credits,
        ),
        signal: context.signal,
        prepareExtract: values.jobMaker(command, accountId, mayAsk),
      });
      const found = await values.find(command, fetched, mayAsk, { accountId, signal: context.signal });
      return toOutcome(command, fetched, found, reserved.reservationId, context);
    } catch (error) {
      await ports.reservations.release(reserved.reservationId);
      throw error;
    }
  }

  return defineOperation({
    name: 'extract',
    title: 'Extract typed data from a page',
    description:
      "Reads a page and finds the values that a JSON Schema asks for: in the data that the page carries for machines, by selectors learned from pages of the same layout, by labels and names on the page, and by a small model where one is set up. Every value says where it stands (`evidence`); what the page does not show is listed in `unverified`, what was not found is null and listed in `missing`. Without a schema `prompt` names the fields; without both the page's own typed data is given.",
    price: '1 credit for the page; 5 more only when a model was called and gave a value',
    method: 'POST',
    path: '/v1/extract',
    scope: 'write',
    stores: true,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
    agent: {},
    input: { body: extractBody },
    toCommand: ({ body }) => toExtractCommand(body),
    output: extractAnswerSchema,
    estimate: ({ page }) => estimateOf(dearestRoute(page, ports.networks), ports.model !== null),
    example: {
      body: {
        url: 'https://example.com/product',
        schema: { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } },
      },
    },
    run,
  });
}
