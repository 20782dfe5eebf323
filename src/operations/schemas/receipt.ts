import { z } from 'zod';
import { pageErrorCodes, pageStatuses } from '../../domain/pages/outcome.ts';
import { schemaModes } from '../../domain/resources/model.ts';
import { itemPrices, routePrices } from '../../domain/resources/rate-card.ts';
import type { Receipt } from '../../domain/resources/receipt.ts';
import { fromPage } from '../page-origin.ts';
import { withSchemaName } from '../schema-names.ts';

const errorCodes = Object.values(pageErrorCodes).flat();
const routes = Object.keys(routePrices) as Array<keyof typeof routePrices>;
const items = [...routes, ...(Object.keys(itemPrices) as Array<keyof typeof itemPrices>)];

/** Status of a page result. */
export const pageStatusSchema = withSchemaName(
  'PageStatus',
  z.enum(pageStatuses).describe('Outcome of a page: `ok`, or the group of its error.'),
);

/** Advice of an error. */
export const adviceSchema = z
  .string()
  .optional()
  .describe(
    'Next step, if it depends on the request. It names only options that were not tried and that are possible on this instance.',
  );

/** Error kept with a run or an entry: of the work itself or, with the page's advice, of the page it read. */
export const keptErrorSchema = z.object({
  code: z.string().describe('Code of the error, for programs.'),
  message: fromPage(z.string()).describe('Explanation of the error, for people.'),
  advice: adviceSchema,
});

/** Reason why a page is not `ok`. */
export const pageErrorSchema = withSchemaName(
  'PageError',
  z
    .object({
      code: z.enum(errorCodes).describe('Code of the error, for programs.'),
      message: fromPage(z.string()).describe('Explanation of the error, for people.'),
      advice: adviceSchema,
    })
    .describe('Reason why the page is not `ok`.'),
);

/** Observed data of the exit of a page. */
export const exitSchema = withSchemaName(
  'Exit',
  z
    .object({
      country: z.string().nullable().describe('ISO 3166-1 alpha-2; null if unknown'),
      city: z.string().nullable().describe('City of the IP address. null: unknown.'),
      network: z
        .enum(['service', 'residential', 'unblock'])
        .describe('Network of the exit: the service itself, a residential proxy, or an unblocking service.'),
      ip: z.string().nullable().describe('IP address of the exit as observed. null: not observed.'),
      verified: z
        .boolean()
        .describe('true only if the IP address was observed through the same upstream and session'),
      verified_at: z.string().nullable().describe('Time of the observation. null: not observed.'),
      evidence: z
        .array(
          z.object({
            source: z.string().describe('a database, the operator’s `geo` map, or the exits file'),
            country: z
              .string()
              .nullable()
              .describe('Country that this source states (ISO 3166-1 alpha-2). null: it states none.'),
            db_date: z.string().nullable().describe('build day of the database'),
          }),
        )
        .describe('Sources that state the country of the IP address.'),
    })
    .describe('Exit through which the page was read, with the evidence for its country.'),
);

const attemptSchema = withSchemaName(
  'Attempt',
  z.object({
    route: z.enum(routes).describe('Route of the attempt.'),
    exit_country: z.string().nullable().describe('Country of the exit of the attempt. null: unknown.'),
    outcome: z.enum(['ok', ...errorCodes]).describe('Outcome of the attempt: `ok` or an error code.'),
    status_code: z.int().nullable().describe('HTTP status code. null: no response.'),
    ms: z.int().describe('milliseconds'),
    bytes: z.int().describe('transferred bytes'),
  }),
);

const modelUseSchema = withSchemaName(
  'ModelUse',
  z.object({
    model: z.string().describe('Name of the model.'),
    schema_mode: z.enum(schemaModes).describe('how the output was constrained to the schema'),
    calls: z.int().describe('requests, including repeated ones'),
    input_tokens: z.int().describe('Tokens of the requests.'),
    output_tokens: z.int().describe('Tokens of the responses.'),
    cached_tokens: z
      .int()
      .optional()
      .describe('part of `input_tokens` that the model API read from its prompt cache'),
    estimated: z.boolean().describe('true if the model did not report its tokens'),
    ms: z.int().describe('milliseconds'),
  }),
);

/** Signed statement of what was observed and charged. */
export const receiptSchema: z.ZodType<Receipt> = withSchemaName(
  'Receipt',
  z
    .object({
      version: z.literal(1).describe('Version of the receipt format.'),
      id: z.string().describe('Identifier of the receipt, for GET /v1/receipts/{id}.'),
      issuer: z.string().describe('id of the instance that signed the receipt'),
      request_id: z.string().describe('Identifier of the request to which the receipt belongs.'),
      url: z
        .string()
        .nullable()
        .describe(
          'as requested, without credentials and secret parameters; null on the receipt of a request for many pages',
        ),
      url_sha256: z
        .string()
        .optional()
        .describe('SHA-256 (hex) of the complete URL; present if `url` is masked'),
      method: z.string().optional().describe('method of the request; present if it is not GET'),
      final_url: z
        .string()
        .nullable()
        .describe('URL after redirects, masked like `url`. null: no page was read.'),
      final_url_sha256: z
        .string()
        .optional()
        .describe('SHA-256 (hex) of the complete `final_url`; present if `final_url` is masked'),
      status: pageStatusSchema
        .nullable()
        .describe(
          'Status of the page, or of all pages of the request. null: they differ, or there is no page.',
        ),
      status_code: z.int().nullable().describe('HTTP status code of the final response. null: no response.'),
      derived_from: z
        .string()
        .nullable()
        .describe('id of the receipt of the original result, for a `cache` result'),
      route: z
        .enum(routes)
        .nullable()
        .describe(
          'Route that returned the result. null: the pages of one request used different routes, or none was used.',
        ),
      exit: exitSchema.nullable().describe('Exit through which the page was read. null: none was used.'),
      credits: z.int().describe('Credits charged; the sum of `charges`.'),
      charges: z
        .array(
          z.object({
            item: z.enum(items).describe('Item of the rate card.'),
            credits: z.int().describe('Credits charged for the item.'),
          }),
        )
        .describe('Charges of this receipt by item of the rate card.'),
      attempts: z.array(attemptSchema).describe('Attempts to read the page, in order.'),
      fetched_at: z.string().describe('ISO 8601, UTC'),
      ms: z.int().describe('milliseconds from the start to the end of the work'),
      bytes: z.int().describe('transferred bytes of all attempts'),
      content_sha256: z
        .string()
        .nullable()
        .describe('SHA-256 of the decoded body in UTF-8, as in `raw_html`'),
      file_sha256: z
        .string()
        .optional()
        .describe(
          'SHA-256 (hex) of the bytes of a file that the caller sent; present if `route` is `upload`',
        ),
      result_sha256: z
        .string()
        .optional()
        .describe(
          'SHA-256 (hex) of the canonical JSON (RFC 8785) of the result that was delivered with this receipt, without the receipt and its addresses; absent if the receipt covers no result',
        ),
      login: z
        .string()
        .optional()
        .describe('id of the saved login with which the page was read; absent without one'),
      parts_sha256: z
        .record(z.string(), z.string())
        .optional()
        .describe(
          'SHA-256 (hex) of single parts of that result by name: of a text in UTF-8, otherwise of its canonical JSON. `complete_markdown` is the whole text of a long page.',
        ),
      robots: z
        .object({
          policy: z
            .enum(['respect', 'ignore'])
            .describe('Whether the request respects or ignores robots rules.'),
          verdict: z
            .enum(['allowed', 'disallowed', 'unknown'])
            .describe(
              'What the robots rules of the site say about the page. `unknown`: they could not be read.',
            ),
        })
        .nullable()
        .describe('Robots rules of the page. null: they were not consulted.'),
      model: modelUseSchema.optional().describe('model usage; absent if no model was called'),
      pages: z
        .array(z.string())
        .optional()
        .describe('ids of the pages’ receipts, on the receipt of a request for many pages'),
      signature: z.string().describe('detached JWS (EdDSA) over the RFC 8785 form of the other fields'),
    })
    .describe('Signed statement of what was observed and charged.'),
);
