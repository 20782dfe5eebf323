import type { Reservations } from '../../account/reservations.ts';
import { addMs, type Clock } from '../../domain/clock.ts';
import { messageOf } from '../../domain/failure.ts';
import type { Warning } from '../../domain/outcome.ts';
import { itemPrices, routePrices } from '../../domain/rate-card.ts';
import { createReservedBudget } from '../../fetching/budget.ts';
import type { Signer } from '../../fetching/receipts.ts';
import type { Estimate } from '../../operations/estimate.ts';
import {
  defineOperation,
  type Operation,
  type OperationContext,
  type Outcome,
} from '../../operations/operation.ts';
import { type CollectAnswer, collectAnswerSchema } from './collect-answer.ts';
import { collectOutcome } from './collect-outcome.ts';
import { type CollectCommand, collectBody, toCollectCommand } from './collect-request.ts';
import type { Collected, Collecting, Collector, KnownSource } from './collector.ts';

/** What the operations about listings need of the other rooms. */
export interface CollectPorts {
  collector: Collector;
  reservations: Reservations;
  signer: Signer;
  clock: Clock;
  hasModel: boolean;
  /** Keeps a source that was found; gives the recipe's id. */
  saveFound(accountId: string, command: CollectCommand, known: KnownSource): Promise<string>;
}

/** Longer than the work may take: what a killed process held in reserve is free again after this. */
const graceMs = 3 * 60_000;
/** Pages that credits are held for at first; a longer listing takes more as it goes. */
const heldPages = 20;

/** What collecting may cost. */
export function estimateOf({ maxPages }: Pick<CollectCommand, 'maxPages'>, hasModel: boolean): Estimate {
  const note =
    'a page or answer that brought records; 0 for one that did not, more only where dearer exits are needed';
  const lines = [{ item: 'http', quantity: maxPages, credits: maxPages * routePrices.http, note }];
  const credits = itemPrices.ai_extraction;
  if (hasModel) {
    lines.push({
      item: 'ai_extraction',
      quantity: 1,
      credits,
      note: 'only when a model was asked where fields stand',
    });
  }
  return { min: 0, max: lines.reduce((sum, line) => sum + line.credits, 0), lines };
}

/** Reserves what the work may cost, does it, and releases what was held when it fails. */
export async function withCredits<Result>(
  ports: Pick<CollectPorts, 'reservations' | 'clock'>,
  context: OperationContext,
  credits: number,
  mayAsk: boolean,
  work: (by: Collecting, reservationId: string | null) => Promise<Result>,
): Promise<Result> {
  const { accountId } = context.principal;
  const expiresAt = addMs(context.workUntil, graceMs);
  const { requestId } = context;
  const reserved = await ports.reservations.reserveUpTo({ accountId, credits, requestId, expiresAt });
  const asks = mayAsk && reserved.credits > itemPrices.ai_extraction;
  const left = asks ? reserved.credits - itemPrices.ai_extraction : reserved.credits;
  const budget = createReservedBudget(ports.reservations, reserved, accountId, left);
  try {
    const by = { accountId, budget, signal: context.signal, until: context.workUntil, mayAsk: asks };
    return await work(by, reserved.reservationId);
  } catch (error) {
    await ports.reservations.release(reserved.reservationId);
    throw error;
  }
}

/** Collecting records from a listing. */
export function collectOperation(ports: CollectPorts): Operation {
  /** The recipe of what was found; what cannot be kept spoils no answer. */
  async function saved(
    accountId: string,
    command: CollectCommand,
    collected: Collected,
  ): Promise<{ rid: string | null; warnings: Warning[] }> {
    if (collected.known === null || collected.records.length === 0) return { rid: null, warnings: [] };
    try {
      return { rid: await ports.saveFound(accountId, command, collected.known), warnings: [] };
    } catch (error) {
      const message = `No recipe was kept: ${messageOf(error).slice(0, 200)}`;
      return { rid: null, warnings: [{ code: 'recipe_not_saved', message }] };
    }
  }

  async function run(command: CollectCommand, context: OperationContext): Promise<Outcome<CollectAnswer>> {
    const credits = estimateOf({ maxPages: Math.min(heldPages, command.maxPages) }, ports.hasModel).max;
    return withCredits(ports, context, credits, ports.hasModel, async (by, reservationId) => {
      const collected = await ports.collector.collect(command, by);
      const { rid, warnings } = await saved(by.accountId, command, collected);
      const told = { ...collected, warnings: [...collected.warnings, ...warnings] };
      const { signer, clock } = ports;
      return collectOutcome(command, told, rid, {
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
      "Returns the records of a listing with the fields that are asked for in words. They are taken from where the page itself takes them (the site's own JSON calls, data embedded in the page, tables, repeated elements), compared with what the page shows, and followed from page to page. `fields` tells where each was found and how surely; `unverified` lists values that the page does not show; `complete` is true only when the end was seen. The way is kept as a recipe (`rid`), so that later runs look for nothing and ask no model.",
    price:
      '1 credit a page or answer that brought records; 5 more only when a model was asked where fields stand',
    method: 'POST',
    path: '/v1/collect',
    scope: 'write',
    stores: true,
    background: 'collect',
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
    agent: {},
    input: { body: collectBody },
    toCommand: ({ body }) => toCollectCommand(body),
    output: collectAnswerSchema,
    estimate: (command) => estimateOf(command, ports.hasModel),
    example: {
      body: { url: 'https://example.com/products', fields: ['name', 'date', 'link'], limit: 20 },
    },
    run,
  });
}
