/** Settings of the embedded PostgreSQL by name, as `postgres -c` takes them. */
export type PostgresSettings = Readonly<Record<string, string>>;

/**
 * Given on every start, so that a new version of webdata brings its own; postgresql.conf stays the operator's for
 * whatever is not named here. Durability is untouched: fsync, full_page_writes and synchronous_commit keep their `on`.
 */
export const embeddedSettings: PostgresSettings = {
  // Nobody but us: no network at all, and a socket that stands in a 0700 folder.
  listen_addresses: '',
  unix_socket_permissions: '0700',
  password_encryption: 'scram-sha-256',

  // A small machine: the working set is the head of a few indexes, and work comes in short statements.
  max_connections: '60',
  superuser_reserved_connections: '1',
  shared_buffers: '128MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  effective_cache_size: '512MB',
  huge_pages: 'off',
  jit: 'off',
  random_page_cost: '1.1',
  max_worker_processes: '4',
  max_parallel_workers_per_gather: '0',
  autovacuum_max_workers: '2',

  // Nobody replicates it, so the log holds only what a crash needs.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  min_wal_size: '64MB',
  max_wal_size: '512MB',
  checkpoint_timeout: '5min',

  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements and details of errors hold what callers sent (invariant 6).
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '-1',
};

/** What only PostgreSQL 18 and later understand. */
export const settingsSince18: PostgresSettings = {
  // Three processes fewer; our reads are single rows and short ranges.
  io_method: 'sync',
};
