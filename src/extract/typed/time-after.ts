import { escapeRegExp } from '../../domain/values/escape-reg-exp.ts';
import { memoize } from '../../domain/values/memoize.ts';
import { normalizeDigits } from '../../page/text/number.ts';
import { foldText } from '../words/words.ts';
import { zoneOffset } from './zone-offset.ts';

/** The day of the week in brackets, punctuation, and a word for "at" between a date and its time. */
const lead =
  '^[\\s,،、]*(?:\\([\\p{L}\\p{M}.]{1,12}\\)\\s*)?[\\s,،、|·]*(?:(?:at|um|a las|as|a|alle|om|o|kl\\.?|в)\\s*)?';
const clock =
  '(?<hour>\\d{1,2})(?:[:h.](?<minute>\\d{2})(?::(?<second>\\d{2})(?:\\.\\d+)?)?|\\s?[時时點点시](?:\\s?(?<counted>\\d{1,2})\\s?[分분])?(?<isCounted>)|(?=\\s?[ap]\\.?\\s?m(?!\\p{L}))(?<isHour>))';
const zone =
  '(?:\\s*\\(?(?<zone>z(?!\\p{L})|(?:utc|gmt)(?:\\s?[+-]\\d{1,2}(?::?\\d{2})?)?(?!\\p{L})|[+-]\\d{2}:?\\d{2}|\\p{L}{2,5}(?!\\p{L}))\\)?)?';
const end = '(?![\\p{L}\\d])';

/** The two halves of the day in a language, by their folded names without points and spaces. */
interface HalfDays {
  isAfternoon: ReadonlyMap<string, boolean>;
  pattern: RegExp;
}

const maxLanguages = 100;
const maxTextLength = 60;
const keyOf = (text: string) => text.replace(/[.\s]/g, '');

function namesOf(language: string): [name: string, isAfternoon: boolean][] {
  try {
    const format = new Intl.DateTimeFormat(language, { hour: 'numeric', hour12: true, timeZone: 'UTC' });
    return [9, 21].flatMap((hour): [string, boolean][] => {
      const parts = format.formatToParts(Date.UTC(2026, 0, 1, hour));
      const name = parts.find(({ type }) => type === 'dayPeriod')?.value;
      return name === undefined ? [] : [[keyOf(foldText(normalizeDigits(name))), hour > 12]];
    });
  } catch {
    // A language that no standard knows has no names of its own.
    return [];
  }
}

const halfDaysOf = memoize((language): HalfDays => {
  const isAfternoon = new Map([...namesOf('en'), ...namesOf(language)]);
  const choice = [...isAfternoon.keys()]
    .map((name) => [...name].map(escapeRegExp).join('\\.?\\s?'))
    .join('|');
  const half = (group: string) => `(?:(?<${group}>${choice})(?![\\p{L}\\p{M}])\\.?\\s*)?`;
  const before = `(?:(?<before>${choice})\\s*)?`;
  // regex: at most 60 characters, the start of the text behind a date.
  const pattern = new RegExp(`${lead}${before}${clock}\\s*${half('after')}(?:uhr|h)?${zone}${end}`, 'u');
  return { isAfternoon, pattern };
}, maxLanguages);

const padTwo = (value: number) => String(value).padStart(2, '0');

/** Returns an offset in the form of ISO 8601; empty if the zone is unknown. */
function offsetOf(name: string | undefined, language: string | null, localTime: string): string {
  if (name === undefined) return '';
  if (name === 'z') return 'Z';
  const stated = /^(?:(?:utc|gmt)\s?)?([+-])(\d{1,2}):?(\d{2})?$/.exec(name);
  if (stated !== null) return `${stated[1]}${padTwo(Number(stated[2]))}:${stated[3] ?? '00'}`;
  return /^(?:utc|gmt)$/.test(name) ? 'Z' : (zoneOffset(name, language, localTime) ?? '');
}

/**
 * Returns the time that a folded text behind a date starts with, with its zone if it names one, in the notations of a
 * language (BCP 47): `T17:00:00+02:00`. `day` is the date (ISO 8601). Empty if there is no valid time.
 */
export function timeAfter(rest: string, language: string | null, day: string): string {
  const { isAfternoon, pattern } = halfDaysOf(language ?? 'en');
  const groups = pattern.exec(rest.slice(0, maxTextLength))?.groups;
  if (groups === undefined) return '';
  const minute = groups.minute ?? padTwo(Number(groups.counted ?? 0));
  const half = isAfternoon.get(keyOf(groups.before ?? groups.after ?? ''));
  const stated = Number(groups.hour);
  if (half !== undefined && stated > 12) return '';
  const hour = half === undefined ? stated : (stated % 12) + (half ? 12 : 0);
  if (hour > 23 || Number(minute) > 59) return '';
  const time = `T${padTwo(hour)}:${minute}:${groups.second ?? '00'}`;
  return `${time}${offsetOf(groups.zone, language, `${day}${time}`)}`;
}
