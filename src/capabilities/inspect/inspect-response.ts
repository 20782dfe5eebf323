import { z } from 'zod';
import type { Json } from '../../domain/pages/extraction.ts';
import type { Paging } from '../../domain/pages/listing.ts';
import type { PageError, PageStatus, Warning } from '../../domain/pages/outcome.ts';
import { type SourceKind, sourceKinds, type ValueType, valueTypes } from '../../domain/pages/records.ts';
import type { Receipt } from '../../domain/resources/receipt.ts';
import { continueField } from '../../operations/declaration/continuation.ts';
import { fromPage } from '../../operations/page-origin.ts';
import { withSchemaName } from '../../operations/schema-names.ts';
import { warningsSchema } from '../../operations/schemas/page-result.ts';
import { pageErrorSchema, pageStatusSchema, receiptSchema } from '../../operations/schemas/receipt.ts';

/** A list of records behind a page, and how to read it again. */
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

/** Response of `POST /v1/inspect` (docs/api/values-and-records.md#inspect). */
export interface InspectResponse {
  status: PageStatus;
  error?: PageError;
  url: string;
  needs_browser: boolean;
  sources: InspectedSource[];
  pagination: { next: string | null; by: 'rel' | 'label' | 'number' | null; last: number | null };
  cheapest: string | null;
  feeds: string[];
  sitemaps: string[];
  llms_txt: string[];
  /** True if the calls of the page’s scripts were observed, or no script could call anything. */
  calls_seen: boolean;
  complete: boolean;
  continue?: string;
  warnings: Warning[];
  receipt: Receipt;
}

const sourceSchema: z.ZodType<InspectedSource> = withSchemaName(
  'InspectedSource',
  z.object({
    id: z.string().describe('Identifier of the source in this response.'),
    kind: z.enum(sourceKinds).describe('Kind of the source.'),
    method: z.enum(['GET', 'POST']).describe('HTTP method of the request for the records.'),
    url: fromPage(z.string()).describe('URL that returns the records.'),
    path: fromPage(z.string()).describe('JSON Pointer of the list, or selector of the repeated elements.'),
    records: z.int().describe('Number of records in the source.'),
    shown: z
      .number()
      .nullable()
      .describe(
        'Share of the visible records that this source contains in the same order, from 0 to 1. null: the page shows no records.',
      ),
    fields: fromPage(
      z.array(
        z.object({
          name: z.string().describe('Name of the field.'),
          type: z.enum(valueTypes).describe('Type of the values.'),
          example: z.custom<Json>(() => true).describe('Value of the field in one record.'),
        }),
      ),
    ).describe('Fields of the records.'),
    replay: z
      .object({
        tested: z.boolean().describe('True if the call was repeated without the page.'),
        ok: z.boolean().describe('True if the call returns the same records without the page.'),
        headers: fromPage(z.array(z.string())).describe('Names of the required headers.'),
        cookies: fromPage(z.array(z.string())).describe('Names of the required cookies.'),
        calls: z.int().describe('Number of requests that the test needed.'),
        reason: z.string().optional().describe('Reason why the call was not tested or does not work.'),
      })
      .describe(
        'Result of repeating a call of the page’s scripts without the page. The page itself needs no test.',
      ),
    pagination: z
      .object({
        kind: z
          .enum(['none', 'link', 'number', 'cursor', 'address', 'header'])
          .describe(
            'Kind of the pagination: `none`, a `link`, a `number` or `cursor` in a parameter, the `address` of the next page in the response, or its `Link` header.',
          ),
        total: z.boolean().describe('True if a response states the number of records.'),
      })
      .describe('Method to get from one page of records to the next.'),
    rendered: z.boolean().describe('True if the source needs a browser.'),
    credits_per_run: z.int().describe('Credits for reading one page of the source.'),
  }),
);

/** Schema of the response. */
export const inspectResponseSchema: z.ZodType<InspectResponse> = z.object({
  status: pageStatusSchema,
  error: pageErrorSchema.optional(),
  url: z.string().describe('URL as given in the request.'),
  needs_browser: z.boolean().describe('True if the page has almost no content before its scripts run.'),
  sources: z
    .array(sourceSchema)
    .describe(
      'Sources, those of the main records of the page first; sources of the same records cheapest first.',
    ),
  pagination: z
    .object({
      next: fromPage(z.string().nullable()).describe('URL of the next page, from a link on the page.'),
      by: z
        .enum(['rel', 'label', 'number'])
        .nullable()
        .describe('How the link was recognized. null: there is no next page.'),
      last: z.int().nullable().describe('Highest linked page number.'),
    })
    .describe('Links from this page to further pages.'),
  cheapest: z.string().nullable().describe('Identifier of the recommended source.'),
  feeds: fromPage(z.array(z.string())).describe('URLs of the feeds that the page links to.'),
  sitemaps: fromPage(z.array(z.string())).describe('URLs of sitemaps that the page links to.'),
  llms_txt: fromPage(z.array(z.string())).describe(
    'URLs of the texts for language models that the site has: `llms.txt` and `llms-full.txt`.',
  ),
  calls_seen: z
    .boolean()
    .describe(
      'True if the calls of the page’s scripts were observed, or the page has none that could call anything.',
    ),
  complete: z
    .boolean()
    .describe('True if the page was read, and its sources were tested before the time limit.'),
  continue: continueField,
  warnings: warningsSchema,
  receipt: receiptSchema,
});
