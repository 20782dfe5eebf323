import { isObject } from '../../domain/values/is-object.ts';
import { isAsyncRequest } from '../declaration/background.ts';
import { isDryRun } from '../declaration/estimate.ts';
import type { Operation } from '../declaration/operation.ts';
import type { StartedJob } from '../declaration/started-job.ts';

/** Returns true if calls of the operation can start a job. */
export function canStartJob({ startedJob, background }: Operation): boolean {
  return startedJob !== undefined || background !== undefined;
}

/** Returns the job that the call with this input and response started, or joined; null for none. */
export function findStartedJob(
  { startedJob, background, preview }: Operation,
  input: { query?: unknown },
  document: unknown,
): StartedJob | null {
  const query = { query: input.query };
  if (!isObject(document) || (preview !== undefined && isDryRun(query))) return null;
  if (background !== undefined && isAsyncRequest(query)) return { jid: String(document.jid) };
  return startedJob?.(document) ?? null;
}
