/** What a rule may refer to as a parameter. */
export type RuleParameter =
  /** `timestamptz`: what the clock of the service says. */
  | 'now'
  /** `timestamptz`: the latest time that its clock ever showed, as it may have been put back since. */
  | 'latest'
  /** `text[]`: addresses that were scraped with an Idempotency-Key each. */
  | 'keyedUrls';

/** An invariant, as a query for the rows that break it. */
export interface Rule {
  /** The invariant in one sentence. */
  name: string;
  /** Parameters of the query, in order. */
  parameters?: readonly RuleParameter[];
  /** Milliseconds that the service may take to keep it after its clock was moved; 0 when left out. */
  settleMs?: number;
  /** Selects a row for each violation. */
  query: string;
}
