import type { ModelClient } from '../../domain/resources/model.ts';
import type { Budget } from '../../fetching/budget.ts';
import type { ListingPorts } from '../../listings/discovery/records-page.ts';

/** Dependencies of the collector. */
export interface CollectorPorts extends ListingPorts {
  /** Returns the model of the present settings; null if none is configured. */
  findModel(): ModelClient | null;
  now(): Date;
}

/** Account, budget and time limit of a collect run. */
export interface CollectContext {
  accountId: string;
  budget: Budget;
  signal: AbortSignal;
  /** No page is started after this time. */
  until: Date;
  /** True if a model may be called to match the fields. */
  mayAsk: boolean;
}
