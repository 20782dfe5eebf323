import type { Problem } from './schemas.ts';

/** Values of a {@link WebdataError}. */
interface ErrorValues {
  status: number;
  code: Problem['code'] | 'unreachable' | 'timeout' | 'no_result' | 'unknown';
  message: string;
  requestId?: string | null;
  errors?: Problem['errors'];
  retryAfter?: number | null;
  cause?: unknown;
}

/** Error of a call. The outcome of a page is not an error: it is the `status` of the page. */
export class WebdataError extends Error {
  override readonly name = 'WebdataError';
  /** HTTP status; 0 if there was no response. */
  readonly status: number;
  /**
   * Code of the problem. Without a response: `unreachable` or `timeout`. `no_result`: a job or page ended without the
   * value that the method returns. `unknown`: the response is not from the service, but from a proxy, for example.
   */
  readonly code: ErrorValues['code'];
  /** Id of the request in the request history. */
  readonly requestId: string | null;
  /** Validation errors of the request, each with a JSON Pointer. */
  readonly errors: NonNullable<Problem['errors']>;
  /** Seconds to wait before the next attempt; null if the service did not state a time. */
  readonly retryAfter: number | null;

  constructor({ status, code, message, requestId, errors, retryAfter, cause }: ErrorValues) {
    super(message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.code = code;
    this.requestId = requestId ?? null;
    this.errors = errors ?? [];
    this.retryAfter = retryAfter ?? null;
  }
}

const gatewayStatuses: readonly number[] = [502, 503, 504];

/** True if the call had no response of the service, or the service could not handle it at that time. */
export function isUnanswered({ status }: WebdataError): boolean {
  return status === 0 || gatewayStatuses.includes(status);
}

/** Creates the error of a response with a status other than 2xx (RFC 9457). */
export async function errorOf(response: Response): Promise<WebdataError> {
  // A response of a proxy has no JSON body; its status is still known.
  const problem = (await response.json().catch(() => null)) as Partial<Problem> | null;
  const after = Number(response.headers.get('retry-after'));
  return new WebdataError({
    status: response.status,
    code: problem?.code ?? 'unknown',
    message: problem?.detail ?? `The response has the HTTP status ${response.status}.`,
    requestId: problem?.request_id ?? response.headers.get('x-request-id'),
    errors: problem?.errors ?? [],
    retryAfter: after > 0 ? after : null,
  });
}
