import { minorDigitsOf } from '../../domain/currency.ts';
import { compareDecimals, parseDecimal } from '../../domain/decimal.ts';
import type { FoundValue, JsonSchema } from '../../domain/extraction.ts';
import type { Availability, OfferPrice, OfferWish, PageOffer, ProductIdentity } from '../../domain/offer.ts';
import type { Warning } from '../../domain/outcome.ts';
import { countryOf } from '../country-of.ts';
import type { PageView } from '../page-view.ts';
import { type Money, type MoneySignals, parseMoney } from '../typed/money.ts';
import { taxIncludedIn } from '../typed/tax.ts';
import { availabilityOf } from './availability.ts';
import { askedPrice, formerPrice, type ShownPrice, shownPrices } from './shown-prices.ts';
import { type StatedOffer, type StatedPrice, statedOffer } from './stated-offer.ts';

/** Finds the values of a schema on the page by the usual methods. */
export type FindValues = (schema: JsonSchema) => readonly FoundValue[];

const asked = ['name', 'availability', 'brand', 'gtin', 'mpn', 'sku', 'model', 'color', 'price'];
const askedSchema: JsonSchema = {
  type: 'object',
  properties: Object.fromEntries(asked.map((name) => [name, { type: 'string' }])),
};

const machineNumber = /^\d{1,15}(?:\.\d{1,10})?$/;

/** What a price that is stated for machines may mean: `1.299` is a bit more than one, or nearly thirteen hundred. */
function amountsOf(raw: string, currency: string | null, signals: MoneySignals): string[] {
  const text = raw.trim();
  if (machineNumber.test(text)) {
    const digits = currency === null ? 2 : minorDigitsOf(currency);
    const isGroup = /^[1-9]\d{0,2}\.\d{3}$/.test(text) && digits < 3;
    return isGroup ? [text, text.replace('.', '')] : [text];
  }
  const money = parseMoney(text, { ...signals, currency: currency ?? signals.currency });
  return money === null ? [] : [money.amount];
}

function isSame(one: string, other: string): boolean {
  const [first, second] = [parseDecimal(one), parseDecimal(other)];
  return first !== null && second !== null && compareDecimals(first, second) === 0;
}

/** Reads the offer of one page. */
class OfferReading {
  readonly #page: PageView;
  readonly #values: ReadonlyMap<string, FoundValue>;
  readonly #signals: MoneySignals;
  readonly #stated: StatedOffer;
  readonly #shown: readonly ShownPrice[];
  readonly #name: string | null;

  constructor(page: PageView, wish: OfferWish, findValues: FindValues) {
    this.#page = page;
    this.#values = new Map(findValues(askedSchema).map((value) => [value.pointer.slice(1), value]));
    const heading = this.#text('name') ?? '';
    this.#stated = statedOffer(page, heading, wish.country);
    this.#name = this.#stated.name ?? this.#text('name');
    const currencies = new Set(this.#stated.prices.flatMap(({ currency }) => currency ?? []));
    this.#signals = {
      language: page.language,
      country: countryOf(page.url) ?? wish.country,
      currency: currencies.size === 1 ? ([...currencies][0] as string) : null,
    };
    this.#shown = shownPrices(page, this.#name, this.#signals);
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

  /** A guess of the generic methods is no identity. */
  #sure(name: string): string | null {
    const value = this.#values.get(name);
    if (value === undefined || (value.evidence.method === 'heuristic' && value.confidence < 0.4)) return null;
    return String(value.value);
  }

  #identity(): ProductIdentity {
    const { identity } = this.#stated;
    const model = identity.model ?? this.#sure('model');
    const gtin = (identity.gtin ?? this.#sure('gtin'))?.replace(/[\s-]/g, '') ?? null;
    return {
      gtin: gtin !== null && /^(?:\d{8}|\d{12,14})$/.test(gtin) ? gtin : null,
      mpn: identity.mpn ?? this.#sure('mpn'),
      sku: identity.sku ?? this.#sure('sku'),
      brand: identity.brand ?? this.#sure('brand'),
      // What has the form of a model may be the name itself.
      model: model === this.#name ? null : model,
      color: identity.color ?? this.#sure('color'),
      size: identity.size,
    };
  }

  #availability(stated: StatedPrice | null): Availability | null {
    const said = stated?.availability ?? availabilityOf(this.#text('availability'));
    if (said !== null) return said;
    for (const { text } of this.#page.lines().slice(0, 400)) {
      const found = text.length <= 60 ? availabilityOf(text) : null;
      if (found !== null) return found;
    }
    return null;
  }

  #price(): { offer: OfferPrice; stated: StatedPrice | null } | null {
    const visible = askedPrice(this.#shown);
    const { prices } = this.#stated;
    const borne = prices.flatMap((stated) => this.#borneOut(stated) ?? [])[0];
    if (prices.length > 1 && borne === undefined) return this.#several(prices);
    if (borne !== undefined)
      return { offer: this.#shownAndStated(borne.stated, borne.shown, prices), stated: borne.stated };
    const stated = prices[0] ?? null;
    if (stated !== null && visible === null) return this.#statedAlone(stated);
    if (visible === null) return this.#ofGenericMethods();
    const doubts = stated === null ? [] : [conflict(stated, visible.money)];
    return { offer: this.#ofShown(visible, doubts), stated };
  }

  /** The shown price that a stated one is, best first by its place on the page. */
  #borneOut(stated: StatedPrice): { stated: StatedPrice; shown: ShownPrice } | null {
    const amounts = amountsOf(stated.raw, stated.currency, this.#signals);
    const shown = this.#shown
      .filter(({ money, isFormer }) => !isFormer && amounts.some((amount) => isSame(amount, money.amount)))
      .toSorted((one, other) => other.score - one.score)[0];
    return shown === undefined ? null : { stated, shown };
  }

  #shownAndStated(stated: StatedPrice, shown: ShownPrice, all: readonly StatedPrice[]): OfferPrice {
    const offer = this.#ofShown(shown, []);
    const doubts: Warning[] = [];
    const sign = shown.money.currency;
    const currency = stated.currency ?? sign;
    if (
      stated.currency !== null &&
      sign !== null &&
      sign !== stated.currency &&
      !this.#isShared(shown.money, stated.currency)
    ) {
      doubts.push({
        code: 'currency_conflict',
        message: `The page states ${stated.currency} for machines and shows ${shown.money.raw.slice(0, 60)}.`,
      });
    }
    const other = this.#betterElsewhere(shown);
    if (other !== null && all.length === 1) doubts.push(conflict(stated, other.money));
    return {
      ...offer,
      amount:
        amountsOf(stated.raw, stated.currency, this.#signals).find((amount) =>
          isSame(amount, offer.amount),
        ) ?? offer.amount,
      currency: doubts.length > 0 ? (sign ?? currency) : currency,
      listAmount: offer.listAmount ?? this.#listOf(stated),
      taxIncluded: stated.taxIncluded ?? offer.taxIncluded,
      locator: stated.locator,
      doubts: [...doubts, ...kindDoubts(offer), ...(currency === null ? [whoseSign(shown.money.raw)] : [])],
    };
  }

  /** A sign such as `$` stands for the stated currency as well. */
  #isShared(money: Money, currency: string): boolean {
    return parseMoney(money.raw, { language: null, country: null, currency })?.currency === currency;
  }

  /** A price that looks far more like the one asked than the one that data speak of. */
  #betterElsewhere(shown: ShownPrice): ShownPrice | null {
    const best = askedPrice(this.#shown);
    return best !== null && best.score >= shown.score + 4 && !isSame(best.money.amount, shown.money.amount)
      ? best
      : null;
  }

  #listOf(stated: StatedPrice): string | null {
    return stated.list === null ? null : (amountsOf(stated.list, stated.currency, this.#signals)[0] ?? null);
  }

  #ofShown(shown: ShownPrice, doubts: Warning[]): OfferPrice {
    const { money } = shown;
    const offer: OfferPrice = {
      raw: money.raw,
      amount: money.amount,
      currency: money.currency,
      kind: money.kind === 'list' ? 'exact' : money.kind,
      upTo: money.upTo,
      unit: money.unit,
      listAmount: formerPrice(this.#shown, shown),
      taxIncluded: this.#taxAround(shown.line),
      isShown: true,
      locator: this.#page.locatorOf(shown.element),
      doubts: [],
    };
    const amountDoubt: Warning[] = money.isAmountAmbiguous
      ? [{ code: 'ambiguous_amount', message: `${money.raw.slice(0, 60)} may be read in two ways.` }]
      : [];
    const signDoubt = money.currency === null ? [whoseSign(money.raw)] : [];
    return { ...offer, doubts: [...doubts, ...amountDoubt, ...signDoubt, ...kindDoubts(offer)] };
  }

  /** What the page says about tax beside the price, else about all its prices. */
  #taxAround(line: number): boolean | null {
    const lines = this.#page.lines();
    for (const distance of [0, 1, 2, -1, 3, -2, 4, 5]) {
      const said = taxIncludedIn(lines[line + distance]?.text ?? '');
      if (said !== null) return said;
    }
    const general = lines.find(
      ({ text }) =>
        text.length < 300 &&
        /(?:price|preis|prix|precio|prezz|prijz|priser|ceny)/i.test(text) &&
        taxIncludedIn(text) !== null,
    );
    return general === undefined ? null : taxIncludedIn(general.text);
  }

  #statedAlone(stated: StatedPrice): { offer: OfferPrice; stated: StatedPrice } | null {
    const amounts = amountsOf(stated.raw, stated.currency, this.#signals);
    const amount = amounts[0];
    if (amount === undefined) return null;
    const upTo =
      stated.upTo === null ? null : (amountsOf(stated.upTo, stated.currency, this.#signals)[0] ?? null);
    const offer: OfferPrice = {
      raw: stated.raw,
      amount,
      currency: stated.currency,
      kind: upTo === null ? 'exact' : 'range',
      upTo,
      unit: null,
      listAmount: this.#listOf(stated),
      taxIncluded: stated.taxIncluded ?? this.#taxAround(-10),
      isShown: false,
      locator: stated.locator,
      doubts: [],
    };
    const doubts = [
      ...(amounts.length > 1
        ? [{ code: 'ambiguous_amount', message: `${stated.raw} may be read in two ways.` }]
        : []),
      ...(stated.currency === null
        ? [{ code: 'ambiguous_currency', message: 'The page does not say in which currency.' }]
        : []),
      ...kindDoubts(offer),
    ];
    return { offer: { ...offer, doubts }, stated };
  }

  /** Several prices are stated, and the page shows none of them as its own: the range of them, where they are of one currency. */
  #several(prices: readonly StatedPrice[]): { offer: OfferPrice; stated: StatedPrice } | null {
    const first = prices[0] as StatedPrice;
    const isOneCurrency = prices.every(({ currency }) => currency === first.currency);
    const amounts = prices
      .flatMap((price) => amountsOf(price.raw, price.currency, this.#signals).slice(0, 1))
      .toSorted((one, other) => Number(one) - Number(other));
    const lowest = amounts[0];
    const highest = amounts.at(-1);
    if (lowest === undefined || highest === undefined) return null;
    const alone = this.#statedAlone({ ...first, raw: lowest, upTo: highest });
    if (alone === null || isOneCurrency) return alone;
    const told = prices.slice(0, 5).map(({ raw, currency }) => `${raw} ${currency ?? ''}`.trim());
    const message = `The page states several prices: ${told.join(', ')}.`;
    const doubts = [{ code: 'several_prices', message }];
    return { offer: { ...alone.offer, currency: null, doubts }, stated: first };
  }

  /** Where the page neither states nor plainly shows a price: what its embedded data or labels say. */
  #ofGenericMethods(): { offer: OfferPrice; stated: null } | null {
    const value = this.#values.get('price');
    if (value === undefined) return null;
    const raw = value.evidence.quote.slice(0, 300);
    const money = parseMoney(raw, this.#signals);
    if (money === null) return null;
    const shown: ShownPrice = { money, line: -10, element: 0, isFormer: false, score: 0 };
    const offer = this.#ofShown(shown, []);
    return { offer: { ...offer, isShown: value.isGrounded, locator: value.evidence.locator }, stated: null };
  }
}

function conflict(stated: StatedPrice, shown: Money): Warning {
  const said = `${stated.raw} ${stated.currency ?? ''}`.trim();
  return {
    code: 'price_conflict',
    message: `The page states ${said} for machines and shows ${shown.raw.slice(0, 60)}.`,
  };
}

function whoseSign(raw: string): Warning {
  return { code: 'ambiguous_currency', message: `Nothing tells whose currency ${raw.slice(0, 60)} is in.` };
}

function kindDoubts({ kind, unit, raw }: OfferPrice): Warning[] {
  if (kind === 'from') return [{ code: 'lower_bound', message: `${raw.slice(0, 60)} is a lower bound.` }];
  if (kind === 'range')
    return [{ code: 'price_range', message: 'There are several prices, from a lowest to a highest.' }];
  return unit === null ? [] : [{ code: 'unit_price', message: `The price is for ${unit}.` }];
}

/** What a page offers: the price that it shows and states, whether it can be had, and what product it is. */
export function readOffer(page: PageView, wish: OfferWish, findValues: FindValues): PageOffer {
  return new OfferReading(page, wish, findValues).read();
}
