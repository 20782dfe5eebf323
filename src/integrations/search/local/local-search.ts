import { sql } from 'kysely';
import { type FoundResult, freshnessDays, type SearchQuery } from '../../../domain/resources/search.ts';
import { addMs, type Clock } from '../../../domain/system/clock.ts';
import type { Database } from '../../../store/database.ts';
import { primaryLanguage } from '../query-text.ts';
import type { SearchPage, SearchProvider, SearchRequest } from '../search-provider.ts';
import { toPlainLine } from '../search-result.ts';
import { accountWord, type PageIndex } from './page-index.ts';
import { foldWords, joinWords, separateWords } from './separate-words.ts';

/** Dependencies of the local search. */
export interface LocalSearchOptions {
  database: Database;
  index: PageIndex;
  clock: Clock;
}

const maxPageSize = 50;
const dayMs = 86_400_000;
/**
 * Maximum number of candidates to rank, with a match in the title and in the text each; the most recently read ones.
 */
const maxRanked = 200;
/** Characters of a text used for a snippet, and how many of them precede the matched word. */
const snippetWindow = 4_000;
const charactersBeforePivot = 600;
const headline = 'StartSel="", StopSel="", MaxFragments=2, MaxWords=32, MinWords=14, FragmentDelimiter=" … "';

/** Query in the forms that pages with one text search configuration need. */
interface ConfigQuery {
  config: string;
  words: string;
  /** Query without phrase order, which the index can answer alone. */
  together: string;
  /** Query for which any word is enough. */
  looser: string;
  /** Query used for ranking, with each word separately: weighing pairs of common words takes ten times as long. */
  weighed: string;
  shown: string;
  /** Longest word, near which the snippet is taken. */
  pivot: string;
}

interface FoundRow {
  url: string;
  title: string;
  snippet: string;
  published_at: Date | null;
  read_at: Date;
}

/** Returns the positive words of a query in PostgreSQL's notation. */
function parsePositiveWords(query: string): string[] {
  return [...query.matchAll(/(!?)'((?:[^']|'')*)'/g)].flatMap(([, not, word]) =>
    not === '!' ? [] : [(word as string).replaceAll("''", "'")],
  );
}

/** Returns the query for each text search configuration of the account's pages; empty if it has only stop words. */
async function createQueries(database: Database, accountId: string, query: string): Promise<ConfigQuery[]> {
  const folded = foldWords(separateWords(query)).replaceAll('\0', ' ');
  const next = (after: string) => sql`
    (select config from read_pages where account_id = ${accountId} and config > ${sql.raw(after)}
      order by config limit 1)`;
  const { rows } = await sql<Omit<ConfigQuery, 'pivot'>>`
    with recursive config as (
      select ${next("''")} as config
      union all select ${next('config.config')} from config where config.config is not null
    ),
    search_words as (
      select config, websearch_to_tsquery(config::regconfig, ${folded}) as words,
        websearch_to_tsquery(config::regconfig, ${separateWords(query).replaceAll('\0', ' ')}) as shown
      from config where config is not null
    )
    select config, words::text as words, (words || shown)::text as shown,
      regexp_replace(words::text, ' <(-|\\d+)> ', ' & ', 'g') as together,
      case when words::text like '%!%' or words::text like '%<%' then words::text
        else replace(words::text, ' & ', ' | ') end as looser,
      case when words::text like '%!%' then words::text
        else regexp_replace(words::text, ' (&|<(-|\\d+)>) ', ' | ', 'g') end as weighed
    from search_words where numnode(words) > 0
  `.execute(database);
  return rows.map((row) => {
    const [pivot = ''] = parsePositiveWords(row.shown).sort((one, other) => other.length - one.length);
    return { ...row, pivot };
  });
}

function domainsMatch(domains: readonly string[]) {
  return sql`exists (select from unnest(${[...domains]}::text[]) as domain
    where host = domain or right(host, length(domain) + 1) = '.' || domain)`;
}

function createConditions({ freshness, language, includeDomains, excludeDomains }: SearchQuery, now: Date) {
  const conditions = [sql`true`];
  if (freshness !== null) {
    const since = addMs(now, -freshnessDays[freshness] * dayMs).toISOString();
    conditions.push(sql`coalesce(published_at, read_at) >= ${since}::timestamptz`);
  }
  if (language !== null) {
    conditions.push(sql`split_part(lower(language), '-', 1) = ${primaryLanguage(language)}`);
  }
  if (includeDomains.length > 0) conditions.push(domainsMatch(includeDomains));
  if (excludeDomains.length > 0) conditions.push(sql`not ${domainsMatch(excludeDomains)}`);
  return sql.join(conditions, sql` and `);
}

/** Snippets take longer to create than results to find, so no more are created than requested. */
function computePageSize({ wanted }: SearchRequest): number {
  return Math.min(maxPageSize, wanted);
}

/**
 * Selects candidate pages: those with a match in the title, and the most recently read ones. Ranking a page unpacks
 * all its words, so their number is limited.
 */
function selectCandidates({ config, together }: ConfigQuery, { query, accountId }: SearchRequest, now: Date) {
  const own = sql`(${`'${accountWord(accountId)}'`}::tsquery && ${together}::tsquery)`;
  const among = (column: string) => sql`
    (with held as materialized (
      select page_key, read_at from read_pages
      where account_id = ${accountId} and config = ${config} and ${sql.ref(column)} @@ ${own}
        and ${createConditions(query, now)}
    ) select page_key from held order by read_at desc limit ${maxRanked})`;
  return sql`(${among('title_words')} union ${among('words')})`;
}

/**
 * Checks phrase order on the candidates only: `is true` prevents the use of the index, which does not store word
 * order.
 */
function matchesPhraseOrder({ words, together }: ConfigQuery) {
  return words === together ? sql`true` : sql`(words @@ ${words}::tsquery) is true`;
}

async function findRows(
  database: Database,
  request: SearchRequest,
  queries: readonly ConfigQuery[],
  now: Date,
): Promise<FoundRow[]> {
  const { page, accountId } = request;
  const pageSize = computePageSize(request);
  const perConfig = queries.map(
    (one) => sql`
      select page_key, url, title, config, published_at, read_at, ${one.shown}::tsquery as shown,
        ${one.pivot}::text as pivot, ts_rank(words, ${one.weighed}::tsquery, 1) as rank
      from read_pages
      where account_id = ${accountId} and page_key in ${selectCandidates(one, request, now)}
        and ${matchesPhraseOrder(one)}`,
  );
  return database.transaction().execute(async (transaction) => {
    // The planner underestimates sequential scans, because it ignores the cost of unpacking words.
    await sql`select set_config('enable_seqscan', 'off', true)`.execute(transaction);
    const { rows } = await sql<FoundRow>`
      select best.url, best.title, best.published_at, best.read_at, ts_headline(
        best.config::regconfig,
        substr(body, greatest(1, strpos(lower(body), pivot) - ${charactersBeforePivot}), ${snippetWindow}), shown, ${headline}
      ) as snippet
      from (
        select * from (${sql.join(perConfig, sql` union all `)}) as found
        order by rank desc, read_at desc, url limit ${pageSize} offset ${(page - 1) * pageSize}
      ) as best
      join read_pages on read_pages.account_id = ${accountId} and read_pages.page_key = best.page_key
      order by rank desc, best.read_at desc, best.url
    `.execute(transaction);
    return rows;
  });
}

function createResult({ url, title, snippet, published_at, read_at }: FoundRow): FoundResult {
  return {
    url,
    title: joinWords(toPlainLine(title, 500)),
    snippet: joinWords(snippet.replace(/\s+/g, ' ').slice(0, 2_000)),
    ...(published_at !== null && { published_at: published_at.toISOString() }),
    engines: ['local'],
    read_at: read_at.toISOString(),
  };
}

/** Creates a search over the pages that the account itself has read. */
export function createLocalSearch({ database, index, clock }: LocalSearchOptions): SearchProvider {
  async function search(request: SearchRequest): Promise<SearchPage> {
    await index.flush();
    const now = clock.now();
    const queries = await createQueries(database, request.accountId, request.query.query);
    const page: SearchPage = { kind: 'page', results: [], hasMore: false, failedEngines: [], warnings: [] };
    if (queries.length === 0) return page;
    let rows = await findRows(database, request, queries, now);
    if (rows.length === 0 && request.page === 1 && queries.some(({ words, looser }) => words !== looser)) {
      const looser = queries.map((one) => ({ ...one, words: one.looser, together: one.looser }));
      rows = await findRows(database, request, looser, now);
      const message = 'No page that you have read contains all the words. These pages contain some of them.';
      if (rows.length > 0) page.warnings.push({ code: 'some_words', message });
      return { ...page, results: rows.map(createResult) };
    }
    return { ...page, results: rows.map(createResult), hasMore: rows.length === computePageSize(request) };
  }

  return {
    name: 'local',
    id: 'local',
    categories: ['web'],
    maxPages: 10,
    intervalMs: 0,
    countryEffect: () => 'ignored',
    ignores: () => [],
    usesOperators: () => false,
    search,
    async probe() {
      const { rows } = await sql<{
        pages: number;
      }>`select count(*)::integer as pages from read_pages`.execute(database);
      return { works: true, detail: `local: ${rows[0]?.pages ?? 0} pages are indexed` };
    },
    close: async () => {},
  };
}
