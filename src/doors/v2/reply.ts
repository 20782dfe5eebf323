import { freeOutcome, type Outcome } from '../../operations/operation.ts';

/** The codes that a failed answer of `/v2` may carry. */
export type V2Code =
  | 'BAD_REQUEST'
  | 'BAD_REQUEST_INVALID_JSON'
  | 'COUNTRY_UNAVAILABLE'
  | 'CONFLICT'
  | 'FORBIDDEN'
  | 'INSUFFICIENT_CREDITS'
  | 'INTERNAL_ERROR'
  | 'MAP_FAILED'
  | 'MAP_TIMEOUT'
  | 'NOT_FOUND'
  | 'RATE_LIMITED'
  | 'SCRAPE_ACTION_ERROR'
  | 'SCRAPE_BLOCKED'
  | 'SCRAPE_DNS_RESOLUTION_ERROR'
  | 'SCRAPE_SITE_ERROR'
  | 'SCRAPE_SSL_ERROR'
  | 'SCRAPE_TIMEOUT'
  | 'TOO_LARGE'
  | 'UNAUTHORIZED'
  | 'UNAVAILABLE';

/** An answer of `/v2` with the HTTP status that it is sent with: 200 for every success, creation included. */
export interface V2Reply {
  status: number;
  body: Record<string, unknown>;
}

/** A success. */
export function succeeded(body: Record<string, unknown>): V2Reply {
  return { status: 200, body: { success: true, ...body } };
}

/** What the third party's clients read of a failure: `error` for the message, `code` and `details`. */
export function failed(status: number, code: V2Code, error: string, details?: unknown): V2Reply {
  return { status, body: { success: false, code, error, ...(details !== undefined && { details }) } };
}

/** The outcome of the work behind a call, answered in `/v2`'s own words: bill, receipts and history stay as they are. */
export function answeredWith(outcome: Outcome, value: V2Reply): Outcome<V2Reply> {
  return { ...outcome, answer: { kind: 'json', value } };
}

/** An outcome that costs nothing. */
export function freeReply(value: V2Reply): Outcome<V2Reply> {
  return freeOutcome(value);
}

/** The value of an outcome that is plain JSON. */
export function answerOf<Value>(outcome: Outcome<Value>): Value {
  if (outcome.answer.kind !== 'json') throw new Error('this work answers plain JSON');
  return outcome.answer.value;
}

/** The `warning` of an answer: nothing where there is nothing to warn of. */
export function warningOf(warnings: readonly string[]): { warning?: string } {
  return warnings.length === 0 ? {} : { warning: warnings.join(' ') };
}
