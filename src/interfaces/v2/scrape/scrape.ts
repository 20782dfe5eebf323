import { z } from 'zod';
import type { ScrapeCommand } from '../../../capabilities/scrape/scrape-request.ts';
import { findExitWarnings } from '../../../domain/pages/exit-warnings.ts';
import type { PageResult } from '../../../domain/pages/page.ts';
import type { Receipt } from '../../../domain/resources/receipt.ts';
import { itemAt } from '../../../domain/values/elements.ts';
import type { CommandHandler, Operation } from '../../../operations/declaration/operation.ts';
import { defineCall } from '../define-call.ts';
import { createSuccess, createWarningField, jsonAnswerOf, type V2Reply, withReply } from '../reply.ts';
import { getScrapeId, toDocument } from './document.ts';
import { createPageError, hasContent } from './page-reply.ts';
import { createOptionWarnings, normalizeUrl, scrapeShape, toPageOptions } from './scrape-options.ts';

const body = z.looseObject({ url: z.string().min(1).max(8_192), ...scrapeShape });

interface ParsedScrape {
  command: ScrapeCommand;
  warnings: string[];
}

function parseScrape(requestBody: z.output<typeof body>): ParsedScrape {
  const { url, ...options } = requestBody;
  return {
    command: { pages: [{ ...toPageOptions(options), url: normalizeUrl(url) }], isList: false },
    warnings: createOptionWarnings(options),
  };
}

/** Converts a page to the reply. */
function createScrapeReply(page: PageResult, warnings: readonly string[]): V2Reply {
  if (!hasContent(page)) return createPageError(page);
  // The loader of LangChain looks for `success` in the document itself.
  const data = { success: true, ...toDocument(page, warnings) };
  const exitWarnings = findExitWarnings([page]).map(({ message }) => message);
  return createSuccess({
    data,
    scrape_id: getScrapeId(page),
    ...createWarningField([...warnings, ...exitWarnings]),
  });
}

/** Reads one page. */
export function scrapeCall(
  scrape: CommandHandler<ScrapeCommand, PageResult | { results: PageResult[]; receipt: Receipt }>,
): Operation {
  return defineCall({
    tool: 'scrape',
    title: 'Scrape a page',
    description: 'Reads one page, optionally after actions in a browser.',
    method: 'POST',
    path: '/v2/scrape',
    scope: 'write',
    stores: true,
    body,
    toCommand: (input) => parseScrape(input.body),
    run: async ({ command, warnings }, context) => {
      const outcome = await scrape(command, context);
      const response = jsonAnswerOf(outcome);
      const page = 'results' in response ? itemAt(response.results, 0) : response;
      return withReply(outcome, createScrapeReply(page, warnings));
    },
  });
}
