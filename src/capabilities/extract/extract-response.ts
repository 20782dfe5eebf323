import { z } from 'zod';
import {
  type Evidence,
  type ExtractMethod,
  extractMethods,
  type Json,
} from '../../domain/pages/extraction.ts';
import type { PageError, PageStatus, Warning } from '../../domain/pages/outcome.ts';
import type { Receipt } from '../../domain/resources/receipt.ts';
import { fromPage } from '../../operations/page-origin.ts';
import { warningSchema } from '../../operations/schemas/page-result.ts';
import { pageErrorSchema, pageStatusSchema, receiptSchema } from '../../operations/schemas/receipt.ts';
import { type SearchedBy, searchedBySchema } from './searched-by.ts';

/** Response of `POST /v1/extract` (docs/api/values-and-records.md#extract). */
export interface ExtractResponse {
  status: PageStatus;
  error?: PageError;
  /** URL as given in the request. */
  url: string;
  /** null if the page could not be read. */
  data: Json;
  unverified: string[];
  missing: string[];
  searched_by: SearchedBy;
  evidence: Record<string, Evidence>;
  methods: Record<string, ExtractMethod>;
  learned: string[];
  warnings: Warning[];
  receipt: Receipt;
}

const evidenceSchema: z.ZodType<Evidence> = z.object({
  method: z.enum(extractMethods),
  source: z
    .enum(['visible', 'attribute', 'json'])
    .describe(
      '`visible`: text that the page shows. `attribute`: an attribute or meta tag. `json`: JSON embedded in the page.',
    ),
  locator: fromPage(z.string()).describe('Location of the value on the page.'),
  quote: fromPage(z.string()).describe('Quoted text at that location; at most 300 characters.'),
  weak: z
    .literal(true)
    .optional()
    .describe('True if little evidence supports the value: only its format or a nearby word.'),
});

/** Schema of the response. */
export const extractResponseSchema: z.ZodType<ExtractResponse> = z.object({
  status: pageStatusSchema,
  error: pageErrorSchema.optional(),
  url: z.string().describe('URL as given in the request.'),
  data: fromPage(z.unknown().transform((data) => data as Json)).describe(
    'Extracted values in the structure and types of the schema. null: no value was found.',
  ),
  unverified: z
    .array(z.string())
    .describe(
      'JSON Pointers into `data` of values that neither the visible text nor the data of the page contains. `evidence` states the source of all others.',
    ),
  missing: z
    .array(z.string())
    .describe(
      'JSON Pointers of fields without a value. This does not mean that the page states none: see `searched_by`.',
    ),
  searched_by: searchedBySchema,
  evidence: z
    .record(z.string(), evidenceSchema)
    .describe('Source of each value, by JSON Pointer into `data`.'),
  methods: z
    .record(z.string(), z.enum(extractMethods))
    .describe('Method that found each value, by JSON Pointer into `data`.'),
  learned: z.array(z.string()).describe('JSON Pointers of values from which selectors were learned.'),
  warnings: z.array(warningSchema),
  receipt: receiptSchema,
});
