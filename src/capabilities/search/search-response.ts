import { z } from 'zod';
import type { Warning } from '../../domain/pages/outcome.ts';
import type { PageResult } from '../../domain/pages/page.ts';
import type { Receipt } from '../../domain/resources/receipt.ts';
import {
  type CountryEffect,
  countryEffects,
  type FoundResult,
  type SearchCategory,
  type SearchProviderName,
  searchCategories,
  searchProviderNames,
} from '../../domain/resources/search.ts';
import { fromPage } from '../../operations/page-origin.ts';
import { withSchemaName } from '../../operations/schema-names.ts';
import { pageResultSchema, warningsSchema } from '../../operations/schemas/page-result.ts';
import { receiptSchema } from '../../operations/schemas/receipt.ts';

/** A search result with its rank. */
export interface RankedResult extends FoundResult {
  /** Starts at 1 plus `offset`, in each category. */
  rank: number;
  /** Present if several categories were searched. */
  category?: SearchCategory;
  /** Present if the results were read as well. */
  page?: PageResult;
}

/** Response of `POST /v1/search` (docs/api/search.md). */
export interface SearchResponse {
  status: 'ok';
  /** Query as given in the request. */
  query: string;
  results: RankedResult[];
  provider: SearchProviderName;
  country_applied: CountryEffect;
  complete: boolean;
  /** `offset` of the following results; null if there are none. */
  next_offset: number | null;
  /** Time of the search, if the response is served from the cache. */
  cached_at?: string;
  licence?: string;
  warnings: Warning[];
  receipt: Receipt;
}

const imageSchema = withSchemaName(
  'FoundImage',
  z
    .object({
      url: z.string().describe('URL of the image.'),
      thumbnail_url: z
        .string()
        .optional()
        .describe('URL of a small version; absent if the provider states none.'),
      width: z.int().optional().describe('Width in pixels.'),
      height: z.int().optional().describe('Height in pixels.'),
    })
    .describe('The found image.'),
);

const resultSchema: z.ZodType<RankedResult> = withSchemaName(
  'SearchResult',
  z.object({
    rank: z.int().describe('Rank of the result, starting at 1 plus `offset`.'),
    url: fromPage(z.string()).describe('URL of the result.'),
    title: fromPage(z.string()).describe('Title of the result.'),
    snippet: fromPage(z.string()).describe('Text of the result, as the provider returns it.'),
    published_at: fromPage(z.string())
      .optional()
      .describe('Publication date (ISO 8601). Absent if the provider does not state it.'),
    engines: z.array(z.string()).describe('Search engines that found the result.'),
    category: z.enum(searchCategories).optional().describe('Present if several categories were searched.'),
    image: imageSchema.optional(),
    read_at: z
      .string()
      .optional()
      .describe('Time at which the page was read. Only for the provider `local`.'),
    missing_words: z
      .array(z.string())
      .optional()
      .describe('Words of the query that the page does not contain. Only for the provider `local`.'),
    page: pageResultSchema.optional(),
  }),
);

/** Schema of the response. */
export const searchResponseSchema: z.ZodType<SearchResponse> = withSchemaName(
  'SearchResults',
  z.object({
    status: z.literal('ok').describe('Always `ok`; a search that fails is an error response.'),
    query: z.string().describe('Query as given in the request.'),
    results: z.array(resultSchema).describe('Results, best first. Empty only if the provider found nothing.'),
    provider: z.enum(searchProviderNames).describe('Provider that returned the results.'),
    country_applied: z
      .enum(countryEffects)
      .describe(
        'Effect of `country` at the provider: results restricted to it, results preferred, its language used instead, or ignored (also if no country was requested). The location from which the provider searched is unknown.',
      ),
    complete: z
      .boolean()
      .describe(
        'True if `limit` was reached or the provider had no more results, and none of its engines failed. Otherwise, `warnings` states the reason.',
      ),
    next_offset: z
      .int()
      .nullable()
      .describe('`offset` of the following results. null: the provider has no more, or returns no more.'),
    cached_at: z
      .string()
      .optional()
      .describe('Time of the search, if the response is served from the cache.'),
    licence: fromPage(z.string()).optional().describe('Licence of the results, as stated by the provider.'),
    warnings: warningsSchema,
    receipt: receiptSchema,
  }),
);
