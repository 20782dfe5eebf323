import { z } from 'zod';
import { type Evidence, type ExtractMethod, extractMethods, type Json } from '../../domain/extraction.ts';
import type { PageError, PageStatus, Warning } from '../../domain/outcome.ts';
import type { Receipt } from '../../domain/receipt.ts';
import { warningSchema } from '../../operations/schemas/page-result.ts';
import { pageErrorSchema, pageStatusSchema, receiptSchema } from '../../operations/schemas/receipt.ts';

/** What `POST /v1/extract` answers (api.md section 7). A document in wire names. */
export interface ExtractAnswer {
  status: PageStatus;
  error?: PageError;
  /** As asked. */
  url: string;
  /** Null when the page could not be read. */
  data: Json;
  unverified: string[];
  missing: string[];
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
    .describe('text that the page shows, an attribute or meta tag, or JSON that it carries'),
  locator: z.string().describe('where it stands'),
  quote: z.string().describe('what stands there, as written; at most 300 characters'),
  weak: z.literal(true).optional().describe('little speaks for it: nothing but its shape or a word nearby'),
});

/** The answer's shape. */
export const extractAnswerSchema: z.ZodType<ExtractAnswer> = z.object({
  status: pageStatusSchema,
  error: pageErrorSchema.optional(),
  url: z.string().describe('as asked'),
  data: z
    .unknown()
    .transform((data) => data as Json)
    .describe('in the shape of the schema, converted to its types; null where nothing was found'),
  unverified: z.array(z.string()).describe('JSON pointers into `data`: values that the page does not show'),
  missing: z.array(z.string()).describe('JSON pointers of what was not found'),
  evidence: z
    .record(z.string(), evidenceSchema)
    .describe('by JSON pointer into `data`: where each value comes from'),
  methods: z.record(z.string(), z.enum(extractMethods)).describe('by JSON pointer: how each value was found'),
  learned: z.array(z.string()).describe('JSON pointers of values that selectors were learned from'),
  warnings: z.array(warningSchema),
  receipt: receiptSchema,
});
