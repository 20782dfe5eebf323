import { z } from 'zod';
import { isCurrency } from '../../domain/currency.ts';
import type { JsonSchema } from '../../domain/extraction.ts';
import { nothingStored, type PageCommand, usualPageCommand } from '../../domain/page-command.ts';
import { countrySchema } from '../../operations/schemas/page-options.ts';
import { schemaSchema } from '../extract/extract-request.ts';

const addressSchema = z.string().max(8_192);
const mostCountries = 50;

/** Addresses by country in upper case. */
function byCountry(urls: Readonly<Record<string, string>> | null | undefined): ReadonlyMap<string, string> {
  return new Map(Object.entries(urls ?? {}).map(([country, url]) => [country.toUpperCase(), url]));
}

/** The strict body of `POST /v1/compare`. */
export const compareBody = z
  .strictObject({
    countries: z
      .array(countrySchema)
      .min(1)
      .max(mostCountries)
      .describe('two-letter codes (ISO 3166-1 alpha-2); one row each, in this order'),
    url: addressSchema.nullish().describe('page to read from every country'),
    urls: z
      .record(z.string().regex(/^[A-Za-z]{2}$/, 'must be a two-letter country code'), addressSchema)
      .nullish()
      .describe('addresses by country, such as {"DE": "https://shop.example/de/lamp"}; before `url`'),
    schema: schemaSchema
      .nullish()
      .describe(
        'JSON Schema of what to read from every page as `data`; name, price, currency and availability when left out',
      ),
    base_currency: z
      .string()
      .default('USD')
      .transform((code) => code.toUpperCase())
      .refine(isCurrency, 'is no currency code (ISO 4217)')
      .describe('currency (ISO 4217) that prices are converted to'),
    strict_country: z
      .boolean()
      .default(true)
      .describe('give no page rather than one through an exit that was not seen in the country'),
  })
  .superRefine(({ countries, url, urls }, context) => {
    const issue = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
    if (url == null && urls == null) return issue(['url'], 'give url, urls or both');
    const known = byCountry(urls);
    for (const country of Object.keys(urls ?? {})) {
      if (!countries.includes(country.toUpperCase())) issue(['urls', country], 'is not among countries');
    }
    const without = countries.filter((country) => url == null && !known.has(country));
    if (without.length > 0) issue(['urls'], `there is no address for ${without.join(', ')}`);
  });

/** The page of one country. */
export interface CountryPage {
  country: string;
  page: PageCommand;
}

/** What a comparison is asked for. */
export interface CompareCommand {
  /** One a country, in the order asked. */
  pages: CountryPage[];
  /** Null for the default fields. */
  schema: JsonSchema | null;
  baseCurrency: string;
}

function pageOf(url: string, country: string, strictCountry: boolean): PageCommand {
  return usualPageCommand(url, { ...nothingStored, formats: ['metadata'], country, strictCountry });
}

/** From the validated body to the command. */
export function toCompareCommand(body: z.output<typeof compareBody>): CompareCommand {
  const known = byCountry(body.urls);
  const countries = [...new Set(body.countries)];
  return {
    pages: countries.map((country) => ({
      country,
      page: pageOf(known.get(country) ?? (body.url as string), country, body.strict_country),
    })),
    schema: body.schema ?? null,
    baseCurrency: body.base_currency,
  };
}
