import { z } from 'zod';
import type { Commit } from '../../account/requests/idempotency.ts';
import type { Principal } from '../../domain/resources/account.ts';
import type { JobDocument, JobType } from '../../domain/resources/job.ts';
import { Failure } from '../../domain/system/failure.ts';
import { webhookUrlSchema } from '../schemas/webhook-url.ts';

/** Query parameter that runs the work in the background. */
export const asyncQuery = {
  async: z
    .boolean()
    .default(false)
    .describe('respond immediately with a job; its single result is the response of this call'),
  webhook: webhookUrlSchema
    .optional()
    .describe('with `async=true`: URL that receives an event when the job starts and ends'),
};

/** JSON Pointer of the parameter {@link asyncQuery} `webhook`. */
export const asyncWebhookPointer = '/query/webhook';

/** Input of an operation for a background run: plain JSON, beside the file that the caller sent. */
export interface BackgroundCommand {
  operation: string;
  input: Record<string, unknown>;
}

/** A background run with its principal and request. */
export interface BackgroundRequest extends BackgroundCommand {
  type: JobType;
  principal: Principal;
  requestId: string;
  /** Masked parameters of the request. */
  params: Record<string, unknown>;
  /** URL of the request, or null. */
  url: string | null;
  /** URL that receives the events of the job, or null. */
  webhook: string | null;
}

/** Creates the job, and completes the request in the same transaction. */
export type StartInBackground = (
  request: BackgroundRequest,
  now: Date,
  commit: Commit,
) => Promise<JobDocument>;

/** Tells whether the input requests a background run. */
export function isAsyncRequest(input: Record<string, unknown>): boolean {
  return (input.query as { async?: boolean } | undefined)?.async === true;
}

/**
 * Returns the URL that receives the events of a background run, or null. Throws Failure `invalid` for a direct call with such a
 * URL, which has no events.
 */
export function backgroundWebhook(input: Record<string, unknown>): string | null {
  const { webhook } = (input.query ?? {}) as { webhook?: string };
  if (webhook === undefined) return null;
  if (isAsyncRequest(input)) return webhook;
  const detail = 'needs `async=true`: only a job has events';
  throw new Failure('invalid', `${asyncWebhookPointer}: ${detail}`, {
    errors: [{ pointer: asyncWebhookPointer, detail }],
  });
}

/** Returns the input for the run inside the job. */
export function withoutAsync(input: Record<string, unknown>): Record<string, unknown> {
  const { webhook: _webhook, ...query } = input.query as Record<string, unknown>;
  return { ...input, query: { ...query, async: false } };
}
