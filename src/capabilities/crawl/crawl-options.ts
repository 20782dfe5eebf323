import { z } from 'zod';
import { defaultPageCommand, type PageCommand } from '../../domain/pages/page-command.ts';
import { pageOptions } from '../../operations/schemas/page-options.ts';
import type { CrawlCommand, crawlBody, FollowRules } from './crawl-request.ts';

/** Maximum time for one page, counted from when politeness allows the fetch. */
export const pageTimeoutMs = 120_000;

const { render, headers, wait_ms: waitMs, mobile, login, max_age: maxAge } = pageOptions;
const { only_main_content: onlyMainContent } = pageOptions;
const { include_selectors: includeSelectors, exclude_selectors: excludeSelectors } = pageOptions;

/**
 * Options of a crawl beside its body, as query parameters: HTTP, command line, MCP, clients and console get them from here.
 * Those of a page have the meaning that they have for one page.
 */
export const crawlQuery = z.strictObject({
  network: z
    .enum(['service', 'auto'])
    .default('service')
    .describe(
      '`service` uses only the exits of this service. `auto` also uses more expensive networks for pages that cheaper ones cannot fetch.',
    ),
  max_credits: z
    .int()
    .min(1)
    .max(1_000)
    .optional()
    .describe('Maximum credits per page. With `network=auto`, this amount is reserved per page.'),
  login: login.describe(
    'Id of a saved login of the site. Links that log out are not followed. If the site asks for a login again, the job pauses until the login was saved again and the job is resumed.',
  ),
  search: z
    .string()
    .min(1)
    .max(1_000)
    .optional()
    .describe(
      'Words to look for. Links that match them in their text, URL or page are read first (`strategy` `best`).',
    ),
  strategy: z
    .enum(['breadth', 'best'])
    .optional()
    .describe(
      'Order of the pages. `best` needs `search`. Default: `best` with `search`, otherwise `breadth`.',
    ),
  render,
  only_main_content: onlyMainContent,
  include_selectors: includeSelectors,
  exclude_selectors: excludeSelectors,
  headers: headers.describe(
    'Request headers, sent only to the site of the start page: a JSON object, or `Name: value` once for each header.',
  ),
  wait_ms: waitMs,
  mobile,
  max_age: maxAge.describe(
    'Maximum age in seconds of a cached page, which is delivered for 0 credits. The pages of this crawl are cached for others. 0 always fetches.',
  ),
  max_concurrency: z.int().min(1).max(10_000).optional().describe('Maximum number of pages read at once.'),
  delay_ms: z
    .int()
    .min(0)
    .max(60_000)
    .default(0)
    .describe('Milliseconds between two pages, which are then read one at a time.'),
  ignore_query_parameters: z
    .boolean()
    .default(false)
    .describe('Treat URLs that differ only in their query as one page.'),
  allow_external_links: z
    .boolean()
    .default(false)
    .describe('Also follow links to other sites. They receive neither `headers` nor `login`.'),
  robots: z
    .enum(['respect', 'ignore'])
    .optional()
    .describe('Whether pages that robots.txt disallows are left out. Default: the setting of the service.'),
});

/** Validated options of a crawl. */
export type CrawlQuery = z.output<typeof crawlQuery>;

/** JSON Pointer of an option. */
export function optionPointer(name: keyof CrawlQuery): string {
  return `/query/${name}`;
}

/** Returns the options that differ from their defaults, for the parameters of the job. */
export function withoutDefaultOptions(query: CrawlQuery): Partial<CrawlQuery> {
  const defaults: Readonly<Record<string, unknown>> = crawlQuery.parse({});
  const isSet = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(defaults[name]);
  const entries = Object.entries(query).filter(([name]) => name in crawlQuery.shape);
  return Object.fromEntries(entries.filter(isSet));
}

function toPages(
  query: CrawlQuery,
  body: Pick<PageCommand, 'formats' | 'country' | 'strictCountry'>,
): NonNullable<CrawlCommand['pages']> {
  const {
    url: _url,
    robots: _robots,
    ...pages
  } = defaultPageCommand('', {
    ...body,
    network: query.network,
    maxCredits: query.max_credits ?? null,
    timeoutMs: pageTimeoutMs,
    render: query.render,
    onlyMainContent: query.only_main_content,
    includeSelectors: query.include_selectors,
    excludeSelectors: query.exclude_selectors,
    headers: query.headers,
    waitMs: query.wait_ms,
    mobile: query.mobile,
    login: query.login ?? null,
    maxAge: query.max_age,
  });
  return { ...pages, ...(query.robots !== undefined && { robots: query.robots }) };
}

function toFollowRules(query: CrawlQuery): FollowRules {
  return {
    ignoresQuery: query.ignore_query_parameters,
    anySite: query.allow_external_links,
    belowStart: false,
    wholeAddress: false,
    sitemapOnly: false,
  };
}

/** Converts the options to those of the command. */
function toCrawlOptions(
  query: CrawlQuery,
  body: Pick<PageCommand, 'formats' | 'country' | 'strictCountry'>,
): Partial<CrawlCommand> {
  return {
    isOfV1: true,
    network: query.network,
    maxCredits: query.max_credits ?? null,
    pages: toPages(query, body),
    follows: toFollowRules(query),
    pace: { maxConcurrency: query.max_concurrency ?? null, delayMs: query.delay_ms },
    search: query.strategy === 'breadth' ? null : (query.search ?? null),
  };
}

/** Converts the validated body to a command. */
export function toCrawlCommand(body: z.output<typeof crawlBody>, query: CrawlQuery): CrawlCommand {
  const formatList = [...new Set(body.formats)];
  const country = { country: body.country ?? null, strictCountry: body.strict_country };
  return {
    url: body.url.trim(),
    limit: body.limit,
    maxDepth: body.max_depth,
    includePaths: body.include_paths ?? null,
    excludePaths: body.exclude_paths ?? null,
    formats: formatList,
    ...country,
    includeSubdomains: body.include_subdomains,
    useSitemap: body.use_sitemap,
    webhook: body.webhook ?? null,
    ...toCrawlOptions(query, { formats: formatList, ...country }),
  };
}

/** Returns why `search` and `strategy` do not fit each other; null if they do. */
export function strategyError({ search, strategy }: CrawlQuery): { pointer: string; detail: string } | null {
  if (strategy === 'best' && search === undefined) {
    const detail = 'is required: the strategy `best` needs words to look for';
    return { pointer: optionPointer('search'), detail };
  }
  if (strategy === 'breadth' && search !== undefined) {
    const detail = '`breadth` does not look for words; use `best`, or leave out `search`';
    return { pointer: optionPointer('strategy'), detail };
  }
  return null;
}
