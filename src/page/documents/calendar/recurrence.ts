import { calendarDate } from './calendar-date.ts';

const units: Readonly<Record<string, [adverb: string, unit: string]>> = {
  SECONDLY: ['every second', 'seconds'],
  MINUTELY: ['every minute', 'minutes'],
  HOURLY: ['hourly', 'hours'],
  DAILY: ['daily', 'days'],
  WEEKLY: ['weekly', 'weeks'],
  MONTHLY: ['monthly', 'months'],
  YEARLY: ['yearly', 'years'],
};
const days: Readonly<Record<string, string>> = {
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
  SU: 'Sunday',
};
const months = 'January February March April May June July August September October November December'.split(
  ' ',
);
const endings = ['th', 'st', 'nd', 'rd'];
const ordinals = ['', 'first', 'second', 'third', 'fourth', 'fifth'];

/** Returns the name of a place in a period: `first`, `last`, `second to last`, `12th`. */
function ordinal(place: number): string {
  if (place === -1) return 'last';
  if (place < 0) return `${ordinal(-place)} to last`;
  const isTeen = place % 100 > 10 && place % 100 < 14;
  return ordinals[place] ?? `${place}${(isTeen ? undefined : endings[place % 10]) ?? 'th'}`;
}

function dayText(value: string): string {
  const [, place = '', day = ''] = /^([+-]?\d{0,2})([A-Z]{2})$/.exec(value.trim()) ?? [];
  const name = days[day] ?? value;
  return Number(place) === 0 ? name : `the ${ordinal(Number(place))} ${name}`;
}

function monthDayText(value: string): string {
  const day = Number(value);
  return day < 0 && day >= -31 ? `the ${ordinal(day)} day` : `day ${value}`;
}

/** Parts of a rule that have words; others are appended as they are written. */
const worded = new Set(['FREQ', 'INTERVAL', 'BYDAY', 'BYMONTHDAY', 'BYMONTH', 'COUNT', 'UNTIL', 'WKST']);

/** Returns a recurrence rule (RFC 5545 3.3.10) in words, such as `every 2 weeks on Monday, 10 times`. */
export function recurrenceText(rule: string): string {
  const parts = new Map(
    rule.split(';').map((part): [string, string] => {
      const [name = '', value = ''] = part.split('=');
      return [name.trim().toUpperCase(), value.trim().toUpperCase()];
    }),
  );
  const unit = units[parts.get('FREQ') ?? ''];
  if (unit === undefined) return rule;
  const list = (name: string, text: (value: string) => string) =>
    (parts.get(name) ?? '').split(',').filter(Boolean).map(text).join(', ');
  const interval = Number(parts.get('INTERVAL') ?? 1);
  // A number that no calendar can mean is left as it is written.
  if (!Number.isSafeInteger(interval)) return rule;
  const on = [list('BYDAY', dayText), list('BYMONTHDAY', monthDayText)].filter(Boolean).join(', ');
  const inMonths = list('BYMONTH', (value) => months[Number(value) - 1] ?? value);
  const until = parts.get('UNTIL');
  const count = parts.get('COUNT');
  const others = [...parts].filter(([name, value]) => !worded.has(name) && value !== '');
  const frequency = interval > 1 ? `every ${interval} ${unit[1]}` : unit[0];
  return [
    `${frequency}${on === '' ? '' : ` on ${on}`}${inMonths === '' ? '' : ` in ${inMonths}`}`,
    ...others.map(([name, value]) => `${name}=${value}`),
    ...(count === undefined ? [] : [`${count} times`]),
    ...(until === undefined ? [] : [`until ${calendarDate(until)}`]),
  ].join(', ');
}
