import { z } from 'zod';
import type { PageError, PageStatus, Warning } from '../../domain/pages/outcome.ts';
import type { Receipt } from '../../domain/resources/receipt.ts';
import { fromPage } from '../../operations/page-origin.ts';
import { warningsSchema } from '../../operations/schemas/page-result.ts';
import { pageErrorSchema, pageStatusSchema, receiptSchema } from '../../operations/schemas/receipt.ts';
import { type ExtractedValues, extractedValueFields } from './extracted-values.ts';

/** Response of `POST /v1/extract` (docs/api/values-and-records.md#extract). */
export interface ExtractResponse extends ExtractedValues {
  status: PageStatus;
  error?: PageError;
  /** URL as given in the request. */
  url: string;
  learned: string[];
  text?: string;
  warnings: Warning[];
  receipt: Receipt;
}

/** Schema of the response. */
export const extractResponseSchema: z.ZodType<ExtractResponse> = z.object({
  status: pageStatusSchema,
  error: pageErrorSchema.optional(),
  url: z.string().describe('URL as given in the request.'),
  ...extractedValueFields,
  learned: z.array(z.string()).describe('JSON Pointers of values from which selectors were learned.'),
  text: fromPage(z.string()).optional().describe('Plain text of the page, if it was requested.'),
  warnings: warningsSchema,
  receipt: receiptSchema,
});
