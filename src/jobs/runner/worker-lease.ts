import { randomBytes } from 'node:crypto';
import { addMs, type Clock } from '../../domain/system/clock.ts';
import type { Log } from '../../domain/system/log.ts';
import { dayMs } from '../../domain/values/day-ms.ts';
import type { Database } from '../../store/database.ts';
import {
  enterWorker,
  type LeaseView,
  leaveWorker,
  reclaimLost,
  reclaimUnrenewed,
  renewLease,
  type SeenLease,
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

  /**
   * Renews the lease and reclaims expired ones; returns what there may be to do. Calls `onLost` if the lease was revoked.
   */
  async renew(onLost: () => void): Promise<{ mayClaim: boolean; ownsRows: boolean }> {
    const { database, clock, lease } = this.#options;
    const view = await this.#renewOrReplace(onLost);
    const now = performance.now();
    // After a database outage all leases have expired, so other workers get one lease time to renew theirs.
    if (now - this.#renewedAt > lease.leaseMs) {
      this.#reclaimsFrom = now + lease.leaseMs;
      this.#seenLeases.clear();
    }
    this.#renewedAt = now;
    const unrenewed = await this.#reclaimUnrenewed(view.others, now);
    const lost = view.hasLost && now >= this.#reclaimsFrom ? await reclaimLost(database, clock.now()) : 0;
    return { mayClaim: view.hasJobs || lost + unrenewed > 0, ownsRows: view.ownsRows };
  }

  async #renewOrReplace(onLost: () => void): Promise<LeaseView> {
    const { database, clock, log, lease } = this.#options;
    for (;;) {
      const view = await renewLease(database, this.#workerId, clock.now(), lease.leaseMs);
      if (view !== null) return view;
      const worker = this.#workerId;
      log.warn({ worker }, 'the lease of this process expired: its pages were returned to the queue');
      onLost();
      this.#workerId = newWorkerId();
      await this.#register();
    }
  }

  /**
   * Reclaims the rows of workers that have not renewed their lease for the time of a lease although it is valid: a clock was
   * ahead when it was written, and the worker is dead. Returns their number.
   */
  async #reclaimUnrenewed(others: readonly SeenLease[], now: number): Promise<number> {
    const { database, lease } = this.#options;
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
