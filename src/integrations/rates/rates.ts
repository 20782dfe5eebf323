import type { RateTable } from '../../domain/values/exchange.ts';

/** Exchange rates of a publisher. */
export interface Rates {
  /**
   * Returns the newest table: requests it if a newer one may be out, else returns the stored table, else the packaged
   * one. Never fails; rejects only when `signal` aborts.
   */
  findLatest(signal: AbortSignal): Promise<RateTable>;
  /**
   * Returns the table of a past day (`YYYY-MM-DD`), or of the last day with a publication before it: from the store, or from
   * the file of the last 90 days. Returns null for other days, and if the file cannot be read; rejects only when `signal`
   * aborts.
   */
  findOn(day: string, signal: AbortSignal): Promise<RateTable | null>;
  /** Returns the stored table without a request, and the reason why there is no newer one. */
  stored(): Promise<{ table: RateTable; fault: string | null }>;
  /** Requests the file now; null if that succeeded, else the error. */
  probe(signal: AbortSignal): Promise<string | null>;
  close(): Promise<void>;
}
