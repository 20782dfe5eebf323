import { itemPrices } from '../../domain/rate-card.ts';
import type { FetchedPage } from '../../fetching/fetched-page.ts';
import type { FetchOrder, FetchPage } from '../../fetching/page-fetcher.ts';
import type { ExtractCommand } from './extract-request.ts';
import { charged, createValueFinder, type ValueFinderPorts } from './value-finder.ts';

/** What reading pages together with values on them needs. */
export interface PagesWithValuesPorts extends ValueFinderPorts {
  fetchPage: FetchPage;
}

/**
 * Reads pages, and finds the values that a command asks for beside the content (`json`) on the same response; what a
 * model costs is taken from the order's budget, and where that is empty none is called.
 */
export function createPagesWithValues(ports: PagesWithValuesPorts): FetchPage {
  const { fetchPage, model } = ports;
  const values = createValueFinder(ports);
  const price = itemPrices.ai_extraction;

  async function readAndFind(
    command: ExtractCommand,
    order: FetchOrder,
    mayAsk: boolean,
  ): Promise<FetchedPage> {
    const { accountId, signal } = order;
    const prepareExtract = values.jobMaker(command, accountId, mayAsk);
    const fetched = await fetchPage(command.page, { ...order, prepareExtract });
    const found = await values.find(command, fetched, mayAsk, { accountId, signal });
    if (found === null) return fetched;
    const { data, values: held } = found.assembled;
    return {
      ...fetched,
      page: {
        ...fetched.page,
        json: data,
        json_unverified: held.filter((one) => !one.isGrounded).map((one) => one.pointer),
        warnings: [...fetched.page.warnings, ...found.warnings],
      },
      observation: charged(fetched.observation, found),
    };
  }

  return async (page, order) => {
    if (page.json === undefined) return fetchPage(page, order);
    const command: ExtractCommand = { page, ...page.json, learns: true };
    const mayAsk = model !== null && (await order.budget.take(price));
    let held = mayAsk ? price : 0;
    try {
      const fetched = await readAndFind(command, order, mayAsk);
      if (fetched.observation.charges.some(({ item }) => item === 'ai_extraction')) held = 0;
      return fetched;
    } finally {
      order.budget.giveBack(held);
    }
  };
}
