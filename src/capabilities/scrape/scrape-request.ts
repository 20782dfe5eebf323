import { z } from 'zod';
import type { PageCommand } from '../../domain/pages/page-command.ts';
import { isCookieDomain } from '../../domain/pages/visitor.ts';
import { needsBrowser } from '../../fetching/route/routes.ts';
import { exactlyOne, notBoth, withFieldRules } from '../../operations/declaration/field-rules.ts';
import { pageOptions, toPageCommand } from '../../operations/schemas/page-options.ts';
import { listCookies, methodFaults, methodRules } from '../../operations/schemas/visitor-options.ts';

/** A URL in any form; an invalid one is reported in the status of its page. */
const urlSchema = z.string().max(8_192);

const scrapeFields = z
  .strictObject({
    url: urlSchema.optional().describe('URL of one page. Set either `url` or `urls`.'),
    urls: z
      .array(urlSchema)
      .min(1)
      .max(100, 'has more than 100 URLs. Send a list of up to 100,000 to POST /v1/batches.')
      .optional()
      .describe('URLs of up to 100 pages, which are read in parallel.'),
    ...pageOptions,
  })
  .superRefine((body, context) => {
    const needsPageBrowser = needsBrowser({ ...toPageCommand('', body), render: body.render });
    for (const { path, message } of methodFaults(body, needsPageBrowser))
      context.addIssue({ code: 'custom', path: [path], message });
    addCookieIssues(body, context);
  });

/** Body of `POST /v1/scrape`. */
export const scrapeBody = withFieldRules(scrapeFields, [
  exactlyOne(['url', 'urls'], 'Set either url or urls.', 'url'),
  notBoth('steps', 'actions', 'This is an alias of steps. Set only one of them.'),
  ...methodRules,
]);

/** A cookie for another site than that of a page would not be sent. */
function addCookieIssues(
  { url, urls, cookies }: Pick<z.output<typeof scrapeFields>, 'url' | 'urls' | 'cookies'>,
  context: z.RefinementCtx,
): void {
  const hosts = (urls ?? [url ?? '']).flatMap((address) => URL.parse(address)?.hostname ?? []);
  for (const [at, { domain }] of listCookies(cookies).entries()) {
    if (hosts.every((host) => isCookieDomain(host, { domain }))) continue;
    const message = 'must be the domain of the page, or one above it';
    context.addIssue({ code: 'custom', path: ['cookies', at, 'domain'], message });
  }
}

/** Pages of a scrape with their options. */
export interface ScrapeCommand {
  pages: PageCommand[];
  /** True if `urls` was set, so that the response is a list even for one URL. */
  isList: boolean;
}

/** Converts the validated body to a command. */
export function toScrapeCommand(body: z.output<typeof scrapeBody>): ScrapeCommand {
  const { url, urls, ...options } = body;
  const addresses = urls ?? [url as string];
  return {
    pages: addresses.map((address) => ({
      ...toPageCommand(address, options),
      loginFor: 'scrape',
    })),
    isList: urls !== undefined,
  };
}
