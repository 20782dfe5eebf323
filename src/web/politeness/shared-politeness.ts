import type { Database } from '../../store/database.ts';
import { DatabasePoliteness } from './database-politeness.ts';
import type { Politeness, PolitenessOptions } from './politeness.ts';
import type { SharedTiming } from './process-session.ts';

export type { SharedTiming };

/** Politeness shared by several processes; holds shares of sites until it is closed. */
export interface SharedPoliteness extends Politeness {
  /** Rejects all waiting fetches and returns all shares. */
  close(): Promise<void>;
}

/** Options of shared politeness. */
export interface SharedPolitenessOptions extends PolitenessOptions {
  database: Database;
  timing?: Partial<SharedTiming>;
}

const defaultTiming: SharedTiming = {
  leaseMs: 5_000,
  heartbeatIntervalMs: 500,
  pollIntervalMs: 100,
  idleMs: 15_000,
  databaseTimeoutMs: 5_000,
};

/**
 * Creates politeness over all processes of one database. Each process holds shares of the sites it fetches from: slots to use
 * freely if the site has no gap, otherwise one start at a time. A share expires in this process before it does in the
 * database, so that a disconnected or suspended process starts no fetch in addition to the others; only its running fetches
 * are counted again when it returns.
 */
export function createSharedPoliteness(options: SharedPolitenessOptions): SharedPoliteness {
  const politeness = new DatabasePoliteness(options, { ...defaultTiming, ...options.timing });
  return {
    admit: (...request) => politeness.admit(...request),
    close: () => politeness.close(),
  };
}
