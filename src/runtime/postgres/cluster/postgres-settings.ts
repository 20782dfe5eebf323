/** Settings of the embedded PostgreSQL by name, in the form of `postgres -c`. */
export type PostgresSettings = Readonly<Record<string, string>>;

/**
 * Settings of every start, so that a new version of webdata applies its own; the operator can set all others in
 * postgresql.conf. Durability is unchanged: fsync, full_page_writes and synchronous_commit stay `on`.
 */
export const embeddedSettings: PostgresSettings = {
  // Only this service may connect: no network, and a socket in a folder of mode 0700.
  listen_addresses: '',
  unix_socket_permissions: '0700',
  password_encryption: 'scram-sha-256',

  // Sized for a small machine: the working set is part of a few indexes, and statements are short.
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

  // There is no replication, so that the WAL only needs to support crash recovery.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  min_wal_size: '64MB',
  max_wal_size: '512MB',
  checkpoint_timeout: '5min',

  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements and error details contain user data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '-1',
};

/** Settings for PostgreSQL 18 and later. */
export const settingsSince18: PostgresSettings = {
  // Saves three processes; reads are single rows and short ranges.
  io_method: 'sync',
};
