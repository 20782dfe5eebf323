import type { Network } from '../../domain/resources/exit.ts';
import { itemPrices } from '../../domain/resources/rate-card.ts';
import { type ChargedWork, type ChargePorts, runCharged } from '../../fetching/charged-work.ts';
import type { FetchPage } from '../../fetching/fetch-request.ts';
import type { FetchedPage } from '../../fetching/fetched-page.ts';
import { mostExpensiveRoute } from '../../fetching/route/routes.ts';
import {
  defineOperation,
  type Operation,
  type OperationContext,
  type Outcome,
} from '../../operations/declaration/operation.ts';
import { estimateExtraction } from './estimate-extraction.ts';
import { type ExtractCommand, extractBody, toExtractCommand } from './extract-request.ts';
import { type ExtractResponse, extractResponseSchema } from './extract-response.ts';
import { extractView } from './extract-view.ts';
import { toExtractedValues } from './extracted-values.ts';
import {
  createValueFinder,
  type FinderResult,
  type ValueFinderPorts,
  withModelCharge,
} from './value-finder.ts';

/** Dependencies of the extract operation. */
export interface ExtractPorts extends ValueFinderPorts, ChargePorts {
  fetchPage: FetchPage;
  /** Networks for which exits exist. */
  networks: readonly Network[];
}

/** Extracts typed values from a page. */
export function extractOperation(ports: ExtractPorts): Operation {
  const values = createValueFinder(ports);

  function toOutcome(
    command: ExtractCommand,
    fetched: FetchedPage,
    extraction: FinderResult | null,
    charged: ChargedWork,
  ): Promise<Outcome<ExtractResponse>> {
    const { page } = fetched;
    const result = {
      status: page.status,
      ...(page.error !== undefined && { error: page.error }),
      url: command.page.url,
      ...toExtractedValues(extraction),
      learned: extraction?.learned ?? [],
      ...(page.text !== undefined && { text: page.text }),
      warnings: [...page.warnings, ...(extraction?.warnings ?? [])],
    };
    return charged.deliver(result, {
      facts: withModelCharge(fetched.observation, extraction),
      url: page.url,
      error: page.error ?? null,
    });
  }

  async function run(command: ExtractCommand, context: OperationContext): Promise<Outcome<ExtractResponse>> {
    // More expensive routes reserve additional credits when they are used.
    const { max: credits } = estimateExtraction('http', ports.findModel() !== null);
    return runCharged(ports, context, { credits, note: 'extract' }, async (charged) => {
      const mayUseModel = ports.findModel() !== null && charged.credits >= credits;
      const { accountId, signal } = charged.request;
      const fetched = await ports.fetchPage(command.page, {
        ...charged.request,
        budget: charged.budgetOf(mayUseModel ? credits - itemPrices.ai_extraction : charged.credits),
        prepareExtract: values.createJobFactory(command, accountId, mayUseModel),
      });
      const extraction = await values.find(command, fetched, mayUseModel, { accountId, signal });
      return toOutcome(command, fetched, extraction, charged);
    });
  }

  return defineOperation({
    name: 'extract',
    title: 'Extract typed data from a page',
    description:
      'Reads a page and finds the values of a JSON Schema: in structured data of the page, with selectors learned from pages of the same layout, by labels and names on the page, and with a small model if one is configured. `evidence` states the source of every value; `unverified` lists values that the page does not contain; values that were not found are null and listed in `missing`, and `searched_by` states whether only rules looked for them, so that the page may state them, or a model as well. Without a schema, `prompt` names the fields; without both, the structured data of the page is returned.',
    price: '1 credit for the page; 5 more only if a model was called and returned a value',
    method: 'POST',
    path: '/v1/extract',
    scope: 'write',
    writesToDisk: true,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
    agent: {},
    input: { body: extractBody },
    toCommand: ({ body }) => toExtractCommand(body),
    output: extractResponseSchema,
    view: extractView,
    estimate: ({ page }) =>
      estimateExtraction(mostExpensiveRoute(page, ports.networks), ports.findModel() !== null),
    example: {
      body: {
        url: 'https://example.com/product',
        schema: { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } },
      },
    },
    run,
  });
}
