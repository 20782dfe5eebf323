import { sql } from 'kysely';
import type { Database } from '../../../store/database.ts';
import { renderExpression, type SearchTerm, textsOf } from './search-terms.ts';
import { accountWord } from './write-pages.ts';

/** A query in the forms that pages with one text search configuration need, in PostgreSQL's notation. */
export interface ConfigQuery {
  config: string;
  /** Terms that a page should contain; never empty. */
  terms: Array<{ shown: string; query: string }>;
  /** Terms that a page must not contain. */
  excluded: string[];
  /** Texts that strengthen a result: all words in this order, and words joined to one. */
  bonuses: string[];
}

/** Maximum number of sets of terms that one condition lists. */
const maxSets = 150;

function withoutOrder(query: string): string {
  return query.replace(/ <(?:-|\d+)> /g, ' & ');
}

function plainWordOf({ isExcluded, expression }: SearchTerm): string | null {
  return !isExcluded && 'text' in expression ? expression.text : null;
}

/** Returns texts that strengthen a result if it contains them. */
function bonusTexts(terms: readonly SearchTerm[]): string[] {
  const words = terms.map(plainWordOf);
  const joined = words.flatMap((word, at) => {
    const next = words[at + 1];
    return word === null || next === undefined || next === null || /\s/.test(word + next) ? [] : word + next;
  });
  const wholes = terms.flatMap(({ isExcluded, whole }) => (isExcluded || whole === null ? [] : whole));
  const phrase = words.filter((word) => word !== null).join(' ');
  return [...(phrase.includes(' ') ? [phrase] : []), ...joined, ...wholes];
}

function createConfigQuery(
  config: string,
  lexemes: ReadonlyMap<string, string>,
  terms: readonly SearchTerm[],
): ConfigQuery | null {
  const rendered = terms.flatMap(({ shown, isExcluded, expression }) => {
    const query = renderExpression(expression, lexemes);
    return query === null ? [] : { shown, isExcluded, query };
  });
  const wanted = rendered.filter(({ isExcluded }) => !isExcluded);
  if (wanted.length === 0) return null;
  return {
    config,
    terms: wanted.map(({ shown, query }) => ({ shown, query })),
    excluded: rendered.flatMap(({ isExcluded, query }) => (isExcluded ? query : [])),
    bonuses: bonusTexts(terms).flatMap((text) => lexemes.get(text) || []),
  };
}

/** Returns the query for each text search configuration of the account's pages; empty if it has only stop words. */
export async function createConfigQueries(
  database: Database,
  accountId: string,
  terms: readonly SearchTerm[],
): Promise<ConfigQuery[]> {
  const texts = [
    ...new Set([...terms.flatMap(({ expression }) => textsOf(expression)), ...bonusTexts(terms)]),
  ];
  const next = (after: string) => sql`
    (select config from read_pages where account_id = ${accountId} and config > ${sql.raw(after)}
      order by config limit 1)`;
  const { rows } = await sql<{ config: string; text: string; query: string }>`
    with recursive config as (
      select ${next("''")} as config
      union all select ${next('config.config')} from config where config.config is not null
    )
    select config, text, phraseto_tsquery(config::regconfig, text)::text as query
    from config cross join unnest(${texts}::text[]) as text where config is not null
  `.execute(database);
  return Object.entries(Object.groupBy(rows, ({ config }) => config)).flatMap(([config, found = []]) => {
    const lexemes = new Map(found.map(({ text, query }) => [text, query]));
    return createConfigQuery(config, lexemes, terms) ?? [];
  });
}

function* combinations<Item>(items: readonly Item[], size: number, from = 0): Generator<Item[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (let at = from; at <= items.length - size; at += 1) {
    for (const rest of combinations(items, size - 1, at + 1)) yield [items[at] as Item, ...rest];
  }
}

/** Condition for pages, in PostgreSQL's notation. */
export interface PageCondition {
  /** Phrases count without their order, so that the index can answer it alone. */
  indexed: string;
  /** Order of phrases and excluded terms, to check on the pages that the index returns; null if there are none. */
  exact: string | null;
}

/** Returns the number of sets with `size` of `count` items. */
function countSets(count: number, size: number): number {
  let sets = 1;
  for (let at = 1; at <= size; at += 1) sets = (sets * (count - at + 1)) / at;
  return sets;
}

/**
 * Returns sets of terms of which each page with at least `count` of the terms holds one. If there are too many, the terms are divided into
 * groups: such a page holds its share of at least one group. So pages that hold a set can have fewer terms than `count`.
 */
function termSets(queries: readonly string[], count: number): string[][] {
  for (let groups = 1; ; groups += 1) {
    const size = Math.ceil(count / groups);
    const length = Math.ceil(queries.length / groups);
    const parts = Array.from({ length: groups }, (_, at) => queries.slice(at * length, (at + 1) * length));
    const sets = parts.reduce((sum, part) => sum + countSets(part.length, size), 0);
    if (size === 1 || sets <= maxSets) return parts.flatMap((part) => [...combinations(part, size)]);
  }
}

/** Returns the condition that all pages with at least `count` of the terms, and no excluded one, fulfil. */
export function withAtLeast(
  { terms, excluded }: ConfigQuery,
  count: number,
  accountId: string,
): PageCondition {
  const isAll = count >= terms.length;
  const queries = terms.map(({ query }) => withoutOrder(query));
  const rejections = excluded.map((query) => `!${query}`);
  const phrases = isAll ? terms.flatMap(({ query }) => (query.includes(' <') ? query : [])) : [];
  const exact = [...phrases, ...rejections];
  return {
    indexed: [
      `'${accountWord(accountId)}'`,
      `(${termSets(queries, count)
        .map((set) => `(${set.join(' & ')})`)
        .join(' | ')})`,
      ...rejections.filter((query) => !query.includes(' <')),
    ].join(' & '),
    exact: exact.length === 0 ? null : exact.join(' & '),
  };
}
