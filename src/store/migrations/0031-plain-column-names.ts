import { type Kysely, sql } from 'kysely';

/** Renames columns to the terms of the field. Their content is unchanged, except for one key of the model capabilities. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const statements = [
    'alter table monitors rename column told to notified_version',
    'alter table monitors rename column is_gone to is_removed',
    'alter table monitors rename column failing_told_at to failing_notified_at',
    'alter table monitor_checks rename column told to notified',
    'alter table model_endpoints rename column manners to capabilities',
    `update model_endpoints
      set capabilities = (capabilities - 'rung') || jsonb_build_object('schemaMode', capabilities -> 'rung')
      where capabilities ? 'rung'`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(database);
}
