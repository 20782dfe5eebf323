import { z } from 'zod';
import type { JsonSchema } from '../../domain/pages/extraction.ts';
import { defaultPageCommand, type PageCommand, withoutStoredText } from '../../domain/pages/page-command.ts';
import type { Receipt } from '../../domain/resources/receipt.ts';
import { isCurrency } from '../../domain/values/currency.ts';
import { atLeastOne, withFieldRules } from '../../operations/declaration/field-rules.ts';
import { countrySchema } from '../../operations/schemas/page-options.ts';
import { extractionSchema } from '../extract/extract-request.ts';
import type { UncomparedRow } from './evaluate-rows.ts';

const urlSchema = z.string().max(8_192);
const maxCountries = 50;

/** Returns the URLs by country code in upper case. */
function byCountry(urls: Readonly<Record<string, string>> | null | undefined): ReadonlyMap<string, string> {
  return new Map(Object.entries(urls ?? {}).map(([country, url]) => [country.toUpperCase(), url]));
}

const compareFields = z
  .strictObject({
    countries: z
      .array(countrySchema)
      .min(1)
      .max(maxCountries)
      .describe(
        'Two-letter country codes (ISO 3166-1 alpha-2), at most 50. The response has one row per country, in this order.',
      ),
    url: urlSchema.nullish().describe('URL to read from every country.'),
    urls: z
      .record(z.string().regex(/^[A-Za-z]{2}$/, 'Must be a two-letter country code.'), urlSchema)
      .nullish()
      .describe(
        'URLs by country, such as {"DE": "https://shop.example/de/lamp"}. They take precedence over `url`.',
      ),
    schema: extractionSchema
      .nullish()
      .describe(
        'JSON Schema of the values to return as `data` for every page. Default: name, price, currency and availability.',
      ),
    base_currency: z
      .string()
      .default('USD')
      .transform((code) => code.toUpperCase())
      .refine(isCurrency, 'Must be a currency code (ISO 4217).')
      .describe('Currency (ISO 4217) to which prices are converted.'),
    strict_country: z
      .boolean()
      .default(true)
      .describe(
        'Return an error instead of a page that was not read through a verified exit in the country.',
      ),
  })
  .superRefine(({ countries, url, urls }, context) => {
    const addIssue = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
    // A rule of the body.
    if (url == null && urls == null) return;
    const urlByCountry = byCountry(urls);
    for (const country of Object.keys(urls ?? {})) {
      if (!countries.includes(country.toUpperCase()))
        addIssue(['urls', country], 'Must be one of `countries`.');
    }
    const missing = countries.filter((country) => url == null && !urlByCountry.has(country));
    if (missing.length > 0)
      addIssue(['urls'], `There is no URL for ${missing.join(', ')}. Add them to \`urls\`, or set \`url\`.`);
  });

/** Body of `POST /v1/compare`. */
export const compareBody = withFieldRules(compareFields, [
  atLeastOne(['url', 'urls'], 'Set `url`, `urls` or both.', 'url'),
]);

/** Page to read for one country. */
export interface CountryPage {
  country: string;
  /** JSON Pointer to its URL in the body. */
  pointer: string;
  page: PageCommand;
}

/** Row of a country that an earlier call read, before its comparison with the others. */
export interface StoredRow {
  row: UncomparedRow;
  /** Digest of the page, or null. */
  digest: string | null;
  receipt: Receipt;
}

/** Options of a comparison. */
export interface CompareCommand {
  /** All countries, in the order of the request. */
  countries: string[];
  /** The pages to read: one per country, without those that earlier calls read. */
  pages: CountryPage[];
  /** Rows of earlier calls. */
  rows: StoredRow[];
  /** null: the default fields. */
  schema: JsonSchema | null;
  baseCurrency: string;
}

function createPageCommand(url: string, country: string, strictCountry: boolean): PageCommand {
  return defaultPageCommand(url, { ...withoutStoredText, formats: ['metadata'], country, strictCountry });
}

/** Converts the validated body to a command. */
export function toCompareCommand(body: z.output<typeof compareBody>): CompareCommand {
  const urlByCountry = byCountry(body.urls);
  const countries = [...new Set(body.countries)];
  const pointerOf = (country: string) => {
    const key = Object.keys(body.urls ?? {}).find((name) => name.toUpperCase() === country);
    return key === undefined ? '/url' : `/urls/${key}`;
  };
  return {
    countries,
    rows: [],
    pages: countries.map((country) => ({
      country,
      pointer: pointerOf(country),
      page: createPageCommand(
        urlByCountry.get(country) ?? (body.url as string),
        country,
        body.strict_country,
      ),
    })),
    schema: body.schema ?? null,
    baseCurrency: body.base_currency,
  };
}
