import { minorDigitsOf } from '../../domain/values/currency.ts';
import { compareAmounts } from '../../domain/values/decimal.ts';
import { type MoneySignals, parseMoney } from '../typed/money.ts';

const machineNumber = /^\d{1,15}(?:\.\d{1,10})?$/;

/** Returns the possible amounts of a structured price: `1.299` can be 1.299 or 1299. */
export function possibleAmounts(raw: string, currency: string | null, signals: MoneySignals): string[] {
  const text = raw.trim();
  if (machineNumber.test(text)) {
    const digits = currency === null ? 2 : minorDigitsOf(currency);
    const isGroup = /^[1-9]\d{0,2}\.\d{3}$/.test(text) && digits < 3;
    return isGroup ? [text, text.replace('.', '')] : [text];
  }
  const money = parseMoney(text, { ...signals, currency: currency ?? signals.currency });
  return money === null ? [] : [money.amount];
}

export function isSameAmount(one: string, other: string): boolean {
  return compareAmounts(one, other) === 0;
}
