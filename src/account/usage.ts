import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../store/database.ts';

/** What was charged for one thing; an empty text stands for what is not known. */
export interface UsageRow {
  requestId: string;
  at: Date;
  tool: string;
  route: string;
  country: string;
  credits: number;
  pages: number;
}

/** Credits and pages that were charged. */
export interface UsageSum {
  credits: number;
  pages: number;
}

/** What an account was charged from the first to the last day, both in UTC and included; in wire names. */
export interface UsageDocument {
  from: string;
  to: string;
  total: UsageSum;
  by_day: Array<UsageSum & { day: string }>;
  by_tool: Array<UsageSum & { tool: string | null }>;
  by_route: Array<UsageSum & { route: string | null }>;
  by_country: Array<UsageSum & { country: string | null }>;
}

// Rows of an account change under its lock, which whoever charges holds; so they never wait for each other crosswise.
const addUp: RawBuilder<unknown> = sql`
  on conflict (account_id, day, tool, route, country) do update
  set credits = usage_days.credits + excluded.credits, pages = usage_days.pages + excluded.pages`;

/** The row of a statement that sums up what the common table expression `charge` (see `writeCharges`) takes. */
export const writeUsageOfCharges: RawBuilder<unknown> = sql`
  used_up as (
    insert into usage_days (account_id, day, tool, route, country, credits, pages)
    select account_id, (at at time zone 'UTC')::date, coalesce(note, ''), '', '', sum(credits), coalesce(sum(pages), 0)
    from charge join locked using (account_id) group by 1, 2, 3
    ${addUp}
  )`;

/**
 * The row of a statement that sums up what the pages of a job cost, by route and country; `fresh` holds the pages, `job`
 * their job and `payload` when they were written.
 */
export const writeUsageOfPages: RawBuilder<unknown> = sql`
  used_up as (
    insert into usage_days (account_id, day, tool, route, country, credits, pages)
    select job.account_id, (payload.at at time zone 'UTC')::date, job.type, coalesce(fresh.route, ''),
      coalesce(fresh.country, ''), sum(fresh.credits), count(*)
    from fresh cross join payload cross join job join locked on locked.account_id = job.account_id
    where fresh.credits > 0 group by 1, 2, 3, 4, 5
    ${addUp}
  )`;

/**
 * The row of a statement that sums up what was charged, by everything that is known of it; `fresh` holds the requests that
 * are charged.
 */
export function writeUsage(rows: readonly UsageRow[]): RawBuilder<unknown> {
  if (rows.length === 0) return sql`used_up as (select 1)`;
  const column = <Value>(of: (row: UsageRow) => Value) => rows.map(of);
  return sql`
    used_up as (
      insert into usage_days (account_id, day, tool, route, country, credits, pages)
      select account_id, day, tool, route, country, sum(credits), sum(pages)
      from unnest(
        ${column((row) => row.requestId)}::text[],
        ${column((row) => row.at.toISOString().slice(0, 10))}::date[],
        ${column((row) => row.tool)}::text[],
        ${column((row) => row.route)}::text[],
        ${column((row) => row.country)}::text[],
        ${column((row) => row.credits)}::bigint[],
        ${column((row) => row.pages)}::bigint[]
      ) as spent (request_id, day, tool, route, country, credits, pages)
      join fresh using (request_id) join locked using (account_id)
      group by 1, 2, 3, 4, 5
      ${addUp}
    )`;
}

interface SpentRow extends UsageSum {
  day: string;
  tool: string;
  route: string;
  country: string;
}

const orNull = (text: string) => (text === '' ? null : text);

/** Adds rows up by what `of` says of them. */
function sumBy<Key extends string>(
  rows: readonly SpentRow[],
  name: Key,
  of: (row: SpentRow) => string | null,
): Array<UsageSum & Record<Key, string | null>> {
  const sums = new Map<string | null, UsageSum>();
  for (const row of rows) {
    const sum = sums.get(of(row)) ?? { credits: 0, pages: 0 };
    sums.set(of(row), { credits: sum.credits + row.credits, pages: sum.pages + row.pages });
  }
  return [...sums].map(
    ([value, sum]) => ({ [name]: value, ...sum }) as UsageSum & Record<Key, string | null>,
  );
}

/** What the account was charged from one day to another (`YYYY-MM-DD`, UTC, both included). */
export async function readUsage(
  database: Database,
  accountId: string,
  from: string,
  to: string,
): Promise<UsageDocument> {
  const { rows } = await sql<SpentRow>`
    select to_char(day, 'YYYY-MM-DD') as day, tool, route, country, credits, pages from usage_days
    where account_id = ${accountId} and day between ${from}::date and ${to}::date
    order by day, credits desc
  `.execute(database);
  const [total = { credits: 0, pages: 0 }] = sumBy(rows, 'all', () => '');
  return {
    from,
    to,
    total: { credits: total.credits, pages: total.pages },
    by_day: sumBy(rows, 'day', (row) => row.day) as UsageDocument['by_day'],
    by_tool: sumBy(rows, 'tool', (row) => orNull(row.tool)),
    by_route: sumBy(rows, 'route', (row) => orNull(row.route)),
    by_country: sumBy(rows, 'country', (row) => orNull(row.country)),
  };
}
