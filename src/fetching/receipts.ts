import { newIdentifier } from '../domain/identifier.ts';
import type { PageResult } from '../domain/page.ts';
import type { Charge } from '../domain/rate-card.ts';
import type { Receipt, UnsignedReceipt } from '../domain/receipt.ts';
import { type ReceiptKey, signReceipt } from '../domain/signature.ts';
import type { FetchedPage, Observation } from './fetched-page.ts';

/** Who signs receipts. */
export interface Signer {
  /** Id of this instance. */
  issuer: string;
  key: ReceiptKey;
}

/** Which request the work was done for. */
export interface ReceiptSubject {
  requestId: string;
  at: Date;
}

/** What was observed as a signed receipt of this request; with the ids of the pages that it was about, if several. */
export function sealObservation(
  observation: Observation & Pick<UnsignedReceipt, 'pages'>,
  subject: ReceiptSubject,
  signer: Signer,
): Receipt {
  const unsigned: UnsignedReceipt = {
    version: 1,
    id: newIdentifier('rct', subject.at),
    issuer: signer.issuer,
    request_id: subject.requestId,
    ...observation,
  };
  return signReceipt(unsigned, signer.key);
}

/** The page with its signed receipt. */
export function sealPage(fetched: FetchedPage, subject: ReceiptSubject, signer: Signer): PageResult {
  return { ...fetched.page, receipt: sealObservation(fetched.observation, subject, signer) };
}

/** The value that all share, or null when they differ. */
function shared<Value>(values: readonly Value[]): Value | null {
  const first = values[0];
  return first !== undefined && values.every((value) => value === first) ? first : null;
}

function summed(charges: readonly Charge[]): Charge[] {
  const totals = new Map<Charge['item'], number>();
  for (const { item, credits } of charges) totals.set(item, (totals.get(item) ?? 0) + credits);
  return [...totals].map(([item, credits]) => ({ item, credits }));
}

/** One receipt over the pages of a request: their sum, and their receipts by id. */
export function sealRequest(
  pages: readonly PageResult[],
  ms: number,
  subject: ReceiptSubject,
  signer: Signer,
): Receipt {
  const receipts = pages.map((page) => page.receipt);
  const total = (pick: (receipt: Receipt) => number) =>
    receipts.reduce((sum, receipt) => sum + pick(receipt), 0);
  const unsigned: UnsignedReceipt = {
    version: 1,
    id: newIdentifier('rct', subject.at),
    issuer: signer.issuer,
    request_id: subject.requestId,
    url: null,
    final_url: null,
    status: shared(receipts.map((receipt) => receipt.status)),
    status_code: shared(receipts.map((receipt) => receipt.status_code)),
    derived_from: null,
    route: shared(receipts.map((receipt) => receipt.route)),
    exit: null,
    credits: total((receipt) => receipt.credits),
    charges: summed(receipts.flatMap((receipt) => receipt.charges)),
    attempts: [],
    fetched_at: subject.at.toISOString(),
    ms,
    bytes: total((receipt) => receipt.bytes),
    content_sha256: null,
    robots: null,
    pages: receipts.map((receipt) => receipt.id),
  };
  return signReceipt(unsigned, signer.key);
}
