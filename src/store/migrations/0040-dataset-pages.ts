import { type Kysely, sql } from 'kysely';

const statements = [
  // Pages of a dataset as they were read last, for refreshes that read only what has changed.
  `create table dataset_pages (
    dataset_id text not null references datasets on delete cascade,
    url_digest bytea not null,
    etag text,
    last_modified text,
    read_at timestamptz not null,
    records json not null,
    primary key (dataset_id, url_digest)
  )`,
];

/** Creates the pages of datasets. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
