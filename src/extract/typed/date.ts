import { isoDate } from '../../page/iso-date.ts';
import { folded } from '../words.ts';
import { plainDigits } from './number.ts';

/** A date as a text writes it. */
export interface FoundDate {
  /** ISO 8601: `2026-03-05`, with its time and zone where both are given, or `2026-03` and `2026`. */
  iso: string;
  precision: 'time' | 'day' | 'month' | 'year';
  /** The text it stands in, cut to the date. */
  quote: string;
}

/** Languages whose month names are read. */
const languages = [
  'en',
  'de',
  'fr',
  'es',
  'pt',
  'it',
  'nl',
  'pl',
  'sv',
  'da',
  'nb',
  'fi',
  'cs',
  'ru',
  'uk',
  'tr',
  'ro',
  'hu',
  'el',
  'id',
];
const monthFirstRegions = new Set(['US', 'PH', 'FM', 'PW', 'BZ']);

let monthNames: Map<string, number> | null = null;

/** Months by their folded names, long and short, alone and in dates. */
function months(): Map<string, number> {
  if (monthNames !== null) return monthNames;
  monthNames = new Map();
  for (const language of languages) {
    for (const month of ['long', 'short'] as const) {
      for (const options of [{ month }, { month, day: 'numeric' }] as const) {
        const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
        for (let index = 0; index < 12; index++) {
          const part = format.formatToParts(Date.UTC(2026, index, 15)).find(({ type }) => type === 'month');
          const name = folded(part?.value ?? '').replace(/\.$/, '');
          if (/^\p{L}{3,}$/u.test(name) && !monthNames.has(name)) monthNames.set(name, index + 1);
        }
      }
    }
  }
  monthNames.set('sept', 9);
  return monthNames;
}

function monthOf(word: string): number | null {
  return months().get(word.replace(/\.$/, '')) ?? null;
}

const two = (value: number) => String(value).padStart(2, '0');

function day(year: number, month: number, date: number): string | null {
  if (month < 1 || month > 12 || date < 1 || year < 1000 || year > 2999) return null;
  if (date > new Date(Date.UTC(year, month, 0)).getUTCDate()) return null;
  return `${year}-${two(month)}-${two(date)}`;
}

function yearOf(text: string): number {
  const year = Number(text.replace(/^['’]/, ''));
  return text.length > 2 ? year : year + (year < 70 ? 2000 : 1900);
}

interface Hit {
  iso: string;
  precision: FoundDate['precision'];
  from: number;
  to: number;
}

const eastern = /(\d{4})\s*[年년]\s*(?:(\d{1,2})\s*[月월]\s*(?:(\d{1,2})\s*[日일])?)?/;
const numeric = /(?<![\d.,/-])(\d{1,4})\s?([./-])\s?(\d{1,2})\s?\2\s?(\d{2,4})(?![\d]|[./-]\d)/;
const dayMonthYear =
  /(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|º|ª|°|\.)?[\s-]+(?:(?:de|of|di|del)\s+)?(\p{L}{3,12})\.?,?[\s-]+(?:(?:de|of|del|of the year)\s+)?(\d{4}|'\d{2})(?!\d)/u;
const monthDayYear = /(\p{L}{3,12})\.?[\s-]+(\d{1,2})(?:st|nd|rd|th)?,?[\s-]+(\d{4})(?!\d)/u;
const yearMonthDay = /(?<!\d)(\d{4})[.\s]+(\p{L}{3,12})\.?\s+(\d{1,2})(?!\d)/u;
const monthYear = /(\p{L}{3,12})\.?,?[\s-]+(?:de\s+|of\s+)?(\d{4})(?!\d)/u;

function hitOf(match: RegExpExecArray, iso: string | null, precision: Hit['precision']): Hit | null {
  return iso === null ? null : { iso, precision, from: match.index, to: match.index + match[0].length };
}

function numericHit(text: string, isMonthFirst: boolean | null): Hit | null {
  const match = numeric.exec(text);
  if (match === null) return null;
  const [, first = '', separator = '', second = '', third = ''] = match;
  if (first.length === 4) return hitOf(match, day(Number(first), Number(second), Number(third)), 'day');
  if (first.length > 2 || third.length === 3) return null;
  const year = yearOf(third);
  const dayFirst = day(year, Number(second), Number(first));
  const monthFirst = day(year, Number(first), Number(second));
  if (separator === '.' || dayFirst === null || monthFirst === null || dayFirst === monthFirst) {
    return hitOf(match, separator === '.' ? dayFirst : (dayFirst ?? monthFirst), 'day');
  }
  // Both readings are dates: without a word about whose habit it is, neither is one.
  return isMonthFirst === null ? null : hitOf(match, isMonthFirst ? monthFirst : dayFirst, 'day');
}

function namedHit(text: string): Hit | null {
  const shapes: [RegExp, number, number, number][] = [
    [dayMonthYear, 3, 2, 1],
    [monthDayYear, 3, 1, 2],
    [yearMonthDay, 1, 2, 3],
  ];
  let best: Hit | null = null;
  for (const [shape, year, month, date] of shapes) {
    const match = shape.exec(text);
    if (match === null) continue;
    const number = monthOf(match[month] as string);
    if (number === null) continue;
    const hit = hitOf(match, day(yearOf(match[year] as string), number, Number(match[date])), 'day');
    if (hit !== null && (best === null || hit.from < best.from)) best = hit;
  }
  return best;
}

function monthHit(text: string): Hit | null {
  const match = monthYear.exec(text);
  const month = match === null ? null : monthOf(match[1] as string);
  if (match === null || month === null) return null;
  return hitOf(match, `${match[2]}-${two(month)}`, 'month');
}

function easternHit(text: string): Hit | null {
  const match = eastern.exec(text);
  if (match === null) return null;
  const [, year = '', month, date] = match;
  if (month === undefined) return hitOf(match, year, 'year');
  if (date === undefined) return hitOf(match, `${year}-${two(Number(month))}`, 'month');
  return hitOf(match, day(Number(year), Number(month), Number(date)), 'day');
}

const time =
  /^[\s,]*(?:at|um|à|a las|às|alle|om|o|kl\.?|в)?\s*(\d{1,2})[:h](\d{2})(?::(\d{2}))?\s*([ap]\.?m\.?)?\s*(?:uhr|h)?\s*(z|utc|gmt|[+-]\d{2}:?\d{2})?(?!\d)/;

/** The time right behind a date, with its zone; empty where the zone is not told, for then it is no moment. */
function timeAfter(rest: string): string {
  const match = time.exec(rest);
  if (match === null) return '';
  const [, hours = '', minutes = '', seconds = '00', half, zone] = match;
  let hour = Number(hours);
  if (half !== undefined) hour = (hour % 12) + (half.startsWith('p') ? 12 : 0);
  if (hour > 23 || Number(minutes) > 59) return '';
  const offset =
    zone === undefined ? '' : /^[zug]/.test(zone) ? 'Z' : zone.replace(/(\d{2}):?(\d{2})$/, '$1:$2');
  return `T${two(hour)}:${minutes}:${seconds}${offset}`;
}

/** Whether a language writes the month before the day; null for English of no region, which does both. */
function monthFirstIn(language: string | null): boolean | null {
  if (language === null) return null;
  const [base = '', ...rest] = language.toLowerCase().split(/[-_]/);
  const region = rest.find((part) => /^[a-z]{2}$/.test(part))?.toUpperCase();
  if (region !== undefined && monthFirstRegions.has(region)) return true;
  return base === 'en' && region === undefined ? null : false;
}

/**
 * The first date of a text, in any of twenty languages and in the usual orders; null when there is none, and when it could
 * be one of two (03/04/2026 on an English page of no region). `language` is BCP 47.
 */
export function parseDate(raw: string, language: string | null): FoundDate | null {
  const text = folded(plainDigits(raw.slice(0, 300)));
  const machine = isoDate(text.toUpperCase());
  if (machine !== null && /^\d{4}[-/.]?\d{2}[-/.]?\d{2}/.test(text)) {
    return { iso: machine, precision: machine.includes('T') ? 'time' : 'day', quote: raw.trim() };
  }
  const hits = [easternHit(text), namedHit(text), numericHit(text, monthFirstIn(language))].filter(
    (hit) => hit !== null,
  );
  const hit = hits.sort((one, other) => one.from - other.from)[0] ?? monthHit(text);
  if (hit === null || hit === undefined) return null;
  const clock = hit.precision === 'day' ? timeAfter(text.slice(hit.to)) : '';
  const quote = text.slice(hit.from, hit.to);
  return clock === ''
    ? { iso: hit.iso, precision: hit.precision, quote }
    : { iso: `${hit.iso}${clock}`, precision: 'time', quote };
}

let dayForms: Intl.DateTimeFormat[] | null = null;

/** Ways in which a page may show a day (`YYYY-MM-DD`), folded: every language's own, and numbers in the usual orders. */
export function shownForms(iso: string): string[] {
  const [year = '', month = '', date = ''] = iso.slice(0, 10).split('-');
  const moment = Date.UTC(Number(year), Number(month) - 1, Number(date));
  if (Number.isNaN(moment)) return [];
  dayForms ??= languages
    .concat('ja', 'zh', 'ko', 'en-GB', 'ar')
    .flatMap((language) =>
      (['long', 'medium'] as const).map(
        (dateStyle) => new Intl.DateTimeFormat(language, { dateStyle, timeZone: 'UTC' }),
      ),
    );
  const named = dayForms.map((format) => folded(plainDigits(format.format(moment))));
  const [m, d, y] = [String(Number(month)), String(Number(date)), year.slice(2)];
  const plain = [
    `${year}-${month}-${date}`,
    `${year}/${month}/${date}`,
    `${year}.${month}.${date}`,
    `${date}.${month}.${year}`,
    `${d}.${m}.${year}`,
    `${date}/${month}/${year}`,
    `${d}/${m}/${year}`,
    `${month}/${date}/${year}`,
    `${m}/${d}/${year}`,
    `${date}-${month}-${year}`,
    `${m}/${d}/${y}`,
    `${month}/${date}/${y}`,
    `${date}.${month}.${y}`,
    `${date}/${month}/${y}`,
  ];
  return [...new Set([...plain, ...named])];
}
