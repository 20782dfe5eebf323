import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Newest entries that are scanned before an index is used; they suffice for frequent texts. */
const firstWindow = 2_000;
/** Entries that are scanned next if the first window had some matches, but too few. */
const secondWindow = 30_000;
/** Matches in the first window that make the second one worthwhile. */
const minHitsForSecondWindow = 10;
/** Newest entries by which the rarest word of a text is chosen. */
const sampleSize = 500;

/** Queries on one account's history with all filters except the text; newest first. */
export interface HistoryQueries<Row> {
  /** Returns up to `limit` matches among the newest `window` entries. */
  findInWindow(window: number, condition: RawBuilder<SqlBool>, limit: number): Promise<Row[]>;
  /** Returns up to `limit` matches among all entries. */
  findAll(condition: RawBuilder<SqlBool>, limit: number): Promise<Row[]>;
  /** Counts the newest entries, at most `window`, and the matches of each condition among them. */
  countInWindow(window: number, conditions: RawBuilder<SqlBool>[]): Promise<{ seen: number; hits: number[] }>;
}

/** Returns an ILIKE pattern that matches the text anywhere, with wildcards escaped. */
function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

function inAddress(text: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`url ilike ${containing(text)}`;
}

function inError(text: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(error is not null and error::text ilike ${containing(text)})`;
}

/**
 * A trigram index scans the list of every trigram of a text, and lists of common words (a scheme, a host) are nearly as
 * long as the table. So only the rarest word uses the index, and its rows are filtered by the whole text.
 */
async function searchByIndex<Row>(queries: HistoryQueries<Row>, text: string, limit: number): Promise<Row[]> {
  const words = [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [])];
  if (words.length === 0)
    return queries.findAll(sql<SqlBool>`(${inAddress(text)} or ${inError(text)})`, limit);
  const { hits } = await queries.countInWindow(sampleSize, words.map(inAddress));
  const [rarest] = words
    .map((word, at) => ({ word, hits: hits[at] ?? 0 }))
    .sort((one, other) => one.hits - other.hits || other.word.length - one.word.length);
  const address = sql<SqlBool>`(${inAddress(rarest?.word ?? text)} and strpos(lower(url), lower(${text}::text)) > 0)`;
  return queries.findAll(sql<SqlBool>`(${address} or ${inError(text)})`, limit);
}

/**
 * Returns up to `limit` entries with the text in their URL or error, newest first: frequent texts by a scan, rare ones
 * by an index.
 */
export async function searchHistory<Row>(
  queries: HistoryQueries<Row>,
  text: string,
  limit: number,
): Promise<Row[]> {
  const condition = sql<SqlBool>`(${inAddress(text)} or ${inError(text)})`;
  let window = firstWindow;
  for (;;) {
    const rows = await queries.findInWindow(window, condition, limit);
    if (rows.length === limit) return rows;
    const { seen } = await queries.countInWindow(window, []);
    if (seen < window) return rows;
    if (window === secondWindow || rows.length < minHitsForSecondWindow)
      return searchByIndex(queries, text, limit);
    window = secondWindow;
  }
}
