import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../store/database.ts';
import { sqlRows } from '../../store/sql-rows.ts';

/** Charged credits of one item; an empty string means unknown. */
export interface UsageRow {
  requestId: string;
  at: Date;
  tool: string;
  route: string;
  country: string;
  credits: number;
  pages: number;
}

/** Charged credits and pages. */
export interface UsageSum {
  credits: number;
  pages: number;
}

/** Usage of an account from the first to the last day, both in UTC and inclusive; names as on the wire. */
export interface UsageDocument {
  from: string;
  to: string;
  total: UsageSum;
  by_day: Array<UsageSum & { day: string }>;
  by_tool: Array<UsageSum & { tool: string | null }>;
  by_route: Array<UsageSum & { route: string | null }>;
  by_country: Array<UsageSum & { country: string | null }>;
}

// Rows of an account change under the lock of the account, which every charge holds, so writers do not deadlock.
const addToExisting: RawBuilder<unknown> = sql`
  on conflict (account_id, day, tool, route, country) do update
  set credits = usage_days.credits + excluded.credits, pages = usage_days.pages + excluded.pages`;

/** Common table expression that adds up the usage of `charge` (see `writeCharges`). */
export const chargeUsageCte: RawBuilder<unknown> = sql`
  used_up as (
    insert into usage_days (account_id, day, tool, route, country, credits, pages)
    select account_id, (at at time zone 'UTC')::date, coalesce(note, ''), '', '', sum(credits), coalesce(sum(pages), 0)
    from charge join locked using (account_id) group by 1, 2, 3
    ${addToExisting}
  )`;

/**
 * Common table expression that adds up the cost of pages of jobs by route and country. `fresh` contains the pages,
 * `job` their jobs, and `payload` the time at which they were written.
 */
export const pageUsageCte: RawBuilder<unknown> = sql`
  used_up as (
    insert into usage_days (account_id, day, tool, route, country, credits, pages)
    select account_id, (payload.at at time zone 'UTC')::date, job.type, coalesce(fresh.route, ''),
      coalesce(fresh.country, ''), sum(fresh.credits), count(*)
    from fresh join job using (job_id) join locked using (account_id) cross join payload
    where fresh.credits > 0 group by 1, 2, 3, 4, 5
    ${addToExisting}
  )`;

/** Common table expression that adds up charges by all known dimensions; `fresh` contains the charged requests. */
export function usageCte(rows: readonly UsageRow[]): RawBuilder<unknown> {
  if (rows.length === 0) return sql`used_up as (select 1)`;
  return sql`
    used_up as (
      insert into usage_days (account_id, day, tool, route, country, credits, pages)
      select account_id, day, tool, route, country, sum(credits), sum(pages)
      from ${sqlRows('spent', rows, {
        request_id: ['text', (row) => row.requestId],
        day: ['date', (row) => row.at.toISOString().slice(0, 10)],
        tool: ['text', (row) => row.tool],
        route: ['text', (row) => row.route],
        country: ['text', (row) => row.country],
        credits: ['bigint', (row) => row.credits],
        pages: ['bigint', (row) => row.pages],
      })}
      join fresh using (request_id) join locked using (account_id)
      group by 1, 2, 3, 4, 5
      ${addToExisting}
    )`;
}

interface SpentRow extends UsageSum {
  day: string;
  tool: string;
  route: string;
  country: string;
}

const orNull = (text: string) => (text === '' ? null : text);

/** Adds rows up by the value of `of`. */
function sumBy<Key extends string>(
  rows: readonly SpentRow[],
  name: Key,
  getValue: (row: SpentRow) => string | null,
): Array<UsageSum & Record<Key, string | null>> {
  const sums = new Map<string | null, UsageSum>();
  for (const row of rows) {
    const sum = sums.get(getValue(row)) ?? { credits: 0, pages: 0 };
    sums.set(getValue(row), { credits: sum.credits + row.credits, pages: sum.pages + row.pages });
  }
  return [...sums].map(
    ([value, sum]) => ({ [name]: value, ...sum }) as UsageSum & Record<Key, string | null>,
  );
}

/** Returns the usage of the account from one day to another (`YYYY-MM-DD`, UTC, inclusive). */
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
