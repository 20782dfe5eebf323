import type { Schedule, ScheduleInput } from '../../../clients/typescript/src/index.ts';

const unitMs: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};
const dayMs = 86_400_000;

/** A cron expression that means one time of some days of the week. */
export interface DailyTime {
  /** `07:30`. */
  time: string;
  /** Day of the week as in the expression: `*`, `1-5`, `0,6`, or a digit. */
  days: string;
}

const dailyCron = /^(\d{1,2}) (\d{1,2}) \* \* (\*|1-5|0,6|[0-6])$/;

/** Reads a cron expression of one time a day; null for any other. */
export function dailyTimeOf(cron: string): DailyTime | null {
  const [, minute, hour, days] = dailyCron.exec(cron.trim()) ?? [];
  if (minute === undefined || hour === undefined || days === undefined) return null;
  if (Number(minute) > 59 || Number(hour) > 23) return null;
  return { time: `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`, days };
}

/** Returns the cron expression of one time a day. */
export function cronOf({ time, days }: DailyTime): string {
  const [hour = '0', minute = '0'] = time.split(':');
  return `${Number(minute)} ${Number(hour)} * * ${days}`;
}

/** Returns how far the clocks of a time zone are ahead of UTC, in milliseconds. */
function offsetAt(at: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1_000) * 1_000;
}

function includesDay(days: string, day: number): boolean {
  if (days === '1-5') return day >= 1 && day <= 5;
  return days === '*' || days.split(',').includes(String(day));
}

function nextDaily({ time, days }: DailyTime, timeZone: string, now: number): number | null {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const today = Math.floor((now + offsetAt(now, timeZone)) / dayMs) * dayMs;
  for (let day = 0; day <= 8; day += 1) {
    const local = today + day * dayMs + (hour * 60 + minute) * 60_000;
    const guess = local - offsetAt(local, timeZone);
    const at = local - offsetAt(guess, timeZone);
    if (at > now && includesDay(days, new Date(local).getUTCDay())) return at;
  }
  return null;
}

/**
 * Returns the next start of a schedule that is saved `now`; null if it is paused, or only the service can tell. Both are
 * milliseconds since 1970.
 */
export function nextStart(schedule: Schedule | ScheduleInput, now: number): number | null {
  if ('every' in schedule && typeof schedule.every === 'string') {
    const length = Number.parseInt(schedule.every, 10) * (unitMs[schedule.every.slice(-1)] ?? Number.NaN);
    return Number.isFinite(length) && length > 0 ? now + length : null;
  }
  if (!('cron' in schedule) || typeof schedule.cron !== 'string') return null;
  const daily = dailyTimeOf(schedule.cron);
  if (daily === null) return null;
  try {
    return nextDaily(daily, schedule.timezone ?? 'UTC', now);
  } catch {
    // The time zone is not known, or only half typed.
    return null;
  }
}
