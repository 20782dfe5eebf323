import { type Kysely, sql } from 'kysely';

// Every unique key of the tables that grow with pages and requests contains the account or the job, so that they can be
// distributed or partitioned by it. The id stays the first column where rows are found by id alone.
const statements = [
  'alter table receipts drop constraint receipts_pkey, add primary key (receipt_id, account_id)',
  'alter table requests drop constraint requests_pkey, add primary key (request_id, account_id)',
  'alter table contents drop constraint contents_pkey, add primary key (ref, account_id)',
  // Replaces the index by which the ledger of an account is listed.
  'alter table ledger drop constraint ledger_pkey, add primary key (account_id, id)',
  'drop index ledger_account',
  'alter table frontier drop constraint frontier_pkey, drop constraint frontier_job_id_digest_key, add primary key (job_id, digest)',
  // Ids are unique, because only the sequence of the column assigns them.
  'create index frontier_id on frontier (id)',
];

/** Adds the account or the job to the unique keys of large tables. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
