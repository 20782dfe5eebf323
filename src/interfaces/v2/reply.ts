import { freeOutcome, type Outcome } from '../../operations/declaration/operation.ts';

/** Error codes of `/v2`. */
export const v2Codes = [
  'BAD_REQUEST',
  'BAD_REQUEST_INVALID_JSON',
  'COUNTRY_UNAVAILABLE',
  'CONFLICT',
  'FORBIDDEN',
  'INSUFFICIENT_CREDITS',
  'INTERNAL_ERROR',
  'MAP_FAILED',
  'MAP_TIMEOUT',
  'NOT_FOUND',
  'RATE_LIMITED',
  'SCRAPE_ACTION_ERROR',
  'SCRAPE_BLOCKED',
  'SCRAPE_DNS_RESOLUTION_ERROR',
  'SCRAPE_SITE_ERROR',
  'SCRAPE_SSL_ERROR',
  'SCRAPE_TIMEOUT',
  'SEARCH_TIMEOUT',
  'TOO_LARGE',
  'UNAUTHORIZED',
  'NOT_CONFIGURED',
  'UNAVAILABLE',
] as const;
export type V2Code = (typeof v2Codes)[number];

/** Reply of `/v2` with its HTTP status, which is 200 for every success, including creation. */
export interface V2Reply {
  status: number;
  body: Record<string, unknown>;
}

/** Creates a successful reply. */
export function createSuccess(body: Record<string, unknown>): V2Reply {
  return { status: 200, body: { success: true, ...body } };
}

/** Creates an error reply: message in `error`, `code` and `details`. */
export function createError(status: number, code: V2Code, error: string, details?: unknown): V2Reply {
  return { status, body: { success: false, code, error, ...(details !== undefined && { details }) } };
}

/** Replaces the answer of an outcome with a reply of `/v2`; charges, receipts and history are unchanged. */
export function withReply(outcome: Outcome, value: V2Reply): Outcome<V2Reply> {
  return { ...outcome, answer: { kind: 'json', value } };
}

/** Creates an outcome without charges. */
export function createFreeReply(value: V2Reply): Outcome<V2Reply> {
  return freeOutcome(value);
}

/** Returns the value of an outcome with a JSON answer. */
export function jsonAnswerOf<Value>(outcome: Outcome<Value>): Value {
  if (outcome.answer.kind !== 'json') throw new Error('the operation must return JSON');
  return outcome.answer.value;
}

/** Creates the `warning` of a reply; absent without warnings. */
export function createWarningField(warnings: readonly string[]): { warning?: string } {
  return warnings.length === 0 ? {} : { warning: warnings.join(' ') };
}
