import { encryptCompressed } from '../../../domain/crypto/compressed-encryption.ts';
import type { Principal } from '../../../domain/resources/account.ts';
import type { Clock } from '../../../domain/system/clock.ts';
import { Failure } from '../../../domain/system/failure.ts';
import { assertMinInterval, dropSchedule, setSchedule } from '../../../jobs/schedule/schedules.ts';
import type { Database, DatabaseTransaction } from '../../../store/database.ts';
import { sealWebhook } from '../../../store/sealed-columns.ts';
import { inTransaction } from '../../../store/transaction.ts';
import { type LoginDocument, loginScheduleKind, readLogins } from '../../sessions/logins/login-document.ts';
import type { LoginChange, NewRenewal } from '../../sessions/logins/login-renewals.ts';
import { inputsDataOf } from '../../sessions/logins/login-state.ts';
import { requireInputs } from '../run/run-inputs.ts';
import { maxInputsLength, minRenewalGapMs } from './renewal-runs.ts';

function invalidRenewal(field: string, detail: string): Failure {
  return new Failure('invalid', detail, { errors: [{ pointer: `/renewal/${field}`, detail }] });
}

/** Returns the columns of a renewal. Rejects with Failure `invalid` for a workflow that cannot renew the login. */
async function renewalColumns(
  transaction: DatabaseTransaction,
  loginId: string,
  { workflow, inputs }: NewRenewal,
  { accountId, keyId }: Principal,
  key: Uint8Array,
) {
  const row = await transaction
    .selectFrom('workflows')
    .select(['login_id', 'inputs'])
    .where('workflow_id', '=', workflow)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (row === undefined)
    throw invalidRenewal('workflow', 'There is no such workflow. List the workflows with GET /v1/workflows.');
  if (row.login_id === loginId)
    throw invalidRenewal(
      'workflow',
      'The workflow uses this login itself. Remove `login` from the workflow, or use another one.',
    );
  const text = JSON.stringify(requireInputs(row.inputs, inputs ?? {}, '/renewal/inputs'));
  if (text.length > maxInputsLength)
    throw invalidRenewal('inputs', `The inputs exceed the limit of ${maxInputsLength} characters.`);
  return {
    renewal_workflow_id: workflow,
    renewal_inputs: await encryptCompressed(key, text, inputsDataOf(accountId, loginId)),
    renewal_key_id: keyId,
    // Another workflow may start at once.
    renewal_run_id: null,
    renewal_started_at: null,
    renewal_status: null,
    renewal_error: null,
  };
}

const noRenewal = {
  renewal_workflow_id: null,
  renewal_inputs: null,
  renewal_key_id: null,
  renewal_run_id: null,
  renewal_started_at: null,
  renewal_status: null,
  renewal_error: null,
};

/**
 * Changes the uses and the renewal of a login, as {@link ChangeLogin} says. `key` encrypts the inputs of renewals.
 */
export async function changeLogin(
  { database, key, clock }: { database: Database; key: Uint8Array; clock: Clock },
  principal: Principal,
  loginId: string,
  change: LoginChange,
): Promise<LoginDocument | null> {
  const { accountId } = principal;
  const { use_for, webhook, renewal } = change;
  const now = clock.now();
  const schedule = renewal?.schedule ?? null;
  if (schedule !== null) assertMinInterval(schedule, minRenewalGapMs, now, '/renewal/schedule');
  return inTransaction(database, async (transaction) => {
    const [found] = await readLogins(transaction, accountId, loginId, now);
    if (found === undefined) return null;
    const columns = {
      ...(use_for !== undefined && { use_for: [...new Set(use_for)] }),
      ...(webhook !== undefined && { webhook: sealWebhook(transaction, accountId, webhook) }),
      ...(renewal === null && noRenewal),
      ...(renewal != null && (await renewalColumns(transaction, loginId, renewal, principal, key))),
    };
    if (Object.keys(columns).length === 0) return found;
    await transaction
      .updateTable('logins')
      .set(columns)
      .where('login_id', '=', loginId)
      .where('account_id', '=', accountId)
      .execute();
    const subject = { kind: loginScheduleKind, subjectId: loginId, accountId };
    if (schedule !== null) await setSchedule(transaction, subject, schedule, now);
    else if (renewal !== undefined) await dropSchedule(transaction, loginScheduleKind, loginId);
    const [changed] = await readLogins(transaction, accountId, loginId, now);
    return changed ?? null;
  });
}
