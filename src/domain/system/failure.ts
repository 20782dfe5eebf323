import { cleanText, cleanValue } from '../values/clean-text.ts';

/**
 * Closed list of reasons why a request fails, apart from the outcome of a page. `interfaces/http` maps each to an HTTP
 * status (docs/api/conventions.md#errors).
 */
export const failureKinds = [
  'unauthorized',
  'insufficient_credits',
  'forbidden',
  'not_found',
  'method_not_allowed',
  'conflict',
  'expired',
  'too_large',
  'unsupported_media_type',
  'invalid',
  'malformed_json',
  'rate_limited',
  'internal',
  'not_configured',
  'unavailable',
] as const;

/** One of {@link failureKinds}. */
export type FailureKind = (typeof failureKinds)[number];

/** One validation error: a JSON Pointer (RFC 6901) into the body, or `/query/NAME`, `/path/NAME`. */
export interface ValidationError {
  pointer: string;
  detail: string;
}

interface FailureOptions {
  cause?: unknown;
  /** Validation errors of an invalid request. */
  errors?: ValidationError[];
  /** With `not_configured`: the setting to set, and the page of the documentation that explains it. */
  configuration?: { setting: string; page: string };
  /** Whole seconds after which a retry is useful. */
  retryAfter?: number;
}

/** The one error type that crosses modules. Its message is safe to return to the caller. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly kind: FailureKind;
  readonly errors: ValidationError[];
  readonly retryAfter: number | null;
  readonly configuration: { setting: string; page: string } | null;

  constructor(kind: FailureKind, message: string, options: FailureOptions = {}) {
    // The message may quote a page or a request.
    super(cleanText(message), options.cause === undefined ? undefined : { cause: options.cause });
    this.kind = kind;
    this.errors = cleanValue(options.errors ?? []);
    this.retryAfter = options.retryAfter ?? null;
    this.configuration = options.configuration ?? null;
  }
}

/** Throws Failure `invalid` with all validation errors if there are any; its message is the first one. */
export function throwIfInvalid(errors: ValidationError[]): void {
  const [first] = errors;
  if (first === undefined) return;
  throw new Failure('invalid', `${first.pointer || 'body'}: ${first.detail}`, { errors });
}

/** Returns the message of any thrown value. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
