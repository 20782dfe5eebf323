import type { ExtractJob, JsonSchema } from '../../domain/pages/extraction.ts';
import { itemPrices } from '../../domain/resources/rate-card.ts';
import type { RateTable } from '../../domain/values/exchange.ts';
import type { ChargedWork, ChargePorts } from '../../fetching/charged-work.ts';
import type { FetchPage } from '../../fetching/fetch-request.ts';
import { readInRounds } from '../../fetching/read-in-rounds.ts';
import type { Rates } from '../../integrations/rates/rates.ts';
import { remainingWorkMs } from '../../operations/declaration/continuation.ts';
import type { OperationContext } from '../../operations/declaration/operation.ts';
import type { ExtractCommand } from '../extract/extract-request.ts';
import { createValueFinder, type ValueFinderPorts, withModelCharge } from '../extract/value-finder.ts';
import type { CompareCommand, CountryPage } from './compare-request.ts';
import type { CountryResult } from './uncompared-row.ts';

/** Dependencies of {@link createCountryReader}. */
export interface CountryReaderPorts extends ValueFinderPorts, ChargePorts {
  fetchPage: FetchPage;
  rates: Rates;
}

/** Credits of a page whose values a model completed, in addition to the page. */
const modelPrice = itemPrices.ai_extraction;
const emptyJob: ExtractJob = {
  schema: { type: 'object', properties: {} },
  prompt: null,
  layouts: [],
  learns: false,
  blockTokens: 0,
  taught: [],
};

/** Creates the extraction of the caller’s schema. */
function extractCommandOf({ page }: CountryPage, schema: JsonSchema): ExtractCommand {
  return { page, schema, prompt: null, canLearn: true };
}

/** Returns the time of an archived copy (RFC 7089 section 2.1.1); null for a page of today or without a valid time. */
function parseCaptureTime(header: string | undefined, now: Date): Date | null {
  const time = Date.parse(header ?? '');
  const today = now.toISOString().slice(0, 10);
  return Number.isNaN(time) || new Date(time).toISOString() >= today ? null : new Date(time);
}

/** Creates the function that reads the pages of a comparison, and the newest exchange rates. */
export function createCountryReader(ports: CountryReaderPorts) {
  const { clock, rates } = ports;
  const values = createValueFinder(ports);

  async function readCountry(
    countryPage: CountryPage,
    timeoutMs: number,
    schema: JsonSchema | null,
    fetchContext: ChargedWork['request'],
  ): Promise<CountryResult> {
    const { country, page } = countryPage;
    const command = schema === null ? null : extractCommandOf(countryPage, schema);
    const mayUseModel =
      command !== null && ports.findModel() !== null && (await fetchContext.budget.take(modelPrice));
    const createJob =
      command === null ? null : values.createJobFactory(command, fetchContext.accountId, mayUseModel);
    const prepareExtract = async (finalUrl: string): Promise<ExtractJob> => ({
      ...((await createJob?.(finalUrl)) ?? emptyJob),
      offer: { country },
    });
    const request = { ...fetchContext, prepareExtract, keepsResponse: true };
    const { response, ...fetched } = await ports.fetchPage({ ...page, timeoutMs }, request);
    const extraction =
      command === null ? null : await values.find(command, fetched, mayUseModel, fetchContext);
    const observation = withModelCharge(fetched.observation, extraction);
    const isCharged = observation.credits > fetched.observation.credits;
    if (mayUseModel && !isCharged) fetchContext.budget.giveBack(modelPrice);
    const capturedAt = parseCaptureTime(response?.headers['memento-datetime'], clock.now());
    const day = capturedAt?.toISOString().slice(0, 10) ?? null;
    const pastRates = day === null ? null : await rates.findOn(day, fetchContext.signal);
    return { countryPage, fetched: { ...fetched, observation }, extraction, capturedAt, pastRates };
  }

  return async (
    { pages, schema }: CompareCommand,
    { request }: ChargedWork,
    context: OperationContext,
  ): Promise<[CountryResult[], RateTable]> => {
    const remaining = () => remainingWorkMs(context, clock);
    const results = readInRounds(pages, {
      read: (one) => {
        const timeoutMs = Math.max(1, Math.min(one.page.timeoutMs, remaining()));
        return readCountry(one, timeoutMs, schema, request);
      },
      isStarved: ({ fetched }) => fetched.isStarved === true,
      // A job waits for a slow site; a direct call returns what is done by then.
      hasTime: () => context.origin === 'job' && remaining() > 0,
    });
    return Promise.all([results, rates.findLatest(request.signal)]);
  };
}
