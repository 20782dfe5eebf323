import { z } from 'zod';
import type { RankedResult, SearchAnswer } from '../../capabilities/search/search-answer.ts';
import type { SearchCommand } from '../../capabilities/search/search-request.ts';
import { uuidOf } from '../../domain/identifier.ts';
import type { Operation, Work } from '../../operations/operation.ts';
import { defineCall } from './define-call.ts';
import { toDocument } from './document.ts';
import { hasContent } from './page-reply.ts';
import { answeredWith, answerOf, succeeded, warningOf } from './reply.ts';
import { optionWarnings, scrapeOptionsSchema, toPageWishes } from './scrape-options.ts';
import { type IgnoredOptions, keyWarnings } from './unknown-keys.ts';

const sources = ['web', 'news', 'images'] as const;
const source = z
  .union([z.enum(sources), z.looseObject({ type: z.enum(sources) })])
  .transform((one) => (typeof one === 'string' ? one : one.type));
const domains = z.array(z.string().min(1).max(253)).max(50).nullish();

const body = z
  .looseObject({
    query: z.string().min(1).max(1_000),
    limit: z.int().min(1).max(100).nullish(),
    sources: z.array(source).max(3).nullish(),
    includeDomains: domains,
    excludeDomains: domains,
    tbs: z.string().max(200).nullish(),
    country: z
      .string()
      .regex(/^[A-Za-z]{2}$/, 'must be a two-letter country code (ISO 3166-1 alpha-2)')
      .nullish(),
    lang: z.string().max(35).nullish(),
    scrapeOptions: scrapeOptionsSchema.nullish(),
  })
  .refine(({ includeDomains, excludeDomains }) => !includeDomains?.length || !excludeDomains?.length, {
    path: ['excludeDomains'],
    message: 'give includeDomains or excludeDomains, not both',
  });

/** Options of searches that are taken and change nothing. */
export const ignoredSearchOptions: IgnoredOptions = {
  origin: null,
  integration: null,
  ignoreInvalidURLs: null,
  timeout: null,
  highlights: null,
  enterprise: null,
  location: 'searches are for a country; use country.',
  categories: 'results are not narrowed by these; use includeDomains.',
};

const freshness = { h: 'day', d: 'day', w: 'week', m: 'month', y: 'year' } as const;

function freshnessOf(tbs: string | null | undefined) {
  const unit = /qdr:([hdwmy])/.exec(tbs ?? '')?.[1] as keyof typeof freshness | undefined;
  return unit === undefined ? null : freshness[unit];
}

interface Order {
  command: SearchCommand;
  source: (typeof sources)[number];
  warnings: string[];
}

function toOrder(asked: z.output<typeof body>): Order {
  const { scrapeOptions } = asked;
  const [first = 'web', ...others] = asked.sources ?? [];
  const warnings = keyWarnings(body, asked, ignoredSearchOptions);
  warnings.push(...optionWarnings(scrapeOptions ?? {}, 'scrapeOptions.'));
  if (others.length > 0) {
    warnings.push(`One source is searched at a time: ${first} now; ask again for ${others.join(' and ')}.`);
  }
  if (asked.tbs && freshnessOf(asked.tbs) === null)
    warnings.push('tbs: only qdr: with h, d, w, m or y is known.');
  const wanted = scrapeOptions?.formats?.length ? toPageWishes(scrapeOptions) : null;
  return {
    source: first,
    warnings,
    command: {
      query: {
        query: asked.query.trim().replace(/\s+/g, ' '),
        country: asked.country?.toUpperCase() ?? null,
        language: asked.lang ?? null,
        freshness: freshnessOf(asked.tbs),
        includeDomains: [...new Set(asked.includeDomains ?? [])].sort(),
        excludeDomains: [...new Set(asked.excludeDomains ?? [])].sort(),
        category: first,
      },
      limit: asked.limit ?? 10,
      maxAge: 0,
      // What a caller has sent to one site is not sent to every site that a search finds.
      pageOf: wanted === null ? null : (url) => ({ ...wanted, url, headers: {} }),
    },
  };
}

function itemOf(
  { rank, url, title, snippet, published_at: date, image, page }: RankedResult,
  kind: Order['source'],
) {
  const read = page !== undefined && hasContent(page) ? toDocument(page) : {};
  if (kind === 'web') return { url, title, description: snippet, position: rank, ...read };
  if (kind === 'news') {
    const extra = {
      ...(date !== undefined && { date }),
      ...(image !== undefined && { imageUrl: image.url }),
    };
    return { title, url, snippet, ...extra, position: rank, ...read };
  }
  const picture =
    image === undefined ? {} : { imageUrl: image.url, imageWidth: image.width, imageHeight: image.height };
  return { title, ...picture, url, position: rank };
}

/** Searching the web. */
export function searchCall(search: Work<SearchCommand, SearchAnswer>): Operation {
  return defineCall({
    tool: 'search',
    title: 'Search',
    description:
      'Searches the web through the providers that are set up, one source a request, and reads the results where asked.',
    method: 'POST',
    path: '/v2/search',
    scope: 'write',
    stores: true,
    body,
    toCommand: (input) => toOrder(input.body),
    run: async ({ command, source: kind, warnings }, context) => {
      const outcome = await search(command, context);
      const { results, receipt, warnings: said } = answerOf(outcome);
      const all = [...warnings, ...said.map(({ message }) => message)];
      return answeredWith(
        outcome,
        succeeded({
          data: { [kind]: results.map((result) => itemOf(result, kind)) },
          creditsUsed: receipt.credits,
          id: uuidOf(receipt.id),
          ...warningOf(all),
        }),
      );
    },
  });
}
