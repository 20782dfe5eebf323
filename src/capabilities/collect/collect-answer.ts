import { z } from 'zod';
import type { Json } from '../../domain/extraction.ts';
import type { PageError, PageStatus, Warning } from '../../domain/outcome.ts';
import type { Receipt } from '../../domain/receipt.ts';
import { type SourceKind, sourceKinds } from '../../domain/records.ts';
import { named } from '../../operations/schema-names.ts';
import { warningSchema } from '../../operations/schemas/page-result.ts';
import { pageErrorSchema, pageStatusSchema, receiptSchema } from '../../operations/schemas/receipt.ts';

/** How a field of the records was found. */
export interface FieldReport {
  /** Where it stands in a record of the source; null when nothing was found for it. */
  path: string | null;
  confidence: number;
  /** Part of the records that hold a value. */
  filled: number;
  /** Part of the values that the page shows, of those compared; null when none was. */
  verified: number | null;
}

/** Where the records were taken from. */
export interface SourceReport {
  kind: SourceKind;
  method: 'GET' | 'POST';
  url: string;
  path: string;
  rendered: boolean;
}

/** What collecting and a recipe's run answer (api.md section 7). A document in wire names. */
export interface CollectAnswer {
  status: PageStatus;
  error?: PageError;
  url: string;
  records: Record<string, Json>[];
  complete: boolean;
  fields: Record<string, FieldReport>;
  source: SourceReport | null;
  pages: number;
  rid: string | null;
  unverified: string[];
  /** Records that were compared with what the page shows. */
  checked: number;
  /** Questions to a model. */
  model_calls: number;
  continue?: string;
  warnings: Warning[];
  receipt: Receipt;
}

const fieldReportSchema: z.ZodType<FieldReport> = named(
  'CollectedField',
  z.object({
    path: z
      .string()
      .nullable()
      .describe('JSON pointer into a record of the source; null when nothing was found for the field'),
    confidence: z.number().describe('0 to 1'),
    filled: z.number().describe('part of the records that hold a value'),
    verified: z
      .number()
      .nullable()
      .describe(
        'part of the compared values that the page shows beside the record; null when none could be compared',
      ),
  }),
);

const sourceReportSchema: z.ZodType<SourceReport> = named(
  'CollectedSource',
  z.object({
    kind: z.enum(sourceKinds),
    method: z.enum(['GET', 'POST']),
    url: z.string(),
    path: z.string().describe('JSON pointer of the list, or the place of the elements on the page'),
    rendered: z.boolean().describe('whether a browser is needed for it'),
  }),
);

/** The answer's shape. */
export const collectAnswerSchema: z.ZodType<CollectAnswer> = named(
  'Collected',
  z.object({
    status: pageStatusSchema,
    error: pageErrorSchema.optional(),
    url: z.string().describe('as asked'),
    records: z
      .array(
        z.record(
          z.string(),
          z.custom<Json>(() => true),
        ),
      )
      .describe('each with exactly the fields asked for; null where there is no value'),
    complete: z.boolean().describe('true only when the end of the listing was seen'),
    fields: z.record(z.string(), fieldReportSchema),
    source: sourceReportSchema.nullable().describe('null when no records were found'),
    pages: z.int().describe('pages and answers that brought records'),
    rid: z
      .string()
      .nullable()
      .describe('the recipe: POST /v1/recipes/{rid}/run gets the records again without looking for them'),
    unverified: z
      .array(z.string())
      .describe('JSON pointers into `records`: values that the page was looked at for and does not show'),
    checked: z.int().describe('records that were compared with what the page shows'),
    model_calls: z.int(),
    continue: z
      .string()
      .optional()
      .describe('present when it ended before the listing did: POST /v1/recipes/{rid}/run goes on with it'),
    warnings: z.array(warningSchema),
    receipt: receiptSchema,
  }),
);
