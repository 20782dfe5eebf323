import { type Kysely, sql } from 'kysely';

const statements = [
  // Where the start of the page's Markdown belongs in the document, if only `contents` has it.
  'alter table results add column text_at integer',
  // True while a result takes its Markdown from this row, which is then kept as long as the result.
  'alter table contents add column has_result boolean not null default false',
  'drop index contents_body_expiry',
  `create index contents_body_expiry on contents (expires_at)
    where (body is not null or body_digest is not null) and not has_result`,
  // They are found in the text.
  'alter table contents drop column sections',
];

/** Stores the Markdown of a long page once: its result takes the start from the complete text. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
