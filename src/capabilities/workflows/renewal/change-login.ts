import { z } from 'zod';
import { encryptCompressed } from '../../../domain/crypto/compressed-encryption.ts';
import type { Json } from '../../../domain/pages/extraction.ts';
import type { Principal } from '../../../domain/resources/account.ts';
import { loginUses } from '../../../domain/resources/login.ts';
import { missingResource } from '../../../domain/resources/missing-resource.ts';
import type { Clock } from '../../../domain/system/clock.ts';
import { Failure, throwIfInvalid } from '../../../domain/system/failure.ts';
import type { TargetCheck } from '../../../fetching/target-check.ts';
import { assertMinInterval, dropSchedule, setSchedule } from '../../../jobs/schedule/schedules.ts';
import { defineOperation, freeOutcome, type Operation } from '../../../operations/declaration/operation.ts';
import { secretField } from '../../../operations/declaration/secret-fields.ts';
import { scheduleSchema } from '../../../operations/schemas/schedule.ts';
import { webhookUrlSchema } from '../../../operations/schemas/webhook-url.ts';
import type { Database, DatabaseTransaction } from '../../../store/database.ts';
import { inTransaction } from '../../../store/transaction.ts';
import { type LoginDocument, loginScheduleKind, readLogins } from '../../sessions/logins/login-document.ts';
import { loginSchema } from '../../sessions/logins/login-schema.ts';
import { inputsDataOf } from '../../sessions/logins/login-state.ts';
import { exampleLoginId, loginKind, loginPath } from '../../sessions/logins/logins.ts';
import { requireInputs } from '../run/run-inputs.ts';
import { maxInputsLength, minRenewalGapMs } from './renewal-runs.ts';

/** Dependencies of the change of a login. */
export interface ChangeLoginPorts {
  database: Database;
  targets: Pick<TargetCheck, 'addressErrors'>;
  /** Encrypts the inputs of renewals. */
  key: Uint8Array;
  clock: Clock;
}

const renewalBody = z.strictObject({
  workflow: z
    .string()
    .min(1)
    .max(100)
    .describe('Id of a workflow that logs in to the site and ends on a page behind the login.'),
  inputs: secretField(z.record(z.string(), z.unknown()))
    .transform((inputs) => inputs as Record<string, Json>)
    .nullish()
    .describe(
      'Inputs of its runs, such as the password. They are encrypted and never returned. An `otpauth://totp/` URI is inserted as its current one-time code.',
    ),
  schedule: scheduleSchema
    .nullish()
    .describe('When the login is renewed besides; at most once per hour.'),
});

const changeBody = z.strictObject({
  use_for: z
    .array(z.enum(loginUses))
    .max(loginUses.length)
    .optional()
    .describe(
      'Operations that use this login for pages of its site without being asked to. Their `login` wins; `none` turns it off.',
    ),
  renewal: renewalBody
    .nullish()
    .describe(
      'Workflow that logs in again if the site asks for a login, at most once per hour; null removes it.',
    ),
  webhook: webhookUrlSchema
    .nullish()
    .describe('URL that receives the event `login.expired` if the login cannot be renewed.'),
});

type Change = z.output<typeof changeBody>;
type Renewal = z.output<typeof renewalBody>;

function invalidRenewal(field: string, detail: string): Failure {
  return new Failure('invalid', detail, { errors: [{ pointer: `/renewal/${field}`, detail }] });
}

/** Returns the columns of a renewal. Rejects with Failure `invalid` for a workflow that cannot renew the login. */
async function renewalColumns(
  transaction: DatabaseTransaction,
  loginId: string,
  { workflow, inputs }: Renewal,
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

async function changeLogin(
  { database, targets, key, clock }: ChangeLoginPorts,
  { loginId, change }: { loginId: string; change: Change },
  principal: Principal,
): Promise<LoginDocument | null> {
  const { accountId } = principal;
  const { use_for, webhook, renewal } = change;
  if (webhook != null) throwIfInvalid(await targets.addressErrors([{ pointer: '/webhook', url: webhook }]));
  const now = clock.now();
  const schedule = renewal?.schedule ?? null;
  if (schedule !== null) assertMinInterval(schedule, minRenewalGapMs, now, '/renewal/schedule');
  return inTransaction(database, async (transaction) => {
    const [found] = await readLogins(transaction, accountId, loginId, now);
    if (found === undefined) return null;
    const columns = {
      ...(use_for !== undefined && { use_for: [...new Set(use_for)] }),
      ...(webhook !== undefined && { webhook }),
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

/** Returns the operation that changes the uses and the renewal of a saved login. */
export function changeLoginOperation(ports: ChangeLoginPorts): Operation {
  return defineOperation({
    name: 'change_login',
    title: 'Change a saved login',
    description:
      'Sets for which operations a saved login is used without being named, and the workflow that renews it when the site asks for a login again.',
    price: 'free; renewals cost as runs of the workflow',
    method: 'PATCH',
    path: '/v1/logins/{lid}',
    scope: 'admin',
    writesToDisk: true,
    annotations: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
    input: { path: loginPath, body: changeBody },
    toCommand: ({ path, body }) => ({ loginId: path.lid, change: body }),
    output: loginSchema,
    example: { path: { lid: exampleLoginId }, body: { use_for: ['scrape', 'crawl', 'monitors'] } },
    async run(command, { principal }) {
      const changed = await changeLogin(ports, command, principal);
      if (changed === null) throw missingResource(loginKind);
      return freeOutcome(changed);
    },
  });
}
