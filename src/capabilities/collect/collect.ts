import type { Reservations } from '../../account/credits/reservations.ts';
import type { Warning } from '../../domain/pages/outcome.ts';
import { itemPrices, routePrices } from '../../domain/resources/rate-card.ts';
import { addMs, type Clock } from '../../domain/system/clock.ts';
import { errorMessage } from '../../domain/system/failure.ts';
import type { Signer } from '../../fetching/receipts.ts';
import { createReservedBudget } from '../../fetching/route/budget.ts';
import { agentTimeoutMs } from '../../operations/declaration/continuation.ts';
import type { Estimate } from '../../operations/declaration/estimate.ts';
import {
  defineOperation,
  type Operation,
  type OperationContext,
  type Outcome,
} from '../../operations/declaration/operation.ts';
import { createCollectOutcome } from './collect-outcome.ts';
import { type CollectCommand, collectBody, toCollectCommand } from './collect-request.ts';
import { type CollectResponse, collectResponseSchema } from './collect-response.ts';
import { collectView } from './collect-view.ts';
import type { Collected, SavedSource } from './collected.ts';
import type { Collector } from './collector.ts';
import type { CollectContext } from './collector-ports.ts';

/** Dependencies of the collect operation. */
export interface CollectPorts {
  collector: Collector;
  reservations: Reservations;
  signer: Signer;
  clock: Clock;
  hasModel: boolean;
  /** Saves a source as a recipe and returns the identifier of the recipe. */
  saveRecipeOf(accountId: string, command: CollectCommand, source: SavedSource): Promise<string>;
}

/**
 * Lifetime of a reservation after the deadline of the work; afterwards credits that a killed process reserved are
 * released.
 */
const reservationGraceMs = 3 * 60_000;
/** Number of pages for which credits are reserved at first; longer listings reserve more later. */
const initiallyReservedPages = 20;

/** Returns the price range of a collect request. */
export function estimateOf({ maxPages }: Pick<CollectCommand, 'maxPages'>, hasModel: boolean): Estimate {
  const note =
    'per page or API response with records; pages without records are free, more expensive exits cost more';
  const lines = [{ item: 'http', quantity: maxPages, credits: maxPages * routePrices.http, note }];
  const credits = itemPrices.ai_extraction;
  if (hasModel) {
    lines.push({
      item: 'ai_extraction',
      quantity: 1,
      credits,
      note: 'only if a model was called to match the fields',
    });
  }
  return { min: 0, max: lines.reduce((sum, line) => sum + line.credits, 0), lines };
}

/** Reserves credits, runs the work, and releases the reservation if the work fails. */
export async function withCredits<Result>(
  ports: Pick<CollectPorts, 'reservations' | 'clock'>,
  context: OperationContext,
  credits: number,
  mayUseModel: boolean,
  work: (collectContext: CollectContext, reservationId: string | null) => Promise<Result>,
): Promise<Result> {
  const { accountId } = context.principal;
  const expiresAt = addMs(context.workUntil, reservationGraceMs);
  const { requestId } = context;
  const reserved = await ports.reservations.reserveUpTo({ accountId, credits, requestId, expiresAt });
  const usesModel = mayUseModel && reserved.credits > itemPrices.ai_extraction;
  const pageCredits = usesModel ? reserved.credits - itemPrices.ai_extraction : reserved.credits;
  const budget = createReservedBudget(ports.reservations, reserved, accountId, pageCredits);
  try {
    const collectContext = {
      accountId,
      budget,
      signal: context.signal,
      until: context.workUntil,
      mayAsk: usesModel,
    };
    return await work(collectContext, reserved.reservationId);
  } catch (error) {
    await ports.reservations.release(reserved.reservationId);
    throw error;
  }
}

/** Collects records from a listing. */
export function collectOperation(ports: CollectPorts): Operation {
  /** Saves the recipe. A failure only adds a warning, because the records are complete without it. */
  async function saveRecipe(
    accountId: string,
    command: CollectCommand,
    collected: Collected,
  ): Promise<{ rid: string | null; warnings: Warning[] }> {
    if (collected.savedSource === null || collected.records.length === 0) return { rid: null, warnings: [] };
    try {
      return { rid: await ports.saveRecipeOf(accountId, command, collected.savedSource), warnings: [] };
    } catch (error) {
      const message = `The recipe was not saved: ${errorMessage(error).slice(0, 200)}`;
      return { rid: null, warnings: [{ code: 'recipe_not_saved', message }] };
    }
  }

  async function run(command: CollectCommand, context: OperationContext): Promise<Outcome<CollectResponse>> {
    const credits = estimateOf(
      { maxPages: Math.min(initiallyReservedPages, command.maxPages) },
      ports.hasModel,
    ).max;
    return withCredits(ports, context, credits, ports.hasModel, async (collectContext, reservationId) => {
      const collected = await ports.collector.collect(command, collectContext);
      const { rid, warnings } = await saveRecipe(collectContext.accountId, command, collected);
      const collectedWithWarnings = { ...collected, warnings: [...collected.warnings, ...warnings] };
      const { signer, clock } = ports;
      return createCollectOutcome(command, collectedWithWarnings, rid, {
        context,
        reservationId,
        now: clock.now(),
        signer,
        note: 'collect',
      });
    });
  }

  return defineOperation({
    name: 'collect',
    title: 'Collect records from a listing',
    description:
      'Returns the records of a listing with the requested fields, which are given in words. The records come from the source that the page itself uses (JSON calls of the site, data embedded in the page, tables, repeated elements), are compared with the visible page, and are read from page to page. `fields` states the source and the confidence of each field; `unverified` lists values that the page does not show; `complete` is true only if the end of the listing was proven. The source is saved as a recipe (`rid`), so that later runs need no discovery and no model.',
    price:
      '1 credit per page or API response with records; 5 more only if a model was called to match the fields',
    method: 'POST',
    path: '/v1/collect',
    scope: 'write',
    writesToDisk: true,
    background: 'collect',
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
    agent: { defaults: { timeout_ms: agentTimeoutMs } },
    limitsTime: true,
    input: { body: collectBody },
    toCommand: ({ body }) => toCollectCommand(body),
    output: collectResponseSchema,
    view: collectView,
    estimate: (command) => estimateOf(command, ports.hasModel),
    example: {
      body: { url: 'https://example.com/products', fields: ['name', 'date', 'link'], limit: 20 },
    },
    run,
  });
}
