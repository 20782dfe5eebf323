import { type Kysely, sql } from 'kysely';

const statements = [
  // Files of dataset exports; the file itself is a blob that expires with the row.
  `create table dataset_exports (
    export_id text primary key,
    dataset_id text not null references datasets on delete cascade,
    account_id text not null references accounts,
    blob_id text not null,
    format text not null,
    filename text not null,
    rows bigint not null,
    bytes bigint not null,
    sha256 text not null,
    seq bigint not null,
    safe boolean,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  `create index dataset_exports_dataset on dataset_exports (dataset_id)`,
  `create index dataset_exports_expiry on dataset_exports (expires_at)`,
];

/** Creates dataset exports. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
