import type { Failure, FailureKind } from '../../domain/failure.ts';

/** The one table from failures to HTTP (api.md section 1, "Codes"). */
export const problems: Readonly<Record<FailureKind, { status: number; title: string }>> = {
  unauthorized: { status: 401, title: 'A valid key is needed' },
  insufficient_credits: { status: 402, title: 'Not enough credits' },
  forbidden: { status: 403, title: 'This key may not do that' },
  not_found: { status: 404, title: 'There is no such thing' },
  conflict: { status: 409, title: 'That does not fit the present state' },
  expired: { status: 410, title: 'It has expired' },
  too_large: { status: 413, title: 'The request is too large' },
  unsupported_media_type: { status: 415, title: 'The body must be JSON' },
  invalid: { status: 422, title: 'The request is not valid' },
  malformed_json: { status: 422, title: 'The body is not JSON' },
  rate_limited: { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Something went wrong here' },
  unavailable: { status: 503, title: 'Not available right now' },
};

/** The body of an error answer (RFC 9457). */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: FailureKind;
  request_id: string;
  errors?: Array<{ pointer: string; detail: string }>;
}

/** The HTTP status of a kind of failure. */
export function statusOfFailure(kind: FailureKind): number {
  return problems[kind].status;
}

function problemOf(failure: Failure, requestId: string): Problem {
  const { status, title } = problems[failure.kind];
  return {
    type: 'about:blank',
    title,
    status,
    detail: failure.message,
    code: failure.kind,
    request_id: requestId,
    ...(status === 422 && {
      errors: failure.faults.length > 0 ? failure.faults : [{ pointer: '', detail: failure.message }],
    }),
  };
}

/** A failure as `application/problem+json`. */
export function problemResponse(failure: Failure, requestId: string): Response {
  const headers: Record<string, string> = { 'content-type': 'application/problem+json' };
  if (failure.retryAfter !== null) headers['retry-after'] = String(failure.retryAfter);
  if (failure.kind === 'unauthorized') headers['www-authenticate'] = 'Bearer';
  const problem = problemOf(failure, requestId);
  return new Response(JSON.stringify(problem), { status: problem.status, headers });
}
