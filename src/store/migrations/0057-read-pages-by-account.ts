import { type Kysely, sql } from 'kysely';

/**
 * Number of parts of the index of read pages. An account has at most 100,000 pages in it, so that a part has one to three accounts
 * when the index has a million pages.
 */
const parts = 8;
const vacuum = [
  'autovacuum_vacuum_scale_factor = 0.05',
  'autovacuum_vacuum_threshold = 500',
  'toast.autovacuum_vacuum_scale_factor = 0.05',
  'toast.autovacuum_vacuum_threshold = 500',
].join(', ');

const createParts = Array.from(
  { length: parts },
  (_, part) =>
    `create table read_pages_${part} partition of read_pages for values with (modulus ${parts}, remainder ${part})
    with (${vacuum})`,
);

const statements = [
  // The time of a search grows with the pages of all accounts that share an index, because the lists of a word are intersected
  // with the list of the account.
  'alter table read_pages rename to read_pages_before',
  `create table read_pages (
    like read_pages_before including storage,
    constraint read_pages_key primary key (account_id, page_key),
    foreign key (account_id) references accounts
  ) partition by hash (account_id)`,
  ...createParts,
  'insert into read_pages select * from read_pages_before',
  'drop table read_pages_before',
  'create index read_pages_words on read_pages using gin (words)',
  'create index read_pages_key_words on read_pages using gin (key_words)',
  'create index read_pages_config on read_pages (account_id, config)',
  'create index read_pages_age on read_pages (account_id, read_at)',
  'create index read_pages_sweep on read_pages (read_at)',
];

/** Divides the index of read pages by account. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
