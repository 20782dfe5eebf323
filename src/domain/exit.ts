/** Where a request leaves to the web from (api.md section 4). */
export type Network = 'service' | 'residential' | 'unblock';

/** One opinion about where an address lies. */
export interface ExitEvidence {
  /** Who says so: a database, the operator's `geo` map, or, where nothing was observed, the exits file. */
  source: string;
  /** ISO 3166-1 alpha-2, or null when the source knows nothing. */
  country: string | null;
  /** Day (UTC) that a database was made, or null where the source is none. */
  db_date: string | null;
}

/** What was observed of the exit that a page came through. Unknown is said: null and `verified: false`. */
export interface ExitReport {
  country: string | null;
  city: string | null;
  network: Network;
  ip: string | null;
  /** True only when the address was observed through the same upstream and session and lies in `country`. */
  verified: boolean;
  verified_at: string | null;
  evidence: ExitEvidence[];
}
