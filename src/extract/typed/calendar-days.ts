import { memoize } from '../../domain/values/memoize.ts';

const dayMs = 86_400_000;
const yearMs = 365.2425 * dayMs;

/** Calendars that `Intl` converts day by day: their mean year in Gregorian years, and the start of the year 1. */
const spans: Readonly<Record<string, { length: number; start: number }>> = {
  persian: { length: 1, start: Date.UTC(622, 2, 21) },
  'islamic-umalqura': { length: 0.970_224, start: Date.UTC(622, 6, 19) },
  hebrew: { length: 1, start: Date.UTC(-3760, 8, 20) },
};
/** Days by which the start of a year is earlier, and its end later, than the estimate. */
const marginDays = 40;
const maxYearDays = 385;

/** Months of the Hebrew calendar in a leap year; the only Adar of other years is the second one. */
const hebrewMonths = [
  'Tishri',
  'Heshvan',
  'Kislev',
  'Tevet',
  'Shevat',
  'Adar I',
  'Adar II',
  'Nisan',
  'Iyar',
  'Sivan',
  'Tamuz',
  'Av',
  'Elul',
];

/** Returns a function that gives the number of the month of a day in a calendar, the same in every year of the calendar. */
export const monthNumbersOf = memoize((calendar): ((day: number) => number) => {
  const isHebrew = calendar === 'hebrew';
  const options = { calendar, month: isHebrew ? 'long' : 'numeric', timeZone: 'UTC' } as const;
  const format = new Intl.DateTimeFormat('en', options);
  return (day) => {
    const month = format.format(day);
    return isHebrew ? hebrewMonths.indexOf(month === 'Adar' ? 'Adar II' : month) + 1 : Number(month);
  };
});

/** Returns the days of a year of a calendar, by its name and the year (`persian 1405`): the number of the month times 100, and the day. */
const daysOfYear = memoize((key): ReadonlyMap<number, number> => {
  const [calendar = '', yearText = ''] = key.split(' ');
  const days = new Map<number, number>();
  const span = spans[calendar];
  if (span === undefined) return days;
  const format = new Intl.DateTimeFormat('en', {
    calendar,
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    timeZone: 'UTC',
  });
  const monthOf = monthNumbersOf(calendar);
  const estimate = span.start + (Number(yearText) - 1) * span.length * yearMs;
  const first = Math.round(estimate / dayMs) - marginDays;
  for (let at = first; at < first + maxYearDays + 2 * marginDays; at++) {
    const parts = format.formatToParts(at * dayMs);
    const partOf = (kind: string) => parts.find(({ type }) => type === kind)?.value;
    if (partOf('year') === yearText) days.set(monthOf(at * dayMs) * 100 + Number(partOf('day')), at * dayMs);
  }
  return days;
});

/** Years of these calendars in which a page of today may date something; later and earlier ones are of another calendar. */
const currentYears: Readonly<Record<string, readonly [number, number]>> = {
  persian: [1200, 1500],
  'islamic-umalqura': [1300, 1500],
  hebrew: [5600, 5900],
};

/** Returns true if a calendar is converted day by day, and a year is one of its years that pages of today name. */
export function isCurrentYear(calendar: string, year: number): boolean {
  const [first, last] = currentYears[calendar] ?? [1, 0];
  return year >= first && year <= last;
}

/** Returns a day of one of these calendars in the Gregorian one, or null if there is no such day. */
export function gregorianDayOf(
  calendar: string,
  [year, month, day]: readonly [number, number, number],
): [number, number, number] | null {
  const found = daysOfYear(`${calendar} ${year}`).get(month * 100 + day);
  if (found === undefined) return null;
  const date = new Date(found);
  return [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
}
