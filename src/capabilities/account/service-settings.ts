import { z } from 'zod';
import { writeAuditEntry } from '../../account/accounts/audit.ts';
import type { AccountChange } from '../../account/accounts/key-changes.ts';
import { throwIfInvalid } from '../../domain/system/failure.ts';
import { defineOperation, freeOutcome, type Operation } from '../../operations/declaration/operation.ts';
import { secretField } from '../../operations/declaration/secret-fields.ts';
import { withSchemaName } from '../../operations/schema-names.ts';
import type { Database } from '../../store/database.ts';
import { lockServiceSetting, writeServiceSetting } from '../../store/service-settings.ts';
import { inTransaction } from '../../store/transaction.ts';

/** Texts of settings by variable. */
export type SettingTexts = Readonly<Record<string, string>>;

const rowSchema = withSchemaName(
  'Setting',
  z.object({
    variable: z.string().describe('Name of the environment variable.'),
    meaning: z.string().describe('What it sets.'),
    value: z.string().nullable().describe('Value in force. null: none, or a secret one.'),
    is_set: z.boolean().describe('False if the default is in force.'),
    is_secret: z.boolean().describe('True if the value holds a secret and is never returned.'),
    source: z
      .enum(['environment', 'file', 'database', 'default'])
      .describe(
        '`environment` or `file`: settings of the process, which prevail; `database`: set here; `default`: set nowhere',
      ),
    is_live: z.boolean().describe('True if it can be set here, without a restart.'),
  }),
);
const listSchema = withSchemaName(
  'Settings',
  z.object({ settings: z.array(rowSchema).describe('All settings, in the order of the documentation.') }),
);

/** New texts by variable; null removes one. */
type Changes = Readonly<Record<string, string | null>>;

/** A setting with where it comes from. */
export type SettingRow = z.output<typeof rowSchema>;

/** The settings of the running service. */
export interface ServiceSettings {
  /** Lists all settings, as they are once `changes` are stored. */
  describe(changes?: Changes): SettingRow[];
  /** Returns the reason for which a variable cannot have a text, or cannot be set here; null if it can. */
  findError(variable: string, text: string | null): string | null;
  /** Follows a change of the database. */
  refresh(): Promise<void>;
}

/** Dependencies of the operations on settings. */
export interface ServiceSettingsPorts {
  settings: ServiceSettings;
  database: Database;
  now(): Date;
}

const changeBody = z.strictObject({
  settings: z
    .record(z.string().max(100), secretField(z.string().trim().min(1).max(4_000).nullable()))
    .refine((changes) => Object.keys(changes).length > 0, 'must name a setting')
    .describe('New values by variable, as in the environment. null removes what was set here.'),
});
const scope = 'operator' as const;
const path = '/v1/admin/settings';

/** Returns the texts after changes. */
export function changeTexts(texts: SettingTexts, changes: Changes): SettingTexts {
  const changed = Object.entries({ ...texts, ...changes });
  return Object.fromEntries(changed.flatMap(([variable, text]) => (text === null ? [] : [[variable, text]])));
}

/** Throws Failure `invalid` if one of the values cannot be set. */
function requireValid({ settings }: ServiceSettingsPorts, changes: Changes): void {
  throwIfInvalid(
    Object.entries(changes).flatMap(([variable, text]) => {
      const detail = settings.findError(variable, text);
      return detail === null ? [] : [{ pointer: `/settings/${variable}`, detail }];
    }),
  );
}

/** Stores values, and uses them at once. Only the names of the variables enter the audit log. */
async function changeSettings(
  ports: ServiceSettingsPorts,
  change: AccountChange,
  changes: Changes,
): Promise<{ settings: SettingRow[] }> {
  requireValid(ports, changes);
  const answer = { settings: ports.settings.describe(changes) };
  await inTransaction(ports.database, async (transaction) => {
    const stored = (await lockServiceSetting(transaction, 'texts', change.at)) as SettingTexts;
    await writeServiceSetting(transaction, 'texts', changeTexts(stored, changes), change.at);
    const { accountId } = change.principal;
    await writeAuditEntry(transaction, change, {
      action: 'settings_changed',
      accountId,
      subject: accountId,
      details: Object.fromEntries(
        Object.entries(changes).map(([variable, text]) => [variable, text === null ? 'removed' : 'set']),
      ),
    });
    await change.commit(transaction, answer);
  });
  await ports.settings.refresh();
  return answer;
}

/** Lists the settings of the service. */
export function listSettingsOperation({ settings }: ServiceSettingsPorts): Operation {
  return defineOperation({
    name: 'list_settings',
    title: 'List the settings',
    description:
      'Returns every setting of the service with its value and where it comes from. Secret values are left out.',
    price: 'free',
    method: 'GET',
    path,
    scope,
    writesToDisk: false,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    input: {},
    toCommand: () => null,
    output: listSchema,
    example: {},
    run: async () => freeOutcome({ settings: settings.describe() }),
  });
}

/** Changes settings that need no restart. */
export function changeSettingsOperation(ports: ServiceSettingsPorts): Operation {
  return defineOperation({
    name: 'change_settings',
    title: 'Change settings',
    description:
      'Changes settings that need no restart: search providers and the mail server. They are kept encrypted in the database; other processes use them within ten seconds. Settings of the process prevail. `POST /v1/doctor` tests the part.',
    price: 'free',
    method: 'PATCH',
    path,
    scope,
    writesToDisk: false,
    annotations: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
    input: { body: changeBody },
    toCommand: ({ body }) => body.settings,
    output: listSchema,
    example: { body: { settings: { WEBDATA_MAIL_FROM: 'robot@example.com' } } },
    run: async (changes, { principal, requestId, commit }) =>
      freeOutcome(await changeSettings(ports, { principal, requestId, at: ports.now(), commit }, changes)),
  });
}
