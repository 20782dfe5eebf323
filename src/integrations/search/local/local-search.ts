import { sql } from 'kysely';
import type { FoundResult } from '../../../domain/resources/search.ts';
import type { Clock } from '../../../domain/system/clock.ts';
import type { Database } from '../../../store/database.ts';
import type { SearchPage, SearchProvider, SearchRequest } from '../search-provider.ts';
import { toPlainLine } from '../search-result.ts';
import { type ConfigQuery, createConfigQueries, withAtLeast } from './config-query.ts';
import { findCandidates } from './find-candidates.ts';
import { type RankedPage, rankPages } from './rank-pages.ts';
import { parseSearchTerms } from './search-terms.ts';
import { joinWords } from './separate-words.ts';
import { findSnippets } from './snippets.ts';

/** Dependencies of the local search. */
export interface LocalSearchOptions {
  database: Database;
  /** Writes the pages to the index that this process has read. */
  flushIndex(): Promise<void>;
  clock: Clock;
}

const maxPageSize = 50;
/** If fewer pages hold all terms, pages that lack some are listed after them. */
const fewPages = 2;

/** A page of the result list with the terms that it lacks, as written in the query. */
interface ListedPage extends RankedPage {
  query: ConfigQuery;
  missingTerms: string[];
}

/** Removes pages with the same title and text as a better one, such as `/` and `/index.html`. */
function withoutCopies(pages: readonly ListedPage[]): ListedPage[] {
  const seen = new Set<string>();
  return pages.filter(({ page: { digest, page_key: key } }) => {
    const identity = digest ?? key.toString('base64url');
    if (seen.has(identity)) return false;
    seen.add(identity);
    return true;
  });
}

function compareScores(one: ListedPage, other: ListedPage): number {
  return other.score - one.score || other.page.read_at.getTime() - one.page.read_at.getTime();
}

/** Finds the pages with at least as many of the terms of each configuration as `countOf` returns, best first. */
async function findPages(
  database: Database,
  { accountId, query }: SearchRequest,
  queries: readonly ConfigQuery[],
  countOf: (query: ConfigQuery) => number,
  now: Date,
): Promise<ListedPage[]> {
  const conditions = queries.map((one) => ({
    query: one,
    condition: withAtLeast(one, countOf(one), accountId),
  }));
  const pages = await findCandidates(database, conditions, { accountId, query, now });
  return queries
    .flatMap((one) => {
      const own = pages.filter(({ config }) => config === one.config);
      const ranked = rankPages(
        own,
        one.terms.map((term) => term.query),
        query.query,
      );
      return ranked
        .filter(
          ({ page, missing }) => page.in_anchors > 0 || one.terms.length - missing.length >= countOf(one),
        )
        .map((listed) => ({
          ...listed,
          query: one,
          missingTerms: listed.missing.flatMap((at) => one.terms[at]?.shown ?? []),
        }));
    })
    .sort(compareScores);
}

/** Finds pages with all terms; if there are only few, also pages with as many of the terms as possible. */
async function findBestPages(
  database: Database,
  request: SearchRequest,
  queries: readonly ConfigQuery[],
  now: Date,
): Promise<ListedPage[]> {
  let found = withoutCopies(await findPages(database, request, queries, ({ terms }) => terms.length, now));
  const longest = Math.max(...queries.map(({ terms }) => terms.length));
  for (
    let missing = 1;
    missing < longest && found.length < Math.min(fewPages, request.wanted);
    missing += 1
  ) {
    const relaxed = queries.filter(({ terms }) => terms.length > missing);
    const more = await findPages(database, request, relaxed, ({ terms }) => terms.length - missing, now);
    const known = new Set(found.map(({ page }) => page.page_key.toString('base64')));
    const added = more.filter(({ page }) => !known.has(page.page_key.toString('base64')));
    found = withoutCopies([...found, ...added]);
  }
  return found;
}

function createResult({ page, missingTerms }: ListedPage, snippet: string): FoundResult {
  const { url, title, published_at: publishedAt, read_at: readAt } = page;
  return {
    url,
    title: joinWords(toPlainLine(title, 500)),
    snippet,
    ...(publishedAt !== null && { published_at: publishedAt.toISOString() }),
    engines: ['local'],
    read_at: readAt.toISOString(),
    ...(missingTerms.length > 0 && { missing_words: missingTerms }),
  };
}

/** Creates a search over the pages that the account itself has read. */
export function createLocalSearch({ database, flushIndex, clock }: LocalSearchOptions): SearchProvider {
  async function search(request: SearchRequest): Promise<SearchPage> {
    await flushIndex();
    const now = clock.now();
    const empty: SearchPage = { kind: 'page', results: [], hasMore: false, failedEngines: [], warnings: [] };
    const terms = parseSearchTerms(request.query.query);
    const queries = terms.length === 0 ? [] : await createConfigQueries(database, request.accountId, terms);
    if (queries.length === 0) return empty;
    const found = await findBestPages(database, request, queries, now);
    const size = Math.min(maxPageSize, request.wanted);
    const shown = found.slice((request.page - 1) * size, request.page * size);
    const snippets = await findSnippets(database, request.accountId, shown);
    const results = shown.map((listed, at) => createResult(listed, snippets[at] ?? ''));
    const isPartial = shown.every(({ missing }) => missing.length > 0);
    const message = 'No page that you have read contains all the words. These pages contain some of them.';
    const warnings = isPartial && shown.length > 0 ? [{ code: 'some_words', message }] : [];
    return { ...empty, results, warnings, hasMore: found.length > request.page * size };
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
