import { Cron } from 'croner';
import { dayMs } from '../values/day-ms.ts';
import { groupOf, numberAt } from '../values/elements.ts';

/** When work runs: at an interval, by a cron expression in a time zone, or not while paused. Part of the API. */
export type Schedule = { every: string } | { cron: string; timezone: string } | { paused: true };

/** Maximum characters of a cron expression. */
export const maxCronLength = 200;
const minuteMs = 60_000;
const unitMs: Record<string, number> = { s: 1_000, m: minuteMs, h: 60 * minuteMs, d: dayMs, w: 7 * dayMs };
const maxEveryMs = 366 * dayMs;
/** Runs that are compared to find the shortest gap of a cron expression. */
const maxComparedRuns = 100;
/** Longer than any single clock change. */
const clockChangeMs = 3 * 60 * minuteMs;

/**
 * Parses an interval such as `15m`, `1h` or `1d` (s, m, h, d, w) to milliseconds; null for any other text and for more
 * than 366 days.
 */
export function parseIntervalMs(text: string): number | null {
  const match = /^([1-9]\d{0,8})([smhdw])$/.exec(text);
  if (match === null) return null;
  const ms = Number(match[1]) * (unitMs[groupOf(match, 2)] as number);
  return ms <= maxEveryMs ? ms : null;
}

/** Tells whether the name is a time zone of the IANA database. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function parseCron(expression: string, timezone: string): Cron {
  return new Cron(expression, { timezone, mode: '5-part', paused: true });
}

const formats = new Map<string, Intl.DateTimeFormat>();

function getFormat(timezone: string): Intl.DateTimeFormat {
  const cached = formats.get(timezone);
  if (cached !== undefined) return cached;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(timezone, format);
  return format;
}

/** Returns the offset of the time zone from UTC, in milliseconds. */
function offsetMs(instantMs: number, timezone: string): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of getFormat(timezone).formatToParts(instantMs)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  return wall - Math.floor(instantMs / 1_000) * 1_000;
}

/**
 * Converts a wall clock time (given as if it were UTC) to an instant: the first of two if the clock is put back,
 * shifted by the change if the clock skips that time.
 */
function wallClockToInstant(wallMs: number, timezone: string): number {
  const before = offsetMs(wallMs - dayMs, timezone);
  const after = offsetMs(wallMs + dayMs, timezone);
  const shown = [wallMs - before, wallMs - after].filter((at) => at + offsetMs(at, timezone) === wallMs);
  return shown.length === 0 ? wallMs - before : Math.min(...shown);
}

/**
 * Yields the runs of an expression with fixed hours: once on each matching day, whatever the clock change. Croner
 * computes them in UTC, which has no clock changes.
 */
function* runsAtFixedHours(expression: string, timezone: string, after: Date): Generator<Date> {
  const afterMs = after.getTime();
  const cron = parseCron(expression, 'UTC');
  let wall: Date | null = new Date(afterMs + offsetMs(afterMs, timezone) - clockChangeMs);
  let last = afterMs;
  while (true) {
    wall = cron.nextRun(wall);
    if (wall === null) return;
    const at = wallClockToInstant(wall.getTime(), timezone);
    if (at <= last) continue;
    last = at;
    yield new Date(at);
  }
}

/** Yields the runs of an expression for every hour or every few hours: by elapsed time, also through a clock change. */
function* runsByElapsedTime(expression: string, timezone: string, after: Date): Generator<Date> {
  const cron = parseCron(expression, timezone);
  for (let at = cron.nextRun(after); at !== null; at = cron.nextRun(at)) yield at;
}

function cronRuns({ cron, timezone }: { cron: string; timezone: string }, after: Date): Generator<Date> {
  const hours = cron.trim().split(/\s+/)[1] ?? '*';
  const runs = hours.startsWith('*') || cron.startsWith('@') ? runsByElapsedTime : runsAtFixedHours;
  return runs(cron, timezone, after);
}

function* intervalRuns(ms: number, anchor: Date, after: Date): Generator<Date> {
  const elapsedRuns = Math.floor((after.getTime() - anchor.getTime()) / ms);
  for (let runIndex = elapsedRuns + 1; ; runIndex += 1) yield new Date(anchor.getTime() + runIndex * ms);
}

/**
 * Returns the next `count` runs after an instant. Intervals count from `anchor`, so that a late run does not move later
 * ones; cron expressions follow the wall clock of their time zone. Empty while paused, or if there are no further runs.
 */
export function nextRuns(schedule: Schedule, anchor: Date, after: Date, count: number): Date[] {
  if ('paused' in schedule) return [];
  const ms = 'every' in schedule ? parseIntervalMs(schedule.every) : null;
  if ('every' in schedule && ms === null) return [];
  const runs = 'every' in schedule ? intervalRuns(ms as number, anchor, after) : cronRuns(schedule, after);
  return runs.take(count).toArray();
}

/** Validates a schedule: the invalid field and the expected value, or null if it is valid. */
export function validateSchedule(schedule: Schedule): { field: string; detail: string } | null {
  if ('paused' in schedule) return null;
  if ('every' in schedule) {
    if (parseIntervalMs(schedule.every) !== null) return null;
    return { field: 'every', detail: 'must be an interval such as 15m, 1h, 1d or 1w, at most 366 days' };
  }
  if (!isTimeZone(schedule.timezone)) {
    return { field: 'timezone', detail: 'must be a time zone of the IANA database, such as Europe/Berlin' };
  }
  if (schedule.cron.length > maxCronLength) {
    return { field: 'cron', detail: `must have at most ${maxCronLength} characters` };
  }
  try {
    if (parseCron(schedule.cron, 'UTC').nextRun(new Date(0)) !== null) return null;
    return { field: 'cron', detail: 'must match at least one future time' };
  } catch {
    const detail =
      'must be a cron expression of five fields: minute, hour, day of the month, month, day of the week';
    return { field: 'cron', detail };
  }
}

/** Returns the shortest time between two runs in milliseconds, as far as computed from `now`; infinite while paused. */
export function shortestGapMs(schedule: Schedule, now: Date): number {
  if ('paused' in schedule) return Number.POSITIVE_INFINITY;
  if ('every' in schedule) return parseIntervalMs(schedule.every) ?? Number.POSITIVE_INFINITY;
  const runs = nextRuns(schedule, now, now, maxComparedRuns).map((run) => run.getTime());
  return Math.min(...runs.slice(1).map((run, index) => run - numberAt(runs, index)));
}

/** Returns a number of milliseconds below `withinMs` that is always the same for the same text; evenly distributed. */
export function deterministicDelayMs(text: string, withinMs: number): number {
  let hash = 0x811c9dc5;
  // FNV-1a, 32 bits, mixed at the end because its lowest bits are poorly distributed.
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return withinMs < 1 ? 0 : ((hash ^ (hash >>> 16)) >>> 0) % Math.floor(withinMs);
}
