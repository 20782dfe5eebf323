import { z } from 'zod';
import type { Warning } from '../../domain/outcome.ts';
import type { PageResult } from '../../domain/page.ts';
import type { Receipt } from '../../domain/receipt.ts';
import {
  type CountryEffect,
  countryEffects,
  type FoundResult,
  type SearchProviderName,
  searchProviderNames,
} from '../../domain/search.ts';
import { named } from '../../operations/schema-names.ts';
import { pageResultSchema, warningSchema } from '../../operations/schemas/page-result.ts';
import { receiptSchema } from '../../operations/schemas/receipt.ts';

/** A result in its place. */
export interface RankedResult extends FoundResult {
  /** From 1. */
  rank: number;
  /** Present when results were to be read as well. */
  page?: PageResult;
}

/** What `POST /v1/search` answers (api.md section 6). A document in wire names. */
export interface SearchAnswer {
  status: 'ok';
  /** As asked. */
  query: string;
  results: RankedResult[];
  provider: SearchProviderName;
  country_applied: CountryEffect;
  complete: boolean;
  /** When the provider was asked, of an answer that is given again. */
  cached_at?: string;
  licence?: string;
  warnings: Warning[];
  receipt: Receipt;
}

const imageSchema = named(
  'FoundImage',
  z.object({
    url: z.string(),
    thumbnail_url: z.string().optional(),
    width: z.int().optional().describe('pixels'),
    height: z.int().optional().describe('pixels'),
  }),
);

const resultSchema: z.ZodType<RankedResult> = named(
  'SearchResult',
  z.object({
    rank: z.int().describe('from 1'),
    url: z.string(),
    title: z.string(),
    snippet: z.string(),
    published_at: z.string().optional().describe('ISO 8601; absent when the provider does not say'),
    engines: z.array(z.string()).describe('who found it'),
    image: imageSchema.optional(),
    read_at: z.string().optional().describe('of provider `local`: when the page was read'),
    page: pageResultSchema.optional(),
  }),
);

/** The answer's shape. */
export const searchAnswerSchema: z.ZodType<SearchAnswer> = named(
  'SearchResults',
  z.object({
    status: z.literal('ok'),
    query: z.string(),
    results: z.array(resultSchema).describe('best first; empty only when the provider really found nothing'),
    provider: z.enum(searchProviderNames).describe('who answered'),
    country_applied: z
      .enum(countryEffects)
      .describe(
        'what the provider did with `country`: kept to it, preferred it, took its language instead, or nothing (also when none was asked). It never says where the provider itself searched from',
      ),
    complete: z
      .boolean()
      .describe(
        'true when `limit` was reached or the provider had no more, and none of its engines failed; else `warnings` say why',
      ),
    cached_at: z.string().optional().describe('when the provider was asked, of an answer given again'),
    licence: z.string().optional().describe('under which the provider lets its results be used'),
    warnings: z.array(warningSchema),
    receipt: receiptSchema,
  }),
);
