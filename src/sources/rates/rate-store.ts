import { sql } from 'kysely';
import type { RateTable } from '../../domain/exchange.ts';
import type { Database } from '../../store/database.ts';

/** What is known of the place that publishes rates. */
export interface RateFile {
  /** By what it tells whether its file has changed (RFC 9110 section 8.8). */
  etag: string | null;
  lastModified: string | null;
  /** Null when it was never asked. */
  askAt: Date | null;
  /** Vain tries in a row. */
  failures: number;
  fault: string | null;
}

/** Rates in the database, shared by all processes. */
export interface RateStore {
  /** The newest table, or null. */
  newest(): Promise<RateTable | null>;
  file(): Promise<RateFile>;
  /** Takes it upon this process to ask: true for one process until `until`. */
  claim(now: Date, until: Date): Promise<boolean>;
  /** Keeps what was learned, and a new table when there is one. */
  keep(file: RateFile, table: RateTable | null): Promise<void>;
}

const neverAsked: RateFile = { etag: null, lastModified: null, askAt: null, failures: 0, fault: null };

/** The rates of the publisher at `url`. */
export function createRateStore(database: Database, url: string): RateStore {
  return {
    async newest() {
      const { rows } = await sql<{ date: string; per_euro: Record<string, string> }>`
        select to_char(day, 'YYYY-MM-DD') as date, per_euro from exchange_rates order by day desc limit 1
      `.execute(database);
      const row = rows[0];
      return row === undefined ? null : { source: 'ecb', date: row.date, perEuro: row.per_euro };
    },
    async file() {
      const { rows } = await sql<{
        etag: string | null;
        last_modified: string | null;
        ask_at: Date;
        failures: number;
        fault: string | null;
      }>`
        select etag, last_modified, ask_at, failures, fault from rate_files where url = ${url}
      `.execute(database);
      const row = rows[0];
      if (row === undefined) return neverAsked;
      const { etag, failures, fault } = row;
      return { etag, lastModified: row.last_modified, askAt: row.ask_at, failures, fault };
    },
    async claim(now, until) {
      const { rows } = await sql`
        insert into rate_files as known (url, ask_at) values (${url}, ${until})
        on conflict (url) do update set ask_at = ${until} where known.ask_at <= ${now}
        returning url
      `.execute(database);
      return rows.length > 0;
    },
    async keep({ etag, lastModified, askAt, failures, fault }, table) {
      await database.transaction().execute(async (transaction) => {
        if (table !== null) {
          await sql`
            insert into exchange_rates (day, per_euro) values (${table.date}::date, ${JSON.stringify(table.perEuro)}::jsonb)
            on conflict (day) do update set per_euro = excluded.per_euro, stored_at = now()
          `.execute(transaction);
        }
        await sql`
          update rate_files set etag = ${etag}, last_modified = ${lastModified}, ask_at = ${askAt},
            failures = ${failures}, fault = ${fault}
          where url = ${url}
        `.execute(transaction);
      });
    },
  };
}
