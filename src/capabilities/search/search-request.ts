import { z } from 'zod';
import type { PageCommand } from '../../domain/pages/page-command.ts';
import {
  type Freshness,
  freshnessDays,
  type SearchCategory,
  type SearchQuery,
  searchCategories,
} from '../../domain/resources/search.ts';
import { notBoth, withFieldRules } from '../../operations/declaration/field-rules.ts';
import { countrySchema, pageOptions, toPageCommand } from '../../operations/schemas/page-options.ts';

const maxDomains = 50;
/** Default maximum age of a cached result, in seconds. */
const defaultMaxAgeSeconds = 600;

/** Parses a host name, also with a scheme, a trailing slash, `*.` or in other scripts (RFC 5890). */
function parseDomain(text: string): string | null {
  const withoutWildcard = text.trim().replace(/^\*\./, '');
  const url = URL.parse(
    /^https?:\/\//i.test(withoutWildcard) ? withoutWildcard : `https://${withoutWildcard}`,
  );
  if (url === null || url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '') {
    return null;
  }
  const host = url.hostname.replace(/\.$/, '');
  return /[a-z\d]/.test(host) ? host : null;
}

const domainSchema = z
  .string()
  .min(1)
  .max(300)
  .refine((text) => parseDomain(text) !== null, 'Must be a domain such as example.com.')
  .transform((text) => parseDomain(text) as string);

const domainsSchema = z.array(domainSchema).max(maxDomains).nullish();

const languageSchema = z
  .string()
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z\d]{2,8}){0,3}$/, 'Must be a language tag such as de or pt-BR (BCP 47).');

const scrapeOptions = z
  .strictObject({
    formats: pageOptions.formats,
    country: pageOptions.country,
    strict_country: pageOptions.strict_country,
    network: pageOptions.network,
    render: pageOptions.render,
    only_main_content: pageOptions.only_main_content,
    include_selectors: pageOptions.include_selectors,
    exclude_selectors: pageOptions.exclude_selectors,
    wait_ms: pageOptions.wait_ms,
    timeout_ms: pageOptions.timeout_ms,
    mobile: pageOptions.mobile,
    block: pageOptions.block,
    max_credits: pageOptions.max_credits,
    max_age: pageOptions.max_age,
    focus: pageOptions.focus,
    max_length: pageOptions.max_length,
    max_tokens: pageOptions.max_tokens,
    pages: pageOptions.pages,
    page_marks: pageOptions.page_marks,
    links: pageOptions.links,
    ocr: pageOptions.ocr,
    robots: pageOptions.robots,
  })
  .describe('Read every result as well, with these options of scrape. Use {} for the default options.');

/** A day that exists, `YYYY-MM-DD`. */
const daySchema = z.iso.date('Must be a day such as 2026-01-31.').nullish();

const searchFields = z.strictObject({
  query: z
    .string()
    .max(2_000)
    .refine((text) => text.trim() !== '', 'Must not be empty.')
    .describe('Search query. Operators such as `site:` are passed on to the provider.'),
  limit: z.int().min(1).max(100).default(10).describe('Maximum number of results.'),
  offset: z
    .int()
    .min(0)
    .max(100)
    .default(0)
    .describe('Number of results to skip. Use `next_offset` of the previous response.'),
  country: countrySchema
    .nullish()
    .describe(
      'Two-letter code of the country whose results are preferred. `country_applied` states the effect.',
    ),
  language: languageSchema.nullish().describe('Language of the results, such as de or pt-BR.'),
  freshness: z
    .enum(Object.keys(freshnessDays) as [Freshness, ...Freshness[]])
    .nullish()
    .describe('Return only results of the last day, week, month or year.'),
  since: daySchema.describe('Only results published on this day or later, such as 2026-01-31 (UTC).'),
  until: daySchema.describe('Only results published on this day or earlier.'),
  include_domains: domainsSchema.describe('Return only results on these domains and their subdomains.'),
  exclude_domains: domainsSchema.describe('Exclude results on these domains and their subdomains.'),
  category: z.enum(searchCategories).default('web').describe('Kind of results.'),
  max_age: z
    .int()
    .min(0)
    .max(86_400)
    .default(defaultMaxAgeSeconds)
    .describe(
      'Maximum age of a cached result of the same query, in seconds. Cached results cost 0 credits. 0 always queries the provider.',
    ),
  scrape: scrapeOptions.nullish(),
});

const freshnessOrDays = 'Set either `freshness`, or `since` and `until`.';

/** Body of `POST /v1/search`. */
export const searchBody = withFieldRules(
  searchFields.check(({ value, issues }) => {
    const { since, until } = value;
    if (since != null && until != null && since > until)
      issues.push({ code: 'custom', path: ['until'], message: 'Must not be before `since`.', input: value });
  }),
  [
    notBoth('freshness', 'since', freshnessOrDays, 'freshness'),
    notBoth('freshness', 'until', freshnessOrDays, 'freshness'),
  ],
);

/** Options of a search. */
export interface SearchCommand {
  query: SearchQuery;
  /** Further categories of the same query; each is a search of its own. */
  moreCategories?: readonly SearchCategory[];
  limit: number;
  /** Number of results to skip; default 0. */
  offset?: number;
  /** Seconds; 0 disables the cache. */
  maxAge: number;
  /** Creates the page options for a result URL; null if results are not read. */
  createPageCommand: ((url: string) => PageCommand) | null;
}

function sortUnique(domains: readonly string[] | null | undefined): string[] {
  return [...new Set(domains ?? [])].sort();
}

/** Converts the validated body to a command. */
export function toSearchCommand(body: z.output<typeof searchBody>): SearchCommand {
  const { scrape } = body;
  const category: SearchCategory = body.category;
  return {
    query: {
      query: body.query.trim().replace(/\s+/g, ' '),
      country: body.country ?? null,
      language: body.language ?? null,
      freshness: body.freshness ?? null,
      ...(body.since != null && { since: body.since }),
      ...(body.until != null && { until: body.until }),
      includeDomains: sortUnique(body.include_domains),
      excludeDomains: sortUnique(body.exclude_domains),
      category,
    },
    limit: body.limit,
    offset: body.offset,
    maxAge: body.max_age,
    createPageCommand: scrape == null ? null : (url) => toPageCommand(url, { ...scrape, headers: {} }),
  };
}
