import { randomBytes } from 'node:crypto';
import { addMs, type Clock } from '../../domain/system/clock.ts';
import type { Log } from '../../domain/system/log.ts';
import { dayMs } from '../../domain/values/day-ms.ts';
import type { Database } from '../../store/database.ts';
import {
  enterWorker,
  leaveWorker,
  readValidLeases,
  reclaimLost,
  reclaimUnrenewed,
  renewLease,
} from '../frontier/frontier-leases.ts';

/** Lease times of a worker; tests use shorter ones. */
export interface LeaseTimes {
  leaseMs: number;
  /** Interval at which the lease is renewed and expired leases are looked for. */
  beatMs: number;
}

/** Default lease times. */
export const defaultLease: LeaseTimes = { leaseMs: 10_000, beatMs: 3_000 };

/** Dependencies and options of a worker's lease. */
export interface WorkerLeaseOptions {
  database: Database;
  clock: Clock;
  log: Log;
  lease: LeaseTimes;
  /** Called with the id under which this process claims rows, whenever it changes. */
  onWorker?(workerId: string): void;
}

/** Longer than any lease. */
const maxLeaseMs = dayMs;

function newWorkerId(): string {
  return `${process.pid}-${randomBytes(8).toString('hex')}`;
}

/** Lease under which this process claims rows; a lost lease is replaced by one with a new id. */
export class WorkerLease {
  readonly #options: WorkerLeaseOptions;
  #workerId = newWorkerId();
  /** Time of the last renewal, and time from which expired leases are reclaimed, by the monotonic clock. */
  #renewedAt = performance.now();
  #reclaimsFrom = this.#renewedAt;
  /** Leases of other workers, and since when they have had their value, by the monotonic clock. */
  #seenLeases = new Map<string, { until: number; since: number }>();

  constructor(options: WorkerLeaseOptions) {
    this.#options = options;
  }

  get workerId(): string {
    return this.#workerId;
  }

  /** Registers the worker. If no other process can be running, all registered workers are dead and lose their rows first. */
  async enter(isAlone: boolean): Promise<void> {
    const { database, clock } = this.#options;
    if (isAlone) await reclaimLost(database, addMs(clock.now(), maxLeaseMs));
    await this.#register();
  }

  /** Renews the lease and reclaims expired ones; true if rows were reclaimed. Calls `onLost` if the lease was revoked. */
  async renew(onLost: () => void): Promise<boolean> {
    const { database, clock, log, lease } = this.#options;
    if (!(await renewLease(database, this.#workerId, clock.now(), lease.leaseMs))) {
      const worker = this.#workerId;
      log.warn({ worker }, 'the lease of this process expired: its pages were returned to the queue');
      onLost();
      this.#workerId = newWorkerId();
      await this.#register();
    }
    const now = performance.now();
    // After a database outage all leases have expired, so other workers get one lease time to renew theirs.
    if (now - this.#renewedAt > lease.leaseMs) {
      this.#reclaimsFrom = now + lease.leaseMs;
      this.#seenLeases.clear();
    }
    this.#renewedAt = now;
    const unrenewed = await this.#reclaimUnrenewed(now);
    return now >= this.#reclaimsFrom && (await reclaimLost(database, clock.now())) + unrenewed > 0;
  }

  /**
   * Reclaims the rows of workers that have not renewed their lease for the time of a lease although it is valid: a clock was
   * ahead when it was written, and the worker is dead. Returns their number.
   */
  async #reclaimUnrenewed(now: number): Promise<number> {
    const { database, clock, lease } = this.#options;
    const others = (await readValidLeases(database, clock.now())).filter(
      ({ workerId }) => workerId !== this.#workerId,
    );
    const seen = new Map(
      others.map(({ workerId, until }) => {
        const before = this.#seenLeases.get(workerId);
        const since = before?.until === until.getTime() ? before.since : now;
        return [workerId, { until: until.getTime(), since }];
      }),
    );
    this.#seenLeases = seen;
    const dead = others.filter(({ workerId }) => now - (seen.get(workerId)?.since ?? now) > lease.leaseMs);
    for (const one of dead) await reclaimUnrenewed(database, one);
    return dead.length;
  }

  /** Deregisters the worker and returns its rows to the queue. */
  async leave(): Promise<void> {
    await leaveWorker(this.#options.database, this.#workerId);
  }

  async #register(): Promise<void> {
    const { database, clock, lease } = this.#options;
    this.#options.onWorker?.(this.#workerId);
    await enterWorker(database, this.#workerId, clock.now(), lease.leaseMs);
  }
}
