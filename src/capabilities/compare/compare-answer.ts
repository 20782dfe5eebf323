import { z } from 'zod';
import type { ExitReport } from '../../domain/exit.ts';
import type { Json } from '../../domain/extraction.ts';
import {
  type Availability,
  availabilities,
  type OfferPrice,
  type ProductIdentity,
} from '../../domain/offer.ts';
import type { PageError, PageStatus, Warning } from '../../domain/outcome.ts';
import type { Receipt } from '../../domain/receipt.ts';
import { named } from '../../operations/schema-names.ts';
import { warningSchema } from '../../operations/schemas/page-result.ts';
import {
  exitSchema,
  pageErrorSchema,
  pageStatusSchema,
  receiptSchema,
} from '../../operations/schemas/receipt.ts';

/** Whether a row is about the product that most rows are about. */
export const sameness = ['same', 'different', 'unknown'] as const;

/** One of {@link sameness}. */
export type Sameness = (typeof sameness)[number];

/** How a price was read, for whoever wants to look closer. A document in wire names. */
export interface PriceDetail {
  text: string;
  amount: string;
  amount_base: string | null;
  kind: OfferPrice['kind'];
  up_to: string | null;
  unit: string | null;
  list_price: string | null;
  shown: boolean;
  locator: string;
}

/** One country of a comparison (api.md section 7). A document in wire names. */
export interface CompareRow {
  country: string;
  status: PageStatus;
  error?: PageError;
  url: string;
  final_url: string | null;
  exit: ExitReport | null;
  name: string | null;
  price: number | null;
  currency: string | null;
  price_base: number | null;
  rate: number | null;
  rate_date: string | null;
  availability: Availability | null;
  tax_included?: boolean;
  tax_usually_included: boolean | null;
  same_product: Sameness;
  same_product_basis: string | null;
  comparable: boolean;
  price_detail: PriceDetail | null;
  product: ProductIdentity | null;
  data: Json;
  unverified: string[];
  missing: string[];
  warnings: Warning[];
  receipt: Receipt;
}

/** How far the prices of comparable rows lie apart. */
export interface Spread {
  amount: number;
  percent: number;
}

/** What `POST /v1/compare` answers. A document in wire names. */
export interface CompareAnswer {
  rows: CompareRow[];
  base_currency: string;
  rates: { source: 'ecb' | 'packaged'; date: string; stale: boolean };
  cheapest: string | null;
  dearest: string | null;
  same_product: Sameness;
  spread: Spread | null;
  warnings: Warning[];
  receipt: Receipt;
}

const priceDetailSchema: z.ZodType<PriceDetail> = named(
  'PriceDetail',
  z.object({
    text: z.string().describe('as the page writes it'),
    amount: z.string().describe('decimal string, exact'),
    amount_base: z.string().nullable().describe('converted, before rounding'),
    kind: z.enum(['exact', 'range', 'from']).describe('`from`: a lower bound'),
    up_to: z.string().nullable().describe('the upper end of a range'),
    unit: z
      .string()
      .nullable()
      .describe('what the price is for when not for the thing itself: `kg`, `month`'),
    list_price: z.string().nullable().describe('what it cost before, or is said to be worth'),
    shown: z.boolean().describe('whether the page shows it, rather than only carrying it for machines'),
    locator: z.string().describe('where it stands'),
  }),
);

const text = z.string().nullable();

const rowSchema: z.ZodType<CompareRow> = named(
  'CompareRow',
  z.object({
    country: z.string(),
    status: pageStatusSchema,
    error: pageErrorSchema.optional(),
    url: z.string().describe('as asked'),
    final_url: text,
    exit: exitSchema.nullable().describe('where the page was really read from'),
    name: text,
    price: z.number().nullable().describe('the price asked now, not what it cost before'),
    currency: text.describe('ISO 4217; null when nothing tells whose sign it is'),
    price_base: z.number().nullable().describe('in the base currency, rounded to its minor units'),
    rate: z.number().nullable().describe('units of the base currency for one of `currency`'),
    rate_date: text.describe('day of that rate'),
    availability: z.enum(availabilities).nullable(),
    tax_included: z.boolean().optional().describe('absent when the page does not say'),
    tax_usually_included: z
      .boolean()
      .nullable()
      .describe('what is usual in the country; null when not known'),
    same_product: z.enum(sameness),
    same_product_basis: text.describe(
      'what tells: gtin, mpn, sku, model, name, brand, or what the variant differs in',
    ),
    comparable: z.boolean().describe('whether `cheapest` and `dearest` were chosen among this row too'),
    price_detail: priceDetailSchema.nullable(),
    product: z
      .object({ gtin: text, mpn: text, sku: text, brand: text, model: text, color: text, size: text })
      .nullable()
      .describe('what tells the product from others'),
    data: z
      .unknown()
      .transform((data) => data as Json)
      .describe(
        'the fields of `schema`, or name, price, currency and availability; null when the page was not read',
      ),
    unverified: z.array(z.string()).describe('JSON pointers into `data`: values that the page does not show'),
    missing: z.array(z.string()).describe('JSON pointers of what was not found'),
    warnings: z.array(warningSchema),
    receipt: receiptSchema,
  }),
);

/** The answer's shape. */
export const compareAnswerSchema: z.ZodType<CompareAnswer> = named(
  'Comparison',
  z.object({
    rows: z
      .array(rowSchema)
      .describe('one a country, in the order asked; those that failed keep their reason'),
    base_currency: z.string(),
    rates: z
      .object({
        source: z
          .enum(['ecb', 'packaged'])
          .describe('`packaged`: a table of the ECB that came with this version'),
        date: z.string().describe('day of the rates'),
        stale: z.boolean().describe('older than four days'),
      })
      .describe('reference rates of the European Central Bank, for information only'),
    cheapest: text.describe(
      'country of the lowest price among comparable rows: a verified exit, an unambiguous price, the same product, not sold out',
    ),
    dearest: text.describe('country of the highest price among them'),
    same_product: z.enum(sameness).describe('`same` when all rows that were read are'),
    spread: z
      .object({ amount: z.number(), percent: z.number().describe('of the cheapest') })
      .nullable()
      .describe('from cheapest to dearest, in the base currency'),
    warnings: z.array(warningSchema),
    receipt: receiptSchema,
  }),
);
