import { folded } from '../words.ts';
import { plainDigits } from './number.ts';

/** Seconds of a unit by the start of its word, folded; the longest start counts. */
const units: readonly [RegExp, number][] = [
  [
    /^(?:seconds?|secs?|s|sekunden?|sek|secondes?|segundos?|seg|secondi|secondo|seconden|sekund\p{L}*|секунд\p{L}*|сек|秒)$/u,
    1,
  ],
  [
    /^(?:minutes?|mins?|m|mn|minuten?|minutos?|minuti|minuto|minuten|minut\p{L}*|минут\p{L}*|мин|分|分钟|分鐘|分間|분)$/u,
    60,
  ],
  [
    /^(?:hours?|hrs?|h|std|stunden?|st|heures?|horas?|hs|ore|ora|uren?|uur|u|godzin\p{L}*|godz|g|tim|timmar|timme|timer?|час\p{L}*|ч|時間|小时|小時|시간)$/u,
    3600,
  ],
  [
    /^(?:days?|d|tage?n?|jours?|j|dias?|giorni|giorno|dag\p{L}*|dni|dzien|дн\p{L}*|день|дня|日間|天|일)$/u,
    86_400,
  ],
];

const iso =
  /^([+-])?P(?=.)(?:([\d.,]+)Y)?(?:([\d.,]+)M)?(?:([\d.,]+)W)?(?:([\d.,]+)D)?(?:T(?=.)(?:([\d.,]+)H)?(?:([\d.,]+)M)?(?:([\d.,]+)S)?)?$/i;
const isoSeconds = [365 * 86_400, 30 * 86_400, 7 * 86_400, 86_400, 3600, 60, 1];
const part = /(\d+(?:[.,]\d+)?(?:\s+[123]\/[2348])?|[123]\/[2348])\s*-?\s*([\p{L}]+)\.?/gu;
/** What may stand between the parts of one duration. */
const joint = /^[\s,.]*(?:and|und|et|y|e|en|i|och|и)?\s*$/u;

function numberOf(text: string): number {
  return text
    .split(/\s+/)
    .map((piece) => {
      const [top = '', bottom] = piece.replace(',', '.').split('/');
      return bottom === undefined ? Number(top) : Number(top) / Number(bottom);
    })
    .reduce((sum, value) => sum + value, 0);
}

/** Whether nothing but a joint stands between two parts, or the unit once more for those who hear the page: `1 hour hr 10 min`. */
function isJoint(between: string): boolean {
  return joint.test(between.replace(/\p{L}+/gu, (word) => (secondsOf(word) === null ? word : '')));
}

function secondsOf(unit: string): number | null {
  return units.find(([expression]) => expression.test(unit))?.[1] ?? null;
}

/** Seconds of an ISO 8601 duration, or null. */
function isoDuration(text: string): number | null {
  const match = iso.exec(text.trim());
  if (match === null) return null;
  let seconds = 0;
  for (let index = 0; index < isoSeconds.length; index++) {
    const value = match[index + 2];
    if (value !== undefined) seconds += Number(value.replace(',', '.')) * (isoSeconds[index] as number);
  }
  return match[1] === '-' ? -seconds : seconds;
}

/** A duration in a text. */
export interface FoundDuration {
  seconds: number;
  from: number;
  to: number;
}

/** All durations of a text that was folded after `plainDigits`: `1 h 30`, `1 hour and 20 minutes`, `90 min`. */
export function durationsIn(text: string): FoundDuration[] {
  const found: FoundDuration[] = [];
  let last: (FoundDuration & { unit: number }) | null = null;
  for (const match of text.matchAll(part)) {
    const unit = secondsOf(match[2] as string);
    if (unit === null) continue;
    const seconds = numberOf(match[1] as string) * unit;
    const to = match.index + match[0].length;
    const joins: boolean = last !== null && unit < last.unit && isJoint(text.slice(last.to, match.index));
    if (joins && last !== null) {
      last.seconds += seconds;
      last.to = to;
      last.unit = unit;
    } else {
      last = { seconds, from: match.index, to, unit };
      found.push(last);
    }
    const minutes: RegExpExecArray | null =
      unit === 3600 ? /^\s*([0-5]\d)(?![\d\p{L}:/])/u.exec(text.slice(to)) : null;
    if (minutes !== null && !/^\s*[0-5]\d\s*\p{L}/u.test(text.slice(to))) {
      last.seconds += Number(minutes[1]) * 60;
      last.to = to + minutes[0].length;
    }
  }
  return found.map(({ seconds, from, to }) => ({ seconds, from, to }));
}

/** Seconds of the first duration of a text, ISO 8601 or in words of ten languages; null when there is none. */
export function parseDuration(raw: string): number | null {
  const machine = isoDuration(raw);
  if (machine !== null) return machine;
  const text = folded(plainDigits(raw.slice(0, 300)));
  const first = durationsIn(text)[0];
  if (first !== undefined) return Math.round(first.seconds);
  const clock = /^(\d{1,2}):([0-5]\d)(?::([0-5]\d))?$/.exec(text);
  if (clock === null) return null;
  const [, one = '', two = '', three] = clock;
  // Three parts begin with hours; of two nobody knows, but what runs that long is told in minutes and seconds.
  return three === undefined
    ? Number(one) * 60 + Number(two)
    : Number(one) * 3600 + Number(two) * 60 + Number(three);
}

/** ISO 8601 form of seconds: `PT1H30M`. */
export function isoDurationOf(seconds: number): string {
  const whole = Math.round(seconds);
  const days = Math.floor(whole / 86_400);
  const hours = Math.floor((whole % 86_400) / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = whole % 60;
  const clock = `${hours > 0 ? `${hours}H` : ''}${minutes > 0 ? `${minutes}M` : ''}${rest > 0 ? `${rest}S` : ''}`;
  if (days === 0 && clock === '') return 'PT0S';
  return `P${days > 0 ? `${days}D` : ''}${clock === '' ? '' : `T${clock}`}`;
}
