import { createDice, type Dice } from '../fuzz/dice.ts';

/** Table of numbers as HTML, with the texts of its cells by row. The first row is the header, empty if there is none. */
export interface NumberTable {
  html: string;
  rows: string[][];
}

/** Locales with different digits, signs, and separators of groups and decimals. */
export const numberLocales = [
  'en-US',
  'en-IN',
  'en-ZA',
  'de-DE',
  'de-CH',
  'de-AT',
  'fr-FR',
  'fr-CH',
  'sv-SE',
  'nb-NO',
  'fi-FI',
  'pl-PL',
  'cs-CZ',
  'uk-UA',
  'pt-PT',
  'es-ES',
  'ar-EG',
  'fa-IR',
  'mr-IN',
  'bn-BD',
] as const;

/** Separators of groups that pages write by hand: space, no-break space, narrow no-break space, thin space, apostrophes. */
const handSeparators = [' ', '\u{A0}', '\u{202F}', '\u{2009}', "'", '’'];

/** Classes of cells of data that remind of the line numbers of code. */
const cellClasses = ['', '', '', 'num', 'number', 'line-number', 'lineno', 'gutter', 'right'];

/** Returns the text of a random number, or of a few numbers, as a page of the locale writes it. */
function numberText(dice: Dice, locale: string): string {
  const value = dice.below(10 ** dice.between(1, 8));
  switch (dice.below(9)) {
    case 0:
      return value.toLocaleString(locale, { minimumFractionDigits: 2 });
    case 1:
      return (-value).toLocaleString(locale);
    case 2:
      return (value / 10 ** 6).toLocaleString(locale, { style: 'percent', maximumFractionDigits: 1 });
    case 3:
      return value.toLocaleString(locale, { style: 'currency', currency: dice.pick(['EUR', 'INR', 'SEK']) });
    case 4:
      return sequence(dice, locale);
    case 5:
      return String(value).replace(/\B(?=(?:\d{3})+$)/g, dice.pick(handSeparators));
    case 6:
      return String(dice.between(1, 2100));
    case 7:
      // A group that is the successor of the one before it, as in 1 002 and 36 037.
      return `${dice.between(1, 99)}${dice.pick(handSeparators)}${String(dice.between(1, 999)).padStart(3, '0')}`;
    default:
      return value.toLocaleString(locale);
  }
}

/** Returns numbers that count up by one, such as sizes or years, and like the line numbers of code. */
function sequence(dice: Dice, locale: string): string {
  const first = dice.between(1, 120);
  const separator = dice.pick([' ', '\u{A0}', ' ', '\n']);
  return Array.from({ length: dice.between(2, 6) }, (_, at) => (first + at).toLocaleString(locale)).join(
    separator,
  );
}

function attributes(dice: Dice): string {
  const name = dice.pick(cellClasses);
  return name === '' ? '' : ` class="${name}"`;
}

/** Returns a random table of numbers; the same seed gives the same table. */
export function numberTable(seed: number): NumberTable {
  const dice = createDice(37, seed);
  const locale = numberLocales[seed % numberLocales.length] ?? numberLocales[0];
  const width = dice.between(2, 6);
  const hasHeader = dice.chance(0.6);
  const hasRowNames = dice.chance(0.4);
  const indent = dice.pick(['', '\n', '\n    ']);
  const header = Array.from({ length: width }, (_, at) => (hasHeader ? `Column ${at + 1}` : ''));
  const body = Array.from({ length: dice.between(2, 12) }, (_, row) =>
    Array.from({ length: width }, (_, at) =>
      at === 0 && hasRowNames ? `Region ${row}` : numberText(dice, locale),
    ),
  );
  const cells = (row: readonly string[], tag: string) =>
    row.map((text) => `${indent}<${tag}${attributes(dice)}>${indent}${encode(dice, text)}${indent}</${tag}>`);
  const rows = [...(hasHeader ? [cells(header, 'th')] : []), ...body.map((row) => cells(row, 'td'))];
  const html = `<table>${rows.map((row) => `${indent}<tr>${row.join('')}${indent}</tr>`).join('')}</table>`;
  return { html, rows: [header, ...body] };
}

/** Writes some separators as character references, as many templates do. */
function encode(dice: Dice, text: string): string {
  return dice.chance(0.5)
    ? text
    : text
        .replaceAll('\u{A0}', '&nbsp;')
        .replaceAll('\u{202F}', '&#8239;')
        .replaceAll('\u{2009}', '&thinsp;');
}
