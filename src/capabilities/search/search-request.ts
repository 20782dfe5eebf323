import { z } from 'zod';
import type { PageCommand } from '../../domain/page-command.ts';
import {
  type Freshness,
  freshnessDays,
  type SearchCategory,
  type SearchQuery,
  searchCategories,
} from '../../domain/search.ts';
import { countrySchema, pageOptions, toPageCommand } from '../../operations/schemas/page-options.ts';

const mostDomains = 50;
/** Seconds that an answer to the same question is given again, unless told. */
const usualAge = 600;

/** A host name, also as people write one: with a scheme, a last slash, `*.` or in other scripts (RFC 5890). */
function domainOf(text: string): string | null {
  const bare = text.trim().replace(/^\*\./, '');
  const url = URL.parse(/^https?:\/\//i.test(bare) ? bare : `https://${bare}`);
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
  .refine((text) => domainOf(text) !== null, 'must be a domain such as example.com')
  .transform((text) => domainOf(text) as string);

const domainsSchema = z.array(domainSchema).max(mostDomains).nullish();

const languageSchema = z
  .string()
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z\d]{2,8}){0,3}$/, 'must be a language such as de or pt-BR (BCP 47)');

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
    max_credits: pageOptions.max_credits,
    max_age: pageOptions.max_age,
    focus: pageOptions.focus,
    max_length: pageOptions.max_length,
    robots: pageOptions.robots,
  })
  .describe('also read every result, with these options of scrape ({} for the usual ones)');

/** The strict body of `POST /v1/search`. */
export const searchBody = z.strictObject({
  query: z
    .string()
    .max(2_000)
    .refine((text) => text.trim() !== '', 'must not be empty')
    .describe('what to look for; words such as `site:` are passed on to the provider'),
  limit: z.int().min(1).max(100).default(10).describe('results at most'),
  country: countrySchema
    .nullish()
    .describe('two-letter code of the country whose results are preferred; `country_applied` says how far'),
  language: languageSchema.nullish().describe('of the results: de, pt-BR'),
  freshness: z
    .enum(Object.keys(freshnessDays) as [Freshness, ...Freshness[]])
    .nullish()
    .describe('only results of the last day, week, month or year'),
  include_domains: domainsSchema.describe('only results on these domains or below them'),
  exclude_domains: domainsSchema.describe('no results on these domains or below them'),
  category: z.enum(searchCategories).default('web'),
  max_age: z
    .int()
    .min(0)
    .max(86_400)
    .default(usualAge)
    .describe(
      'seconds that an answer to the same question of yours may be old; then it is given again at 0 credits. 0 always asks anew',
    ),
  scrape: scrapeOptions.nullish(),
});

/** What a search does. */
export interface SearchCommand {
  query: SearchQuery;
  limit: number;
  /** Seconds; 0 means always fresh. */
  maxAge: number;
  /** The command to read a result with, by its address; null when results are not read. */
  pageOf: ((url: string) => PageCommand) | null;
}

function unique(domains: readonly string[] | null | undefined): string[] {
  return [...new Set(domains ?? [])].sort();
}

/** From the validated body to the command. */
export function toSearchCommand(body: z.output<typeof searchBody>): SearchCommand {
  const { scrape } = body;
  const category: SearchCategory = body.category;
  return {
    query: {
      query: body.query.trim().replace(/\s+/g, ' '),
      country: body.country ?? null,
      language: body.language ?? null,
      freshness: body.freshness ?? null,
      includeDomains: unique(body.include_domains),
      excludeDomains: unique(body.exclude_domains),
      category,
    },
    limit: body.limit,
    maxAge: body.max_age,
    pageOf: scrape == null ? null : (url) => toPageCommand(url, { ...scrape, headers: {} }),
  };
}
