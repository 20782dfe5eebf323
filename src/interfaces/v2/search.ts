import { z } from 'zod';
import type { SearchCommand } from '../../capabilities/search/search-request.ts';
import type { RankedResult, SearchResponse } from '../../capabilities/search/search-response.ts';
import type { PageResult } from '../../domain/pages/page.ts';
import { uuidOf } from '../../domain/values/identifier.ts';
import { notBothFilled, withFieldRules } from '../../operations/declaration/field-rules.ts';
import type { CommandHandler, Operation } from '../../operations/declaration/operation.ts';
import { defineCall } from './define-call.ts';
import { createKeyWarnings, type IgnoredOptions } from './ignored-options.ts';
import { createSuccess, createWarningField, jsonAnswerOf, withReply } from './reply.ts';
import { createTimeoutOutcome, runWithTimeout } from './run-with-timeout.ts';
import { toDocument } from './scrape/document.ts';
import { hasContent } from './scrape/page-reply.ts';
import { createOptionWarnings, scrapeOptionsSchema, toPageOptions } from './scrape/scrape-options.ts';

const sources = ['web', 'news', 'images'] as const;
const source = z
  .union([z.enum(sources), z.looseObject({ type: z.enum(sources) })])
  .transform((one) => (typeof one === 'string' ? one : one.type));
const domains = z.array(z.string().min(1).max(253)).max(50).nullish();

const body = withFieldRules(
  z.looseObject({
    query: z.string().min(1).max(1_000),
    limit: z.int().min(1).max(100).nullish(),
    sources: z.array(source).max(3).nullish(),
    includeDomains: domains,
    excludeDomains: domains,
    tbs: z.string().max(200).nullish(),
    timeout: z.number().min(1).nullish(),
    country: z
      .string()
      .regex(/^[A-Za-z]{2}$/, 'Must be a two-letter country code (ISO 3166-1 alpha-2).')
      .nullish(),
    lang: z.string().max(35).nullish(),
    scrapeOptions: scrapeOptionsSchema.nullish(),
  }),
  [notBothFilled('includeDomains', 'excludeDomains', 'Set either includeDomains or excludeDomains.')],
);

/** Search options that are accepted without effect; a text is the reason in the warning. */
export const ignoredSearchOptions: IgnoredOptions = {
  origin: null,
  integration: null,
  ignoreInvalidURLs: { unless: true, reason: 'Results with an invalid URL are always left out.' },
  highlights: 'Use POST /v1/scrape with focus, which ranks passages.',
  enterprise: 'The retention of searches is set by WEBDATA_KEEP of this server.',
  domainTools: 'This server has no tools for single domains.',
  toolDetail: 'This server has no tools for single domains.',
  threatProtection: 'This server has no threat protection.',
  location: 'Searches can be for a country only. Use country.',
  categories: 'Results cannot be restricted by category. Use includeDomains.',
};

const freshness = { h: 'day', d: 'day', w: 'week', m: 'month', y: 'year' } as const;

function parseFreshness(tbs: string | null | undefined) {
  const unit = /qdr:([hdwmy])/.exec(tbs ?? '')?.[1] as keyof typeof freshness | undefined;
  return unit === undefined ? null : freshness[unit];
}

interface ParsedSearch {
  command: SearchCommand;
  sources: readonly (typeof sources)[number][];
  /** Milliseconds; null: no time limit. */
  timeoutMs: number | null;
  warnings: string[];
}

function parseSearch(requestBody: z.output<typeof body>): ParsedSearch {
  const { scrapeOptions } = requestBody;
  const [first = 'web', ...others] = new Set(requestBody.sources ?? []);
  const warnings = createKeyWarnings(body, requestBody, ignoredSearchOptions);
  warnings.push(...createOptionWarnings(scrapeOptions ?? {}, 'scrapeOptions.'));
  if (requestBody.tbs && parseFreshness(requestBody.tbs) === null)
    warnings.push('tbs: Only qdr: with h, d, w, m or y is supported.');
  const pageOptions = scrapeOptions?.formats?.length ? toPageOptions(scrapeOptions) : null;
  return {
    sources: [first, ...others],
    timeoutMs: requestBody.timeout ?? null,
    warnings,
    command: {
      moreCategories: others,
      query: {
        query: requestBody.query.trim().replace(/\s+/g, ' '),
        country: requestBody.country?.toUpperCase() ?? null,
        language: requestBody.lang ?? null,
        freshness: parseFreshness(requestBody.tbs),
        includeDomains: [...new Set(requestBody.includeDomains ?? [])].sort(),
        excludeDomains: [...new Set(requestBody.excludeDomains ?? [])].sort(),
        category: first,
      },
      limit: requestBody.limit ?? 10,
      maxAge: 0,
      // Headers of the caller are for one site and must not be sent to every site in the results.
      createPageCommand: pageOptions === null ? null : (url) => ({ ...pageOptions, url, headers: {} }),
    },
  };
}

/** Returns what is known of a result that could not be read, as pages of a scrape with an error have it. */
function toFailedDocument(page: PageResult): Record<string, unknown> {
  const error = page.error?.message ?? page.status;
  return {
    metadata: { sourceURL: page.url, url: page.final_url ?? page.url, statusCode: page.status_code, error },
  };
}

/** Returns a warning if results could not be read; their reasons are in the metadata of each. */
function unreadWarnings(results: readonly RankedResult[]): string[] {
  const unread = results.flatMap(({ page }) => (page === undefined || hasContent(page) ? [] : page));
  const reasons = new Set(unread.map(({ error, status }) => error?.message ?? status));
  const [first] = reasons;
  if (first === undefined) return [];
  const others = reasons.size === 1 ? '' : ` (and ${reasons.size - 1} other reasons, in metadata.error)`;
  return [`${unread.length} of ${results.length} results could not be read: ${first}${others}`];
}

function toResultItem(
  { rank, url, title, snippet, published_at: date, image, page }: RankedResult,
  kind: ParsedSearch['sources'][number],
) {
  const document = page === undefined ? {} : hasContent(page) ? toDocument(page) : toFailedDocument(page);
  if (kind === 'web') return { url, title, description: snippet, position: rank, ...document };
  if (kind === 'news') {
    const extra = {
      ...(date !== undefined && { date }),
      ...(image !== undefined && { imageUrl: image.url }),
    };
    return { title, url, snippet, ...extra, position: rank, ...document };
  }
  const imageFields =
    image === undefined ? {} : { imageUrl: image.url, imageWidth: image.width, imageHeight: image.height };
  return { title, ...imageFields, url, position: rank };
}

/** Searches the web. */
export function searchCall(search: CommandHandler<SearchCommand, SearchResponse>): Operation {
  return defineCall({
    tool: 'search',
    title: 'Search the web',
    description:
      'Searches the web with the configured providers, each source of `sources` as a search of its own, and optionally reads the results.',
    method: 'POST',
    path: '/v2/search',
    scope: 'write',
    stores: true,
    body,
    toCommand: (input) => parseSearch(input.body),
    run: async ({ command, sources: kinds, timeoutMs, warnings }, context) => {
      const work = (signal: AbortSignal) => search(command, { ...context, signal });
      const outcome = await runWithTimeout(work, context.signal, timeoutMs);
      if (outcome === null) return createTimeoutOutcome('SEARCH_TIMEOUT', 'search', null);
      const { results, receipt, warnings: searchWarnings } = jsonAnswerOf(outcome);
      const all = [
        ...new Set([
          ...warnings,
          ...unreadWarnings(results),
          ...searchWarnings.map(({ message }) => message),
        ]),
      ];
      const found = kinds.map((kind) => {
        const ofKind = results.filter(({ category = command.query.category }) => category === kind);
        return [kind, ofKind.map((result) => toResultItem(result, kind))] as const;
      });
      return withReply(
        outcome,
        createSuccess({
          data: Object.fromEntries(found),
          creditsUsed: receipt.credits,
          id: uuidOf(receipt.id),
          ...createWarningField(all),
        }),
      );
    },
  });
}
