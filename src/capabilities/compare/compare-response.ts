import { z } from 'zod';
import type { Json } from '../../domain/pages/extraction.ts';
import {
  type Availability,
  availabilities,
  type OfferPrice,
  type ProductIdentity,
} from '../../domain/pages/offer.ts';
import type { PageError, PageStatus, Warning } from '../../domain/pages/outcome.ts';
import type { ExitReport } from '../../domain/resources/exit.ts';
import type { Receipt } from '../../domain/resources/receipt.ts';
import { continueField } from '../../operations/declaration/continuation.ts';
import { fromPage } from '../../operations/page-origin.ts';
import { withSchemaName } from '../../operations/schema-names.ts';
import { warningsSchema } from '../../operations/schemas/page-result.ts';
import {
  exitSchema,
  pageErrorSchema,
  pageStatusSchema,
  receiptSchema,
} from '../../operations/schemas/receipt.ts';
import { type SearchedBy, searchedBySchema } from '../extract/searched-by.ts';

/** Relation of a row to the product of most rows. */
export const sameness = ['same', 'different', 'unknown'] as const;

/** One of {@link sameness}. */
export type Sameness = (typeof sameness)[number];

/** Details of a price, with their JSON names. */
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

/** One country of a comparison (docs/api/values-and-records.md#compare), with its JSON names. */
export interface CompareRow {
  country: string;
  status: PageStatus;
  error?: PageError;
  url: string;
  final_url: string | null;
  captured_at?: string;
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
  searched_by: SearchedBy;
  warnings: Warning[];
  receipt: Receipt;
}

/** Difference between the prices of comparable rows. */
export interface Spread {
  amount: number;
  percent: number;
}

/** Response of `POST /v1/compare`. */
export interface CompareResponse {
  rows: CompareRow[];
  complete: boolean;
  continue?: string;
  base_currency: string;
  rates: { source: 'ecb' | 'packaged'; date: string; stale: boolean };
  cheapest: string | null;
  dearest: string | null;
  same_product: Sameness;
  spread: Spread | null;
  warnings: Warning[];
  receipt: Receipt;
}

const priceDetailSchema: z.ZodType<PriceDetail> = withSchemaName(
  'PriceDetail',
  z.object({
    text: fromPage(z.string()).describe('Price as written on the page.'),
    amount: z.string().describe('Exact amount, as a decimal string.'),
    amount_base: z
      .string()
      .nullable()
      .describe('Amount in the base currency before rounding, as a decimal string.'),
    kind: z.enum(['exact', 'range', 'from']).describe('`from`: a lower bound. `range`: see `up_to`.'),
    up_to: z.string().nullable().describe('Upper end of a range.'),
    unit: z
      .string()
      .nullable()
      .describe('Unit of the price, such as `kg` or `month`. null: the price of the product itself.'),
    list_price: z.string().nullable().describe('Previous or list price.'),
    shown: z
      .boolean()
      .describe('True if the visible page shows the price; false if it is only in structured data.'),
    locator: fromPage(z.string()).describe('Location of the price on the page.'),
  }),
);

const nullableText = z.string().nullable();

const rowSchema: z.ZodType<CompareRow> = withSchemaName(
  'CompareRow',
  z.object({
    country: z.string().describe('Country of the row (ISO 3166-1 alpha-2).'),
    status: pageStatusSchema,
    error: pageErrorSchema.optional(),
    url: z.string().describe('URL as given in the request.'),
    final_url: fromPage(z.string().nullable()).describe('URL after redirects. null: the page was not read.'),
    captured_at: z
      .string()
      .optional()
      .describe(
        'Time of the copy, if the page states that it is an archived one (`Memento-Datetime`, RFC 7089). Its price is converted with the rates of that day.',
      ),
    exit: exitSchema.nullable().describe('Exit through which the page was read.'),
    name: fromPage(z.string().nullable()).describe('Name of the product. null: not found.'),
    price: z.number().nullable().describe('Current price, not a previous or list price.'),
    currency: nullableText.describe('ISO 4217 code. null: the currency sign is ambiguous.'),
    price_base: z.number().nullable().describe('Price in the base currency, rounded to its minor unit.'),
    rate: z.number().nullable().describe('Units of the base currency for one unit of `currency`.'),
    rate_date: nullableText.describe('Day of the exchange rate.'),
    availability: z
      .enum(availabilities)
      .nullable()
      .describe('Availability of the product. null: the page does not state it.'),
    tax_included: z.boolean().optional().describe('Absent if the page does not state it.'),
    tax_usually_included: z
      .boolean()
      .nullable()
      .describe('True if prices in this country usually include tax. null: unknown.'),
    same_product: z.enum(sameness).describe('Whether the row is about the same product as the others.'),
    same_product_basis: nullableText.describe(
      'Identifiers that decide `same_product`: gtin, mpn, sku, model, name, brand, or the differences of the variant.',
    ),
    comparable: z.boolean().describe('True if `cheapest` and `dearest` take this row into account.'),
    price_detail: priceDetailSchema.nullable().describe('Details of the price. null: no price was found.'),
    product: fromPage(
      z.object({
        gtin: nullableText.describe('GTIN (EAN, UPC or ISBN). null: not found.'),
        mpn: nullableText.describe('Part number of the manufacturer. null: not found.'),
        sku: nullableText.describe('Article number of the shop. null: not found.'),
        brand: nullableText.describe('Brand. null: not found.'),
        model: nullableText.describe('Model. null: not found.'),
        color: nullableText.describe('Color of the variant. null: not found.'),
        size: nullableText.describe('Size of the variant. null: not found.'),
      }),
    )
      .nullable()
      .describe('Identifiers and variant of the product.'),
    data: fromPage(z.unknown().transform((data) => data as Json)).describe(
      'Fields of `schema`, or name, price, currency and availability. null: the page was not read.',
    ),
    unverified: z
      .array(z.string())
      .describe('JSON Pointers into `data` of values that the page does not contain.'),
    missing: z.array(z.string()).describe('JSON Pointers of fields without a value.'),
    searched_by: searchedBySchema,
    warnings: warningsSchema,
    receipt: receiptSchema,
  }),
);

/** Schema of the response. */
export const compareResponseSchema: z.ZodType<CompareResponse> = withSchemaName(
  'Comparison',
  z.object({
    rows: z
      .array(rowSchema)
      .describe(
        'One row per country, in the order of the request. Failed rows state their error. A continued call returns the rows of the earlier calls as well.',
      ),
    complete: z.boolean().describe('True if there is a row for each country, whatever its status.'),
    continue: continueField,
    base_currency: z.string().describe('ISO 4217 code of the currency of `price_base` and `spread`.'),
    rates: z
      .object({
        source: z
          .enum(['ecb', 'packaged'])
          .describe('`packaged`: the table that is packaged with this version of the service.'),
        date: z.string().describe('Day of the rates.'),
        stale: z.boolean().describe('True if the rates are older than four days.'),
      })
      .describe('Reference rates of the European Central Bank, for information only.'),
    cheapest: nullableText.describe(
      'Country with the lowest price among comparable rows: verified exit, unambiguous price, same product, not sold out.',
    ),
    dearest: nullableText.describe('Country with the highest price among comparable rows.'),
    same_product: z.enum(sameness).describe('`same` if all rows that were read are about the same product.'),
    spread: z
      .object({
        amount: z.number().describe('Difference in the base currency.'),
        percent: z.number().describe('Difference in percent of the lowest price.'),
      })
      .nullable()
      .describe('Difference between the highest and the lowest price, in the base currency.'),
    warnings: warningsSchema,
    receipt: receiptSchema,
  }),
);
