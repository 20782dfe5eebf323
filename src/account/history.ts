import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Origin } from '../domain/account.ts';
import type { Receipt } from '../domain/receipt.ts';
import type { Database } from '../store/database.ts';
import type { Schema } from '../store/schema.ts';
import { type HistoryReads, searchHistory } from './search-history.ts';

/** Which entries of the history; null means any. */
export interface HistoryFilter {
  limit: number;
  /** Unix seconds, fractions allowed: only what came before. */
  before: number | null;
  tool: string | null;
  status: string | null;
  origin: string | null;
  country: string | null;
  /** Text to be found in the address or the error, whatever its case. */
  q: string | null;
  keyId: string | null;
}

/** An entry of the history in wire names (api.md section 11). */
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
  error?: { code: string; message: string };
}

/** One entry with what was asked and what was signed. */
export interface HistoryDetail extends HistoryEntry {
  /** Secrets are masked. */
  params: Record<string, unknown>;
  receipt: Receipt | null;
}

/** Entries, newest first, and the `before` that goes on after them; null at the end. */
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

interface EntryRow {
  request_id: string;
  at: Date;
  tool: string;
  origin: Origin;
  key_id: string | null;
  status: string;
  country: string | null;
  url: string | null;
  credits: number;
  ms: number;
  error: { code: string; message: string } | null;
}

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
    ...equal.flatMap(([name, value]) =>
      value === null ? [] : [where(name, '=', value.replaceAll('\0', '') as never)],
    ),
  ]);
}

/**
 * Keeps entries of one instant together: `before` could not go on between them. What shares the last instant of a full
 * page moves to the next, unless that is the whole page.
 */
function cutAtInstant(rows: EntryRow[], limit: number): EntryRow[] {
  const next = rows[limit];
  if (next === undefined) return rows;
  const page = rows.slice(0, limit);
  const earlier = page.filter((row) => row.at.getTime() !== next.at.getTime());
  return earlier.length === 0 ? page : earlier;
}

/** Reads within everything that is asked beside the text. */
function readsOf(database: Database, accountId: string, filter: HistoryFilter): HistoryReads<EntryRow> {
  const matching = database
    .selectFrom('requests')
    .select(columns)
    .where('account_id', '=', accountId)
    .where((where) => conditions(where, filter))
    .orderBy('at', 'desc')
    .orderBy('request_id', 'desc');
  return {
    among: (window, holds, limit) =>
      database
        .selectFrom(matching.limit(window).as('newest'))
        .selectAll()
        .where(holds)
        .orderBy('at', 'desc')
        .orderBy('request_id', 'desc')
        .limit(limit)
        .execute(),
    all: (holds, limit) => matching.where(holds).limit(limit).execute(),
    async count(window, wanted) {
      const hits = wanted.map((condition) => sql<number>`count(*) filter (where ${condition})::integer`);
      const row = await database
        .selectFrom(matching.limit(window).as('newest'))
        .select(sql<number>`count(*)::integer`.as('seen'))
        .select(sql<number[]>`array[${sql.join(hits)}]::integer[]`.as('hits'))
        .executeTakeFirstOrThrow();
      return row;
    },
  };
}

/** The account's history, newest first; a page may be a little shorter than `limit` although more follows. */
export async function listRequests(
  database: Database,
  accountId: string,
  filter: HistoryFilter,
): Promise<HistoryPage> {
  const reads = readsOf(database, accountId, filter);
  const most = filter.limit + 1;
  const rows =
    filter.q === null ? await reads.all(sql`true`, most) : await searchHistory(reads, filter.q, most);
  const page = cutAtInstant(rows, filter.limit);
  const last = page.at(-1);
  return {
    requests: page.map(toEntry),
    nextBefore: last === undefined || page.length === rows.length ? null : last.at.getTime() / 1_000,
  };
}

/** One entry of the account's history; null when it has none of that id. */
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

/** Drops entries that came before `before`, at most `limit` a call; returns how many. Receipts and ledger rows stay. */
export async function sweepRequests(database: Database, before: Date, limit = 10_000): Promise<number> {
  const swept = await sql`
    delete from requests where request_id in (
      select request_id from requests where at < ${before.toISOString()}::timestamptz order by at limit ${limit}
    )
  `.execute(database);
  return Number(swept.numAffectedRows ?? 0);
}
