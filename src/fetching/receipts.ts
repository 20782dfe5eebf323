import { type ReceiptKey, signReceipt } from '../domain/crypto/signature.ts';
import type { PageResult } from '../domain/pages/page.ts';
import type { Charge } from '../domain/resources/rate-card.ts';
import type { Receipt, UnsignedReceipt } from '../domain/resources/receipt.ts';
import { addressSha256, maskAddress } from '../domain/secrets/mask-address.ts';
import type { SecretFilter } from '../domain/secrets/secret-filter.ts';
import { newIdentifier } from '../domain/values/identifier.ts';
import type { FetchedPage, Observation } from './fetched-page.ts';

/** Issuer and key with which receipts are signed. */
export interface Signer {
  /** Id of this instance. */
  issuer: string;
  key: ReceiptKey;
}

/** Request for which the work was done. */
export interface ReceiptSubject {
  requestId: string;
  at: Date;
}

/**
 * Returns the addresses of a receipt without secrets, and the digest of a requested address that was masked: receipts
 * are passed on, and whoever knows the complete address verifies it with the digest.
 */
function maskedAddresses(
  { url, final_url: finalUrl }: Pick<UnsignedReceipt, 'url' | 'final_url'>,
  secrets: SecretFilter | null,
): Pick<UnsignedReceipt, 'url' | 'url_sha256' | 'final_url'> {
  const show = (address: string) => maskAddress(secrets?.mask(address) ?? address);
  const shown = url === null ? null : show(url);
  return {
    url: shown,
    ...(url !== null && shown !== url && { url_sha256: addressSha256(url) }),
    final_url: finalUrl === null ? null : show(finalUrl),
  };
}

/**
 * Signs an observation as the receipt of a request; `pages` lists the receipt ids of its pages, if it has several. The
 * addresses are masked, also the values of `secrets` in them.
 */
export function signObservation(
  observation: Observation & Pick<UnsignedReceipt, 'pages'>,
  subject: ReceiptSubject,
  signer: Signer,
  secrets: SecretFilter | null = null,
): Receipt {
  const unsigned: UnsignedReceipt = {
    version: 1,
    id: newIdentifier('rct', subject.at),
    issuer: signer.issuer,
    request_id: subject.requestId,
    ...observation,
    ...maskedAddresses(observation, secrets),
  };
  return signReceipt(unsigned, signer.key);
}

/** Returns the page with its signed receipt. */
export function signPage(fetched: FetchedPage, subject: ReceiptSubject, signer: Signer): PageResult {
  return { ...fetched.page, receipt: signObservation(fetched.observation, subject, signer) };
}

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

/** Signs one receipt for the pages of a request: it sums them and lists the ids of their receipts. */
export function signRequest(
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
    status: sharedValue(receipts.map((receipt) => receipt.status)),
    status_code: sharedValue(receipts.map((receipt) => receipt.status_code)),
    derived_from: null,
    route: sharedValue(receipts.map((receipt) => receipt.route)),
    exit: null,
    credits: total((receipt) => receipt.credits),
    charges: sumCharges(receipts.flatMap((receipt) => receipt.charges)),
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
