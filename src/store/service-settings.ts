import { openJson, sealJson } from './data-key.ts';
import type { Database, DatabaseTransaction } from './database.ts';

type Connection = Database | DatabaseTransaction;

/** Names of the settings in the table: the model, and the texts of settings by variable. */
export type ServiceSettingName = 'model' | 'texts';

const purposeOf = (name: ServiceSettingName) => `service setting ${name}`;

/** Returns the settings that were changed while the service ran, as they were stored. */
export async function readServiceSettings(connection: Connection): Promise<Map<ServiceSettingName, unknown>> {
  const rows = await connection.selectFrom('service_settings').select(['name', 'value']).execute();
  const entries = rows.map(({ name: stored, value }): [ServiceSettingName, unknown] => {
    const name = stored as ServiceSettingName;
    return [name, openJson(connection, value, purposeOf(name))];
  });
  return new Map(entries);
}

/** Returns one setting, at first `{}`, and keeps other transactions from changing it. */
export async function lockServiceSetting(
  transaction: DatabaseTransaction,
  name: ServiceSettingName,
  now: Date,
): Promise<unknown> {
  await transaction
    .insertInto('service_settings')
    .values({ name, value: sealJson(transaction, {}, purposeOf(name)), changed_at: now })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { value } = await transaction
    .selectFrom('service_settings')
    .select('value')
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return openJson(transaction, value, purposeOf(name));
}

/** Stores a setting; null removes it. */
export async function writeServiceSetting(
  connection: Connection,
  name: ServiceSettingName,
  value: unknown,
  now: Date,
): Promise<void> {
  if (value === null) {
    await connection.deleteFrom('service_settings').where('name', '=', name).execute();
    return;
  }
  const row = { value: sealJson(connection, value, purposeOf(name)), changed_at: now };
  await connection
    .insertInto('service_settings')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}
