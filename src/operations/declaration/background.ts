import { z } from 'zod';
import type { Commit } from '../../account/requests/idempotency.ts';
import type { Principal } from '../../domain/resources/account.ts';
import type { JobDocument, JobType } from '../../domain/resources/job.ts';

/** Query parameter that runs the work in the background. */
export const asyncQuery = {
  async: z
    .boolean()
    .default(false)
    .describe('respond immediately with a job; its single result is the response of this call'),
};

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

/** Returns the input for the run inside the job. */
export function withoutAsync(input: Record<string, unknown>): Record<string, unknown> {
  return { ...input, query: { ...(input.query as object), async: false } };
}
