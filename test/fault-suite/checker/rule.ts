/** Parameters that a rule may use. */
export type RuleParameter =
  /** `timestamptz`: current time of the service's clock. */
  | 'now'
  /** `timestamptz`: latest time that the service's clock ever had, as it may have been moved back. */
  | 'latest'
  /** `text[]`: URLs that were scraped with an Idempotency-Key each. */
  | 'keyedUrls';

/** Invariant, as a query for the rows that violate it. */
export interface Rule {
  /** The invariant in one sentence. */
  name: string;
  /** Parameters of the query, in order. */
  parameters?: readonly RuleParameter[];
  /** Milliseconds that the service may take to restore the invariant after its clock was moved. Default: 0. */
  settleMs?: number;
  /** Selects one row per violation. */
  query: string;
}
