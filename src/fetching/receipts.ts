import { digestDelivered } from '../domain/crypto/result-digests.ts';
import { type ReceiptKey, signReceipt } from '../domain/crypto/signature.ts';
import type { PageResult } from '../domain/pages/page.ts';
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
  /** Id of the receipt; a new one if absent. */
  id?: string;
}

/**
 * Returns the addresses of a receipt without secrets, and the digests of those that were masked: receipts are passed
 * on, and whoever knows the complete address verifies it with the digest.
 */
function maskedAddresses(
  { url, final_url: finalUrl }: Pick<UnsignedReceipt, 'url' | 'final_url'>,
  secrets: SecretFilter | null,
): Pick<UnsignedReceipt, 'url' | 'url_sha256' | 'final_url' | 'final_url_sha256'> {
  const show = (address: string) => maskAddress(secrets?.mask(address) ?? address);
  const shown = url === null ? null : show(url);
  const shownFinal = finalUrl === null ? null : show(finalUrl);
  return {
    url: shown,
    ...(url !== null && shown !== url && { url_sha256: addressSha256(url) }),
    final_url: shownFinal,
    ...(finalUrl !== null && shownFinal !== finalUrl && { final_url_sha256: addressSha256(finalUrl) }),
  };
}

/** What a receipt states; `pages` lists the receipt ids of the pages of a request, if it has several. */
export type ReceiptFacts = Observation & Pick<UnsignedReceipt, 'pages'>;

/**
 * Returns a receipt that is not signed yet. The addresses are masked, also the values of `secrets` in them.
 */
export function createReceipt(
  facts: ReceiptFacts,
  subject: ReceiptSubject,
  signer: Signer,
  secrets: SecretFilter | null = null,
): UnsignedReceipt {
  return {
    version: 1,
    id: subject.id ?? newIdentifier('rct', subject.at),
    issuer: signer.issuer,
    request_id: subject.requestId,
    ...facts,
    ...maskedAddresses(facts, secrets),
  };
}

/** Signs a receipt that covers no result: that of a page whose content is not delivered with it. */
export function signObservation(
  facts: ReceiptFacts,
  subject: ReceiptSubject,
  signer: Signer,
  secrets: SecretFilter | null = null,
): Receipt {
  return signReceipt(createReceipt(facts, subject, signer, secrets), signer.key);
}

/**
 * Returns a result as it is delivered, with the signed receipt that covers it. `completeMarkdownSha256` is the
 * digest of the whole text of a long page. A large result does not block other work.
 */
export async function signResult<Result extends object>(
  result: Result,
  receipt: UnsignedReceipt,
  signer: Signer,
  completeMarkdownSha256: string | null = null,
): Promise<Result & { receipt: Receipt }> {
  const { result: delivered, digests } = await digestDelivered(result, completeMarkdownSha256);
  return { ...delivered, receipt: signReceipt({ ...receipt, ...digests }, signer.key) };
}

/** Returns the page with its signed receipt. */
export async function signPage(
  fetched: FetchedPage,
  subject: ReceiptSubject,
  signer: Signer,
): Promise<PageResult> {
  const { page, observation, content } = fetched;
  // Exports contain the whole text, `GET /v1/read` its parts.
  const unsigned = createReceipt(observation, subject, signer);
  return signResult(page, unsigned, signer, content?.sha256 ?? null);
}
