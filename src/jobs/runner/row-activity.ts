import { runActivity } from '../../domain/system/activity.ts';
import type { ClaimedJob, ClaimedPage } from '../frontier/frontier-claim.ts';

/** Runs the work on a claimed row as an activity, to which a crash can be attributed. */
export function runRowActivity<Result>(
  { type, accountId, jobId }: ClaimedJob,
  workerId: string,
  { id }: ClaimedPage,
  work: () => Result,
): Result {
  return runActivity({ operation: type, accountId, jobId, row: { workerId, id } }, work);
}
