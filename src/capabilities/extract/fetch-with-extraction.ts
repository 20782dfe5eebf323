import { itemPrices } from '../../domain/resources/rate-card.ts';
import { addMs, type Clock } from '../../domain/system/clock.ts';
import type { FetchPage, FetchRequest } from '../../fetching/fetch-request.ts';
import type { FetchedPage } from '../../fetching/fetched-page.ts';
import type { ExtractCommand } from './extract-request.ts';
import { createValueFinder, type ValueFinderPorts, withModelCharge } from './value-finder.ts';

/** Dependencies of {@link createFetchWithExtraction}. */
export interface FetchWithExtractionPorts extends ValueFinderPorts {
  fetchPage: FetchPage;
  clock: Clock;
}

/** Part of the timeout of a page that remains for its values after the answer of a model, in milliseconds. */
const assemblyMs = 300;

/**
 * Creates a fetch function that also extracts the values of the `json` format from the same response. The price of
 * a model is taken from the budget of the request; without budget no model is called.
 */
export function createFetchWithExtraction(ports: FetchWithExtractionPorts): FetchPage {
  const { fetchPage, findModel, clock } = ports;
  const valueFinder = createValueFinder(ports);
  const modelPrice = itemPrices.ai_extraction;

  async function fetchAndExtract(
    command: ExtractCommand,
    context: FetchRequest,
    mayUseModel: boolean,
  ): Promise<FetchedPage> {
    const { accountId, signal, isPatient = false } = context;
    const until = addMs(clock.now(), command.page.timeoutMs - assemblyMs);
    // Nobody waits for the pages of jobs, whose timeout does not count the time in queues.
    const limit = isPatient ? {} : { remainingMs: () => until.getTime() - clock.now().getTime() };
    const prepareExtract = valueFinder.createJobFactory(command, accountId, mayUseModel);
    const fetched = await fetchPage(command.page, { ...context, prepareExtract });
    const extraction = await valueFinder.find(command, fetched, mayUseModel, {
      accountId,
      signal,
      ...limit,
    });
    if (extraction === null) return fetched;
    const { data } = extraction.assembled;
    return {
      ...fetched,
      page: {
        ...fetched.page,
        json: data,
        json_unverified: extraction.unverified,
        json_searched_by: extraction.searchedBy,
        warnings: [...fetched.page.warnings, ...extraction.warnings],
      },
      observation: withModelCharge(fetched.observation, extraction),
    };
  }

  return async (page, context) => {
    if (page.json === undefined) return fetchPage(page, context);
    const command: ExtractCommand = { page, ...page.json, canLearn: true };
    const mayUseModel = findModel() !== null && (await context.budget.take(modelPrice));
    let reserved = mayUseModel ? modelPrice : 0;
    try {
      const fetched = await fetchAndExtract(command, context, mayUseModel);
      if (fetched.observation.charges.some(({ item }) => item === 'ai_extraction')) reserved = 0;
      return fetched;
    } finally {
      context.budget.giveBack(reserved);
    }
  };
}
