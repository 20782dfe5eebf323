import type { Failure, FailureKind } from '../../domain/system/failure.ts';
import { pointerTokens } from '../../domain/values/json-pointer.ts';
import { getHttpStatus } from '../http/response/problem.ts';
import { createError, type V2Code, type V2Reply } from './reply.ts';

const codes: Readonly<Record<FailureKind, V2Code>> = {
  unauthorized: 'UNAUTHORIZED',
  insufficient_credits: 'INSUFFICIENT_CREDITS',
  forbidden: 'FORBIDDEN',
  not_found: 'NOT_FOUND',
  method_not_allowed: 'NOT_FOUND',
  conflict: 'CONFLICT',
  expired: 'NOT_FOUND',
  too_large: 'TOO_LARGE',
  unsupported_media_type: 'BAD_REQUEST',
  invalid: 'BAD_REQUEST',
  malformed_json: 'BAD_REQUEST_INVALID_JSON',
  rate_limited: 'RATE_LIMITED',
  internal: 'INTERNAL_ERROR',
  not_configured: 'NOT_CONFIGURED',
  unavailable: 'UNAVAILABLE',
};

/** Converts a validation error to the format of third-party clients, that of a zod issue. */
function toIssue({ pointer, detail }: Failure['errors'][number]) {
  const path = pointerTokens(pointer).map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  return { path, message: detail };
}

/** Converts a failure to a reply of `/v2`. */
function createErrorReply(failure: Failure): V2Reply {
  const { kind, errors, message, retryAfter } = failure;
  const retryText = retryAfter === null ? '' : `, retry after ${retryAfter}s`;
  const details = errors.length > 0 ? errors.map(toIssue) : retryAfter === null ? undefined : { retryAfter };
  return createError(getHttpStatus(kind), codes[kind], `${message}${retryText}`, details);
}

/** Converts a failure to a response of `/v2`. */
export function createErrorResponse(failure: Failure): Response {
  const { status, body } = createErrorReply(failure);
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (failure.retryAfter !== null) headers['retry-after'] = String(failure.retryAfter);
  if (failure.kind === 'unauthorized') headers['www-authenticate'] = 'Bearer';
  return new Response(JSON.stringify(body), { status, headers });
}
