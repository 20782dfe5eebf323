import { z } from 'zod';
import type { ScrapeCommand } from '../../capabilities/scrape/scrape-request.ts';
import type { PageResult } from '../../domain/page.ts';
import type { Receipt } from '../../domain/receipt.ts';
import type { Operation, Work } from '../../operations/operation.ts';
import { defineCall } from './define-call.ts';
import { scrapeIdOf, toDocument } from './document.ts';
import { hasContent, refusedPage } from './page-reply.ts';
import { answeredWith, answerOf, succeeded, type V2Reply, warningOf } from './reply.ts';
import { optionWarnings, scrapeShape, toAddress, toPageWishes } from './scrape-options.ts';

const body = z.looseObject({ url: z.string().min(1).max(8_192), ...scrapeShape });

interface Order {
  command: ScrapeCommand;
  warnings: string[];
}

function toOrder(asked: z.output<typeof body>): Order {
  const { url, ...options } = asked;
  return {
    command: { pages: [{ ...toPageWishes(options), url: toAddress(url) }], many: false },
    warnings: optionWarnings(options),
  };
}

/** From the page to the answer. */
export function scrapeReply(page: PageResult, warnings: readonly string[]): V2Reply {
  if (!hasContent(page)) return refusedPage(page);
  // LangChain's loader looks for `success` in the document itself.
  const data = { success: true, ...toDocument(page, warnings) };
  return succeeded({ data, scrape_id: scrapeIdOf(page), ...warningOf(warnings) });
}

/** Reading one page. */
export function scrapeCall(
  scrape: Work<ScrapeCommand, PageResult | { results: PageResult[]; receipt: Receipt }>,
): Operation {
  return defineCall({
    tool: 'scrape',
    title: 'Scrape',
    description: 'Reads one page, with actions in a browser before it where asked.',
    method: 'POST',
    path: '/v2/scrape',
    scope: 'write',
    stores: true,
    body,
    toCommand: (input) => toOrder(input.body),
    run: async ({ command, warnings }, context) => {
      const outcome = await scrape(command, context);
      const value = answerOf(outcome);
      const page = 'results' in value ? (value.results[0] as PageResult) : value;
      return answeredWith(outcome, scrapeReply(page, warnings));
    },
  });
}
