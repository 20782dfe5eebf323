import { sql } from 'kysely';
import type { Database } from '../../../store/database.ts';
import type { ConfigQuery } from './config-query.ts';
import { joinWords } from './separate-words.ts';

/** Characters of a text used for a snippet, and how many of them precede the matched word. */
const snippetWindow = 1_200;
const charactersBeforePivot = 200;
const maxSnippetLength = 2_000;
const headline = 'StartSel="", StopSel="", MaxFragments=2, MaxWords=32, MinWords=14, FragmentDelimiter=" … "';

/** A page, and the query that found it. */
export interface FoundPage {
  page: { page_key: Buffer };
  query: ConfigQuery;
}

function lexemesOf(query: string): string[] {
  return [...query.matchAll(/'((?:[^']|'')*)'/g)].map(([, word]) => (word as string).replaceAll("''", "'"));
}

/** Returns the word near which a snippet is taken: the longest term as written, or its stem. */
function pivotsOf({ terms }: ConfigQuery): string[] {
  const byLength = [...terms].sort((one, other) => other.query.length - one.query.length);
  return byLength.flatMap(({ shown, query }) => [
    shown.toLowerCase().replaceAll('"', ''),
    ...lexemesOf(query),
  ]);
}

/**
 * Returns a snippet around the matched words for each page, in order. The window begins shortly before the first of
 * the pivots that the text holds; without one, at the beginning of the text.
 */
export async function findSnippets(
  database: Database,
  accountId: string,
  pages: readonly FoundPage[],
): Promise<string[]> {
  if (pages.length === 0) return [];
  const { rows } = await sql<{ snippet: string | null }>`
    select ts_headline(config::regconfig,
      substr(body, greatest(1, coalesce(found.pivot, 1) - ${charactersBeforePivot}), ${snippetWindow}),
      wanted.query::tsquery || replace(plainto_tsquery(config::regconfig, wanted.shown)::text, ' & ', ' | ')::tsquery,
      ${headline}) as snippet
    from unnest(
      ${pages.map(({ page }) => page.page_key)}::bytea[],
      ${pages.map(({ query }) => query.terms.map((term) => term.query).join(' | '))}::text[],
      ${pages.map(({ query }) => query.terms.map(({ shown }) => shown).join(' '))}::text[],
      ${pages.map(({ query }) => JSON.stringify(pivotsOf(query)))}::jsonb[]
    ) with ordinality as wanted (page_key, query, shown, pivots, position)
    left join read_pages on read_pages.account_id = ${accountId} and read_pages.page_key = wanted.page_key
    left join lateral (
      select strpos(lower(body), pivot) as pivot
      from jsonb_array_elements_text(wanted.pivots) with ordinality as one (pivot, position)
      where strpos(lower(body), pivot) > 0 order by one.position limit 1
    ) as found on true
    order by wanted.position
  `.execute(database);
  return rows.map(({ snippet }) =>
    joinWords((snippet ?? '').replace(/\s+/g, ' ').slice(0, maxSnippetLength)),
  );
}
