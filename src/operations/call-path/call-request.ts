import type { Origin, Principal } from '../../domain/resources/account.ts';
import type { Operation } from '../declaration/operation.ts';
import { maskInput, secretsOfInput } from '../declaration/secret-fields.ts';
import type { CountedRequests, RateLimitState } from './rate-limiter.ts';
import type { RawInput } from './validate.ts';

/** A request from an interface, already authenticated if the operation needs it. */
export interface Call {
  operation: Operation;
  input: RawInput;
  principal: Principal | null;
  origin: Origin;
  requestId: string;
  baseUrl: string;
  /** IP address of the client; null or absent if the request came through no network. */
  clientAddress?: string | null;
  /** Accepted media types, as sent by the caller; null or absent if none were sent. */
  accept?: string | null;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
  /** True if the console sent the call with its session; its free reads are not part of the history. */
  isFromConsole?: boolean;
  /** Idempotency-Key of the request, with which a POST takes effect once. */
  idempotencyKey?: string | null;
  /** Requests that the interface counted before their calls. Default: the call counts as one request. */
  counted?: CountedRequests | null;
  /** Receives the states of the rate limits before the work, and also if they reject the request. */
  onLimits?(states: RateLimitState[]): void;
}

/** A request that was rejected before it became a call: its body could not be read, or there is no such endpoint. */
export interface RejectedRequest extends Pick<Call, 'principal' | 'origin' | 'requestId'> {
  /** Name of the operation; `unknown` without one. */
  tool: string;
  /** What is known of the request, such as its path. */
  params: Record<string, unknown>;
  startedAt: Date;
}

/** A call with the time at which its work started. */
export interface StartedCall extends Call {
  startedAt: Date;
}

/** Returns all parameters of a call for history and jobs, masked as the schemas of its operation say. */
export function maskedParams({ operation, input: { path, query, body } }: Call): Record<string, unknown> {
  const schemas = operation.input;
  return {
    ...maskInput(schemas.path, path),
    ...maskInput(schemas.query, query),
    ...maskInput(schemas.body, body),
  };
}

/** Returns the secret values of a call, as the schemas of its operation say. */
export function secretsOfCall({ operation, input: { path, query, body } }: Call): string[] {
  const schemas = operation.input;
  return [
    ...secretsOfInput(schemas.path, path),
    ...secretsOfInput(schemas.query, query),
    ...secretsOfInput(schemas.body, body),
  ];
}
