import type { RateTable } from '../../domain/exchange.ts';

/** Exchange rates, from whoever publishes them. */
export interface Rates {
  /**
   * The newest table that can be had now: asked for when a newer one may be out, else the one that is kept, else the one
   * that came with this version. Never fails; rejects only when `signal` says stop.
   */
  latest(signal: AbortSignal): Promise<RateTable>;
  /** The table that is at hand, without asking anybody, and why no newer one could be had. */
  known(): Promise<{ table: RateTable; fault: string | null }>;
  /** Asks the publisher now; null when it answered, else why not. */
  probe(signal: AbortSignal): Promise<string | null>;
  close(): Promise<void>;
}
