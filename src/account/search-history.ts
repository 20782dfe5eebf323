import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Entries that are looked through, newest first, before an index is asked: where a text is frequent they suffice. */
const firstWindow = 2_000;
/** Entries that are looked through next where the first ones held some, though not enough. */
const secondWindow = 30_000;
/** So many in the first window make the second worth its time. */
const promising = 10;
/** Newest entries by which the rarest word of a text is chosen. */
const sampled = 500;

/** Reads of one account's history, within the filters that are no text; newest first. */
export interface HistoryReads<Row> {
  /** Up to `limit` of those among the newest `window` entries that `holds` is true of. */
  among(window: number, holds: RawBuilder<SqlBool>, limit: number): Promise<Row[]>;
  /** Up to `limit` of all that `holds` is true of. */
  all(holds: RawBuilder<SqlBool>, limit: number): Promise<Row[]>;
  /** How many of the newest `window` entries there are, and of how many each condition is true. */
  count(window: number, conditions: RawBuilder<SqlBool>[]): Promise<{ seen: number; hits: number[] }>;
}

/** A pattern that finds the text itself, wherever it stands. */
function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&').replaceAll('\0', '')}%`;
}

function inAddress(text: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`url ilike ${containing(text)}`;
}

function inError(text: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(error is not null and error::text ilike ${containing(text)})`;
}

/**
 * An index of three-letter pieces walks the list of every piece of a text, and those of common words (a scheme, a host)
 * are nearly as long as the table. So it is asked for the rarest word alone, and the text is looked for in what it finds.
 */
async function byIndex<Row>(reads: HistoryReads<Row>, text: string, limit: number): Promise<Row[]> {
  const words = [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [])];
  if (words.length === 0) return reads.all(sql<SqlBool>`(${inAddress(text)} or ${inError(text)})`, limit);
  const { hits } = await reads.count(sampled, words.map(inAddress));
  const [rarest] = words
    .map((word, at) => ({ word, hits: hits[at] ?? 0 }))
    .sort((one, other) => one.hits - other.hits || other.word.length - one.word.length);
  const whole = text.replaceAll('\0', '');
  const address = sql<SqlBool>`(${inAddress(rarest?.word ?? text)} and strpos(lower(url), lower(${whole}::text)) > 0)`;
  return reads.all(sql<SqlBool>`(${address} or ${inError(text)})`, limit);
}

/** Up to `limit` entries with the text in their address or error, newest first: frequent texts by looking, rare ones by an index. */
export async function searchHistory<Row>(
  reads: HistoryReads<Row>,
  text: string,
  limit: number,
): Promise<Row[]> {
  const holds = sql<SqlBool>`(${inAddress(text)} or ${inError(text)})`;
  let window = firstWindow;
  for (;;) {
    const found = await reads.among(window, holds, limit);
    if (found.length === limit) return found;
    const { seen } = await reads.count(window, []);
    if (seen < window) return found;
    if (window === secondWindow || found.length < promising) return byIndex(reads, text, limit);
    window = secondWindow;
  }
}
