import type { FoundValue } from '../../domain/pages/extraction.ts';
import type { Warning } from '../../domain/pages/outcome.ts';
import { compareAmounts } from '../../domain/values/decimal.ts';
import type { PageFacts } from '../facts/page-facts.ts';
import type { PagePrices } from '../facts/prices/page-prices.ts';
import { findReplacement, type VisiblePrice } from '../facts/prices/visible-prices.ts';
import type { Mapping } from '../page-data/map-entity.ts';
import type { Field } from '../schema/field.ts';
import { type MoneySignals, parseMoney } from '../typed/money.ts';
import type { PriceRole } from '../typed/price-words.ts';
import { coerce } from '../values/coerce.ts';
import { isSameAmount } from './possible-amounts.ts';

/** Minimum score of an asked price that replaces an amount of the data, which the page does not show. */
const minDataScore = 5;
/** Lead of the score of the asked price over another amount that could be the price as well. */
const clearLead = 4;
const askedConfidence = 0.95;
/** Names of the objects of a schema that hold the price of the page's product. */
const offerWords = new Set('offer offers product item pricing price prices sale'.split(' '));

/** Returns true for a scalar field of the product of the page. */
export function isOfOffer(field: Field): boolean {
  return (
    field.structure === 'scalar' &&
    field.context.every((words) => words.every((word) => offerWords.has(word)))
  );
}

/** Returns what a field asks for: the price that is paid, the price before, or neither. */
export function wantedOf(field: Field, mapping: Mapping): 'asked' | 'former' | null {
  if (!isOfOffer(field) || field.kind !== 'money') return null;
  return mapping.concepts(field)[0]?.amount ?? null;
}

function toFoundValue(
  field: Field,
  shown: VisiblePrice,
  page: PageFacts,
  mapping: Mapping,
): FoundValue | null {
  const value = coerce(field, shown.quote, 'person', mapping.parseContext);
  if (value === null) return null;
  return {
    pointer: field.pointer,
    value,
    evidence: {
      method: 'heuristic',
      source: 'visible',
      locator: `${page.locatorOf(shown.element)} (${shown.role} price)`,
      quote: shown.quote,
    },
    isGrounded: true,
    confidence: askedConfidence,
    node: shown.element,
  };
}

/** Returns the amount of a value, or null. */
export function amountOf({ value }: FoundValue, signals: MoneySignals): string | null {
  return typeof value === 'number' ? String(value) : (parseMoney(String(value), signals)?.amount ?? null);
}

function conflictOf(value: FoundValue, shown: VisiblePrice): Warning {
  const message = `${value.evidence.locator.slice(0, 100)} states ${String(value.value).slice(0, 60)}, but the page asks ${shown.quote.slice(0, 60)}.`;
  return { code: 'price_conflict', message };
}

/** Decision about the value of a field: keep it, remove it, or replace it with a shown amount. */
type Choice = VisiblePrice | 'keep' | 'none';

/** Roles of amounts that are never the price, even if a page shows no other amount. */
const neverPrice: ReadonlySet<PriceRole> = new Set(['other', 'saving', 'lowest']);

function isClearlyAhead(asked: VisiblePrice, other: VisiblePrice): boolean {
  return asked.score >= other.score + clearLead || (other.isElsewhere && !asked.isElsewhere);
}

/** Decides about the value of a field for the price that is paid. */
function chooseAsked(
  current: FoundValue | undefined,
  { all, asked }: PagePrices,
  signals: MoneySignals,
): Choice {
  if (current === undefined) return 'keep';
  const amount = amountOf(current, signals);
  if (amount === null || (asked !== null && isSameAmount(amount, asked.money.amount))) return 'keep';
  const isFromData = current.evidence.source !== 'visible';
  const same = all.filter(({ money }) => isSameAmount(money.amount, amount));
  if (same.length === 0) return isFromData && asked !== null && asked.score >= minDataScore ? asked : 'keep';
  if (same.some(({ role }) => role === 'asked')) {
    const isClear = asked !== null && same.every((one) => isClearlyAhead(asked, one));
    return isClear ? asked : 'keep';
  }
  const isNoPrice = same.every(({ role, isReplaced }) => isReplaced || neverPrice.has(role));
  if (isNoPrice) return asked ?? (isFromData ? 'keep' : 'none');
  return same.map((one) => findReplacement(all, one)).find((one) => one !== null) ?? 'keep';
}

/** Decides about the value of a field for the price before. */
function chooseFormer(
  current: FoundValue | undefined,
  { all, asked, former }: PagePrices,
  signals: MoneySignals,
): Choice {
  const amount = current === undefined ? null : amountOf(current, signals);
  if (amount === null) return former ?? 'keep';
  const same = all.filter(({ money }) => isSameAmount(money.amount, amount));
  const isOfOthers = same.length > 0 && same.every(({ isElsewhere }) => isElsewhere);
  if (asked === null) return isOfOthers ? 'none' : 'keep';
  if (!isOfOthers && same.some(({ role }) => role === 'former')) return 'keep';
  if (former !== null) return former;
  return !isOfOthers && compareAmounts(amount, asked.money.amount) > 0 ? 'keep' : 'none';
}

/**
 * Corrects the price and the price before by the reading of the amounts that the page shows: a struck amount, a saving, an
 * instalment or the price of a unit is not the price that is paid, whatever names and structured data say. A difference
 * between the data and the page becomes a warning with both values.
 */
export function preferAskedPrice(
  fields: readonly Field[],
  values: readonly FoundValue[],
  { page, mapping, warnings }: { page: PageFacts; mapping: Mapping; warnings: Warning[] },
): FoundValue[] {
  let corrected = [...values];
  const signals = mapping.parseContext;
  for (const field of fields) {
    const wanted = wantedOf(field, mapping);
    if (wanted === null) continue;
    const prices = page.prices();
    const current = corrected.find(({ pointer }) => pointer === field.pointer);
    const choice =
      wanted === 'asked' ? chooseAsked(current, prices, signals) : chooseFormer(current, prices, signals);
    if (choice === 'keep') continue;
    const found = choice === 'none' ? null : toFoundValue(field, choice, page, mapping);
    if (choice !== 'none' && found === null) continue;
    if (
      choice !== 'none' &&
      wanted === 'asked' &&
      current !== undefined &&
      current.evidence.source !== 'visible'
    )
      warnings.push(conflictOf(current, choice));
    const others = corrected.filter(({ pointer }) => pointer !== field.pointer);
    corrected = found === null ? others : [...others, found];
  }
  return corrected;
}
