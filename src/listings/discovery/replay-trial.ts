import type { CapturedCall, FoundSource } from '../../domain/pages/records.ts';
import type { Attempt } from '../../domain/resources/receipt.ts';
import { createBudget } from '../../fetching/budget.ts';
import {
  callCommand,
  fetchWithResponse,
  findRecordsOn,
  type ListingOptions,
  type ListingPorts,
  type RecordsPage,
} from './records-page.ts';

/** Maximum number of calls of one replay. */
const maxCalls = 12;

/** Minimum share of common records for responses to count as equal. */
const minSharedRecords = 0.8;

/** Replays are not charged. */
export const createFreeBudget = () => createBudget(Number.POSITIVE_INFINITY);

/** Searches for the smallest set of headers with which a call works. */
export class ReplayTrial {
  readonly #ports: ListingPorts;
  readonly #options: ListingOptions;
  readonly #call: CapturedCall;
  readonly #source: FoundSource;
  readonly #attempts: Attempt[];
  calls = 0;
  last: RecordsPage | null = null;

  constructor(
    ports: ListingPorts,
    options: ListingOptions,
    call: CapturedCall,
    source: FoundSource,
    attempts: Attempt[],
  ) {
    this.#ports = ports;
    this.#options = options;
    this.#call = call;
    this.#source = source;
    this.#attempts = attempts;
  }

  /** One call is reserved for the final test with current values. */
  get isExhausted(): boolean {
    return this.calls >= maxCalls - 1;
  }

  /** Sends the call with these headers; returns true if the response has the same records. */
  async isSuccessful(headers: Record<string, string>): Promise<boolean> {
    if (this.calls >= maxCalls) return false;
    this.calls++;
    const { url, body, method } = this.#call;
    const request = { url, body, method: method === 'POST' ? ('POST' as const) : ('GET' as const) };
    const command = callCommand(request, headers, this.#options.page);
    const fetched = await fetchWithResponse(this.#ports, command, this.#options, createFreeBudget());
    this.#attempts.push(...fetched.observation.attempts);
    const reading = { kind: this.#source.kind, path: this.#source.path, rules: {} };
    const findings = await findRecordsOn(this.#ports, fetched, { fields: [], reading }, this.#options.signal);
    const [foundSource] = findings?.sources ?? [];
    if (foundSource === undefined || !hasSameRecords(this.#source, foundSource)) return false;
    this.last = { fetched, findings };
    return true;
  }
}

/** Returns true if the sources share most of their records. */
function hasSameRecords(expected: FoundSource, found: FoundSource): boolean {
  if (expected.ids.length === 0) return false;
  const ids = new Set(found.ids);
  const shared = expected.ids.filter((id) => ids.has(id)).length;
  return shared >= expected.ids.length * minSharedRecords;
}
