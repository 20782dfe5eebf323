/** Kind of an exit (docs/api/exits.md). */
export type Network = 'service' | 'residential' | 'unblock';

/** Country of an IP address according to one source. */
export interface ExitEvidence {
  /** Name of the source: a database, the operator's `geo` map, or, if nothing was observed, the exits file. */
  source: string;
  /** ISO 3166-1 alpha-2, or null if the source does not know. */
  country: string | null;
  /** Build day of the database (UTC), or null if the source is not a database. */
  db_date: string | null;
}

/** Observed data of the exit of a page. Unknown values are null, with `verified: false`. */
export interface ExitReport {
  country: string | null;
  city: string | null;
  network: Network;
  ip: string | null;
  /** True only if the IP address was observed through the same upstream and session and lies in `country`. */
  verified: boolean;
  verified_at: string | null;
  evidence: ExitEvidence[];
}
