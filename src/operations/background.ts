import { z } from 'zod';
import type { Commit } from '../account/idempotency.ts';
import type { Principal } from '../domain/account.ts';
import type { JobDocument, JobType } from '../domain/job.ts';

/** The query parameter that has the work done in the background. */
export const asyncQuery = {
  async: z
    .boolean()
    .default(false)
    .describe('answer at once with a job, whose single result is the answer of this call'),
};

/** The input of an operation that is to be run in the background: plain JSON. */
export interface BackgroundCommand {
  operation: string;
  input: Record<string, unknown>;
}

/** An operation that is to be run in the background, on whose behalf and by which request. */
export interface BackgroundOrder extends BackgroundCommand {
  type: JobType;
  principal: Principal;
  requestId: string;
  /** What was asked, masked. */
  params: Record<string, unknown>;
  /** What it is about; null when there is no address. */
  url: string | null;
}

/** Makes the job, and completes the request with it in the same transaction. */
export type StartInBackground = (order: BackgroundOrder, now: Date, commit: Commit) => Promise<JobDocument>;

/** Whether this input asks for the background. */
export function isForBackground(input: Record<string, unknown>): boolean {
  return (input.query as { async?: boolean } | undefined)?.async === true;
}

/** The input as its run in the background takes it. */
export function backgroundInput(input: Record<string, unknown>): Record<string, unknown> {
  return { ...input, query: { ...(input.query as object), async: false } };
}
