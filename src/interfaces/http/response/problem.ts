import type { Failure, FailureKind } from '../../../domain/system/failure.ts';

/** HTTP status and reason phrase of each kind of failure (docs/api/conventions.md#errors). */
export const problems: Readonly<Record<FailureKind, { status: number; title: string }>> = {
  unauthorized: { status: 401, title: 'Unauthorized' },
  insufficient_credits: { status: 402, title: 'Payment Required' },
  forbidden: { status: 403, title: 'Forbidden' },
  not_found: { status: 404, title: 'Not Found' },
  method_not_allowed: { status: 405, title: 'Method Not Allowed' },
  conflict: { status: 409, title: 'Conflict' },
  expired: { status: 410, title: 'Gone' },
  too_large: { status: 413, title: 'Content Too Large' },
  unsupported_media_type: { status: 415, title: 'Unsupported Media Type' },
  invalid: { status: 422, title: 'Unprocessable Content' },
  malformed_json: { status: 422, title: 'Unprocessable Content' },
  rate_limited: { status: 429, title: 'Too Many Requests' },
  internal: { status: 500, title: 'Internal Server Error' },
  not_configured: { status: 501, title: 'Not Implemented' },
  unavailable: { status: 503, title: 'Service Unavailable' },
};

/** Body of an error response (RFC 9457). */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: FailureKind;
  request_id: string;
  setting?: string;
  documentation?: string;
  errors?: Array<{ pointer: string; detail: string }>;
}

/** Returns the HTTP status of a kind of failure. */
export function getHttpStatus(kind: FailureKind): number {
  return problems[kind].status;
}

/** Path of the error reference of the service; its fragments are the codes. */
export const errorReferencePath = '/docs/errors';

/** Returns the problem type of a kind of failure: its section in the error reference. */
export function problemType(kind: FailureKind, baseUrl: string): string {
  return `${baseUrl}${errorReferencePath}#${kind}`;
}

function toProblem(failure: Failure, requestId: string, baseUrl: string | null): Problem {
  const { status, title } = problems[failure.kind];
  const { configuration } = failure;
  return {
    type: baseUrl === null ? 'about:blank' : problemType(failure.kind, baseUrl),
    title,
    status,
    detail: failure.message,
    code: failure.kind,
    request_id: requestId,
    ...(configuration !== null && {
      setting: configuration.setting,
      documentation: `${baseUrl ?? ''}/docs/${configuration.page}`,
    }),
    ...(status === 422 && {
      errors: failure.errors.length > 0 ? failure.errors : [{ pointer: '', detail: failure.message }],
    }),
  };
}

/**
 * Returns a failure as a response with `application/problem+json`. Its `type` links to the error reference below `baseUrl`; null for a
 * process that does not serve it.
 */
export function problemResponse(failure: Failure, requestId: string, baseUrl: string | null): Response {
  const headers: Record<string, string> = { 'content-type': 'application/problem+json' };
  if (failure.retryAfter !== null) headers['retry-after'] = String(failure.retryAfter);
  if (failure.kind === 'unauthorized') headers['www-authenticate'] = 'Bearer';
  const problem = toProblem(failure, requestId, baseUrl);
  return new Response(JSON.stringify(problem), { status: problem.status, headers });
}
