import { type Kysely, sql } from 'kysely';

// Tables of which jobs, retention and accounts delete many rows at once. Autovacuum visits them after a twentieth of their
// rows were deleted, instead of a fifth, so that the space is reused soon and the end of a file is given back.
const tables = [
  'archive_answers',
  'archive_captures',
  'blobs',
  'contents',
  'dataset_changes',
  'dataset_records',
  'deliveries',
  'frontier',
  'monitor_versions',
  'page_cache',
  'read_pages',
  'requests',
  'results',
] as const;
const settings = [
  'autovacuum_vacuum_scale_factor = 0.05',
  'autovacuum_vacuum_threshold = 500',
  'toast.autovacuum_vacuum_scale_factor = 0.05',
  'toast.autovacuum_vacuum_threshold = 500',
];

/** Lets autovacuum visit tables with many deletions earlier. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const table of tables) {
    await sql.raw(`alter table ${table} set (${settings.join(', ')})`).execute(database);
  }
}
