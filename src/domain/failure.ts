/**
 * The closed list of things that can go wrong with a request, other than a page's own outcome.
 * `doors/http` maps each to one HTTP status (api.md section 1, "Codes").
 */
export const failureKinds = [
  'unauthorized',
  'insufficient_credits',
  'forbidden',
  'not_found',
  'conflict',
  'expired',
  'too_large',
  'unsupported_media_type',
  'invalid',
  'malformed_json',
  'rate_limited',
  'internal',
  'unavailable',
] as const;

/** One of {@link failureKinds}. */
export type FailureKind = (typeof failureKinds)[number];

/** One fault of an invalid request: a JSON pointer (RFC 6901) into the body, or `/query/NAME`, `/path/NAME`. */
export interface Fault {
  pointer: string;
  detail: string;
}

interface FailureOptions {
  cause?: unknown;
  /** Every fault of an invalid request, one entry each. */
  faults?: Fault[];
  /** Whole seconds after which trying again makes sense. */
  retryAfter?: number;
}

/** The one error type that crosses rooms. Its message is safe to show to the caller. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly kind: FailureKind;
  readonly faults: Fault[];
  readonly retryAfter: number | null;

  constructor(kind: FailureKind, message: string, options: FailureOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.kind = kind;
    this.faults = options.faults ?? [];
    this.retryAfter = options.retryAfter ?? null;
  }
}

/** The message of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
