import type { Problem } from './schemas.ts';

/** What is known of a call that failed. */
interface ErrorFacts {
  /** HTTP status; 0 when nothing answered. */
  status: number;
  code: Problem['code'] | 'unreachable' | 'unknown';
  message: string;
  requestId?: string | null;
  errors?: Problem['errors'];
  /** Seconds. */
  retryAfter?: number | null;
  cause?: unknown;
}

/** A call that failed. What became of a page is never thrown: it is the page's `status`. */
export class WebdataError extends Error {
  override readonly name = 'WebdataError';
  /** HTTP status; 0 when nothing answered. */
  readonly status: number;
  readonly code: ErrorFacts['code'];
  /** The entry of the request history. */
  readonly requestId: string | null;
  /** One entry for each fault of an invalid request. */
  readonly errors: NonNullable<Problem['errors']>;
  /** Seconds after which trying again makes sense. */
  readonly retryAfter: number | null;

  constructor({ status, code, message, requestId, errors, retryAfter, cause }: ErrorFacts) {
    super(message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.code = code;
    this.requestId = requestId ?? null;
    this.errors = errors ?? [];
    this.retryAfter = retryAfter ?? null;
  }
}

/** The error that an answer other than 2xx tells of (RFC 9457), or what can be said of one that does not. */
export async function failureOf(response: Response): Promise<WebdataError> {
  const problem = (await response.json().catch(() => null)) as Partial<Problem> | null;
  const after = Number(response.headers.get('retry-after'));
  return new WebdataError({
    status: response.status,
    code: problem?.code ?? 'unknown',
    message: problem?.detail ?? `the service answered ${response.status}`,
    requestId: problem?.request_id ?? response.headers.get('x-request-id'),
    errors: problem?.errors ?? [],
    retryAfter: after > 0 ? after : null,
  });
}
