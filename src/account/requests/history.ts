import { type ExpressionBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { KeptError } from '../../domain/pages/outcome.ts';
import type { Origin } from '../../domain/resources/account.ts';
import type { Receipt } from '../../domain/resources/receipt.ts';
import type { Database } from '../../store/database.ts';
import type { Schema } from '../../store/schema.ts';
import { type HistoryQueries, searchHistory } from './search-history.ts';

/** Filter of history entries; null means any. */
export interface HistoryFilter {
  limit: number;
  /** Unix seconds, fractions allowed: returns only earlier entries. */
  before: number | null;
  tool: string | null;
  status: string | null;
  origin: string | null;
  country: string | null;
  /** Text to find in the URL or error, ignoring case. */
  q: string | null;
  keyId: string | null;
  /** False: without successful requests that list or get what is stored. */
  reads: boolean;
}

/** Entry of the history; names as on the wire (docs/api/account.md). */
export interface HistoryEntry {
  rid: string;
  at: string;
  tool: string;
  origin: Origin;
  key_id: string | null;
  status: string;
  country: string | null;
  url: string | null;
  credits: number;
  ms: number;
  error?: KeptError;
}

/** One entry with its parameters and its receipt. */
export interface HistoryDetail extends HistoryEntry {
  /** Secrets are masked. */
  params: Record<string, unknown>;
  receipt: Receipt | null;
}

/** Entries, newest first, and the `before` of the next page; null at the end. */
export interface HistoryPage {
  requests: HistoryEntry[];
  nextBefore: number | null;
}

const columns = [
  'request_id',
  'at',
  'tool',
  'origin',
  'key_id',
  'status',
  'country',
  'url',
  'credits',
  'ms',
  'error',
] as const;

type EntryRow = Pick<Selectable<Schema['requests']>, (typeof columns)[number]>;

function toEntry(row: EntryRow): HistoryEntry {
  const { request_id, at, error, tool, origin, key_id, status, country, url, credits, ms } = row;
  const entry = {
    rid: request_id,
    at: at.toISOString(),
    tool,
    origin,
    key_id,
    status,
    country,
    url,
    credits,
    ms,
  };
  return error === null ? entry : { ...entry, error };
}

function conditions(where: ExpressionBuilder<Schema, 'requests'>, filter: HistoryFilter) {
  const { before } = filter;
  const equal = [
    ['tool', filter.tool],
    ['status', filter.status],
    ['origin', filter.origin],
    ['country', filter.country],
    ['key_id', filter.keyId],
  ] as const;
  return where.and([
    ...(before === null ? [] : [sql<SqlBool>`at < to_timestamp(${before}::double precision)`]),
    ...(filter.reads ? [] : [sql<SqlBool>`not (status = 'ok' and tool ~ '^(get|list)_')`]),
    ...equal.flatMap(([name, value]) => (value === null ? [] : [where(name, '=', value as never)])),
  ]);
}

/**
 * Keeps entries with the same time on one page, because `before` cannot separate them. Entries that share the last time
 * of a full page move to the next page, unless they fill the whole page.
 */
function endAtSharedTime(rows: EntryRow[], limit: number): EntryRow[] {
  const next = rows[limit];
  if (next === undefined) return rows;
  const page = rows.slice(0, limit);
  const earlier = page.filter((row) => row.at.getTime() !== next.at.getTime());
  return earlier.length === 0 ? page : earlier;
}

/** Creates the queries that apply all filters except the text. */
function createReads(database: Database, accountId: string, filter: HistoryFilter): HistoryQueries<EntryRow> {
  const matching = database
    .selectFrom('requests')
    .select(columns)
    .where('account_id', '=', accountId)
    .where((where) => conditions(where, filter))
    .orderBy('at', 'desc')
    .orderBy('request_id', 'desc');
  return {
    findInWindow: (window, holds, limit) =>
      database
        .selectFrom(matching.limit(window).as('newest'))
        .selectAll()
        .where(holds)
        .orderBy('at', 'desc')
        .orderBy('request_id', 'desc')
        .limit(limit)
        .execute(),
    findAll: (holds, limit) => matching.where(holds).limit(limit).execute(),
    async countInWindow(window, counted) {
      const hits = counted.map((condition) => sql<number>`count(*) filter (where ${condition})::integer`);
      const row = await database
        .selectFrom(matching.limit(window).as('newest'))
        .select(sql<number>`count(*)::integer`.as('seen'))
        .select(sql<number[]>`array[${sql.join(hits)}]::integer[]`.as('hits'))
        .executeTakeFirstOrThrow();
      return row;
    },
  };
}

/** Lists the account's history, newest first; a page can be shorter than `limit` although more follows. */
export async function listRequests(
  database: Database,
  accountId: string,
  filter: HistoryFilter,
): Promise<HistoryPage> {
  const queries = createReads(database, accountId, filter);
  const maxRows = filter.limit + 1;
  const rows =
    filter.q === null
      ? await queries.findAll(sql`true`, maxRows)
      : await searchHistory(queries, filter.q, maxRows);
  const page = endAtSharedTime(rows, filter.limit);
  const last = page.at(-1);
  return {
    requests: page.map(toEntry),
    nextBefore: last === undefined || page.length === rows.length ? null : last.at.getTime() / 1_000,
  };
}

/** Returns one entry of the account's history; null if it does not exist. */
export async function findRequest(
  database: Database,
  accountId: string,
  requestId: string,
): Promise<HistoryDetail | null> {
  const row = await database
    .selectFrom('requests')
    .leftJoin('receipts', 'receipts.receipt_id', 'requests.receipt_id')
    .select(columns.map((name) => `requests.${name}` as const))
    .select(['requests.params', 'receipts.receipt'])
    .where('requests.request_id', '=', requestId)
    .where('requests.account_id', '=', accountId)
    .executeTakeFirst();
  if (row === undefined) return null;
  return { ...toEntry(row), params: row.params, receipt: row.receipt };
}

/** Deletes entries before `before`, at most `limit` per call; returns their number. Receipts and ledger rows stay. */
export async function sweepRequests(database: Database, before: Date, limit = 10_000): Promise<number> {
  const swept = await sql`
    delete from requests where request_id in (
      select request_id from requests where at < ${before.toISOString()}::timestamptz order by at limit ${limit}
    )
  `.execute(database);
  return Number(swept.numAffectedRows ?? 0);
}
