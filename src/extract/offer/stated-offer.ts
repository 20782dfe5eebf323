import type { Availability, ProductIdentity } from '../../domain/offer.ts';
import { type Entity, entitiesOf } from '../page-data/entity.ts';
import { rawScalarText, valuesAt } from '../page-data/raw-values.ts';
import type { PageView } from '../page-view.ts';
import { folded } from '../words.ts';
import { availabilityOf } from './availability.ts';

/** A price as a page states it for machines, not yet understood. */
export interface StatedPrice {
  raw: string;
  currency: string | null;
  upTo: string | null;
  list: string | null;
  taxIncluded: boolean | null;
  availability: Availability | null;
  locator: string;
}

/** What a page states of its product for machines. */
export interface StatedOffer {
  name: string | null;
  identity: ProductIdentity;
  /** Several where the page states several and nothing tells which one this is about. */
  prices: StatedPrice[];
}

type Properties = Readonly<Record<string, unknown>>;

const products =
  /^(?:Product|ProductGroup|ProductModel|IndividualProduct|SomeProducts|Vehicle|Car|Book|SoftwareApplication|MobileApplication|WebApplication|VideoGame)$/;
const offers = /^(?:Offer|AggregateOffer)$/;
/** What stands there is another product. */
const elsewhere =
  /\.(?:isRelatedTo|isSimilarTo|isAccessoryOrSparePartFor|isVariantOf|itemListElement|itemOffered|review|mentions)\b/;
const mostOffers = 200;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): Record<string, unknown>[] {
  return [value].flat().filter(isObject).slice(0, mostOffers);
}

function textAt(properties: Properties, ...paths: string[]): string | null {
  for (const path of paths) {
    const text = valuesAt(properties, path)
      .map(({ value }) => rawScalarText(value))
      .find((found) => found !== null);
    if (text !== undefined) return text;
  }
  return null;
}

/** How much an entity is the product that the page is about. */
function aboutness(entity: Entity, page: PageView, heading: string): number {
  const name = folded(textAt(entity.properties, 'name') ?? '');
  let score = -entity.depth;
  if (entity.properties.offers !== undefined || entity.properties.hasVariant !== undefined) score += 3;
  if (name.length > 2 && (heading.includes(name) || folded(page.metadata.title ?? '').includes(name)))
    score += 4;
  if (elsewhere.test(entity.path)) score -= 20;
  return score;
}

/** The same address, fragments aside. */
function isThisPage(url: unknown, page: PageView): boolean {
  if (typeof url !== 'string') return false;
  const address = page.addresses.resolve(url);
  return address !== null && address.split('#')[0] === page.url.split('#')[0];
}

interface PlacedOffer {
  properties: Record<string, unknown>;
  path: string;
}

/** The offers of a product: those of an aggregate that lists them, and those of its variants. */
function offersOf(properties: Properties, path: string): PlacedOffer[] {
  const own = listOf(properties.offers).flatMap((offer, index): PlacedOffer[] => {
    const at = `${path}.offers${index === 0 ? '' : `[${index}]`}`;
    const inner = listOf(offer.offers);
    return inner.length > 0
      ? inner.map((one, place) => ({ properties: one, path: `${at}.offers[${place}]` }))
      : [{ properties: offer, path: at }];
  });
  if (own.length > 0) return own;
  return listOf(properties.hasVariant).flatMap((variant, index) =>
    offersOf(variant, `${path}.hasVariant[${index}]`).map((offer) => ({
      ...offer,
      properties: { url: variant.url, ...offer.properties },
    })),
  );
}

function yesNo(value: unknown): boolean | null {
  if (value === true || value === false) return value;
  return typeof value === 'string' && /^(?:true|false)$/i.test(value) ? /^t/i.test(value) : null;
}

/** Specifications of a price, by what they are for. */
function specified(offer: Properties) {
  const all = listOf(offer.priceSpecification);
  const kindOf = (one: Record<string, unknown>) => String(one.priceType ?? '');
  const isList = (one: Record<string, unknown>) => /list|strikethrough|msrp|srp|regular/i.test(kindOf(one));
  const isUnit = (one: Record<string, unknown>) =>
    isObject(one.referenceQuantity) &&
    Number(one.referenceQuantity.value ?? 1) > 0 &&
    all.length + (offer.price === undefined ? 0 : 1) > 1;
  return {
    list: all.find(isList) ?? null,
    price:
      all.find((one) => !isList(one) && !isUnit(one) && (one.price ?? one.minPrice) !== undefined) ?? null,
  };
}

function statedPrice({ properties: offer, path }: PlacedOffer): StatedPrice | null {
  const { list, price } = specified(offer);
  const from = isObject(price) ? price : {};
  const raw = textAt(offer, 'price', 'lowPrice') ?? textAt(from, 'price', 'minPrice');
  if (raw === null || !/\p{Nd}/u.test(raw)) return null;
  const high = textAt(offer, 'highPrice') ?? textAt(from, 'maxPrice');
  const code = textAt(offer, 'priceCurrency') ?? textAt(from, 'priceCurrency');
  return {
    raw,
    currency: code !== null && /^[A-Za-z]{3}$/.test(code.trim()) ? code.trim().toUpperCase() : null,
    upTo: high !== null && high !== raw && offer.price === undefined ? high : null,
    list: list === null ? null : textAt(list, 'price'),
    taxIncluded: yesNo(from.valueAddedTaxIncluded) ?? yesNo(offer.valueAddedTaxIncluded),
    availability: availabilityOf(textAt(offer, 'availability')),
    locator: `${path}.${offer.price === undefined && offer.lowPrice !== undefined ? 'lowPrice' : 'price'}`,
  };
}

/** Country codes that an offer is for; empty when it does not say. */
function regionsOf(offer: Properties): string[] {
  return ['eligibleRegion', 'areaServed'].flatMap((name) =>
    [offer[name]].flat().flatMap((region) => {
      const code = isObject(region)
        ? (textAt(region, 'addressCountry', 'identifier', 'name') ?? '')
        : String(region ?? '');
      return /^[A-Z]{2}$/i.test(code) ? [code.toUpperCase()] : [];
    }),
  );
}

/** Of several offers those that are for the country, then those of this very address. */
function chosen(all: PlacedOffer[], page: PageView, country: string | null): PlacedOffer[] {
  const here = all.filter(({ properties }) => country !== null && regionsOf(properties).includes(country));
  const open = here.length > 0 ? here : all;
  const own = open.filter(({ properties }) => isThisPage(properties.url, page));
  return own.length > 0 && own.length < open.length ? own : open;
}

function identityOf(properties: Properties): ProductIdentity {
  const gtin = textAt(
    properties,
    'gtin13',
    'gtin',
    'gtin14',
    'gtin12',
    'gtin8',
    'isbn',
    'offers.gtin13',
    'offers.gtin',
  );
  return {
    gtin,
    mpn: textAt(properties, 'mpn', 'offers.mpn'),
    sku: textAt(properties, 'sku', 'offers.sku'),
    brand: textAt(properties, 'brand', 'manufacturer'),
    model: textAt(properties, 'model'),
    color: textAt(properties, 'color'),
    size: textAt(properties, 'size'),
  };
}

const unknownIdentity: ProductIdentity = identityOf({});

function headPrice(head: Entity): StatedPrice | null {
  const { properties } = head;
  const prefixes = ['product:sale_price', 'product:price', 'og:price'];
  for (const prefix of prefixes) {
    const raw = rawScalarText(properties[`${prefix}:amount`]);
    if (raw === null || !/\p{Nd}/u.test(raw)) continue;
    const currency = rawScalarText(properties[`${prefix}:currency`]);
    return {
      raw,
      currency: currency !== null && /^[A-Z]{3}$/i.test(currency) ? currency.toUpperCase() : null,
      upTo: null,
      list: null,
      taxIncluded: null,
      availability: availabilityOf(
        rawScalarText(properties['product:availability'] ?? properties['og:availability']),
      ),
      locator: `meta[property="${prefix}:amount"]`,
    };
  }
  return null;
}

function distinct(prices: readonly StatedPrice[]): StatedPrice[] {
  const known = new Map<string, StatedPrice>();
  for (const price of prices) {
    const key = `${Number(price.raw)} ${price.raw} ${price.currency}`;
    const before = known.get(key);
    // The same price twice, of which one can be had.
    if (before === undefined || before.availability !== 'in_stock') known.set(key, price);
  }
  return [...known.values()];
}

/** What the page states of the product that it is about: schema.org in three notations, then meta tags. */
export function statedOffer(page: PageView, heading: string, country: string | null): StatedOffer {
  const { described, head } = entitiesOf(page);
  const isOf = (entity: Entity, kind: RegExp) => entity.types.some((type) => kind.test(type));
  const product = described
    .filter((entity) => isOf(entity, products))
    .map((entity) => ({ entity, score: aboutness(entity, page, folded(heading)) }))
    .filter(({ score }) => score > -10)
    .sort((one, other) => other.score - one.score)[0]?.entity;
  const lone =
    product === undefined
      ? described.find((entity) => isOf(entity, offers) && !elsewhere.test(entity.path))
      : undefined;
  const thing = product ?? lone;
  const placed =
    product !== undefined
      ? offersOf(product.properties, product.path)
      : lone !== undefined
        ? offersOf({ offers: lone.properties }, lone.path)
        : [];
  const prices = chosen(placed, page, country).flatMap((offer) => statedPrice(offer) ?? []);
  const said = headPrice(head);
  return {
    name: thing === undefined ? null : textAt(thing.properties, 'name'),
    identity: product === undefined ? unknownIdentity : identityOf(product.properties),
    prices: prices.length > 0 ? distinct(prices) : said === null ? [] : [said],
  };
}
