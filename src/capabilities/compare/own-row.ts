import { currencyOfCountry } from '../../domain/currency.ts';
import { exchange, type RateTable } from '../../domain/exchange.ts';
import type { Json } from '../../domain/extraction.ts';
import type { OfferPrice, PageOffer } from '../../domain/offer.ts';
import type { Warning } from '../../domain/outcome.ts';
import type { FetchedPage } from '../../fetching/fetched-page.ts';
import type { Found } from '../extract/value-finder.ts';
import type { PriceDetail } from './compare-answer.ts';
import type { CountryPage } from './compare-request.ts';
import type { OwnRow } from './judge-rows.ts';
import { redirectedElsewhere } from './redirected-elsewhere.ts';

/** Where prices in shops usually hold the tax; elsewhere nothing is said. */
const withTax = new Set(
  'AT AU BE BG BR CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT JP KR LT LU LV MT MX NL NO NZ PL PT RO RU SE SG SI SK TR UA ZA'.split(
    ' ',
  ),
);
const withoutTax = new Set(['CA', 'PR', 'US']);

function isTaxUsual(country: string): boolean | null {
  return withTax.has(country) ? true : withoutTax.has(country) ? false : null;
}

/** A page that was read for one country. */
export interface CountryRead {
  asked: CountryPage;
  fetched: FetchedPage;
  /** What was found by the caller's schema; null where none was given or the page was not read. */
  found: Found | null;
}

interface Conversion {
  /** Rounded, unrounded and the rate; null where there is none. */
  value: { amount: string; unrounded: string; rate: string } | null;
  warnings: Warning[];
}

function converted(price: OfferPrice | null, base: string, table: RateTable): Conversion {
  if (price === null || price.currency === null) return { value: null, warnings: [] };
  const value = exchange(price.amount, price.currency, base, table);
  if (value !== null) return { value, warnings: [] };
  const message = `There is no rate between ${price.currency} and ${base} in the table of ${table.date}: the price was not converted.`;
  return { value: null, warnings: [{ code: 'no_rate', message }] };
}

function exitWarnings({ asked, fetched }: CountryRead): Warning[] {
  const { exit } = fetched.observation;
  const isThere = exit?.verified === true && exit.country === asked.country;
  const said = fetched.page.warnings.some(({ code }) => /^country_/.test(code));
  if (isThere || said) return [];
  const message = `That the page was read from ${asked.country} was not verified.`;
  return [{ code: 'country_not_verified', message }];
}

function placeWarnings({ asked, fetched }: CountryRead, price: OfferPrice | null): Warning[] {
  const { country } = asked;
  const final = fetched.page.final_url;
  const elsewhere = final === null ? null : redirectedElsewhere(asked.page.url, final, country);
  const usual = currencyOfCountry(country);
  const isForeign = price?.currency != null && usual !== null && price.currency !== usual;
  return [
    ...(elsewhere === null
      ? []
      : [
          {
            code: 'redirected_elsewhere',
            message: `The site sent the visitor from ${country} to what seems to be its pages for ${elsewhere}.`,
          },
        ]),
    ...(isForeign
      ? [
          {
            code: 'foreign_currency',
            message: `The price is in ${price?.currency}; in ${country} one pays in ${usual}.`,
          },
        ]
      : []),
  ];
}

function detailOf(price: OfferPrice, unrounded: string | null): PriceDetail {
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

function dataOf({ fetched, found }: CountryRead, offer: PageOffer | null, hasSchema: boolean) {
  const nothing = { data: null as Json, unverified: [] as string[], missing: [] as string[] };
  if (fetched.page.status !== 'ok') return nothing;
  if (hasSchema) {
    if (found === null) return nothing;
    const { data, values, missing } = found.assembled;
    return {
      data,
      missing,
      unverified: values.filter((one) => !one.isGrounded).map(({ pointer }) => pointer),
    };
  }
  const price = offer?.price ?? null;
  const fields = {
    name: offer?.name ?? null,
    price: price === null ? null : Number(price.amount),
    currency: price?.currency ?? null,
    availability: offer?.availability ?? null,
  };
  return {
    data: fields as Json,
    missing: Object.entries(fields).flatMap(([name, value]) => (value === null ? [`/${name}`] : [])),
    unverified: price === null || price.isShown ? [] : ['/price'],
  };
}

/** What one country's page says, converted; how it stands to the other rows is not known yet. */
export function ownRow(read: CountryRead, base: string, table: RateTable, hasSchema: boolean): OwnRow {
  const { asked, fetched, found } = read;
  const { page, observation } = fetched;
  const isRead = page.status === 'ok';
  const offer = isRead ? (fetched.extraction?.offer ?? null) : null;
  const price = offer?.price ?? null;
  const { value, warnings } = converted(price, base, table);
  const isThere = observation.exit?.verified === true && observation.exit.country === asked.country;
  const noPrice: Warning[] =
    isRead && price === null ? [{ code: 'no_price', message: 'No price was found on the page.' }] : [];
  return {
    country: asked.country,
    status: page.status,
    ...(page.error !== undefined && { error: page.error }),
    url: asked.page.url,
    final_url: page.final_url,
    exit: observation.exit,
    name: offer?.name ?? (isRead ? page.title : null),
    price: price === null ? null : Number(price.amount),
    currency: price?.currency ?? null,
    price_base: value === null ? null : Number(value.amount),
    rate: value === null ? null : Number(value.rate),
    rate_date: value === null ? null : table.date,
    availability: offer?.availability ?? null,
    ...(price?.taxIncluded != null && { tax_included: price.taxIncluded }),
    tax_usually_included: isTaxUsual(asked.country),
    price_detail: price === null ? null : detailOf(price, value?.unrounded ?? null),
    product: offer?.identity ?? null,
    ...dataOf(read, offer, hasSchema),
    warnings: [
      ...page.warnings,
      ...(isRead ? [...exitWarnings(read), ...placeWarnings(read, price)] : []),
      ...noPrice,
      ...(price?.doubts ?? []),
      ...warnings,
      ...(found?.warnings ?? []),
    ],
    isSound: isRead && isThere && price !== null && price.doubts.length === 0 && value !== null,
  };
}
