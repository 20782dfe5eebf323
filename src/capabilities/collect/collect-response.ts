import { z } from 'zod';
import type { Json } from '../../domain/pages/extraction.ts';
import type { PageError, PageStatus, Warning } from '../../domain/pages/outcome.ts';
import { type SourceKind, sourceKinds } from '../../domain/pages/records.ts';
import type { Receipt } from '../../domain/resources/receipt.ts';
import { fromPage } from '../../operations/page-origin.ts';
import { withSchemaName } from '../../operations/schema-names.ts';
import { warningsSchema } from '../../operations/schemas/page-result.ts';
import { pageErrorSchema, pageStatusSchema, receiptSchema } from '../../operations/schemas/receipt.ts';

/** Result for one field of the records. */
export interface FieldReport {
  /** Path in a record of the source; null if nothing was found for the field. */
  path: string | null;
  confidence: number;
  /** Share of the records that have a value. */
  filled: number;
  /** Share of the compared values that the page shows; null if no value was compared. */
  verified: number | null;
}

/** Source of the records. */
export interface SourceReport {
  kind: SourceKind;
  method: 'GET' | 'POST';
  url: string;
  path: string;
  rendered: boolean;
}

/** Response of collect and of recipe runs (docs/api/values-and-records.md#collect-and-recipes). */
export interface CollectResponse {
  status: PageStatus;
  error?: PageError;
  url: string;
  records: Record<string, Json>[];
  /** Number of records. */
  count: number;
  complete: boolean;
  fields: Record<string, FieldReport>;
  source: SourceReport | null;
  pages: number;
  rid: string | null;
  unverified: string[];
  /** Number of records that were compared with the visible page. */
  checked: number;
  /** Number of calls to a model. */
  model_calls: number;
  continue?: string;
  warnings: Warning[];
  receipt: Receipt;
}

const fieldReportSchema: z.ZodType<FieldReport> = withSchemaName(
  'CollectedField',
  z.object({
    path: fromPage(z.string().nullable()).describe(
      'JSON Pointer into a record of the source. null: nothing was found for the field.',
    ),
    confidence: z.number().describe('Confidence of the match, from 0 to 1.'),
    filled: z.number().describe('Share of the records that have a value, from 0 to 1.'),
    verified: z
      .number()
      .nullable()
      .describe(
        'Share of the compared values that the page shows next to the record, from 0 to 1. null: no value was compared.',
      ),
  }),
);

const sourceReportSchema: z.ZodType<SourceReport> = withSchemaName(
  'CollectedSource',
  z.object({
    kind: z
      .enum(sourceKinds)
      .describe('Kind of the source: where on the page, or in which call, the records are.'),
    method: z
      .enum(['GET', 'POST'])
      .describe('HTTP method of the call that returns the records; GET for the page itself.'),
    url: fromPage(z.string()).describe('URL that returns the records.'),
    path: fromPage(z.string()).describe('JSON Pointer of the list, or selector of the repeated elements.'),
    rendered: z.boolean().describe('True if the source needs a browser.'),
  }),
);

/** Schema of the response. */
export const collectResponseSchema: z.ZodType<CollectResponse> = withSchemaName(
  'Collected',
  z.object({
    status: pageStatusSchema,
    error: pageErrorSchema.optional(),
    url: z.string().describe('URL as given in the request.'),
    records: fromPage(
      z.array(
        z.record(
          z.string(),
          z.custom<Json>(() => true),
        ),
      ),
    ).describe('Records with exactly the requested fields. null: no value.'),
    count: z.int().describe('Number of records.'),
    complete: z
      .boolean()
      .describe(
        'True only if the end of the listing was proven: its total was reached, its last page was read, or the source says that nothing follows. Otherwise, a warning states the reason.',
      ),
    fields: z.record(z.string(), fieldReportSchema).describe('Result of each requested field, by its name.'),
    source: sourceReportSchema.nullable().describe('Source of the records. null: no records were found.'),
    pages: z.int().describe('Number of pages and API responses with records.'),
    rid: z
      .string()
      .nullable()
      .describe(
        'Identifier of the recipe. POST /v1/recipes/{rid}/run reads the records again without discovery.',
      ),
    unverified: z
      .array(z.string())
      .describe('JSON Pointers into `records` of compared values that the page does not show.'),
    checked: z.int().describe('Number of records that were compared with the visible page.'),
    model_calls: z.int().describe('Number of requests to the model.'),
    continue: z
      .string()
      .optional()
      .describe(
        'Position for the rest of the listing. Pass it to POST /v1/recipes/{rid}/run. Absent at the end of the listing.',
      ),
    warnings: warningsSchema,
    receipt: receiptSchema,
  }),
);
