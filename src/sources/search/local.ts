import { sql } from 'kysely';
import { addMs, type Clock } from '../../domain/clock.ts';
import { type FoundResult, freshnessDays, type SearchQuery } from '../../domain/search.ts';
import type { Database } from '../../store/database.ts';
import { plainLine } from './found-result.ts';
import { accountWord, type PageIndex } from './page-index.ts';
import { primaryLanguage } from './query-words.ts';
import type { SearchOrder, SearchPage, SearchProvider } from './search-provider.ts';
import { foldWords, joinWords, separateWords } from './separate-words.ts';

/** What searching one's own pages needs. */
export interface LocalSearchOptions {
  database: Database;
  index: PageIndex;
  clock: Clock;
}

const mostOfPage = 50;
const dayMs = 86_400_000;
/** Pages that are ranked of those whose title answers, and of the others; the ones that were read last. */
const mostRanked = 200;
/** Characters of a text that a snippet is made of, and how many of them stand before the word that it is about. */
const snippetWindow = 4_000;
const beforePivot = 600;
const headline = 'StartSel="", StopSel="", MaxFragments=2, MaxWords=32, MinWords=14, FragmentDelimiter=" … "';

/** A query as the pages of one configuration are asked. */
interface ConfigQuery {
  config: string;
  words: string;
  /** The same without the order of phrases: what the index alone can answer. */
  together: string;
  /** The same, but any of the words is enough. */
  looser: string;
  /** What ranks: each word for itself, since weighing pairs of common words takes ten times as long. */
  weighed: string;
  shown: string;
  /** The longest word, where a snippet is looked for. */
  pivot: string;
}

interface FoundRow {
  url: string;
  title: string;
  snippet: string;
  published_at: Date | null;
  read_at: Date;
}

/** Words of a query in PostgreSQL's notation that a page shall hold. */
function wantedWords(query: string): string[] {
  return [...query.matchAll(/(!?)'((?:[^']|'')*)'/g)].flatMap(([, not, word]) =>
    not === '!' ? [] : [(word as string).replaceAll("''", "'")],
  );
}

/** The words of the query in the forms that the account's pages have them; none where only stop words were asked. */
async function queriesOf(database: Database, accountId: string, query: string): Promise<ConfigQuery[]> {
  const folded = foldWords(separateWords(query)).replaceAll('\0', ' ');
  const next = (after: string) => sql`
    (select config from read_pages where account_id = ${accountId} and config > ${sql.raw(after)}
      order by config limit 1)`;
  const { rows } = await sql<Omit<ConfigQuery, 'pivot'>>`
    with recursive config as (
      select ${next("''")} as config
      union all select ${next('config.config')} from config where config.config is not null
    ),
    asked as (
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
    from asked where numnode(words) > 0
  `.execute(database);
  return rows.map((row) => {
    const [pivot = ''] = wantedWords(row.shown).sort((one, other) => other.length - one.length);
    return { ...row, pivot };
  });
}

function domainsMatch(domains: readonly string[]) {
  return sql`exists (select from unnest(${[...domains]}::text[]) as domain
    where host = domain or right(host, length(domain) + 1) = '.' || domain)`;
}

function conditionsOf({ freshness, language, includeDomains, excludeDomains }: SearchQuery, now: Date) {
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

/** Snippets take longer to make than results to find: no more of them than are wanted. */
function pageSizeOf({ wanted }: SearchOrder): number {
  return Math.min(mostOfPage, wanted);
}

/**
 * Pages that may be among the best: those whose titles answer, and those that were read last. To rank a page is to unpack
 * all of its words, so that of very many pages only so many are.
 */
function candidates({ config, together }: ConfigQuery, { query, accountId }: SearchOrder, now: Date) {
  const own = sql`(${`'${accountWord(accountId)}'`}::tsquery && ${together}::tsquery)`;
  const among = (column: string) => sql`
    (with held as materialized (
      select page_key, read_at from read_pages
      where account_id = ${accountId} and config = ${config} and ${sql.ref(column)} @@ ${own}
        and ${conditionsOf(query, now)}
    ) select page_key from held order by read_at desc limit ${mostRanked})`;
  return sql`(${among('title_words')} union ${among('words')})`;
}

/** Looks at the candidates alone: "is true" keeps the index, which knows no order of words, out of it. */
function isInOrder({ words, together }: ConfigQuery) {
  return words === together ? sql`true` : sql`(words @@ ${words}::tsquery) is true`;
}

async function find(
  database: Database,
  order: SearchOrder,
  asked: readonly ConfigQuery[],
  now: Date,
): Promise<FoundRow[]> {
  const { page, accountId } = order;
  const pageSize = pageSizeOf(order);
  const perConfig = asked.map(
    (one) => sql`
      select page_key, url, title, config, published_at, read_at, ${one.shown}::tsquery as shown,
        ${one.pivot}::text as pivot, ts_rank(words, ${one.weighed}::tsquery, 1) as rank
      from read_pages
      where account_id = ${accountId} and page_key in ${candidates(one, order, now)}
        and ${isInOrder(one)}`,
  );
  return database.transaction().execute(async (transaction) => {
    // Reading every page costs more than the planner knows: it does not see what unpacking their words takes.
    await sql`select set_config('enable_seqscan', 'off', true)`.execute(transaction);
    const { rows } = await sql<FoundRow>`
      select best.url, best.title, best.published_at, best.read_at, ts_headline(
        best.config::regconfig,
        substr(body, greatest(1, strpos(lower(body), pivot) - ${beforePivot}), ${snippetWindow}), shown, ${headline}
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

function resultOf({ url, title, snippet, published_at, read_at }: FoundRow): FoundResult {
  return {
    url,
    title: joinWords(plainLine(title, 500)),
    snippet: joinWords(snippet.replace(/\s+/g, ' ').slice(0, 2_000)),
    ...(published_at !== null && { published_at: published_at.toISOString() }),
    engines: ['local'],
    read_at: read_at.toISOString(),
  };
}

/** Searches the pages that an account has read itself, and nobody else's. */
export function createLocalSearch({ database, index, clock }: LocalSearchOptions): SearchProvider {
  async function search(order: SearchOrder): Promise<SearchPage> {
    await index.settle();
    const now = clock.now();
    const asked = await queriesOf(database, order.accountId, order.query.query);
    const page: SearchPage = { kind: 'page', results: [], hasMore: false, failedEngines: [], warnings: [] };
    if (asked.length === 0) return page;
    let rows = await find(database, order, asked, now);
    if (rows.length === 0 && order.page === 1 && asked.some(({ words, looser }) => words !== looser)) {
      const looser = asked.map((one) => ({ ...one, words: one.looser, together: one.looser }));
      rows = await find(database, order, looser, now);
      const message = 'No page that was read holds all the words; these hold some of them.';
      if (rows.length > 0) page.warnings.push({ code: 'some_words', message });
      return { ...page, results: rows.map(resultOf) };
    }
    return { ...page, results: rows.map(resultOf), hasMore: rows.length === pageSizeOf(order) };
  }

  return {
    name: 'local',
    id: 'local',
    categories: ['web'],
    mostPages: 10,
    gapMs: 0,
    countryEffect: () => 'ignored',
    ignores: () => [],
    usesOperators: () => false,
    search,
    async probe() {
      const { rows } = await sql<{
        pages: number;
      }>`select count(*)::integer as pages from read_pages`.execute(database);
      return { works: true, detail: `local: ${rows[0]?.pages ?? 0} pages that were read can be searched` };
    },
    close: async () => {},
  };
}
