import { randomUUID } from 'node:crypto';
import type { PolitenessShares } from './politeness-shares.ts';

/** Timing of shared politeness in milliseconds. */
export interface SharedTiming {
  /** Lifetime of a share after the last heartbeat of its process. */
  leaseMs: number;
  /** Interval of heartbeats, which also return the demand of other processes and the delays of sites. */
  heartbeatIntervalMs: number;
  /** Interval of requests for a slot that another process holds. */
  pollIntervalMs: number;
  /** Time for which an unused share is kept, so that the next page needs no request. */
  idleMs: number;
  /** Maximum time without a response of the database, after which fetches are rejected as `unavailable`. */
  databaseTimeoutMs: number;
}

/** Registration of this process in the database; replaced after its lease has expired. */
export interface Session {
  readonly process: string;
  validUntil: number;
}

/** The current session of this process, and the statements that closing has to wait for. */
export class ProcessSession {
  readonly #shares: PolitenessShares;
  readonly #now: () => number;
  readonly #leaseMs: number;
  readonly #onEnd: () => void;
  readonly #pending = new Set<Promise<void>>();
  #current: Session | null = null;

  /** `onEnd` is called when the current session ends, and all shares with it. */
  constructor(shares: PolitenessShares, now: () => number, leaseMs: number, onEnd: () => void) {
    this.#shares = shares;
    this.#now = now;
    this.#leaseMs = leaseMs;
    this.#onEnd = onEnd;
  }

  get current(): Session | null {
    return this.#current;
  }

  isValid(): boolean {
    return this.#current !== null && this.#now() < this.#current.validUntil;
  }

  /** Returns the current session, or a new one if there is none or its lease has expired. */
  ensure(): Session {
    if (!this.isValid()) this.end();
    this.#current ??= { process: randomUUID(), validUntil: this.#now() + this.#leaseMs };
    return this.#current;
  }

  /** Extends the lease after a heartbeat that was sent at `sentAt`. */
  extend(session: Session, sentAt: number): void {
    session.validUntil = Math.max(session.validUntil, sentAt + this.#leaseMs);
  }

  /** Ends the current session, if there is one. */
  end(): void {
    const session = this.#current;
    if (session === null) return;
    this.#current = null;
    this.#onEnd();
    this.remove(session);
  }

  /** Removes a session and its shares from the database. */
  remove({ process }: Session): void {
    // Shares that cannot be returned end with their lease.
    this.track(this.#shares.removeProcess(process).catch(() => {}));
  }

  track(work: Promise<void>): void {
    this.#pending.add(work);
    void work.finally(() => this.#pending.delete(work));
  }

  /** Waits for the tracked work that runs now. */
  async settle(): Promise<void> {
    await Promise.all(this.#pending);
  }
}
