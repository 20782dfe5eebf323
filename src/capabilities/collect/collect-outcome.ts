import { newIdentifier } from '../../domain/identifier.ts';
import { type Charge, itemPrices } from '../../domain/rate-card.ts';
import type { Receipt, UnsignedReceipt } from '../../domain/receipt.ts';
import { signReceipt } from '../../domain/signature.ts';
import type { FetchedPage } from '../../fetching/fetched-page.ts';
import { type Signer, sealObservation } from '../../fetching/receipts.ts';
import type { OperationContext, Outcome } from '../../operations/operation.ts';
import type { CollectAnswer, FieldReport, SourceReport } from './collect-answer.ts';
import type { CollectCommand } from './collect-request.ts';
import type { Collected } from './collector.ts';
import { continueToken } from './continue-token.ts';

/** What is told of each field that was asked for. */
export function fieldReports(command: CollectCommand, { mapped }: Collected): Record<string, FieldReport> {
  return Object.fromEntries(
    command.fields.map((name): [string, FieldReport] => {
      const field = Object.hasOwn(mapped, name) ? mapped[name] : undefined;
      if (field === undefined) return [name, { path: null, confidence: 0, filled: 0, verified: null }];
      const { rule, confidence, filled, verified } = field;
      return [name, { path: rule.paths[0] ?? null, confidence, filled, verified }];
    }),
  );
}

/** Where the records came from, as callers are told. */
export function sourceReport(command: CollectCommand, { known }: Collected): SourceReport | null {
  if (known === null) return null;
  const { kind, call, recordPath, isRendered } = known.source;
  return {
    kind,
    method: call?.method ?? 'GET',
    url: call?.url ?? command.url,
    path: recordPath,
    rendered: isRendered,
  };
}

function shared<Value>(values: readonly Value[]): Value | null {
  const [first] = values;
  return first !== undefined && values.every((value) => value === first) ? first : null;
}

function summed(charges: readonly Charge[]): Charge[] {
  const totals = new Map<Charge['item'], number>();
  for (const { item, credits } of charges) totals.set(item, (totals.get(item) ?? 0) + credits);
  return [...totals].map(([item, credits]) => ({ item, credits }));
}

/** What a page is told as when it brought no records: it came, and cost nothing. */
export function uncharged(fetched: FetchedPage): FetchedPage {
  return { ...fetched, observation: { ...fetched.observation, credits: 0, charges: [] } };
}

/** Whether a model's answer was of use: it is charged then. */
function isModelCharged({ modelUse, pages }: Collected): boolean {
  return modelUse !== null && pages.length > 0;
}

/** The request's receipt over those of its pages. */
function requestReceipt(
  command: CollectCommand,
  collected: Collected,
  pages: readonly Receipt[],
  { requestId, startedAt }: OperationContext,
  now: Date,
  signer: Signer,
): Receipt {
  const { others, attempts, modelUse } = collected;
  const first = collected.pages[0] ?? others[0];
  const tried = [...others.flatMap(({ observation }) => observation.attempts), ...attempts];
  const extra: Charge[] = isModelCharged(collected)
    ? [{ item: 'ai_extraction', credits: itemPrices.ai_extraction }]
    : [];
  const charges = summed([...pages.flatMap((page) => page.charges), ...extra]);
  const unsigned: UnsignedReceipt = {
    version: 1,
    id: newIdentifier('rct', now),
    issuer: signer.issuer,
    request_id: requestId,
    url: command.url,
    final_url: first?.observation.final_url ?? null,
    status: collected.status,
    status_code: first?.observation.status_code ?? null,
    derived_from: null,
    route: shared(pages.map(({ route }) => route)) ?? (pages.length === 0 ? 'none' : null),
    exit: first?.observation.exit ?? null,
    credits: charges.reduce((sum, { credits }) => sum + credits, 0),
    charges,
    attempts: tried,
    fetched_at: startedAt.toISOString(),
    ms: Math.max(0, now.getTime() - startedAt.getTime()),
    bytes:
      pages.reduce((sum, { bytes }) => sum + bytes, 0) + tried.reduce((sum, { bytes }) => sum + bytes, 0),
    content_sha256: null,
    robots: first?.observation.robots ?? null,
    ...(modelUse !== null && { model: modelUse }),
    pages: pages.map(({ id }) => id),
  };
  return signReceipt(unsigned, signer.key);
}

/** What collecting came to: the answer, its receipts and the bill. */
export function collectOutcome(
  command: CollectCommand,
  collected: Collected,
  rid: string | null,
  given: { context: OperationContext; reservationId: string | null; now: Date; signer: Signer; note: string },
): Outcome<CollectAnswer> {
  const { context, reservationId, now, signer, note } = given;
  const subject = { requestId: context.requestId, at: now };
  const pages = collected.pages.map(({ observation }) => sealObservation(observation, subject, signer));
  const receipt = requestReceipt(command, collected, pages, context, now, signer);
  const canContinue = collected.next !== null && rid !== null;
  const value: CollectAnswer = {
    status: collected.status,
    ...(collected.error !== null && { error: collected.error }),
    url: command.url,
    records: collected.records,
    complete: collected.complete,
    fields: fieldReports(command, collected),
    source: sourceReport(command, collected),
    pages: pages.length,
    rid,
    unverified: collected.unverified,
    checked: collected.checked,
    model_calls: collected.modelUse === null ? 0 : 1,
    ...(canContinue && collected.next !== null && { continue: continueToken(collected.next) }),
    warnings: collected.warnings,
    receipt,
  };
  return {
    answer: { kind: 'json', value },
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
