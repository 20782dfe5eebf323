import { setTimeout as delay } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { Failure } from '../domain/failure.ts';
import type { PolitenessRule } from '../domain/settings.ts';
import type { Database } from '../store/database.ts';

/** What a process has on a site and would like to have. */
export interface Wish {
  site: string;
  process: string;
  rule: PolitenessRule;
  /** Fetches under way. */
  running: number;
  /** Fetches that it would have under way if it could, `running` included. */
  wanted: number;
}

/** What it may have. */
export interface Grant {
  /** Fetches at once; where that is less than are under way, none may start until enough have ended. */
  slots: number;
  /** Whether the one start that was asked for is to begin now; only where `byStart`. */
  isStarted: boolean;
  /** Whether every start is asked for, rather than slots used at will. */
  byStart: boolean;
  /** Milliseconds until the site takes the next start. */
  waitMs: number;
  /** Milliseconds between two starts that the site asked for, 0 for none. */
  crawlDelayMs: number;
}

/** A site of ours as it stands when the process says that it lives. */
export interface Standing {
  site: string;
  slots: number;
  waitMs: number;
  crawlDelayMs: number;
  /** Whether another process would like slots that it does not have. */
  isContended: boolean;
}

/** What is left of a share. */
export interface Remainder {
  site: string;
  slots: number;
  wanted: number;
}

/** The shares of all processes in the sites they fetch from, in the database. */
export interface PolitenessShares {
  /**
   * Asks for slots or for one start; makes the process known if it is not. A question that was given up, and was
   * answered all the same, calls `late`: what it granted is held from then on.
   */
  ask(wish: Wish, late: () => void): Promise<Grant>;
  /** Says that the process lives, and how its sites stand; null when it was taken for dead and has nothing any more. */
  beat(process: string): Promise<Standing[] | null>;
  /** Gives slots back. */
  giveBack(process: string, remainders: readonly Remainder[]): Promise<void>;
  /** Tells every process what a site asked for. */
  tell(site: string, retryAfterMs: number, crawlDelayMs: number | null): Promise<void>;
  /** Takes a process and all it had away, and those that have been dead for a while. */
  leave(process: string): Promise<void>;
}

interface GrantRow {
  slots: number;
  started: boolean;
  by_start: boolean;
  wait_ms: number;
  crawl_delay_ms: number;
}

/** How long what is known of a site that nobody visits any more is kept. */
const sitesKeptMs = 15 * 60_000;
const batch = 1_000;

const now = sql`clock_timestamp()`;
const milliseconds = (ms: number) => sql`${ms}::double precision * interval '1 millisecond'`;
const waitOf = (column: string) =>
  sql<number>`least(600000, greatest(0, extract(epoch from ${sql.ref(column)} - ${now}) * 1000))::double precision`;

/** A statement that hangs is as good as one that fails; one that takes effect all the same calls `late`. */
async function within<Result>(ms: number, work: Promise<Result>, late = () => {}): Promise<Result> {
  const stop = new AbortController();
  const patience = delay(ms, undefined, { signal: stop.signal }).then(() => {
    work.then(late, () => {});
    throw new Failure('unavailable', 'the database does not answer', { retryAfter: 5 });
  });
  patience.catch(() => {});
  try {
    return await Promise.race([work, patience]);
  } finally {
    stop.abort();
  }
}

/**
 * Composes the shares; a process that does not `beat` for `leaseMs` is dead, and a statement that takes longer than
 * `patienceMs` is a Failure `unavailable`, whatever becomes of it.
 */
export function createPolitenessShares(
  database: Database,
  { leaseMs, patienceMs }: { leaseMs: number; patienceMs: number },
): PolitenessShares {
  const run = <Row>(statement: RawBuilder<Row>, late?: () => void) =>
    within(patienceMs, statement.execute(database), late);

  return {
    async ask({ site, process, rule, running, wanted }, late) {
      const question = sql<GrantRow>`
        select slots, started, by_start, wait_ms, crawl_delay_ms from politeness_ask(
          ${site}, ${process}, ${running}, ${wanted}, ${rule.concurrency}, ${rule.gapMs}, ${leaseMs}
        )`;
      const answer = await run(question, late);
      const row = answer.rows[0];
      if (row === undefined) throw new Error('politeness_ask gave no row');
      return {
        slots: row.slots,
        isStarted: row.started,
        byStart: row.by_start,
        waitMs: row.wait_ms,
        crawlDelayMs: row.crawl_delay_ms,
      };
    },
    async beat(process) {
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
        select lease.site, lease.slots, ${waitOf('known.next_start_at')} as wait_ms, known.crawl_delay_ms,
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
    async giveBack(process, remainders) {
      const column = <Value>(of: (remainder: Remainder) => Value) => remainders.map(of);
      await run(sql`
        with given as (
          select * from unnest(
            ${column(({ site }) => site)}::text[], ${column(({ slots }) => slots)}::integer[],
            ${column(({ wanted }) => wanted)}::integer[]
          ) as given (site, slots, wanted)
        ), gone as (
          delete from politeness_leases lease using given
          where lease.process = ${process} and lease.site = given.site and given.slots = 0 and given.wanted = 0
        )
        update politeness_leases lease set slots = given.slots, wanted = given.wanted from given
        where lease.process = ${process} and lease.site = given.site and (given.slots > 0 or given.wanted > 0)
      `);
    },
    async tell(site, retryAfterMs, crawlDelayMs) {
      const delay = sql`${crawlDelayMs}::integer`;
      const until = sql`${now} + ${milliseconds(Math.max(retryAfterMs, crawlDelayMs ?? 0))}`;
      await run(sql`
        insert into politeness_sites as known (site, next_start_at, crawl_delay_ms, touched_at)
        values (${site}, ${until}, coalesce(${delay}, 0), ${now})
        on conflict (site) do update set next_start_at = greatest(known.next_start_at, excluded.next_start_at),
          crawl_delay_ms = coalesce(${delay}, known.crawl_delay_ms), touched_at = excluded.touched_at
      `);
    },
    async leave(process) {
      await run(sql`
        delete from politeness_processes where process = ${process} or process in (
          select process from politeness_processes where expires_at < ${now} - ${milliseconds(leaseMs)}
          limit ${batch} for update skip locked
        )`);
    },
  };
}

/** Forgets processes that are long dead and sites that nobody visits any more; returns how many of both. */
export async function sweepPoliteness(database: Database): Promise<number> {
  const processes = await sql`
    delete from politeness_processes where process in (
      select process from politeness_processes where expires_at < ${now} - ${milliseconds(sitesKeptMs)}
      limit ${batch} for update skip locked
    )`.execute(database);
  const sites = await sql`
    delete from politeness_sites where site in (
      select site from politeness_sites known
      where touched_at < ${now} - ${milliseconds(sitesKeptMs)} and next_start_at < ${now}
        and not exists (select from politeness_leases lease where lease.site = known.site)
      limit ${batch} for update skip locked
    )`.execute(database);
  return Number(processes.numAffectedRows ?? 0) + Number(sites.numAffectedRows ?? 0);
}
