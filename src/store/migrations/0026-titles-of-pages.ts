import { type Kysely, sql } from 'kysely';

const statements = [
  // The words of titles apart, so that pages whose title answers are found without looking at all that hold common words.
  // The account's word stands among them as it does in "words".
  `alter table read_pages add column title_words tsvector not null default ''`,
  `update read_pages set title_words =
    ts_filter(words, '{a}') || array_to_tsvector(array['account:' || account_id])`,
  `alter table read_pages alter column title_words drop default`,
  // Unpacking takes longer than anything else that ranking does.
  `alter table read_pages alter column words set storage external`,
  `create index read_pages_title_words on read_pages using gin (title_words)`,
];

/** Local search: titles in an index of their own. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
