import { groupOf, numberAt } from '../../domain/values/elements.ts';
import { normalizeDigits } from '../../page/text/number.ts';
import { foldText } from '../words/words.ts';

/** Seconds of a unit, by the folded word. */
const units: readonly [RegExp, number][] = [
  [
    /^(?:seconds?|secs?|s|sekunden?|sek|secondes?|segundos?|seg|secondi|secondo|seconden|sekund\p{L}*|секунд\p{L}*|сек|秒)$/u,
    1,
  ],
  [
    /^(?:minutes?|mins?|m|mn|minuten?|minutos?|minuti|minuto|minuten|minut\p{L}*|minuut\p{L}*|perc\p{L}*|dk|dakika|dak|λεπτ\p{L}*|минут\p{L}*|мин|分|分钟|分鐘|分間|분)$/u,
    60,
  ],
  [
    /^(?:hours?|hrs?|h|std|stunden?|st|heures?|horas?|hs|ore|ora|uren?|uur|u|godzin\p{L}*|godz|g|tim|timmar|timme|timer?|hod\p{L}*|tunti\p{L}*|saat|ωρ\p{L}*|час\p{L}*|ч|時間|小时|小時|시간)$/u,
    3600,
  ],
  [
    /^(?:days?|d|tage?n?|jours?|j|dias?|giorni|giorno|dag\p{L}*|dni|dzien|дн\p{L}*|день|дня|日間|天|일)$/u,
    86_400,
  ],
];

const isoPattern =
  /^([+-])?P(?=.)(?:([\d.,]+)Y)?(?:([\d.,]+)M)?(?:([\d.,]+)W)?(?:([\d.,]+)D)?(?:T(?=.)(?:([\d.,]+)H)?(?:([\d.,]+)M)?(?:([\d.,]+)S)?)?$/i;
const isoSeconds = [365 * 86_400, 30 * 86_400, 7 * 86_400, 86_400, 3600, 60, 1];
const partPattern = /((?<![\d:])\d+(?:[.,]\d+)?(?:\s+[123]\/[2348])?|[123]\/[2348])\s*(?:-\s*)?(\p{L}+)\.?/gu;
/** Text allowed between the parts of one duration. */
const separatorPattern = /^[\s,.]*(?:(?:and|und|et|y|e|en|i|och|и)\s*)?$/u;

function parseQuantity(text: string): number {
  return text
    .split(/\s+/)
    .map((piece) => {
      const [top = '', bottom] = piece.replace(',', '.').split('/');
      return bottom === undefined ? Number(top) : Number(top) / Number(bottom);
    })
    .reduce((sum, value) => sum + value, 0);
}

/**
 * Returns true if the text between two parts is a separator. A repeated unit for screen readers is allowed: `1
 * hour hr 10 min`.
 */
function isSeparator(between: string): boolean {
  return separatorPattern.test(
    between.replace(/\p{L}+/gu, (word) => (getUnitSeconds(word) === null ? word : '')),
  );
}

function getUnitSeconds(unit: string): number | null {
  return units.find(([expression]) => expression.test(unit))?.[1] ?? null;
}

/** Returns the seconds of an ISO 8601 duration, or null. */
function isoDuration(text: string): number | null {
  const match = isoPattern.exec(text.trim());
  if (match === null) return null;
  let seconds = 0;
  for (let index = 0; index < isoSeconds.length; index++) {
    const value = match[index + 2];
    if (value !== undefined) seconds += Number(value.replace(',', '.')) * numberAt(isoSeconds, index);
  }
  return match[1] === '-' ? -seconds : seconds;
}

/** A duration in a text. */
export interface DurationMatch {
  seconds: number;
  from: number;
  to: number;
}

/**
 * Returns all durations of a text that was folded after {@link normalizeDigits}: `1 h 30`, `1 hour and 20 minutes`, `90
 * min`.
 */
export function findDurations(text: string): DurationMatch[] {
  const durations: DurationMatch[] = [];
  let last: (DurationMatch & { unit: number }) | null = null;
  for (const match of text.matchAll(partPattern)) {
    const unit = getUnitSeconds(groupOf(match, 2));
    if (unit === null) continue;
    const seconds = parseQuantity(groupOf(match, 1)) * unit;
    const to = match.index + match[0].length;
    const continues: boolean =
      last !== null && unit < last.unit && isSeparator(text.slice(last.to, match.index));
    if (continues && last !== null) {
      last.seconds += seconds;
      last.to = to;
      last.unit = unit;
    } else {
      last = { seconds, from: match.index, to, unit };
      durations.push(last);
    }
    const minutes: RegExpExecArray | null =
      unit === 3600 ? /^\s*([0-5]\d)(?![\d\p{L}:/])/u.exec(text.slice(to)) : null;
    if (minutes !== null && !/^\s*[0-5]\d\s*\p{L}/u.test(text.slice(to))) {
      last.seconds += Number(minutes[1]) * 60;
      last.to = to + minutes[0].length;
    }
  }
  return durations.map(({ seconds, from, to }) => ({ seconds, from, to }));
}

/**
 * Returns the seconds of the first duration of a text, in ISO 8601 or in words of ten languages; null if there
 * is none.
 */
export function parseDuration(raw: string): number | null {
  const isoValue = isoDuration(raw);
  if (isoValue !== null) return isoValue;
  const text = foldText(normalizeDigits(raw.slice(0, 300)));
  const first = findDurations(text)[0];
  if (first !== undefined) return Math.round(first.seconds);
  const clockMatch = /^(\d{1,2}):([0-5]\d)(?::([0-5]\d)|\s*(\p{L}+)\.?)?$/u.exec(text);
  if (clockMatch === null) return null;
  const [, one = '', two = '', three, unit] = clockMatch;
  if (three !== undefined) return Number(one) * 3600 + Number(two) * 60 + Number(three);
  // Two parts without a unit may be a time of day.
  const seconds = unit === undefined ? null : getUnitSeconds(unit);
  return seconds === 3600 || seconds === 60 ? Number(one) * seconds + (Number(two) * seconds) / 60 : null;
}

/** Returns the seconds of the length of a recording, `16:00`: minutes and seconds; null if a text is none. */
export function parsePlayingTime(raw: string): number | null {
  const [, minutes, seconds] = /^\s*(\d{1,3}):([0-5]\d)\s*$/.exec(normalizeDigits(raw.slice(0, 20))) ?? [];
  return minutes === undefined ? parseDuration(raw) : Number(minutes) * 60 + Number(seconds);
}

/** Formats seconds as an ISO 8601 duration: `PT1H30M`. */
export function formatIsoDuration(seconds: number): string {
  const whole = Math.round(seconds);
  const days = Math.floor(whole / 86_400);
  const hours = Math.floor((whole % 86_400) / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = whole % 60;
  const clockMatch = `${hours > 0 ? `${hours}H` : ''}${minutes > 0 ? `${minutes}M` : ''}${rest > 0 ? `${rest}S` : ''}`;
  if (days === 0 && clockMatch === '') return 'PT0S';
  return `P${days > 0 ? `${days}D` : ''}${clockMatch === '' ? '' : `T${clockMatch}`}`;
}
