import { type Kysely, sql } from 'kysely';

const statements = [
  // Separate index of title words, so that pages with a matching title are found without scanning all pages with common
  // words. The account's word is included as in "words".
  `alter table read_pages add column title_words tsvector not null default ''`,
  `update read_pages set title_words =
    ts_filter(words, '{a}') || array_to_tsvector(array['account:' || account_id])`,
  `alter table read_pages alter column title_words drop default`,
  // Decompression takes longer than the rest of ranking.
  `alter table read_pages alter column words set storage external`,
  `create index read_pages_title_words on read_pages using gin (title_words)`,
];

/** Adds an index of titles for local search. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
