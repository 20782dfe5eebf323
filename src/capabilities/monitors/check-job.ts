import type { JobResult, StartedJob } from '../../operations/declaration/started-job.ts';
import type { CheckDocument } from './check/checks.ts';

/** A response with checks of a monitor, newest first. */
interface CheckList {
  checks: CheckDocument[];
}

const isOk: JobResult<CheckList>['isOk'] = ({ checks: [check] }) =>
  check !== undefined && check.state !== 'error';

/** Returns the job of a check, whose result is the newest check of the monitor. */
export function createCheckJob(mid: string, jid: string): StartedJob<CheckList> {
  return { jid, result: { operation: 'list_monitor_checks', fields: { mid, limit: 1 }, isOk } };
}

/** Returns the job of the first check, whose result is the monitor. */
export function createFirstCheckJob(mid: string, jid: string): StartedJob<CheckList> {
  return { jid, result: { operation: 'get_monitor', fields: { mid }, isOk } };
}
