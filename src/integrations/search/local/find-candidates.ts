import { type RawBuilder, sql } from 'kysely';
import { freshnessDays, type SearchQuery } from '../../../domain/resources/search.ts';
import { addMs } from '../../../domain/system/clock.ts';
import { dayMs } from '../../../domain/values/day-ms.ts';
import type { Database, DatabaseTransaction } from '../../../store/database.ts';
import { primaryLanguage } from '../query-text.ts';
import type { ConfigQuery, PageCondition } from './config-query.ts';
import type { CandidatePage } from './rank-pages.ts';
import { hostWord } from './write-pages.ts';

/** Maximum number of matches whose title, headings and address are compared, and how many of them are ranked. */
const maxCompared = 800;
const maxRanked = 60;
/** Weights of ts_rank in its order: D (host), C (path), B (headings), A (title). */
const byTitle = sql`'{0,0,0,1}'::real[]`;
const byHeadings = sql`'{0,0,1,0}'::real[]`;
const byAddress = sql`'{0.3,1,0,0}'::real[]`;
const byAny = sql`'{0.2,0.6,0.4,1}'::real[]`;
const byText = sql`'{1,1,1,1}'::real[]`;

/** One search of an account's pages. */
export interface CandidateSearch {
  accountId: string;
  query: SearchQuery;
  now: Date;
}

function createConditions(
  { freshness, since, until, language, excludeDomains }: SearchQuery,
  now: Date,
): RawBuilder<unknown> {
  const conditions = [sql`true`];
  if (freshness !== null) {
    const earliest = addMs(now, -freshnessDays[freshness] * dayMs).toISOString();
    conditions.push(sql`coalesce(published_at, read_at) >= ${earliest}::timestamptz`);
  }
  if (since !== undefined)
    conditions.push(sql`coalesce(published_at, read_at) >= ${`${since}T00:00:00Z`}::timestamptz`);
  if (until !== undefined)
    conditions.push(sql`coalesce(published_at, read_at) <= ${`${until}T23:59:59.999Z`}::timestamptz`);
  if (language !== null) {
    conditions.push(sql`split_part(lower(language), '-', 1) = ${primaryLanguage(language)}`);
  }
  if (excludeDomains.length > 0) {
    conditions.push(sql`not exists (select from unnest(${[...excludeDomains]}::text[]) as domain
      where host = domain or right(host, length(domain) + 1) = '.' || domain)`);
  }
  return sql.join(conditions, sql` and `);
}

/** Adds the requested domains as words of the index. */
function withinDomains(indexed: string, { includeDomains }: SearchQuery): string {
  if (includeDomains.length === 0) return indexed;
  const hosts = includeDomains.map((domain) => `'${hostWord(domain.replaceAll("'", ''))}'`);
  return `${indexed} & (${hosts.join(' | ')})`;
}

/**
 * Selects the keys of candidate pages: those with the terms in title, headings or address, those with one of them
 * there, the most recently read of others, and targets of links whose text holds the terms.
 */
function selectCandidates(
  { config, terms }: ConfigQuery,
  { indexed }: PageCondition,
  { accountId, query, now }: CandidateSearch,
): RawBuilder<unknown> {
  const any = terms.map((term) => `(${term.query.replace(/ <(?:-|\d+)> /g, ' | ')})`).join(' | ');
  const words = withinDomains(indexed, query);
  const pages = (condition: RawBuilder<unknown>) => sql`
    select page_key, key_words, read_at from read_pages
    where account_id = ${accountId} and config = ${config} and ${condition} and ${createConditions(query, now)}
    limit ${maxCompared}`;
  const best = (condition: RawBuilder<unknown>) => sql`
    (with held as materialized (${pages(condition)}) select page_key from held
      order by ts_rank(${byAny}, key_words, ${any}::tsquery, 1) desc, read_at desc limit ${maxRanked})`;
  const linked = sql`
    (select page_key from page_anchors where account_id = ${accountId} and words @@ ${indexed}::tsquery
      limit ${maxRanked})`;
  const inText = sql`words @@ ${words}::tsquery`;
  return sql`(
    ${best(sql`key_words @@ ${words}::tsquery`)}
    union ${best(sql`${inText} and key_words @@ (${any})::tsquery`)}
    union (with held as materialized (${pages(inText)}) select page_key from held
      order by read_at desc limit ${maxRanked})
    union ${linked})`;
}

/** Selects, for each candidate, the occurrences of each term. */
function selectFeatures(
  query: ConfigQuery,
  condition: PageCondition,
  search: CandidateSearch,
): RawBuilder<unknown> {
  const queries = query.terms.map((term) => term.query);
  const each = (list: readonly string[], value: RawBuilder<unknown>) => sql`
    array(select ${value} from unnest(${[...list]}::text[]::tsquery[]) with ordinality as one (q, position)
      order by position)`;
  const ownAnchors = sql`
    select max(${queries.length}::real / greatest(word_count, ${queries.length})) from page_anchors
    where page_anchors.account_id = ${search.accountId} and page_anchors.page_key = read_pages.page_key
      and page_anchors.words @@ ${condition.indexed}::tsquery`;
  // "is true" prevents the use of the index, which does not store the order of words.
  const exact = condition.exact === null ? sql`true` : sql`(words @@ ${condition.exact}::tsquery) is true`;
  return sql`
    select page_key, config, url, title, digest, word_count, read_at, published_at,
      ${each(queries, sql`ts_rank(${byTitle}, key_words, q)`)} as in_title,
      ${each(queries, sql`ts_rank(${byHeadings}, key_words, q)`)} as in_headings,
      ${each(queries, sql`ts_rank(${byAddress}, key_words, q)`)} as in_address,
      ${each(queries, sql`ts_rank_cd(${byText}, words, q)`)} as in_text,
      ${each(query.bonuses, sql`ts_rank(${byAny}, key_words, q)`)} as bonus_keys,
      ${each(query.bonuses, sql`words @@ q`)} as bonus_text,
      coalesce((${ownAnchors}), 0) as in_anchors
    from read_pages
    where account_id = ${search.accountId} and config = ${query.config}
      and page_key in ${selectCandidates(query, condition, search)}
      and ${createConditions(search.query, search.now)} and ${exact}`;
}

/**
 * Forbids plans whose time the planner underestimates, because it ignores the cost of unpacking words: to check the words of each
 * page. Pages in the order of another index are a good plan only for a query without filters, which soon finds enough of them.
 */
async function forbidSlowScans(
  transaction: DatabaseTransaction,
  { freshness, since, until, language }: SearchQuery,
): Promise<void> {
  const isFiltered = freshness !== null || language !== null || since !== undefined || until !== undefined;
  const allowed = isFiltered ? 'off' : 'on';
  await sql`
    select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', ${allowed}, true)
  `.execute(transaction);
}

/** Finds the pages that may answer a query, at most some hundreds for each text search configuration. */
export async function findCandidates(
  database: Database,
  queries: ReadonlyArray<{ query: ConfigQuery; condition: PageCondition }>,
  search: CandidateSearch,
): Promise<CandidatePage[]> {
  const perConfig = queries.map(({ query, condition }) => selectFeatures(query, condition, search));
  return database.transaction().execute(async (transaction) => {
    await forbidSlowScans(transaction, search.query);
    const { rows } = await sql<CandidatePage>`${sql.join(perConfig, sql` union all `)}`.execute(transaction);
    return rows;
  });
}
