import type { JobError } from '../../../domain/resources/job.ts';
import type { LoginUse, RenewalStatus } from '../../../domain/resources/login.ts';
import type { Schedule } from '../../../domain/resources/schedule.ts';
import { readSchedules } from '../../../jobs/schedule/schedules.ts';
import type { Database, DatabaseTransaction } from '../../../store/database.ts';
import { openWebhook } from '../../../store/sealed-columns.ts';

/** Kind of the schedules that renew logins, in the table `schedules`. */
export const loginScheduleKind = 'login';

/** The renewal of a login by a workflow, in wire names. Its inputs are never returned. */
export interface RenewalDocument {
  /** Id of the workflow that logs in again. */
  workflow: string;
  schedule: Schedule | null;
  next_run_at: string | null;
  /** The last renewal; null before the first. */
  last: {
    run_id: string | null;
    status: RenewalStatus;
    started_at: string;
    error: JobError | null;
  } | null;
}

/**
 * A saved login in responses, in wire names (docs/api/browser.md#logins). Its cookies and storage are never returned.
 */
export interface LoginDocument {
  lid: string;
  name: string;
  /** The site whose cookies and storage it holds, and the only one that receives them. */
  domain: string;
  /** Country of the exit it was saved through, ISO 3166-1 alpha-2; null when unknown. */
  country: string | null;
  created_at: string;
  saved_at: string;
  last_used_at: string | null;
  status: 'ok' | 'expired';
  use_for: LoginUse[];
  webhook: string | null;
  renewal: RenewalDocument | null;
}

const columns = [
  'login_id',
  'name',
  'domain',
  'country',
  'created_at',
  'saved_at',
  'last_used_at',
  'expired_at',
  'use_for',
  'webhook',
  'renewal_workflow_id',
  'renewal_run_id',
  'renewal_started_at',
  'renewal_status',
  'renewal_error',
] as const;

interface Row {
  login_id: string;
  name: string;
  domain: string;
  country: string | null;
  created_at: Date;
  saved_at: Date;
  last_used_at: Date | null;
  expired_at: Date | null;
  use_for: LoginUse[];
  webhook: string | null;
  renewal_workflow_id: string | null;
  renewal_run_id: string | null;
  renewal_started_at: Date | null;
  renewal_status: RenewalStatus | null;
  renewal_error: JobError | null;
}

type ScheduleOfLogin = { schedule: Schedule; nextRunAt: Date | null } | undefined;

function toRenewal(row: Row, schedule: ScheduleOfLogin): RenewalDocument | null {
  const { renewal_workflow_id: workflow, renewal_started_at: startedAt, renewal_status: status } = row;
  if (workflow === null) return null;
  return {
    workflow,
    schedule: schedule?.schedule ?? null,
    next_run_at: schedule?.nextRunAt?.toISOString() ?? null,
    last:
      startedAt === null || status === null
        ? null
        : {
            run_id: row.renewal_run_id,
            status,
            started_at: startedAt.toISOString(),
            error: row.renewal_error,
          },
  };
}

function toDocument(
  database: Database | DatabaseTransaction,
  accountId: string,
  row: Row,
  schedule: ScheduleOfLogin,
): LoginDocument {
  return {
    lid: row.login_id,
    name: row.name,
    domain: row.domain,
    country: row.country,
    created_at: row.created_at.toISOString(),
    saved_at: row.saved_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    status: row.expired_at === null ? 'ok' : 'expired',
    use_for: row.use_for,
    webhook: openWebhook(database, accountId, row.webhook),
    renewal: toRenewal(row, schedule),
  };
}

/** Returns the logins of an account, newest first, or the one with the given id. */
export async function readLogins(
  database: Database | DatabaseTransaction,
  accountId: string,
  loginId: string | null,
  now: Date,
): Promise<LoginDocument[]> {
  let query = database.selectFrom('logins').select(columns).where('account_id', '=', accountId);
  if (loginId !== null) query = query.where('login_id', '=', loginId);
  const rows = await query.orderBy('login_id', 'desc').execute();
  const renewed = rows.filter((row) => row.renewal_workflow_id !== null).map((row) => row.login_id);
  const schedules = await readSchedules(database, loginScheduleKind, renewed, now);
  return rows.map((row) => toDocument(database, accountId, row, schedules.get(row.login_id)));
}
