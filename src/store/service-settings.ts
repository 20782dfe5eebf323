import { openJson, sealJson } from './data-key.ts';
import type { Database, DatabaseTransaction } from './database.ts';

type Connection = Database | DatabaseTransaction;

/** Names of the settings in the table. */
export type ServiceSettingName = 'model';

const purposeOf = (name: ServiceSettingName) => `service setting ${name}`;

/** Returns a setting that was changed while the service ran, as it was stored; null if there is none. */
export async function readServiceSetting(connection: Connection, name: ServiceSettingName): Promise<unknown> {
  const row = await connection
    .selectFrom('service_settings')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return row === undefined ? null : openJson(connection, row.value, purposeOf(name));
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
