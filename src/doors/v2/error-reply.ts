import type { Failure, FailureKind } from '../../domain/failure.ts';
import { statusOfFailure } from '../http/problem.ts';
import { failed, type V2Code, type V2Reply } from './reply.ts';

const codes: Readonly<Record<FailureKind, V2Code>> = {
  unauthorized: 'UNAUTHORIZED',
  insufficient_credits: 'INSUFFICIENT_CREDITS',
  forbidden: 'FORBIDDEN',
  not_found: 'NOT_FOUND',
  conflict: 'CONFLICT',
  expired: 'NOT_FOUND',
  too_large: 'TOO_LARGE',
  unsupported_media_type: 'BAD_REQUEST',
  invalid: 'BAD_REQUEST',
  malformed_json: 'BAD_REQUEST_INVALID_JSON',
  rate_limited: 'RATE_LIMITED',
  internal: 'INTERNAL_ERROR',
  unavailable: 'UNAVAILABLE',
};

/** One fault as the third party's clients show it: what zod calls an issue. */
function issueOf({ pointer, detail }: Failure['faults'][number]) {
  const path = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  return { path, message: detail };
}

/** A failure as `/v2` answers it. */
export function errorReply(failure: Failure): V2Reply {
  const { kind, faults, message, retryAfter } = failure;
  const wait = retryAfter === null ? '' : `, retry after ${retryAfter}s`;
  const details = faults.length > 0 ? faults.map(issueOf) : retryAfter === null ? undefined : { retryAfter };
  return failed(statusOfFailure(kind), codes[kind], `${message}${wait}`, details);
}

/** The same as a response. */
export function errorResponse(failure: Failure): Response {
  const { status, body } = errorReply(failure);
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (failure.retryAfter !== null) headers['retry-after'] = String(failure.retryAfter);
  if (failure.kind === 'unauthorized') headers['www-authenticate'] = 'Bearer';
  return new Response(JSON.stringify(body), { status, headers });
}
