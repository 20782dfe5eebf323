import { z } from 'zod';
import type { Json } from '../../domain/extraction.ts';
import type { Paging } from '../../domain/listing.ts';
import type { PageError, PageStatus, Warning } from '../../domain/outcome.ts';
import type { Receipt } from '../../domain/receipt.ts';
import { type SourceKind, sourceKinds, type ValueType, valueTypes } from '../../domain/records.ts';
import { named } from '../../operations/schema-names.ts';
import { warningSchema } from '../../operations/schemas/page-result.ts';
import { pageErrorSchema, pageStatusSchema, receiptSchema } from '../../operations/schemas/receipt.ts';

/** A list of records that a page exposes, and how it is got again. */
export interface InspectedSource {
  id: string;
  kind: SourceKind;
  method: 'GET' | 'POST';
  url: string;
  path: string;
  records: number;
  shown: number | null;
  fields: { name: string; type: ValueType; example: Json }[];
  replay: {
    tested: boolean;
    ok: boolean;
    headers: string[];
    cookies: string[];
    calls: number;
    reason?: string;
  };
  pagination: { kind: Paging['way']['kind']; total: boolean };
  rendered: boolean;
  credits_per_run: number;
}

/** What `POST /v1/inspect` answers (api.md section 7). A document in wire names. */
export interface InspectAnswer {
  status: PageStatus;
  error?: PageError;
  url: string;
  needs_browser: boolean;
  sources: InspectedSource[];
  pagination: { next: string | null; by: 'rel' | 'label' | 'number' | null; last: number | null };
  cheapest: string | null;
  feeds: string[];
  sitemaps: string[];
  /** Whether the calls of the page's scripts were looked at. */
  calls_seen: boolean;
  warnings: Warning[];
  receipt: Receipt;
}

const sourceSchema: z.ZodType<InspectedSource> = named(
  'InspectedSource',
  z.object({
    id: z.string(),
    kind: z.enum(sourceKinds),
    method: z.enum(['GET', 'POST']),
    url: z.string().describe('what is asked for its records'),
    path: z.string().describe('JSON pointer of the list, or the place of the elements on the page'),
    records: z.int(),
    shown: z
      .number()
      .nullable()
      .describe("part of the page's own records that it holds in their order; null when the page shows none"),
    fields: z.array(
      z.object({ name: z.string(), type: z.enum(valueTypes), example: z.custom<Json>(() => true) }),
    ),
    replay: z
      .object({
        tested: z.boolean(),
        ok: z.boolean().describe('whether it brings the same records without the page'),
        headers: z.array(z.string()).describe('those that it needs'),
        cookies: z.array(z.string()),
        calls: z.int().describe('requests that it took to find out'),
        reason: z.string().optional().describe('why it was not tested, or does not work'),
      })
      .describe(
        'for calls of the page’s scripts: sent again without the page; the page itself needs no test',
      ),
    pagination: z.object({
      kind: z.enum(['none', 'link', 'number', 'cursor', 'address', 'header']),
      total: z.boolean().describe('whether an answer says how many records there are'),
    }),
    rendered: z.boolean().describe('whether a browser is needed for it'),
    credits_per_run: z.int().describe('for one page of it'),
  }),
);

/** The answer's shape. */
export const inspectAnswerSchema: z.ZodType<InspectAnswer> = z.object({
  status: pageStatusSchema,
  error: pageErrorSchema.optional(),
  url: z.string().describe('as asked'),
  needs_browser: z.boolean().describe('whether the page says next to nothing before its scripts have run'),
  sources: z
    .array(sourceSchema)
    .describe('the cheapest to get again first, of these what the page shows most of'),
  pagination: z.object({
    next: z.string().nullable().describe('the next page, as the page itself links to it'),
    by: z.enum(['rel', 'label', 'number']).nullable(),
    last: z.int().nullable().describe('the highest page number that is linked'),
  }),
  cheapest: z.string().nullable().describe('id of the source to take'),
  feeds: z.array(z.string()),
  sitemaps: z.array(z.string()).describe('named by the page itself'),
  calls_seen: z.boolean().describe('whether the calls of the page’s scripts were looked at'),
  warnings: z.array(warningSchema),
  receipt: receiptSchema,
});
