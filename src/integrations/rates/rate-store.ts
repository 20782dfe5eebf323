import { sql } from 'kysely';
import type { RateTable } from '../../domain/values/exchange.ts';
import type { Database } from '../../store/database.ts';
import { storableJson } from '../../store/storable.ts';

/** State of the requests to the publisher of rates. */
export interface RateFileState {
  /** Validators of the file (RFC 9110 section 8.8). */
  etag: string | null;
  lastModified: string | null;
  /** Time of the next request; null if there was none yet. */
  nextRequestAt: Date | null;
  /** Consecutive failed tries. */
  failures: number;
  fault: string | null;
}

/** Exchange rates in the database, shared by all processes. */
export interface RateStore {
  /** Returns the newest table, or null. */
  findNewest(): Promise<RateTable | null>;
  /** Returns the newest table of the days from `first` to `last` (`YYYY-MM-DD`), or null. */
  findBetween(first: string, last: string): Promise<RateTable | null>;
  findFileState(): Promise<RateFileState>;
  /** Returns true for one process, which may send requests until `until`. */
  claim(now: Date, until: Date): Promise<boolean>;
  /** Stores the state of requests, and new tables. */
  store(state: RateFileState, tables: readonly RateTable[]): Promise<void>;
}

const initialState: RateFileState = {
  etag: null,
  lastModified: null,
  nextRequestAt: null,
  failures: 0,
  fault: null,
};

/** Creates the store for the publisher at `url`. */
export function createRateStore(database: Database, url: string): RateStore {
  return {
    async findNewest() {
      const { rows } = await sql<{ date: string; per_euro: Record<string, string> }>`
        select to_char(day, 'YYYY-MM-DD') as date, per_euro from exchange_rates order by day desc limit 1
      `.execute(database);
      const row = rows[0];
      return row === undefined ? null : { source: 'ecb', date: row.date, perEuro: row.per_euro };
    },
    async findBetween(first, last) {
      const { rows } = await sql<{ date: string; per_euro: Record<string, string> }>`
        select to_char(day, 'YYYY-MM-DD') as date, per_euro from exchange_rates
        where day between ${first}::date and ${last}::date order by day desc limit 1
      `.execute(database);
      const row = rows[0];
      return row === undefined ? null : { source: 'ecb', date: row.date, perEuro: row.per_euro };
    },
    async findFileState() {
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
      if (row === undefined) return initialState;
      const { etag, failures, fault } = row;
      return { etag, lastModified: row.last_modified, nextRequestAt: row.ask_at, failures, fault };
    },
    async claim(now, until) {
      const { rows } = await sql`
        insert into rate_files as known (url, ask_at) values (${url}, ${until})
        on conflict (url) do update set ask_at = ${until} where known.ask_at <= ${now}
        returning url
      `.execute(database);
      return rows.length > 0;
    },
    async store({ etag, lastModified, nextRequestAt, failures, fault }, tables) {
      await database.transaction().execute(async (transaction) => {
        for (const { date, perEuro } of tables) {
          await sql`
            insert into exchange_rates (day, per_euro) values (${date}::date, ${storableJson(perEuro)}::jsonb)
            on conflict (day) do update set per_euro = excluded.per_euro, stored_at = now()
          `.execute(transaction);
        }
        await sql`
          update rate_files set etag = ${etag}, last_modified = ${lastModified}, ask_at = ${nextRequestAt},
            failures = ${failures}, fault = ${fault}
          where url = ${url}
        `.execute(transaction);
      });
    },
  };
}
