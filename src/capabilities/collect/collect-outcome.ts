import { addExitWarnings } from '../../domain/pages/exit-warnings.ts';
import { itemPrices } from '../../domain/resources/rate-card.ts';
import type { Receipt } from '../../domain/resources/receipt.ts';
import type { ChargedWork } from '../../fetching/charged-work.ts';
import type { ReceiptFacts } from '../../fetching/receipts.ts';
import { getReplayObstacle } from '../../listings/discovery/read-only-calls.ts';
import type { OperationContext, Outcome } from '../../operations/declaration/operation.ts';
import type { CollectCommand } from './collect-request.ts';
import type { CollectResponse, FieldReport, SourceReport } from './collect-response.ts';
import type { Collected } from './collected.ts';
import { encodePosition } from './continue-token.ts';

/** Returns the report for each requested field. */
function createFieldReports(command: CollectCommand, { mapped }: Collected): Record<string, FieldReport> {
  return Object.fromEntries(
    command.fields.map((name): [string, FieldReport] => {
      const field = Object.hasOwn(mapped, name) ? mapped[name] : undefined;
      if (field === undefined) return [name, { path: null, confidence: 0, filled: 0, verified: null }];
      const { rule, confidence, filled, verified } = field;
      return [name, { path: rule.paths[0] ?? null, confidence, filled, verified }];
    }),
  );
}

/** Returns the report for the source of the records. */
function createSourceReport(command: CollectCommand, { savedSource }: Collected): SourceReport | null {
  if (savedSource === null) return null;
  const { kind, call, recordPath, isRendered } = savedSource.source;
  return {
    kind,
    method: call?.method ?? 'GET',
    url: call?.url ?? command.url,
    path: recordPath,
    rendered: isRendered,
  };
}

/** Returns true if the answer of a model led to records; only then it is charged. */
function isModelCharged({ modelUse, pages }: Collected): boolean {
  return modelUse !== null && pages.length > 0;
}

/** Returns what the receipt of the request states beside the sums over its pages. */
function createFacts(
  command: CollectCommand,
  collected: Collected,
  pages: readonly Receipt[],
  { startedAt }: OperationContext,
): Partial<ReceiptFacts> {
  const { otherPages, modelUse, status } = collected;
  const observation = (collected.pages[0] ?? otherPages[0])?.observation;
  const attempts = [...otherPages.flatMap((page) => page.observation.attempts), ...collected.attempts];
  return {
    url: command.url,
    final_url: observation?.final_url ?? null,
    status,
    status_code: observation?.status_code ?? null,
    ...(pages.length === 0 && { route: 'none' }),
    exit: observation?.exit ?? null,
    charges: [
      ...pages.flatMap((page) => page.charges),
      ...(isModelCharged(collected)
        ? [{ item: 'ai_extraction' as const, credits: itemPrices.ai_extraction }]
        : []),
    ],
    attempts,
    fetched_at: startedAt.toISOString(),
    bytes: [...pages, ...attempts].reduce((sum, { bytes }) => sum + bytes, 0),
    robots: observation?.robots ?? null,
    ...(modelUse !== null && { model: modelUse }),
  };
}

/** The work that pays for an outcome, and its request. */
interface ListingOutcomeOptions {
  charged: ChargedWork;
  context: OperationContext;
}

/**
 * Creates the outcome of reading a listing: response, receipts and charges. `select` returns the response, without its
 * receipt, from that of collect.
 */
export async function createListingOutcome<Result extends object>(
  command: CollectCommand,
  collected: Collected,
  rid: string | null,
  { charged, context }: ListingOutcomeOptions,
  select: (result: Omit<CollectResponse, 'receipt'>) => Result,
): Promise<Outcome<Result & { receipt: Receipt }>> {
  const pages = collected.pages.map(({ observation }) => charged.signObservation(observation));
  // Positions of forms with POST are not accepted from a caller, so that none is offered.
  const isResumable = collected.next !== null && getReplayObstacle(collected.next.request) === null;
  const canContinue = isResumable && rid !== null;
  const result: Omit<CollectResponse, 'receipt'> = {
    status: collected.status,
    ...(collected.error !== null && { error: collected.error }),
    url: command.url,
    records: collected.records,
    count: collected.records.length,
    complete: collected.complete,
    fields: createFieldReports(command, collected),
    source: createSourceReport(command, collected),
    pages: pages.length,
    rid,
    unverified: collected.unverified,
    checked: collected.checked,
    model_calls: collected.modelUse === null ? 0 : 1,
    ...(canContinue && collected.next !== null && { continue: encodePosition(collected.next) }),
    warnings: addExitWarnings(
      collected.warnings,
      collected.pages.map(({ page }) => page),
    ),
  };
  const facts = createFacts(command, collected, pages, context);
  const country = facts.exit?.country ?? null;
  return charged.deliver(select(result), { pages, facts, country, error: collected.error });
}

/** Creates the outcome of collect. */
export function createCollectOutcome(
  command: CollectCommand,
  collected: Collected,
  rid: string | null,
  options: ListingOutcomeOptions,
): Promise<Outcome<CollectResponse>> {
  return createListingOutcome(command, collected, rid, options, (result) => result);
}
