import { z } from 'zod';
import type { PageCommand } from '../../domain/page-command.ts';
import { pageOptions, toPageCommand } from '../../operations/schemas/page-options.ts';

/** An address as a caller may write it; whether it is any good is the page's own outcome. */
const addressSchema = z.string().max(8_192);

/** The strict body of `POST /v1/scrape`. */
export const scrapeBody = z
  .strictObject({
    url: addressSchema.optional().describe('one page; exactly one of `url` and `urls`'),
    urls: z.array(addressSchema).min(1).max(100).optional().describe('up to 100 pages, read in parallel'),
    ...pageOptions,
  })
  .superRefine((body, context) => {
    if ((body.url === undefined) === (body.urls === undefined)) {
      context.addIssue({ code: 'custom', path: ['url'], message: 'give exactly one of url and urls' });
    }
    if (body.steps !== undefined && body.actions !== undefined) {
      context.addIssue({
        code: 'custom',
        path: ['actions'],
        message: 'is an alias of steps: give one of them',
      });
    }
  });

/** What a scrape does: one page, or many of one kind. */
export interface ScrapeCommand {
  pages: PageCommand[];
  /** True when `urls` was asked, so that a list is answered even for one address. */
  many: boolean;
}

/** From the validated body to the command. */
export function toScrapeCommand(body: z.output<typeof scrapeBody>): ScrapeCommand {
  const { url, urls, ...options } = body;
  const addresses = urls ?? [url as string];
  return { pages: addresses.map((address) => toPageCommand(address, options)), many: urls !== undefined };
}
