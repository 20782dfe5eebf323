import { decryptCompressed } from '../../../domain/crypto/compressed-encryption.ts';
import type { Json } from '../../../domain/pages/extraction.ts';
import type { Principal } from '../../../domain/resources/account.ts';
import type { JobError } from '../../../domain/resources/job.ts';
import type { RenewalStatus } from '../../../domain/resources/login.ts';
import { addMs } from '../../../domain/system/clock.ts';
import { Failure } from '../../../domain/system/failure.ts';
import { newIdentifier } from '../../../domain/values/identifier.ts';
import { endRenewalPauses } from '../../../jobs/records/pause-job.ts';
import type { StartRun } from '../../../jobs/schedule/schedules.ts';
import { emitEvent } from '../../../jobs/webhooks/events.ts';
import type { DatabaseTransaction } from '../../../store/database.ts';
import { inputsDataOf } from '../../sessions/logins/login-state.ts';
import { startRun } from '../workflow-table.ts';

/** The keys that encrypt the inputs of renewals, and the state of runs. */
export interface RenewalKeys {
  login: Uint8Array;
  run: Uint8Array;
}

/** Shortest time between the starts of two renewals of a login, in ms. */
export const minRenewalGapMs = 60 * 60_000;
/** Time after which a renewal without a known end no longer counts as running, in ms; a run takes at most 55 minutes. */
const maxRenewalMs = 2 * 60 * 60_000;
/** Maximum characters of the inputs as JSON. */
export const maxInputsLength = 100_000;

const columns = [
  'login_id',
  'account_id',
  'name',
  'domain',
  'saved_at',
  'expired_at',
  'webhook',
  'notified_at',
  'renewal_workflow_id',
  'renewal_inputs',
  'renewal_key_id',
  'renewal_run_id',
  'renewal_started_at',
  'renewal_status',
] as const;

/** A login with its renewal, locked by the transaction. */
export type LockedLogin = NonNullable<Awaited<ReturnType<typeof lockLogin>>>;

/** Locks a login of an account until the transaction ends; undefined if there is none. */
export function lockLogin(transaction: DatabaseTransaction, accountId: string, loginId: string) {
  return transaction
    .selectFrom('logins')
    .select(columns)
    .where('login_id', '=', loginId)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
}

/** Returns the run that renews a login now; null if none does. */
export function runningRenewal(login: LockedLogin, now: Date): string | null {
  const { renewal_status: status, renewal_started_at: startedAt, renewal_run_id: runId } = login;
  const isRunning = status === 'running' && startedAt !== null && addMs(startedAt, maxRenewalMs) > now;
  return isRunning ? runId : null;
}

function setRenewal(
  transaction: DatabaseTransaction,
  loginId: string,
  renewal: { runId: string | null; status: RenewalStatus; error: JobError | null },
  startedAt: Date,
) {
  return transaction
    .updateTable('logins')
    .set({
      renewal_run_id: renewal.runId,
      renewal_started_at: startedAt,
      renewal_status: renewal.status,
      renewal_error: renewal.error === null ? null : JSON.stringify(renewal.error),
    })
    .where('login_id', '=', loginId)
    .execute();
}

async function readInputs(login: LockedLogin, key: Uint8Array): Promise<Record<string, Json>> {
  const { renewal_inputs: sealed, account_id: accountId, login_id: loginId } = login;
  if (sealed === null) return {};
  const text = await decryptCompressed(key, sealed, inputsDataOf(accountId, loginId), maxInputsLength * 4);
  return JSON.parse(text) as Record<string, Json>;
}

/**
 * Starts the workflow that renews a login. Returns its run; null if the login has no such workflow, if one has started within the
 * last hour, or if the workflow cannot start, which the login then shows.
 */
export async function startRenewal(
  transaction: DatabaseTransaction,
  login: LockedLogin,
  keys: RenewalKeys,
  origin: 'job' | 'schedule',
  now: Date,
): Promise<string | null> {
  const { login_id: loginId, renewal_workflow_id: id, renewal_key_id: keyId } = login;
  const { account_id: accountId, renewal_started_at: startedAt } = login;
  if (id === null || keyId === null) return null;
  if (startedAt !== null && addMs(startedAt, minRenewalGapMs) > now) return null;
  const principal: Principal = { accountId, keyId, scopes: ['read', 'write'] };
  const inputs = await readInputs(login, keys.login);
  const request = { id, inputs, principal, requestId: newIdentifier('req', now), origin, renews: loginId };
  try {
    const { runId } = await startRun(transaction, keys.run, request, now);
    await setRenewal(transaction, loginId, { runId, status: 'running', error: null }, now);
    return runId;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const reason = { code: error.kind, message: `The workflow ${id} did not start: ${error.message}` };
    await setRenewal(transaction, loginId, { runId: null, status: 'failed', error: reason }, now);
    return null;
  }
}

/** Notifies the owner of a login that has expired, once until it is saved again. */
export async function notifyExpired(
  transaction: DatabaseTransaction,
  login: LockedLogin,
  error: JobError | null,
  now: Date,
): Promise<void> {
  const { login_id: loginId, account_id: accountId, webhook, notified_at: notifiedAt, name, domain } = login;
  if (webhook === null || notifiedAt !== null) return;
  await transaction.updateTable('logins').set({ notified_at: now }).where('login_id', '=', loginId).execute();
  await emitEvent(transaction, {
    accountId,
    jobId: null,
    type: 'login.expired',
    url: webhook,
    data: { lid: loginId, name, domain, status: 'expired', ...(error !== null && { error }) },
    links: { login: `/v1/logins/${loginId}` },
    at: now,
  });
}

/** The end of a run that may renew a login. */
export interface RenewalRunEnd {
  accountId: string;
  runId: string;
  status: RenewalStatus;
  error: JobError | null;
  /** The encrypted state of the browser, if the run completed. */
  renewed?: { sealed: Buffer; country: string | null } | null;
}

function messageOf({ runId, status, error }: RenewalRunEnd, loginId: string): string {
  const reason = error === null ? `Its run is ${status}.` : error.message;
  return `The session of ${loginId} has ended, and its renewal ${runId} did not succeed. ${reason} Log in, save the login under its name, and resume the job.`;
}

/**
 * Ends the renewal that a run was, if it was one: saves the state of the login, and resumes the jobs that wait for it. After
 * a failure, notifies the owner if the login has expired.
 */
export async function endRenewal(
  transaction: DatabaseTransaction,
  end: RenewalRunEnd,
  now: Date,
): Promise<void> {
  const { accountId, runId, status, error, renewed = null } = end;
  const found = await transaction
    .selectFrom('logins')
    .select('login_id')
    .where('account_id', '=', accountId)
    .where('renewal_run_id', '=', runId)
    .executeTakeFirst();
  const login = found && (await lockLogin(transaction, accountId, found.login_id));
  if (login === undefined || login.renewal_run_id !== runId) return;
  const { login_id: loginId } = login;
  await setRenewal(transaction, loginId, { runId, status, error }, login.renewal_started_at ?? now);
  if (renewed !== null)
    await transaction
      .updateTable('logins')
      .set({ ...renewed, saved_at: now, expired_at: null, notified_at: null })
      .where('login_id', '=', loginId)
      .execute();
  else if (login.expired_at !== null) await notifyExpired(transaction, login, error, now);
  const isRenewed = renewed !== null;
  const message = messageOf(end, loginId);
  await endRenewalPauses(transaction, { accountId, runId, isRenewed, message, now });
}

/** Creates the handler of scheduled renewals. */
export function createScheduledRenewals(keys: RenewalKeys): StartRun {
  return async (transaction, { subjectId, accountId }, now) => {
    const login = await lockLogin(transaction, accountId, subjectId);
    if (login === undefined || login.renewal_workflow_id === null) return 'gone';
    if (runningRenewal(login, now) !== null) return 'busy';
    return (await startRenewal(transaction, login, keys, 'schedule', now)) === null ? 'busy' : 'begun';
  };
}
