import { SaxesParser } from 'saxes';
import { parseDecimal } from '../../domain/decimal.ts';
import type { RateTable } from '../../domain/exchange.ts';

const dayShape = /^\d{4}-\d\d-\d\d$/;
const codeShape = /^[A-Z]{3}$/;
/** The history since 1999 has some 7,000 days. */
const mostDays = 10_000;
const mostCurrencies = 300;

interface Day {
  date: string;
  perEuro: Record<string, string>;
}

function isDay(text: string): boolean {
  return dayShape.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
}

function isRate(text: string | undefined): text is string {
  const value = text === undefined ? null : parseDecimal(text);
  return value !== null && value.units > 0n;
}

/**
 * The tables of an ECB reference rate file (daily or history), newest first; elements are told by their local names, so that
 * prefixes do not matter. Throws an Error with the reason when the file holds none; single rates that are no positive decimal
 * number are left out.
 */
export function readEcbFile(xml: string): RateTable[] {
  const days: Day[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw new Error(`the rate file is not well-formed XML: ${error.message.slice(0, 100)}`);
  });
  parser.on('opentag', ({ local, attributes }) => {
    if (local !== 'Cube') return;
    const { time, currency, rate } = Object.fromEntries(
      Object.values(attributes).map((attribute) => [attribute.local, attribute.value.trim()]),
    );
    if (time !== undefined && days.length < mostDays) {
      if (!isDay(time)) throw new Error(`"${time.slice(0, 20)}" is no day`);
      days.push({ date: time, perEuro: {} });
    }
    const day = days.at(-1);
    if (day === undefined || currency === undefined || !codeShape.test(currency) || !isRate(rate)) return;
    if (Object.keys(day.perEuro).length < mostCurrencies) day.perEuro[currency] = rate;
  });
  parser.write(xml).close();
  const tables = days
    .filter(({ perEuro }) => Object.keys(perEuro).length > 0)
    .map((day): RateTable => ({ source: 'ecb', ...day }))
    .sort((one, other) => other.date.localeCompare(one.date));
  if (tables.length === 0) throw new Error('the rate file holds no rates');
  return tables;
}
