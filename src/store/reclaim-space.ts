import { Client, type PoolConfig } from 'pg';

/** Options of {@link reclaimSpace}. */
export interface ReclaimOptions {
  /** Minimum size in bytes of a file that is worth the work; 8 MiB by default. */
  minBytes?: number;
  signal?: AbortSignal;
}

const defaultMinBytes = 8 * 2 ** 20;
/** A file with this many times the space of its rows has lost most of them. */
const maxExcess = 3;
const statementTimeoutMs = 10 * 60_000;
/** Waiting longer for a lock would make others wait behind it. */
const lockTimeoutMs = 5_000;
const connectTimeoutMs = 10_000;

/**
 * Selects tables whose files, or whose TOAST files, are larger than their rows need. The number of rows is the greater one of
 * that of the last vacuum and the current statistics, so that a growing table is not selected. A TOAST row holds at most
 * about 2,000 bytes.
 */
const findTables = `
  select format('%I', owner.relname) as name
  from pg_class owner join pg_stat_all_tables live on live.relid = owner.oid
    left join pg_class toast on toast.oid = owner.reltoastrelid
    left join pg_stat_all_tables toast_live on toast_live.relid = toast.oid
    cross join lateral (
      select coalesce(sum(avg_width), 100) + 40 as width from pg_stats
      where schemaname = current_schema() and tablename = owner.relname
    ) as row
  where owner.relkind = 'r' and owner.relnamespace = current_schema()::regnamespace and (
    (pg_relation_size(owner.oid) > $1::bigint
      and pg_relation_size(owner.oid) > $2::integer * greatest(owner.reltuples, live.n_live_tup) * width)
    or (pg_relation_size(toast.oid) > $1::bigint
      and pg_relation_size(toast.oid) > $2::integer * greatest(toast.reltuples, toast_live.n_live_tup) * 2040)
  )`;

/**
 * Selects valid B-tree indexes that are larger than their entries need, and GIN indexes that are larger than their table.
 */
const findIndexes = `
  select format('%I', key.relname) as name
  from pg_index join pg_class key on key.oid = indexrelid join pg_class owner on owner.oid = indrelid
    join pg_am method on method.oid = key.relam join pg_stat_all_tables live on live.relid = owner.oid
    cross join lateral (
      select coalesce(sum(avg_width), 32) + 24 as width
      from pg_attribute attribute join pg_stats stats
        on stats.schemaname = current_schema() and stats.tablename = owner.relname and stats.attname = attribute.attname
      where attribute.attrelid = owner.oid and attribute.attnum = any(indkey)
    ) as entry
  where indisvalid and owner.relnamespace = current_schema()::regnamespace and pg_relation_size(key.oid) > $1::bigint and (
    (amname = 'btree' and pg_relation_size(key.oid) >
      $2::integer * greatest(key.reltuples, case when indpred is null then live.n_live_tup end, 0) * width)
    or (amname = 'gin' and pg_relation_size(key.oid) > $2::integer * pg_table_size(owner.oid))
  )`;

/** Selects what a rebuild left behind whose process was killed (PostgreSQL manual, REINDEX). */
const findLeftovers = `
  select format('%I', key.relname) as name
  from pg_index join pg_class key on key.oid = indexrelid
  where not indisvalid and key.relnamespace = current_schema()::regnamespace and key.relname ~ '_cc(new|old)[0-9]*$'`;

async function runAll(
  client: Client,
  find: { text: string; values: unknown[] },
  toStatement: (name: string) => string,
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(find);
  for (const { name } of rows) {
    // Another statement holds a lock that this one needs, or waits for one: the next turn tries again.
    await client.query(toStatement(name)).catch((error: { code?: string }) => {
      if (error.code !== '55P03' && error.code !== '40P01') throw error;
    });
  }
}

/**
 * Gives the space of deleted rows back to the disk: cuts the empty end of tables off and rebuilds indexes, both while
 * others read and write them. Runs on a connection of its own, because it takes longer than other statements.
 */
export async function reclaimSpace(config: PoolConfig, options: ReclaimOptions = {}): Promise<void> {
  const { minBytes = defaultMinBytes, signal } = options;
  signal?.throwIfAborted();
  const client = new Client({
    ...config,
    application_name: 'webdata housekeeping',
    connectionTimeoutMillis: connectTimeoutMs,
  });
  // A lost connection also fails the statement that runs on it.
  client.on('error', () => undefined);
  // A connection that cannot be closed is lost already.
  const abort = () => void client.end().catch(() => undefined);
  signal?.addEventListener('abort', abort, { once: true });
  const values = [minBytes, maxExcess];
  try {
    await client.connect();
    await client.query(`set statement_timeout = ${statementTimeoutMs}; set lock_timeout = ${lockTimeoutMs}`);
    // As careful with the disk as autovacuum.
    await client.query('set vacuum_cost_delay = 2');
    await runAll(client, { text: findLeftovers, values: [] }, (name) => `drop index concurrently ${name}`);
    await runAll(client, { text: findTables, values }, (name) => `vacuum (truncate, skip_locked) ${name}`);
    await runAll(client, { text: findIndexes, values }, (name) => `reindex index concurrently ${name}`);
  } finally {
    signal?.removeEventListener('abort', abort);
    // A connection that cannot be closed is lost already.
    await client.end().catch(() => undefined);
  }
}
