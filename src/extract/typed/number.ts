/** What is known of how a text writes numbers. */
export interface NumberHabit {
  /** The mark that stands between thousands where the text comes from, or null when nobody knows. */
  group: ',' | '.' | ' ' | null;
  /** Digits after the decimal mark of the currency, or null. */
  minorDigits: number | null;
}

/** A number in a text. */
export interface FoundNumber {
  /** Decimal notation with a point: `1299.00`; exact, however long. */
  amount: string;
  /** Whether a mark could be of groups or of decimals, and nothing tells. */
  isAmbiguous: boolean;
  /** Its range of the text as {@link plainDigits} gives it. */
  from: number;
  to: number;
}

export const unknownHabit: NumberHabit = { group: null, minorDigits: null };

const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50];

/** The text in compatibility form (NFKC) with the digits of all scripts, spaces and marks as ASCII has them. */
export function plainDigits(text: string): string {
  return text
    .replace(/½/g, ' 1/2')
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, (digit) => {
      const code = digit.charCodeAt(0);
      const zero = zeros.find((start) => code >= start && code < start + 10);
      return zero === undefined ? digit : String(code - zero);
    })
    .replace(/٫/g, '.')
    .replace(/٬|(?<=\d)['’‘`´](?=\d)/g, "'")
    .replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' ')
    .replace(/[\u2212\u2012\u2013\u2014]/g, '–');
}

const numberShape = /\d+(?:[.,']\d+|(?<=\d) (?=\d{3}(?!\d))\d{3})*/g;

/** Takes one written number apart by the rules for `.`, `,` and spaces; null for what is none, such as 1.2.3. */
export function readNumber(
  written: string,
  habit: NumberHabit,
): { amount: string; isAmbiguous: boolean } | null {
  const text = written.replace(/[' ]/g, '');
  const points = text.split('.').length - 1;
  const commas = text.split(',').length - 1;
  if (points > 0 && commas > 0) return bothMarks(text, points, commas);
  if (points + commas === 0) return { amount: text, isAmbiguous: false };
  const mark = points > 0 ? '.' : ',';
  const parts = text.split(mark);
  if (parts.length > 2) {
    const isGrouped = parts
      .slice(1)
      .every(
        (part, index) => part.length === 3 || (mark === ',' && part.length === 2 && index < parts.length - 2),
      );
    return isGrouped ? { amount: parts.join(''), isAmbiguous: false } : null;
  }
  const [whole = '', rest = ''] = parts;
  // Somebody who groups by spaces or apostrophes needs no other mark for it.
  const isDecimal =
    rest.length !== 3 || whole === '0' || whole.length > 3 || habit.minorDigits === 3 || /[' ]/.test(written);
  if (isDecimal) return { amount: `${whole}.${rest}`, isAmbiguous: false };
  if (habit.group !== null && habit.group !== mark && habit.minorDigits === null) {
    return { amount: `${whole}.${rest}`, isAmbiguous: false };
  }
  return { amount: whole + rest, isAmbiguous: habit.group !== mark };
}

function bothMarks(
  text: string,
  points: number,
  commas: number,
): { amount: string; isAmbiguous: boolean } | null {
  const decimal = text.lastIndexOf('.') > text.lastIndexOf(',') ? '.' : ',';
  const group = decimal === '.' ? ',' : '.';
  if ((decimal === '.' ? points : commas) > 1) return null;
  const [whole = '', rest = ''] = text.split(decimal);
  return { amount: `${whole.replaceAll(group, '')}.${rest}`, isAmbiguous: false };
}

/** All numbers of a text that went through {@link plainDigits}, in order. */
export function numbersIn(text: string, habit: NumberHabit = unknownHabit): FoundNumber[] {
  const found: FoundNumber[] = [];
  for (const match of text.matchAll(numberShape)) {
    const read = readNumber(match[0], habit);
    if (read === null) continue;
    const from = match.index;
    // A sign is one when nothing it could join stands before it.
    const isNegative = /(?:^|[\s(:])[-–]$/.test(text.slice(Math.max(0, from - 2), from));
    found.push({
      ...read,
      amount: isNegative ? `-${read.amount}` : read.amount,
      from,
      to: from + match[0].length,
    });
  }
  return found;
}

const fractions: Readonly<Record<string, number>> = {
  '1/2': 0.5,
  '1/3': 1 / 3,
  '2/3': 2 / 3,
  '1/4': 0.25,
  '3/4': 0.75,
  '1/8': 0.125,
};

const scales: readonly [RegExp, number][] = [
  [/^\s?(?:k|tsd|mil(?!l|\p{L}))(?!\p{L})/iu, 1e3],
  [/^\s?(?:m|mio|million(?:en|s)?|millones|milhoes|milioni|миллион\p{L}*|млн)(?!\p{L}|\.\p{L})/iu, 1e6],
  [/^\s?(?:bn|billion|mrd|milliarden?|miliardi|млрд)(?!\p{L})/iu, 1e9],
];

/** What a suffix such as `k` or `million` right behind a number multiplies it by; 1 when there is none. */
export function scaleAfter(rest: string): number {
  return scales.find(([expression]) => expression.test(rest))?.[1] ?? 1;
}

/** The first number of a text as a number: with its fraction (`1 1/2`) and scale (`2.5k`), or null. */
export function parseNumber(text: string, habit: NumberHabit = unknownHabit): number | null {
  const plain = plainDigits(text);
  const fraction = /^(?:(\d+)[ -])?([123]\/[2348])(?!\d)/.exec(plain.trim());
  if (fraction !== null) return Number(fraction[1] ?? 0) + (fractions[fraction[2] as string] ?? 0);
  const first = numbersIn(plain, habit)[0];
  if (first === undefined) return null;
  const scale = scaleAfter(plain.slice(first.to));
  return Number(first.amount) * scale;
}

const habits = new Map<string, NumberHabit>();

/** How a language writes numbers (CLDR by `Intl`); a language alone says little for English, whose group mark all share. */
export function habitOf(language: string | null): NumberHabit {
  if (language === null) return unknownHabit;
  const known = habits.get(language);
  if (known !== undefined) return known;
  let habit = unknownHabit;
  try {
    const parts = new Intl.NumberFormat(language, { useGrouping: 'always' }).formatToParts(1234567.8);
    const group = parts.find((part) => part.type === 'group')?.value.replace(/\s/u, ' ');
    if (group === ',' || group === '.' || group === ' ') habit = { group, minorDigits: null };
  } catch {
    // A language that nobody knows says nothing.
  }
  habits.set(language, habit);
  return habit;
}
