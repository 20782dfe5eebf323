import { type Kysely, sql } from 'kysely';

const hostNames = `(select array_agg('host:' || array_to_string(labels[place:], '.'))
  from (select string_to_array(host, '.') as labels) as split, generate_subscripts(labels, 1) as place)`;

const statements = [
  'alter table read_pages rename column title_words to key_words',
  'alter index read_pages_title_words rename to read_pages_key_words',
  // The digest and the number of words of older rows are not known until their page is read again.
  'alter table read_pages add column digest text, add column word_count integer not null default 300',
  'alter table read_pages alter column word_count drop default',
  // Words for the host and its parent domains, so that the index answers a search within domains alone.
  `update read_pages set words = words || array_to_tsvector(${hostNames}),
    key_words = key_words || array_to_tsvector(${hostNames}) where host <> ''`,
  // Texts of links, by the page that they name.
  `create table page_anchors (
    account_id text not null references accounts,
    page_key bytea not null,
    text text not null,
    words tsvector not null,
    word_count integer not null,
    noted_at timestamptz not null,
    primary key (account_id, page_key, text)
  )`,
  'create index page_anchors_words on page_anchors using gin (words)',
  'create index page_anchors_age on page_anchors (account_id, noted_at)',
  'create index page_anchors_sweep on page_anchors (noted_at)',
];

/** Adds headings, addresses, hosts and texts of links to the local search. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
