import type { FinishedRequest } from '../../src/account/requests/settlement.ts';
import { newIdentifier } from '../../src/domain/values/identifier.ts';

/** Returns a request that finished at `now` and was charged for one page, with `changes` applied. */
export function createFinishedRequest(
  accountId: string,
  now: Date,
  changes: Partial<FinishedRequest> = {},
): FinishedRequest {
  const charges = changes.charges ?? [{ credits: 1, pages: 1, note: 'scrape' }];
  return {
    requestId: newIdentifier('req', now),
    accountId,
    keyId: null,
    at: now,
    tool: 'scrape',
    origin: 'http',
    status: 'ok',
    country: null,
    url: 'https://example.com/',
    credits: charges.reduce((sum, charge) => sum + charge.credits, 0),
    ms: 12,
    error: null,
    params: { url: 'https://example.com/' },
    receipts: [],
    charges,
    reservationId: null,
    contents: [],
    isDurable: true,
    ...changes,
  };
}
