import { SaxesParser } from 'saxes';
import { parseDecimal } from '../../domain/values/decimal.ts';
import type { RateTable } from '../../domain/values/exchange.ts';

const dayPattern = /^\d{4}-\d\d-\d\d$/;
const currencyCodePattern = /^[A-Z]{3}$/;
/** The history since 1999 has about 7,000 days. */
const maxDays = 10_000;
const maxCurrencies = 300;

interface RateDay {
  date: string;
  perEuro: Record<string, string>;
}

function isDay(text: string): boolean {
  return dayPattern.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
}

function isRate(text: string | undefined): text is string {
  const value = text === undefined ? null : parseDecimal(text);
  return value !== null && value.units > 0n;
}

/**
 * Parses the tables of an ECB reference rate file (daily or history), newest first. Elements are identified by local
 * name, so prefixes do not matter. Rates that are not positive decimal numbers are skipped. Throws an Error if the
 * file is not well-formed or contains no table.
 */
export function parseEcbFile(xml: string): RateTable[] {
  const days: RateDay[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw new Error(`The rate file is not well-formed XML: ${error.message.slice(0, 100)}`);
  });
  parser.on('opentag', ({ local, attributes }) => {
    if (local !== 'Cube') return;
    const { time, currency, rate } = Object.fromEntries(
      Object.values(attributes).map((attribute) => [attribute.local, attribute.value.trim()]),
    );
    if (time !== undefined && days.length < maxDays) {
      if (!isDay(time))
        throw new Error(`The rate file contains "${time.slice(0, 20)}", which is not a date.`);
      days.push({ date: time, perEuro: {} });
    }
    const day = days.at(-1);
    if (day === undefined || currency === undefined || !currencyCodePattern.test(currency) || !isRate(rate))
      return;
    if (Object.keys(day.perEuro).length < maxCurrencies) day.perEuro[currency] = rate;
  });
  parser.write(xml).close();
  const tables = days
    .filter(({ perEuro }) => Object.keys(perEuro).length > 0)
    .map((day): RateTable => ({ source: 'ecb', ...day }))
    .sort((one, other) => other.date.localeCompare(one.date));
  if (tables.length === 0) throw new Error('The rate file contains no rates.');
  return tables;
}
