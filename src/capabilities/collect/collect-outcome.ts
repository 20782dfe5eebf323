import { addExitWarnings } from '../../domain/pages/exit-warnings.ts';
import { type Charge, itemPrices } from '../../domain/resources/rate-card.ts';
import type { Receipt, UnsignedReceipt } from '../../domain/resources/receipt.ts';
import { createReceipt, type Signer, signObservation, signResult } from '../../fetching/receipts.ts';
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

function commonValue<Value>(values: readonly Value[]): Value | null {
  const [first] = values;
  return first !== undefined && values.every((value) => value === first) ? first : null;
}

function sumCharges(charges: readonly Charge[]): Charge[] {
  const totals = new Map<Charge['item'], number>();
  for (const { item, credits } of charges) totals.set(item, (totals.get(item) ?? 0) + credits);
  return [...totals].map(([item, credits]) => ({ item, credits }));
}

/** Returns true if the answer of a model led to records; only then it is charged. */
function isModelCharged({ modelUse, pages }: Collected): boolean {
  return modelUse !== null && pages.length > 0;
}

/** Creates the receipt of the request over the receipts of its pages. */
function createRequestReceipt(
  command: CollectCommand,
  collected: Collected,
  pages: readonly Receipt[],
  { requestId, startedAt }: OperationContext,
  now: Date,
  signer: Signer,
): UnsignedReceipt {
  const { otherPages, attempts, modelUse } = collected;
  const firstPage = collected.pages[0] ?? otherPages[0];
  const allAttempts = [...otherPages.flatMap(({ observation }) => observation.attempts), ...attempts];
  const modelCharges: Charge[] = isModelCharged(collected)
    ? [{ item: 'ai_extraction', credits: itemPrices.ai_extraction }]
    : [];
  const charges = sumCharges([...pages.flatMap((page) => page.charges), ...modelCharges]);
  const facts = {
    url: command.url,
    final_url: firstPage?.observation.final_url ?? null,
    status: collected.status,
    status_code: firstPage?.observation.status_code ?? null,
    derived_from: null,
    route: commonValue(pages.map(({ route }) => route)) ?? (pages.length === 0 ? 'none' : null),
    exit: firstPage?.observation.exit ?? null,
    credits: charges.reduce((sum, { credits }) => sum + credits, 0),
    charges,
    attempts: allAttempts,
    fetched_at: startedAt.toISOString(),
    ms: Math.max(0, now.getTime() - startedAt.getTime()),
    bytes:
      pages.reduce((sum, { bytes }) => sum + bytes, 0) +
      allAttempts.reduce((sum, { bytes }) => sum + bytes, 0),
    content_sha256: null,
    robots: firstPage?.observation.robots ?? null,
    ...(modelUse !== null && { model: modelUse }),
    pages: pages.map(({ id }) => id),
  };
  return createReceipt(facts, { requestId, at: now }, signer);
}

/** Request and signer of an outcome, and the note of its charge. */
interface ListingOutcomeOptions {
  context: OperationContext;
  reservationId: string | null;
  now: Date;
  signer: Signer;
  note: string;
}

/**
 * Creates the outcome of reading a listing: response, receipts and charges. `select` returns the response, without its
 * receipt, from that of collect.
 */
export async function createListingOutcome<Result extends object>(
  command: CollectCommand,
  collected: Collected,
  rid: string | null,
  options: ListingOutcomeOptions,
  select: (result: Omit<CollectResponse, 'receipt'>) => Result,
): Promise<Outcome<Result & { receipt: Receipt }>> {
  const { context, reservationId, now, signer, note } = options;
  const subject = { requestId: context.requestId, at: now };
  const pages = collected.pages.map(({ observation }) => signObservation(observation, subject, signer));
  const unsigned = createRequestReceipt(command, collected, pages, context, now, signer);
  const canContinue = collected.next !== null && rid !== null;
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
  const response = await signResult(select(result), unsigned, signer);
  const { receipt } = response;
  return {
    answer: { kind: 'json', value: response },
    status: collected.status,
    url: command.url,
    country: receipt.exit?.country ?? null,
    error: collected.error,
    receipts: [...pages, receipt],
    charges: receipt.credits === 0 ? [] : [{ credits: receipt.credits, pages: pages.length, note }],
    reservationId,
    contents: [],
  };
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
