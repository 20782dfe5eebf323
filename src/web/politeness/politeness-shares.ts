import { type RawBuilder, sql } from 'kysely';
import type { PolitenessRule } from '../../domain/system/settings.ts';
import type { Database } from '../../store/database.ts';
import { deleteEndedPauses } from './pause-store.ts';
import { withTimeout } from './with-timeout.ts';

/** Request of a process for a share of a site. */
export interface ShareRequest {
  site: string;
  process: string;
  rule: PolitenessRule;
  /** Number of running fetches. */
  running: number;
  /** Number of fetches that the process could run, including running ones. */
  wanted: number;
}

/** Granted share. */
export interface Grant {
  /** Maximum concurrent fetches; if it is below the running ones, none may start until enough have ended. */
  slots: number;
  /** True if the requested start may begin now; only with `byStart`. */
  isStarted: boolean;
  /** True if every start needs a request; false if slots can be used freely. */
  requestsEachStart: boolean;
  /** Milliseconds until the site's next start. */
  waitMs: number;
  /** Minimum milliseconds between starts requested by the site, 0 for none. */
  crawlDelayMs: number;
}

/** State of a site's share at a heartbeat. */
export interface SiteState {
  site: string;
  slots: number;
  waitMs: number;
  crawlDelayMs: number;
  /** True if another process waits for slots. */
  isContended: boolean;
}

/** Rest of a share after giving slots back. */
export interface RemainingShare {
  site: string;
  slots: number;
  wanted: number;
}

/** Shares of all processes in the sites that they fetch from, stored in the database. */
export interface PolitenessShares {
  /**
   * Requests slots or one start; registers the process if needed. If the request timed out but took effect later, calls
   * `late`; its grant is then held.
   */
  requestShare(request: ShareRequest, onLateGrant: () => void): Promise<Grant>;
  /**
   * Extends the lease of the process and returns the state of its sites; null if the lease had expired and all shares are
   * lost.
   */
  sendHeartbeat(process: string): Promise<SiteState[] | null>;
  /** Gives slots back. */
  returnSlots(process: string, remainders: readonly RemainingShare[]): Promise<void>;
  /** Stores the delay that a site requested, for all processes. */
  storeCrawlDelay(site: string, crawlDelayMs: number): Promise<void>;
  /** Removes a process with its shares, and processes whose lease expired some time ago. */
  removeProcess(process: string): Promise<void>;
}

interface GrantRow {
  slots: number;
  started: boolean;
  by_start: boolean;
  wait_ms: number;
  crawl_delay_ms: number;
}

/** Retention of the state of unused sites. */
const siteRetentionMs = 15 * 60_000;
const deleteBatchSize = 1_000;

const now = sql`clock_timestamp()`;
const milliseconds = (ms: number) => sql`${ms}::double precision * interval '1 millisecond'`;
// PostgreSQL before 17 cannot subtract from the infinite past that a site starts with.
const millisecondsUntil = (column: string) =>
  sql<number>`(case when ${sql.ref(column)} <= ${now} then 0
    else least(600000, extract(epoch from ${sql.ref(column)} - ${now}) * 1000) end)::double precision`;

/**
 * Creates the shares. A process without a `beat` for `leaseMs` loses its shares, and a statement that takes longer than
 * `patienceMs` is a Failure `unavailable`, even if it takes effect later.
 */
export function createPolitenessShares(
  database: Database,
  { leaseMs, databaseTimeoutMs }: { leaseMs: number; databaseTimeoutMs: number },
): PolitenessShares {
  const run = <Row>(statement: RawBuilder<Row>, onLate?: () => void) =>
    withTimeout(databaseTimeoutMs, statement.execute(database), onLate);

  return {
    async requestShare({ site, process, rule, running, wanted }, onLateGrant) {
      const query = sql<GrantRow>`
        select slots, started, by_start, wait_ms, crawl_delay_ms from politeness_ask(
          ${site}, ${process}, ${running}, ${wanted}, ${rule.concurrency}, ${rule.gapMs}, ${leaseMs}
        )`;
      const answer = await run(query, onLateGrant);
      const row = answer.rows[0];
      if (row === undefined) throw new Error('politeness_ask returned no row');
      return {
        slots: row.slots,
        isStarted: row.started,
        requestsEachStart: row.by_start,
        waitMs: row.wait_ms,
        crawlDelayMs: row.crawl_delay_ms,
      };
    },
    async sendHeartbeat(process) {
      const answer = await run(sql<{
        site: string | null;
        slots: number;
        wait_ms: number;
        crawl_delay_ms: number;
        contended: boolean;
      }>`
        with alive as (
          update politeness_processes set expires_at = ${now} + ${milliseconds(leaseMs)}
          where process = ${process} and expires_at > ${now} returning process
        )
        select lease.site, lease.slots, ${millisecondsUntil('known.next_start_at')} as wait_ms, known.crawl_delay_ms,
          exists (
            select from politeness_leases other join politeness_processes using (process)
            where other.site = lease.site and other.process <> ${process} and other.wanted > other.slots
              and expires_at > ${now}
          ) as contended
        from alive
        left join politeness_leases lease on lease.process = alive.process and lease.slots > 0
        left join politeness_sites known on known.site = lease.site
      `);
      if (answer.rows.length === 0) return null;
      return answer.rows.flatMap(({ site, slots, wait_ms, crawl_delay_ms, contended }) =>
        site === null
          ? []
          : [{ site, slots, waitMs: wait_ms, crawlDelayMs: crawl_delay_ms, isContended: contended }],
      );
    },
    async returnSlots(process, remainders) {
      const valuesOf = <Value>(of: (remainder: RemainingShare) => Value) => remainders.map(of);
      await run(sql`
        with given as (
          select * from unnest(
            ${valuesOf(({ site }) => site)}::text[], ${valuesOf(({ slots }) => slots)}::integer[],
            ${valuesOf(({ wanted }) => wanted)}::integer[]
          ) as given (site, slots, wanted)
        ), gone as (
          delete from politeness_leases lease using given
          where lease.process = ${process} and lease.site = given.site and given.slots = 0 and given.wanted = 0
        )
        update politeness_leases lease set slots = given.slots, wanted = given.wanted from given
        where lease.process = ${process} and lease.site = given.site and (given.slots > 0 or given.wanted > 0)
      `);
    },
    async storeCrawlDelay(site, crawlDelayMs) {
      await run(sql`
        insert into politeness_sites as known (site, next_start_at, crawl_delay_ms, touched_at)
        values (${site}, ${now} + ${milliseconds(crawlDelayMs)}, ${crawlDelayMs}, ${now})
        on conflict (site) do update set next_start_at = greatest(known.next_start_at, excluded.next_start_at),
          crawl_delay_ms = excluded.crawl_delay_ms, touched_at = excluded.touched_at
      `);
    },
    async removeProcess(process) {
      await run(sql`
        delete from politeness_processes where process = ${process} or process in (
          select process from politeness_processes where expires_at < ${now} - ${milliseconds(leaseMs)}
          limit ${deleteBatchSize} for update skip locked
        )`);
    },
  };
}

/** Deletes expired processes, unused sites and ended pauses; returns the number of all. */
export async function deleteExpiredPoliteness(database: Database): Promise<number> {
  const processes = await sql`
    delete from politeness_processes where process in (
      select process from politeness_processes where expires_at < ${now} - ${milliseconds(siteRetentionMs)}
      limit ${deleteBatchSize} for update skip locked
    )`.execute(database);
  const sites = await sql`
    delete from politeness_sites where site in (
      select site from politeness_sites known
      where touched_at < ${now} - ${milliseconds(siteRetentionMs)} and next_start_at < ${now}
        and not exists (select from politeness_leases lease where lease.site = known.site)
      limit ${deleteBatchSize} for update skip locked
    )`.execute(database);
  const pauses = await deleteEndedPauses(database);
  return Number(processes.numAffectedRows ?? 0) + Number(sites.numAffectedRows ?? 0) + pauses;
}
