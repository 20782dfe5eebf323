import type { Availability, ProductIdentity } from '../../domain/pages/offer.ts';
import { isObject } from '../../domain/values/is-object.ts';
import type { Entity } from '../facts/entity.ts';
import type { PageFacts } from '../facts/page-facts.ts';
import { rawScalarText, valuesAt } from '../page-data/raw-values.ts';
import { parseAvailability } from '../typed/availability.ts';
import { foldText } from '../words/words.ts';

/** A price in structured data, not parsed yet. */
export interface StructuredPrice {
  raw: string;
  currency: string | null;
  upTo: string | null;
  list: string | null;
  taxIncluded: boolean | null;
  availability: Availability | null;
  locator: string;
}

/** Structured data of a page about its product. */
export interface StructuredOffer {
  name: string | null;
  identity: ProductIdentity;
  /** Several prices if the page states several and none is clearly about this product. */
  prices: StructuredPrice[];
}

type Properties = Readonly<Record<string, unknown>>;

const productTypes =
  /^(?:Product|ProductGroup|ProductModel|IndividualProduct|SomeProducts|Vehicle|Car|Book|SoftwareApplication|MobileApplication|WebApplication|VideoGame)$/;
const offerTypes = /^(?:Offer|AggregateOffer)$/;
/** Paths of other products. */
const otherProductPath =
  /\.(?:isRelatedTo|isSimilarTo|isAccessoryOrSparePartFor|isVariantOf|itemListElement|itemOffered|review|mentions)\b/;
const maxOffers = 200;

function toObjectList(value: unknown): Record<string, unknown>[] {
  return [value].flat().filter(isObject).slice(0, maxOffers);
}

function findText(properties: Properties, ...paths: string[]): string | null {
  for (const path of paths) {
    const text = valuesAt(properties, path)
      .map(({ value }) => rawScalarText(value))
      .find((found) => found !== null);
    if (text !== undefined) return text;
  }
  return null;
}

/** Scores how likely an entity is the product of the page. */
function scoreEntity(entity: Entity, page: PageFacts, heading: string): number {
  const name = foldText(findText(entity.properties, 'name') ?? '');
  let score = -entity.depth;
  if (entity.properties.offers !== undefined || entity.properties.hasVariant !== undefined) score += 3;
  if (name.length > 2 && (heading.includes(name) || foldText(page.metadata.title ?? '').includes(name)))
    score += 4;
  if (otherProductPath.test(entity.path)) score -= 20;
  return score;
}

/** Returns true if a URL equals that of the page, without fragments. */
function isThisPage(url: unknown, page: PageFacts): boolean {
  if (typeof url !== 'string') return false;
  const address = page.addresses.resolve(url);
  return address !== null && address.split('#')[0] === page.url.split('#')[0];
}

interface LocatedOffer {
  properties: Record<string, unknown>;
  path: string;
}

/** Returns the offers of a product, including those of an aggregate offer and of its variants. */
function offersOf(properties: Properties, path: string): LocatedOffer[] {
  const ownOffers = toObjectList(properties.offers).flatMap((offer, index): LocatedOffer[] => {
    const at = `${path}.offers${index === 0 ? '' : `[${index}]`}`;
    const inner = toObjectList(offer.offers);
    return inner.length > 0
      ? inner.map((one, place) => ({ properties: one, path: `${at}.offers[${place}]` }))
      : [{ properties: offer, path: at }];
  });
  if (ownOffers.length > 0) return ownOffers;
  return toObjectList(properties.hasVariant).flatMap((variant, index) =>
    offersOf(variant, `${path}.hasVariant[${index}]`).map((offer) => ({
      ...offer,
      properties: { url: variant.url, ...offer.properties },
    })),
  );
}

function parseBoolean(value: unknown): boolean | null {
  if (value === true || value === false) return value;
  return typeof value === 'string' && /^(?:true|false)$/i.test(value) ? /^t/i.test(value) : null;
}

/** Returns the list price and the current price of the price specifications. */
function readPriceSpecifications(offer: Properties) {
  const all = toObjectList(offer.priceSpecification);
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

function readStructuredPrice({ properties: offer, path }: LocatedOffer): StructuredPrice | null {
  const { list, price } = readPriceSpecifications(offer);
  const from = isObject(price) ? price : {};
  const raw = findText(offer, 'price', 'lowPrice') ?? findText(from, 'price', 'minPrice');
  if (raw === null || !/\p{Nd}/u.test(raw)) return null;
  const high = findText(offer, 'highPrice') ?? findText(from, 'maxPrice');
  const code = findText(offer, 'priceCurrency') ?? findText(from, 'priceCurrency');
  return {
    raw,
    currency: code !== null && /^[A-Za-z]{3}$/.test(code.trim()) ? code.trim().toUpperCase() : null,
    upTo: high !== null && high !== raw && offer.price === undefined ? high : null,
    list: list === null ? null : findText(list, 'price'),
    taxIncluded: parseBoolean(from.valueAddedTaxIncluded) ?? parseBoolean(offer.valueAddedTaxIncluded),
    availability: parseAvailability(findText(offer, 'availability')),
    locator: `${path}.${offer.price === undefined && offer.lowPrice !== undefined ? 'lowPrice' : 'price'}`,
  };
}

/** Returns the country codes of an offer; empty if it does not state any. */
function regionsOf(offer: Properties): string[] {
  return ['eligibleRegion', 'areaServed'].flatMap((name) =>
    [offer[name]].flat().flatMap((region) => {
      const code = isObject(region)
        ? (findText(region, 'addressCountry', 'identifier', 'name') ?? '')
        : String(region ?? '');
      return /^[A-Z]{2}$/i.test(code) ? [code.toUpperCase()] : [];
    }),
  );
}

/** Selects the offers for the country, then those with the URL of the page. */
function selectOffers(all: LocatedOffer[], page: PageFacts, country: string | null): LocatedOffer[] {
  const regional = all.filter(
    ({ properties }) => country !== null && regionsOf(properties).includes(country),
  );
  const candidates = regional.length > 0 ? regional : all;
  const samePageOffers = candidates.filter(({ properties }) => isThisPage(properties.url, page));
  return samePageOffers.length > 0 && samePageOffers.length < candidates.length ? samePageOffers : candidates;
}

function identityOf(properties: Properties): ProductIdentity {
  const gtin = findText(
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
    mpn: findText(properties, 'mpn', 'offers.mpn'),
    sku: findText(properties, 'sku', 'offers.sku'),
    brand: findText(properties, 'brand', 'manufacturer'),
    model: findText(properties, 'model'),
    color: findText(properties, 'color'),
    size: findText(properties, 'size'),
  };
}

const unknownIdentity: ProductIdentity = identityOf({});

function readMetaPrice(head: Entity): StructuredPrice | null {
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
      availability: parseAvailability(
        rawScalarText(properties['product:availability'] ?? properties['og:availability']),
      ),
      locator: `meta[property="${prefix}:amount"]`,
    };
  }
  return null;
}

function removeDuplicates(prices: readonly StructuredPrice[]): StructuredPrice[] {
  const byKey = new Map<string, StructuredPrice>();
  for (const price of prices) {
    const key = `${Number(price.raw)} ${price.raw} ${price.currency}`;
    const existing = byKey.get(key);
    // Of two equal prices, keep the one that is in stock.
    if (existing === undefined || existing.availability !== 'in_stock') byKey.set(key, price);
  }
  return [...byKey.values()];
}

/**
 * Reads the structured data about the product of the page: schema.org as JSON-LD, microdata or RDFa, then meta
 * tags.
 */
export function readStructuredOffer(
  page: PageFacts,
  heading: string,
  country: string | null,
): StructuredOffer {
  const { described, head } = page.entities();
  const isOf = (entity: Entity, kind: RegExp) => entity.types.some((type) => kind.test(type));
  const product = described
    .filter((entity) => isOf(entity, productTypes))
    .map((entity) => ({ entity, score: scoreEntity(entity, page, foldText(heading)) }))
    .filter(({ score }) => score > -10)
    .sort((one, other) => other.score - one.score)[0]?.entity;
  const loneOffer =
    product === undefined
      ? described.find((entity) => isOf(entity, offerTypes) && !otherProductPath.test(entity.path))
      : undefined;
  const describedEntity = product ?? loneOffer;
  const locatedOffers =
    product !== undefined
      ? offersOf(product.properties, product.path)
      : loneOffer !== undefined
        ? offersOf({ offers: loneOffer.properties }, loneOffer.path)
        : [];
  const prices = selectOffers(locatedOffers, page, country).flatMap(
    (offer) => readStructuredPrice(offer) ?? [],
  );
  const headPriceOfPage = readMetaPrice(head);
  return {
    name: describedEntity === undefined ? null : findText(describedEntity.properties, 'name'),
    identity: product === undefined ? unknownIdentity : identityOf(product.properties),
    prices: prices.length > 0 ? removeDuplicates(prices) : headPriceOfPage === null ? [] : [headPriceOfPage],
  };
}
