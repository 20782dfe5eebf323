import type { PartialReservation, Reservations } from '../account/credits/reservations.ts';
import type { FinishedRequest } from '../account/requests/finished-request.ts';
import { signReceipt } from '../domain/crypto/signature.ts';
import { withAbsoluteLinks } from '../domain/pages/blob-link.ts';
import type { PageResult } from '../domain/pages/page.ts';
import type { Charge } from '../domain/resources/rate-card.ts';
import type { Receipt, UnsignedReceipt } from '../domain/resources/receipt.ts';
import type { SecretFilter } from '../domain/secrets/secret-filter.ts';
import type { Clock } from '../domain/system/clock.ts';
import { Failure } from '../domain/system/failure.ts';
import { newIdentifier } from '../domain/values/identifier.ts';
import { type Budget, createReservedBudget } from './budget.ts';
import type { FetchedPage, Observation } from './fetched-page.ts';
import {
  createReceipt,
  type ReceiptFacts,
  type Signer,
  signObservation,
  signPage,
  signResult,
} from './receipts.ts';

/** Dependencies of {@link runCharged}. */
export interface ChargePorts {
  reservations: Pick<Reservations, 'reserveUpTo' | 'extend' | 'release'>;
  signer: Signer;
  clock: Clock;
}

/** The request or task that pays for work. */
export interface ChargedContext {
  requestId: string;
  principal: { accountId: string; keyId: string };
  signal: AbortSignal;
  startedAt: Date;
  /** Time at which the work should end. */
  workUntil: Date;
}

/** The estimated price of work. */
export interface WorkPrice {
  /** Credits that are reserved before the work starts. The budget reserves more for work that turns out to cost more. */
  credits: number;
  /** Credits that an earlier call paid: the call that continues it spends them without a reservation. */
  paid?: number;
  /** Note of the charge in the ledger. */
  note: string;
}

/** What work states about itself when it ends. The fields of the history default to those of its receipt. */
export interface WorkReport {
  /** Receipts of the pages that the work read, in their order; absent if its own receipt is the only one. */
  pages?: readonly Receipt[];
  /** Facts of the receipt that do not follow from the pages. `charges` are summed by item. */
  facts?: Partial<ReceiptFacts>;
  /** Values that are masked in the addresses of the receipt. */
  secrets?: SecretFilter;
  /** Rows of the ledger, instead of one row over all charges. */
  charges?: FinishedRequest['charges'];
  /** Number of pages in the row of the ledger. Default: the charged ones of `pages`, or 1 without `pages`. */
  chargedPages?: number | null;
  status?: string;
  url?: string | null;
  country?: string | null;
  error?: FinishedRequest['error'];
  /** Digest of the complete Markdown of a long page, which the receipt covers. */
  completeMarkdownSha256?: string | null;
  contents?: FinishedRequest['contents'];
  cached?: FinishedRequest['cached'];
}

/** What settlement charges and stores for the work. */
export interface Billing
  extends Pick<
    FinishedRequest,
    'status' | 'url' | 'country' | 'error' | 'receipts' | 'charges' | 'reservationId' | 'contents' | 'cached'
  > {
  /** Releases the reservation of work that could not be settled. */
  undo(): Promise<void>;
}

/** The outcome of an operation: its response, and what settlement charges and stores. */
export interface ChargedOutcome<Value> extends Billing {
  answer: { kind: 'json'; value: Value };
}

/**
 * Lifetimes of a reservation that a killed process cannot release: at least `min` from the start, because a request ends
 * within two minutes even if its work runs past `workUntil`, and `grace` after `workUntil` for the settlement of a task.
 */
const reservationMs = { min: 180_000, grace: 80_000 };

/** Returns the time at which the reservation of a killed process expires. */
function expiryOf({ startedAt, workUntil }: ChargedContext): Date {
  const earliest = startedAt.getTime() + reservationMs.min;
  return new Date(Math.max(earliest, workUntil.getTime() + reservationMs.grace));
}

const nothingReserved: PartialReservation = { reservationId: null, credits: 0 };

/** Returns the value that all elements share, or null if they differ. */
function sharedValue<Value>(values: readonly Value[]): Value | null {
  const first = values[0];
  return first !== undefined && values.every((value) => value === first) ? first : null;
}

function sumCharges(charges: readonly Charge[]): Charge[] {
  const totals = new Map<Charge['item'], number>();
  for (const { item, credits } of charges) totals.set(item, (totals.get(item) ?? 0) + credits);
  return [...totals].map(([item, credits]) => ({ item, credits }));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Work that is paid for: its credits, and the receipts and charges of what it did. Created by {@link runCharged}. */
export class ChargedWork {
  /** Credits that were reserved, as many as the account had. */
  readonly credits: number;
  /** Account, budget and signal for the fetchers. The budget holds all credits of the work. */
  readonly request: { readonly accountId: string; readonly budget: Budget; readonly signal: AbortSignal };
  /** Id of the receipt of the whole work. */
  readonly receiptId: string;
  readonly #ports: ChargePorts;
  readonly #context: ChargedContext;
  readonly #note: string;
  readonly #reservation: PartialReservation;

  constructor(
    ports: ChargePorts,
    context: ChargedContext,
    { paid = 0, note }: WorkPrice,
    reservation: PartialReservation,
  ) {
    this.#ports = ports;
    this.#context = context;
    this.#note = note;
    this.#reservation = reservation;
    this.credits = reservation.credits;
    this.receiptId = newIdentifier('rct', ports.clock.now());
    const { accountId } = context.principal;
    this.request = { accountId, budget: this.budgetOf(reservation.credits + paid), signal: context.signal };
  }

  /** Returns a budget of a part of the credits, which reserves more if work costs more. */
  budgetOf(credits: number): Budget {
    const { accountId } = this.#context.principal;
    return createReservedBudget(this.#ports.reservations, this.#reservation, accountId, credits);
  }

  /** Throws Failure `insufficient_credits` with this message if fewer credits were reserved. */
  require(credits: number, message: string): void {
    if (this.credits < credits)
      throw new Failure('insufficient_credits', this.#reservation.refusal ?? message);
  }

  /** Signs the receipt of a page whose content is not delivered with it. */
  signObservation(observation: Observation): Receipt {
    return signObservation(observation, this.#subject(), this.#ports.signer);
  }

  /** Signs pages as they are delivered, each with its receipt. */
  signPages(pages: readonly FetchedPage[], baseUrl: string): Promise<PageResult[]> {
    const subject = this.#subject();
    const sign = async (page: FetchedPage) =>
      withAbsoluteLinks(await signPage(page, subject, this.#ports.signer), baseUrl);
    return Promise.all(pages.map(sign));
  }

  /** Ends the work with a response, which the receipt of the work covers. */
  async deliver<Result extends object>(
    result: Result,
    report: WorkReport,
  ): Promise<ChargedOutcome<Result & { receipt: Receipt }>> {
    const value = await signResult(
      result,
      this.#createReceipt(report),
      this.#ports.signer,
      report.completeMarkdownSha256 ?? null,
    );
    return { answer: { kind: 'json', value }, ...this.bill(report, value.receipt) };
  }

  /** Ends the work. Without a `receipt` of all of it, signs one that covers no response. */
  bill(
    report: WorkReport,
    receipt: Receipt = signReceipt(this.#createReceipt(report), this.#ports.signer.key),
  ): Billing {
    const { pages, facts } = report;
    const { reservationId } = this.#reservation;
    const chargedPages = pages?.filter(({ credits }) => credits > 0).length ?? 1;
    const row = {
      credits: receipt.credits,
      pages: report.chargedPages === undefined ? chargedPages : report.chargedPages,
      note: this.#note,
    };
    const receipts = [...(pages ?? []), receipt];
    return {
      status: report.status ?? receipt.status ?? 'ok',
      url: report.url === undefined ? (facts?.url ?? null) : report.url,
      country:
        report.country === undefined
          ? sharedValue((pages ?? receipts).map(({ exit }) => exit?.country ?? null))
          : report.country,
      error: report.error ?? null,
      receipts,
      charges: report.charges ?? (receipt.credits === 0 ? [] : [row]),
      reservationId,
      contents: report.contents ?? [],
      cached: report.cached ?? [],
      undo: () => this.#ports.reservations.release(reservationId),
    };
  }

  #subject() {
    return { requestId: this.#context.requestId, at: this.#ports.clock.now() };
  }

  /** Returns the receipt of the work: sums over its pages, and the facts that the work states. */
  #createReceipt({ pages, facts = {}, secrets }: WorkReport): UnsignedReceipt {
    const subject = { ...this.#subject(), id: this.receiptId };
    const receipts = pages ?? [];
    const charges = sumCharges(facts.charges ?? receipts.flatMap((page) => page.charges));
    const all: ReceiptFacts = {
      url: null,
      final_url: null,
      status: sharedValue(receipts.map(({ status }) => status)),
      status_code: sharedValue(receipts.map((page) => page.status_code)),
      derived_from: null,
      route: sharedValue(receipts.map(({ route }) => route)),
      exit: null,
      credits: 0,
      charges,
      attempts: [],
      fetched_at: subject.at.toISOString(),
      ms: Math.max(0, subject.at.getTime() - this.#context.startedAt.getTime()),
      bytes: sum(receipts.map(({ bytes }) => bytes)),
      content_sha256: null,
      robots: null,
      ...(pages !== undefined && { pages: receipts.map(({ id }) => id) }),
      ...facts,
    };
    const charged = { ...all, credits: sum(charges.map(({ credits }) => credits)), charges };
    return createReceipt(charged, subject, this.#ports.signer, secrets);
  }
}

/**
 * Runs work that costs credits; the only way to reserve, charge and sign it.
 *
 * 1. Reserves `price.credits`, or as many as the account has. The work decides what it does with fewer (`require`,
 *    or pages that its budget cannot pay).
 * 2. Runs `work`, which spends from the budget. The budget extends the reservation for a more expensive route.
 * 3. The work ends with `deliver` or `bill`, which sign the receipt and state the charges: those of the pages that it
 *    reports, so pages that it read and left out are free. Settlement writes all of it in one transaction, and releases
 *    what the reservation holds beyond the charges.
 *
 * Work that fails, or is aborted by its caller or its deadline, is free: its reservation is released, and the error is
 * rethrown. Work that ended but cannot be settled is released by `undo`. The reservation of a killed process expires as
 * {@link reservationMs} states; that of a job is released when its row returns to the queue.
 */
export async function runCharged<Result>(
  ports: ChargePorts,
  context: ChargedContext,
  price: WorkPrice,
  work: (charged: ChargedWork) => Promise<Result>,
): Promise<Result> {
  const reservation =
    price.credits === 0
      ? nothingReserved
      : await ports.reservations.reserveUpTo({
          accountId: context.principal.accountId,
          keyId: context.principal.keyId,
          credits: price.credits,
          requestId: context.requestId,
          expiresAt: expiryOf(context),
        });
  try {
    return await work(new ChargedWork(ports, context, price, reservation));
  } catch (error) {
    await ports.reservations.release(reservation.reservationId);
    throw error;
  }
}
