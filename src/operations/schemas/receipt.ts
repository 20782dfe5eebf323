import { z } from 'zod';
import { modelRungs } from '../../domain/model.ts';
import { pageErrorCodes, pageStatuses } from '../../domain/outcome.ts';
import { itemPrices, routePrices } from '../../domain/rate-card.ts';
import type { Receipt } from '../../domain/receipt.ts';
import { named } from '../schema-names.ts';

const errorCodes = Object.values(pageErrorCodes).flat();
const routes = Object.keys(routePrices) as Array<keyof typeof routePrices>;
const items = [...routes, ...(Object.keys(itemPrices) as Array<keyof typeof itemPrices>)];

/** A page status that a result may have. */
export const pageStatusSchema = named('PageStatus', z.enum(pageStatuses));

/** Why a page is not `ok`. */
export const pageErrorSchema = named(
  'PageError',
  z.object({ code: z.enum(errorCodes), message: z.string() }),
);

/** What was observed of the exit that a page came through. */
export const exitSchema = named(
  'Exit',
  z.object({
    country: z.string().nullable().describe('ISO 3166-1 alpha-2; null when nobody knows'),
    city: z.string().nullable(),
    network: z.enum(['service', 'residential', 'unblock']),
    ip: z.string().nullable(),
    verified: z
      .boolean()
      .describe('true only when the address was observed through the same upstream and session'),
    verified_at: z.string().nullable(),
    evidence: z.array(
      z.object({
        source: z.string().describe('a database, the operator’s `geo` map, or the exits file'),
        country: z.string().nullable(),
        db_date: z.string().nullable().describe('day that a database was made'),
      }),
    ),
  }),
);

const attemptSchema = named(
  'Attempt',
  z.object({
    route: z.enum(routes),
    exit_country: z.string().nullable(),
    outcome: z.enum(['ok', ...errorCodes]),
    status_code: z.int().nullable(),
    ms: z.int().describe('milliseconds'),
    bytes: z.int().describe('bytes over the wire'),
  }),
);

const modelUseSchema = named(
  'ModelUse',
  z.object({
    model: z.string(),
    rung: z.enum(modelRungs).describe('how the answer was kept to its schema'),
    calls: z.int().describe('requests, repeated ones included'),
    input_tokens: z.int(),
    output_tokens: z.int(),
    estimated: z.boolean().describe('true when the model did not count its tokens'),
    ms: z.int().describe('milliseconds'),
  }),
);

/** What was observed and charged, signed. */
export const receiptSchema: z.ZodType<Receipt> = named(
  'Receipt',
  z.object({
    version: z.literal(1),
    id: z.string(),
    issuer: z.string().describe('id of the instance that signed'),
    request_id: z.string(),
    url: z.string().nullable().describe('as asked; null on the receipt of a request for many pages'),
    final_url: z.string().nullable(),
    status: pageStatusSchema.nullable(),
    status_code: z.int().nullable(),
    derived_from: z.string().nullable().describe('id of the receipt behind a `cache` result'),
    route: z.enum(routes).nullable(),
    exit: exitSchema.nullable(),
    credits: z.int(),
    charges: z.array(z.object({ item: z.enum(items), credits: z.int() })),
    attempts: z.array(attemptSchema),
    fetched_at: z.string().describe('ISO 8601, UTC'),
    ms: z.int().describe('milliseconds from the start of the work to its end'),
    bytes: z.int().describe('bytes over the wire, all attempts together'),
    content_sha256: z.string().nullable().describe('SHA-256 of the decoded body in UTF-8, as in `raw_html`'),
    robots: z
      .object({
        policy: z.enum(['respect', 'ignore']),
        verdict: z.enum(['allowed', 'disallowed', 'unknown']),
      })
      .nullable(),
    model: modelUseSchema.optional().describe('what a small model was asked; absent when none was called'),
    pages: z
      .array(z.string())
      .optional()
      .describe('ids of the pages’ receipts, on the receipt of many pages'),
    signature: z.string().describe('detached JWS (EdDSA) over the RFC 8785 form of the other fields'),
  }),
);
