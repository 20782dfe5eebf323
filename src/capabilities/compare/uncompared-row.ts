import type { Json } from '../../domain/pages/extraction.ts';
import type { OfferPrice, PageOffer } from '../../domain/pages/offer.ts';
import type { Warning } from '../../domain/pages/outcome.ts';
import { currencyOfCountry } from '../../domain/values/currency.ts';
import { convertCurrency, type RateTable } from '../../domain/values/exchange.ts';
import type { FetchedPage } from '../../fetching/fetched-page.ts';
import { createSearchedBy } from '../extract/searched-by.ts';
import type { FinderResult } from '../extract/value-finder.ts';
import type { CountryPage } from './compare-request.ts';
import type { PriceDetail } from './compare-response.ts';
import type { UncomparedRow } from './evaluate-rows.ts';
import { findRedirectCountry } from './redirect-country.ts';

/** Countries where shop prices usually include tax, and those where they do not; others are unknown. */
const taxIncludedCountries = new Set(
  'AT AU BE BG BR CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT JP KR LT LU LV MT MX NL NO NZ PL PT RO RU SE SG SI SK TR UA ZA'.split(
    ' ',
  ),
);
const taxExcludedCountries = new Set(['CA', 'PR', 'US']);

function isTaxUsuallyIncluded(country: string): boolean | null {
  return taxIncludedCountries.has(country) ? true : taxExcludedCountries.has(country) ? false : null;
}

/** Result of reading the page of one country. */
export interface CountryResult {
  countryPage: CountryPage;
  fetched: FetchedPage;
  /** Values of the caller’s schema; null without a schema or if the page was not read. */
  extraction: FinderResult | null;
  /** Time of the copy, if the page is one of an archive. */
  capturedAt: Date | null;
  /** Rates of the day of the copy; null if the page is no copy, or there are none. */
  pastRates: RateTable | null;
}

interface Conversion {
  /** Rounded and unrounded amount with the rate; null if there is no rate. */
  value: { amount: string; unrounded: string; rate: string } | null;
  warnings: Warning[];
}

function convertPrice(price: OfferPrice | null, base: string, table: RateTable): Conversion {
  if (price === null || price.currency === null) return { value: null, warnings: [] };
  const value = convertCurrency(price.amount, price.currency, base, table);
  if (value !== null) return { value, warnings: [] };
  const message = `There is no exchange rate between ${price.currency} and ${base} in the table of ${table.date}; the price was not converted.`;
  return { value: null, warnings: [{ code: 'no_rate', message }] };
}

function createExitWarnings({ countryPage, fetched }: CountryResult): Warning[] {
  const { exit } = fetched.observation;
  const isExitVerified = exit?.verified === true && exit.country === countryPage.country;
  const hasCountryWarning = fetched.page.warnings.some(({ code }) => /^country_/.test(code));
  if (isExitVerified || hasCountryWarning) return [];
  const message = `The exit in ${countryPage.country} was not verified for this page.`;
  return [{ code: 'country_not_verified', message }];
}

function createCopyWarnings({ capturedAt, pastRates }: CountryResult, table: RateTable): Warning[] {
  if (capturedAt === null) return [];
  const day = capturedAt.toISOString().slice(0, 10);
  const message = `The page is an archived copy of ${day}; its price is of that day.`;
  const copy = { code: 'archived_copy', message };
  if (pastRates !== null) return [copy];
  const reason = `There are no exchange rates of ${day}: they are known for the last 90 days. Those of ${table.date} were used.`;
  return [copy, { code: 'rates_of_other_day', message: reason }];
}

function createLocationWarnings(
  { countryPage, fetched }: CountryResult,
  price: OfferPrice | null,
): Warning[] {
  const { country } = countryPage;
  const final = fetched.page.final_url;
  const redirectCountry = final === null ? null : findRedirectCountry(countryPage.page.url, final, country);
  const localCurrency = currencyOfCountry(country);
  const isForeign = price?.currency != null && localCurrency !== null && price.currency !== localCurrency;
  return [
    ...(redirectCountry === null
      ? []
      : [
          {
            code: 'redirected_elsewhere',
            message: `The site redirected the visitor from ${country} to a page that seems to be for ${redirectCountry}.`,
          },
        ]),
    ...(isForeign
      ? [
          {
            code: 'foreign_currency',
            message: `The price is in ${price?.currency}; the currency of ${country} is ${localCurrency}.`,
          },
        ]
      : []),
  ];
}

function createPriceDetail(price: OfferPrice, unrounded: string | null): PriceDetail {
  return {
    text: price.raw.slice(0, 300),
    amount: price.amount,
    amount_base: unrounded,
    kind: price.kind,
    up_to: price.upTo,
    unit: price.unit,
    list_price: price.listAmount,
    shown: price.isShown,
    locator: price.locator,
  };
}

function createData({ fetched, extraction }: CountryResult, offer: PageOffer | null, hasSchema: boolean) {
  const noData = { data: null as Json, unverified: [], missing: [], searched_by: {} };
  if (fetched.page.status !== 'ok') return noData;
  if (hasSchema) {
    if (extraction === null) return noData;
    const { assembled, unverified, searchedBy } = extraction;
    return { data: assembled.data, missing: assembled.missing, unverified, searched_by: searchedBy };
  }
  const price = offer?.price ?? null;
  const fields = {
    name: offer?.name ?? null,
    price: price === null ? null : Number(price.amount),
    currency: price?.currency ?? null,
    availability: offer?.availability ?? null,
  };
  const missing = Object.entries(fields).flatMap(([name, value]) => (value === null ? [`/${name}`] : []));
  // The offer is read from the text and the data of the page; `price_detail.shown` tells them apart.
  return { data: fields as Json, missing, unverified: [], searched_by: createSearchedBy(missing, []) };
}

/** Creates the row of one country with its converted price, before the comparison with other rows. */
export function createUncomparedRow(
  read: CountryResult,
  base: string,
  latestTable: RateTable,
  hasSchema: boolean,
): UncomparedRow {
  const { countryPage, fetched, extraction, capturedAt } = read;
  const table = read.pastRates ?? latestTable;
  const { page, observation } = fetched;
  const isRead = page.status === 'ok';
  const offer = isRead ? (fetched.extraction?.offer ?? null) : null;
  const price = offer?.price ?? null;
  const { value, warnings } = convertPrice(price, base, table);
  const isExitVerified =
    observation.exit?.verified === true && observation.exit.country === countryPage.country;
  const noPrice: Warning[] =
    isRead && price === null ? [{ code: 'no_price', message: 'No price was found on the page.' }] : [];
  return {
    country: countryPage.country,
    status: page.status,
    ...(page.error !== undefined && { error: page.error }),
    url: countryPage.page.url,
    final_url: page.final_url,
    ...(capturedAt !== null && { captured_at: capturedAt.toISOString() }),
    exit: observation.exit,
    name: offer?.name ?? (isRead ? page.title : null),
    price: price === null ? null : Number(price.amount),
    currency: price?.currency ?? null,
    price_base: value === null ? null : Number(value.amount),
    rate: value === null ? null : Number(value.rate),
    rate_date: value === null ? null : table.date,
    availability: offer?.availability ?? null,
    ...(price?.taxIncluded != null && { tax_included: price.taxIncluded }),
    tax_usually_included: isTaxUsuallyIncluded(countryPage.country),
    price_detail: price === null ? null : createPriceDetail(price, value?.unrounded ?? null),
    product: offer?.identity ?? null,
    ...createData(read, offer, hasSchema),
    warnings: [
      ...page.warnings,
      ...(isRead ? [...createExitWarnings(read), ...createLocationWarnings(read, price)] : []),
      ...(isRead ? createCopyWarnings(read, table) : []),
      ...noPrice,
      ...(price?.doubts ?? []),
      ...warnings,
      ...(extraction?.warnings ?? []),
    ],
    isPriceUsable: isRead && isExitVerified && price !== null && price.doubts.length === 0 && value !== null,
  };
}
