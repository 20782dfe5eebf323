import type { FoundValue, JsonSchema } from '../../domain/pages/extraction.ts';
import type {
  Availability,
  OfferOptions,
  OfferPrice,
  PageOffer,
  ProductIdentity,
} from '../../domain/pages/offer.ts';
import type { Warning } from '../../domain/pages/outcome.ts';
import { itemAt } from '../../domain/values/elements.ts';
import type { PageFacts } from '../facts/page-facts.ts';
import {
  findCurrentPrice,
  findFormerPrice,
  findVisiblePrices,
  type VisiblePrice,
} from '../facts/prices/visible-prices.ts';
import { parseAvailability } from '../typed/availability.ts';
import { type Money, type MoneySignals, parseMoney } from '../typed/money.ts';
import { parseTaxIncluded } from '../typed/tax.ts';
import { countryOf } from '../words/country-of.ts';
import { readActionAvailability } from './action-availability.ts';
import { ambiguousCurrency, kindWarnings, priceConflict } from './offer-warnings.ts';
import { isSameAmount, possibleAmounts } from './possible-amounts.ts';
import { readStructuredOffer, type StructuredOffer, type StructuredPrice } from './structured-offer.ts';

/** Finds the values of a schema on the page with the generic extraction methods. */
export type FindValues = (schema: JsonSchema) => readonly FoundValue[];

const offerFields = ['name', 'availability', 'brand', 'gtin', 'mpn', 'sku', 'model', 'color', 'price'];
const offerSchema: JsonSchema = {
  type: 'object',
  properties: Object.fromEntries(offerFields.map((name) => [name, { type: 'string' }])),
};

/** Reads the offer of one page. */
class OfferReader {
  readonly #page: PageFacts;
  readonly #values: ReadonlyMap<string, FoundValue>;
  readonly #signals: MoneySignals;
  readonly #stated: StructuredOffer;
  readonly #shown: readonly VisiblePrice[];
  readonly #name: string | null;

  constructor(page: PageFacts, options: OfferOptions, findValues: FindValues) {
    this.#page = page;
    this.#values = new Map(findValues(offerSchema).map((value) => [value.pointer.slice(1), value]));
    const heading = this.#text('name') ?? '';
    this.#stated = readStructuredOffer(page, heading, options.country);
    this.#name = this.#stated.name ?? this.#text('name');
    const currencies = new Set(this.#stated.prices.flatMap(({ currency }) => currency ?? []));
    this.#signals = {
      language: page.language,
      country: countryOf(page.url) ?? options.country,
      currency: currencies.size === 1 ? itemAt([...currencies], 0) : null,
    };
    this.#shown = findVisiblePrices(page, this.#name, this.#signals);
  }

  read(): PageOffer {
    const price = this.#price();
    return {
      name: this.#name,
      price: price?.offer ?? null,
      availability: this.#availability(price?.stated ?? null),
      identity: this.#identity(),
      warnings: [],
    };
  }

  #text(name: string): string | null {
    const value = this.#values.get(name);
    return value === undefined ? null : String(value.value);
  }

  /** Returns a value unless it is a guess of the heuristics, which cannot identify a product. */
  #confidentText(name: string): string | null {
    const value = this.#values.get(name);
    if (value === undefined || (value.evidence.method === 'heuristic' && value.confidence < 0.4)) return null;
    return String(value.value);
  }

  #identity(): ProductIdentity {
    const { identity } = this.#stated;
    const model = identity.model ?? this.#confidentText('model');
    const gtin = (identity.gtin ?? this.#confidentText('gtin'))?.replace(/[\s-]/g, '') ?? null;
    return {
      gtin: gtin !== null && /^(?:\d{8}|\d{12,14})$/.test(gtin) ? gtin : null,
      mpn: identity.mpn ?? this.#confidentText('mpn'),
      sku: identity.sku ?? this.#confidentText('sku'),
      brand: identity.brand ?? this.#confidentText('brand'),
      // Text in the format of a model number can be the name itself.
      model: model === this.#name ? null : model,
      color: identity.color ?? this.#confidentText('color'),
      size: identity.size,
    };
  }

  #availability(stated: StructuredPrice | null): Availability | null {
    const statement = stated?.availability ?? parseAvailability(this.#text('availability'));
    if (statement !== null) return statement;
    const action = readActionAvailability(this.#page);
    if (action !== null) return action.availability;
    for (const { text } of this.#page.lines().slice(0, 400)) {
      const found = text.length <= 60 ? parseAvailability(text) : null;
      if (found !== null) return found;
    }
    return null;
  }

  #price(): { offer: OfferPrice; stated: StructuredPrice | null } | null {
    const currentPrice = this.#findGeneric() ?? findCurrentPrice(this.#shown);
    const { prices } = this.#stated;
    const confirmed = prices.flatMap((stated) => this.#findVisible(stated) ?? [])[0];
    if (prices.length > 1 && confirmed === undefined) return this.#rangeOf(prices);
    if (confirmed !== undefined)
      return { offer: this.#combine(confirmed.stated, confirmed.shown, prices), stated: confirmed.stated };
    const stated = prices[0] ?? null;
    if (stated !== null && currentPrice === null) return this.#fromStructured(stated);
    if (currentPrice === null) return this.#fromGenericMethods();
    const doubts = stated === null ? [] : [priceConflict(stated, currentPrice.money)];
    return { offer: this.#fromVisible(currentPrice, doubts), stated };
  }

  /** Returns the shown price that the methods of an extraction find, so that both state the same one. */
  #findGeneric(): VisiblePrice | null {
    const value = this.#values.get('price');
    const amount = value?.isGrounded ? parseMoney(String(value.value), this.#signals)?.amount : undefined;
    if (amount === undefined) return null;
    const same = this.#shown.filter(
      ({ money, role }) => role !== 'former' && isSameAmount(money.amount, amount),
    );
    return same.toSorted((one, other) => other.score - one.score)[0] ?? null;
  }

  /** Returns the visible price that equals a structured one; of several, the one with the best position. */
  #findVisible(stated: StructuredPrice): { stated: StructuredPrice; shown: VisiblePrice } | null {
    const amounts = possibleAmounts(stated.raw, stated.currency, this.#signals);
    const shown = this.#shown
      .filter(
        ({ money, role }) =>
          role !== 'former' && amounts.some((amount) => isSameAmount(amount, money.amount)),
      )
      .toSorted((one, other) => other.score - one.score)[0];
    return shown === undefined ? null : { stated, shown };
  }

  #combine(stated: StructuredPrice, shown: VisiblePrice, all: readonly StructuredPrice[]): OfferPrice {
    const offer = this.#fromVisible(shown, []);
    const doubts: Warning[] = [];
    const sign = shown.money.currency;
    const currency = stated.currency ?? sign;
    if (
      stated.currency !== null &&
      sign !== null &&
      sign !== stated.currency &&
      !this.#isSharedSign(shown.money, stated.currency)
    ) {
      doubts.push({
        code: 'currency_conflict',
        message: `The structured data state ${stated.currency}, but the page shows ${shown.money.raw.slice(0, 60)}.`,
      });
    }
    const other = this.#findBetterPrice(shown);
    if (other !== null && all.length === 1) doubts.push(priceConflict(stated, other.money));
    return {
      ...offer,
      amount:
        possibleAmounts(stated.raw, stated.currency, this.#signals).find((amount) =>
          isSameAmount(amount, offer.amount),
        ) ?? offer.amount,
      currency: doubts.length > 0 ? (sign ?? currency) : currency,
      listAmount: offer.listAmount ?? this.#listPriceOf(stated),
      taxIncluded: stated.taxIncluded ?? offer.taxIncluded,
      locator: stated.locator,
      doubts: [
        ...doubts,
        ...kindWarnings(offer),
        ...(currency === null ? [ambiguousCurrency(shown.money.raw)] : []),
      ],
    };
  }

  /** Returns true if a sign such as `$` can stand for the stated currency. */
  #isSharedSign(money: Money, currency: string): boolean {
    return parseMoney(money.raw, { language: null, country: null, currency })?.currency === currency;
  }

  /** Returns a visible price that is much more likely the current price than the structured one. */
  #findBetterPrice(shown: VisiblePrice): VisiblePrice | null {
    const best = findCurrentPrice(this.#shown);
    return best !== null &&
      best.score >= shown.score + 4 &&
      !isSameAmount(best.money.amount, shown.money.amount)
      ? best
      : null;
  }

  #listPriceOf(stated: StructuredPrice): string | null {
    return stated.list === null
      ? null
      : (possibleAmounts(stated.list, stated.currency, this.#signals)[0] ?? null);
  }

  #fromVisible(shown: VisiblePrice, doubts: Warning[]): OfferPrice {
    const { money } = shown;
    const offer: OfferPrice = {
      raw: money.raw,
      amount: money.amount,
      currency: money.currency,
      kind: money.kind === 'list' ? 'exact' : money.kind,
      upTo: money.upTo,
      unit: money.unit,
      listAmount: findFormerPrice(this.#shown, shown)?.money.amount ?? null,
      taxIncluded: this.#findTaxNear(shown.line),
      isShown: true,
      locator: this.#page.locatorOf(shown.element),
      doubts: [],
    };
    const amountWarnings: Warning[] = money.isAmountAmbiguous
      ? [
          {
            code: 'ambiguous_amount',
            message: `${money.raw.slice(0, 60)} can be read as two different amounts.`,
          },
        ]
      : [];
    const currencyWarnings = money.currency === null ? [ambiguousCurrency(money.raw)] : [];
    return { ...offer, doubts: [...doubts, ...amountWarnings, ...currencyWarnings, ...kindWarnings(offer)] };
  }

  /** Returns the tax statement next to the price, otherwise the general statement of the page. */
  #findTaxNear(line: number): boolean | null {
    const lines = this.#page.lines();
    for (const distance of [0, 1, 2, -1, 3, -2, 4, 5]) {
      const statement = parseTaxIncluded(lines[line + distance]?.text ?? '');
      if (statement !== null) return statement;
    }
    const generalLine = lines.find(
      ({ text }) =>
        text.length < 300 &&
        /(?:price|preis|prix|precio|prezz|prijz|priser|ceny)/i.test(text) &&
        parseTaxIncluded(text) !== null,
    );
    return generalLine === undefined ? null : parseTaxIncluded(generalLine.text);
  }

  #fromStructured(stated: StructuredPrice): { offer: OfferPrice; stated: StructuredPrice } | null {
    const amounts = possibleAmounts(stated.raw, stated.currency, this.#signals);
    const amount = amounts[0];
    if (amount === undefined) return null;
    const upTo =
      stated.upTo === null ? null : (possibleAmounts(stated.upTo, stated.currency, this.#signals)[0] ?? null);
    const offer: OfferPrice = {
      raw: stated.raw,
      amount,
      currency: stated.currency,
      kind: upTo === null ? 'exact' : 'range',
      upTo,
      unit: null,
      listAmount: this.#listPriceOf(stated),
      taxIncluded: stated.taxIncluded ?? this.#findTaxNear(-10),
      isShown: false,
      locator: stated.locator,
      doubts: [],
    };
    const doubts = [
      ...(amounts.length > 1
        ? [{ code: 'ambiguous_amount', message: `${stated.raw} can be read as two different amounts.` }]
        : []),
      ...(stated.currency === null
        ? [{ code: 'ambiguous_currency', message: 'The page does not state the currency.' }]
        : []),
      ...kindWarnings(offer),
    ];
    return { offer: { ...offer, doubts }, stated };
  }

  /** Returns the range of several structured prices of one currency if the page shows none of them. */
  #rangeOf(prices: readonly StructuredPrice[]): { offer: OfferPrice; stated: StructuredPrice } | null {
    const first = itemAt(prices, 0);
    const isOneCurrency = prices.every(({ currency }) => currency === first.currency);
    const amounts = prices
      .flatMap((price) => possibleAmounts(price.raw, price.currency, this.#signals).slice(0, 1))
      .toSorted((one, other) => Number(one) - Number(other));
    const lowest = amounts[0];
    const highest = amounts.at(-1);
    if (lowest === undefined || highest === undefined) return null;
    const single = this.#fromStructured({ ...first, raw: lowest, upTo: highest });
    if (single === null || isOneCurrency) return single;
    const examples = prices.slice(0, 5).map(({ raw, currency }) => `${raw} ${currency ?? ''}`.trim());
    const message = `The structured data state several prices: ${examples.join(', ')}.`;
    const doubts = [{ code: 'several_prices', message }];
    return { offer: { ...single.offer, currency: null, doubts }, stated: first };
  }

  /** Returns the price from embedded data or labels, if there is no structured or clearly visible price. */
  #fromGenericMethods(): { offer: OfferPrice; stated: null } | null {
    const value = this.#values.get('price');
    if (value === undefined) return null;
    const raw = value.evidence.quote.slice(0, 300);
    const money = parseMoney(raw, this.#signals);
    if (money === null) return null;
    const shown: VisiblePrice = {
      money,
      quote: raw,
      line: -10,
      element: 0,
      role: 'asked',
      isReplaced: false,
      label: 'none',
      isElsewhere: false,
      score: 0,
    };
    const offer = this.#fromVisible(shown, []);
    return { offer: { ...offer, isShown: value.isGrounded, locator: value.evidence.locator }, stated: null };
  }
}

/** Reads the offer of a page: current price, availability and identity of the product. */
export function readOffer(page: PageFacts, options: OfferOptions, findValues: FindValues): PageOffer {
  return new OfferReader(page, options, findValues).read();
}
