import { Cron } from 'croner';

/** When work comes round: after a span of time, by the wall clock of a place, or not at all for now. A document. */
export type Schedule = { every: string } | { cron: string; timezone: string } | { paused: true };

/** What can have a schedule. */
export type ScheduledKind = 'dataset' | 'monitor' | 'workflow';

/** Characters of a cron expression at most. */
export const longestCron = 200;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const unitMs: Record<string, number> = { s: 1_000, m: minuteMs, h: 60 * minuteMs, d: dayMs, w: 7 * dayMs };
const longestEveryMs = 366 * dayMs;
/** Runs that are looked at to find out how close together a cron expression has them. */
const lookedAtRuns = 100;
/** More than any zone changes its clock by at once. */
const clockChangeMs = 3 * 60 * minuteMs;

/** Milliseconds of `15m`, `1h`, `1d` and the like (s, m, h, d, w); null for anything else and for more than 366 days. */
export function everyMs(text: string): number | null {
  const match = /^([1-9]\d{0,8})([smhdw])$/.exec(text);
  if (match === null) return null;
  const ms = Number(match[1]) * (unitMs[match[2] as string] as number);
  return ms <= longestEveryMs ? ms : null;
}

/** Whether the name stands for a time zone of the IANA database. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function openCron(expression: string, timezone: string): Cron {
  return new Cron(expression, { timezone, mode: '5-part', paused: true });
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(timezone, made);
  return made;
}

/** Milliseconds that the wall clock is ahead of UTC. */
function offsetMs(instantMs: number, timezone: string): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatOf(timezone).formatToParts(instantMs)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  return wall - Math.floor(instantMs / 1_000) * 1_000;
}

/**
 * The instant at which the wall clock (as if it were UTC) shows a time: the first of two where the clock is put back, as
 * long after the leap where it is put forward over that time.
 */
function instantOf(wallMs: number, timezone: string): number {
  const before = offsetMs(wallMs - dayMs, timezone);
  const after = offsetMs(wallMs + dayMs, timezone);
  const shown = [wallMs - before, wallMs - after].filter((at) => at + offsetMs(at, timezone) === wallMs);
  return shown.length === 0 ? wallMs - before : Math.min(...shown);
}

/**
 * Runs of an expression at set hours: each of them once a day that has it, whatever the clock is changed by. Croner is
 * asked for times on the wall, which never leap.
 */
function* runsAtSetHours(expression: string, timezone: string, after: Date): Generator<Date> {
  const afterMs = after.getTime();
  const cron = openCron(expression, 'UTC');
  let wall: Date | null = new Date(afterMs + offsetMs(afterMs, timezone) - clockChangeMs);
  let last = afterMs;
  while (true) {
    wall = cron.nextRun(wall);
    if (wall === null) return;
    const at = instantOf(wall.getTime(), timezone);
    if (at <= last) continue;
    last = at;
    yield new Date(at);
  }
}

/** Runs of an expression for every hour or every few: by elapsed time, also through a change of the clock. */
function* runsAtAnyHour(expression: string, timezone: string, after: Date): Generator<Date> {
  const cron = openCron(expression, timezone);
  for (let at = cron.nextRun(after); at !== null; at = cron.nextRun(at)) yield at;
}

function cronRuns({ cron, timezone }: { cron: string; timezone: string }, after: Date): Generator<Date> {
  const hours = cron.trim().split(/\s+/)[1] ?? '*';
  const runs = hours.startsWith('*') || cron.startsWith('@') ? runsAtAnyHour : runsAtSetHours;
  return runs(cron, timezone, after);
}

function* everyRuns(ms: number, anchor: Date, after: Date): Generator<Date> {
  const turns = Math.floor((after.getTime() - anchor.getTime()) / ms);
  for (let turn = turns + 1; ; turn += 1) yield new Date(anchor.getTime() + turn * ms);
}

/**
 * The next `count` runs after an instant. Spans are counted from `anchor`, so that a late run does not move those after
 * it; cron expressions go by the wall clock of their zone. Empty while paused, and where there are none.
 */
export function nextRuns(schedule: Schedule, anchor: Date, after: Date, count: number): Date[] {
  if ('paused' in schedule) return [];
  const ms = 'every' in schedule ? everyMs(schedule.every) : null;
  if ('every' in schedule && ms === null) return [];
  const runs = 'every' in schedule ? everyRuns(ms as number, anchor, after) : cronRuns(schedule, after);
  return runs.take(count).toArray();
}

/** What is wrong with a schedule: the field and a sentence; null when it can be kept. */
export function scheduleFault(schedule: Schedule): { field: string; detail: string } | null {
  if ('paused' in schedule) return null;
  if ('every' in schedule) {
    if (everyMs(schedule.every) !== null) return null;
    return { field: 'every', detail: 'a span such as 15m, 1h, 1d or 1w, of 366 days at most' };
  }
  if (!isTimeZone(schedule.timezone)) {
    return { field: 'timezone', detail: 'a time zone of the IANA database, such as Europe/Berlin' };
  }
  if (schedule.cron.length > longestCron) {
    return { field: 'cron', detail: `${longestCron} characters at most` };
  }
  try {
    if (openCron(schedule.cron, 'UTC').nextRun(new Date(0)) !== null) return null;
    return { field: 'cron', detail: 'an expression that comes round' };
  } catch {
    const detail = 'a cron expression of five fields: minute, hour, day of the month, month, day of the week';
    return { field: 'cron', detail };
  }
}

/** The shortest span between two runs, in milliseconds, as far as can be seen from `now`; infinite while paused. */
export function shortestGapMs(schedule: Schedule, now: Date): number {
  if ('paused' in schedule) return Number.POSITIVE_INFINITY;
  if ('every' in schedule) return everyMs(schedule.every) ?? Number.POSITIVE_INFINITY;
  const runs = nextRuns(schedule, now, now, lookedAtRuns).map((run) => run.getTime());
  return Math.min(...runs.slice(1).map((run, index) => run - (runs[index] as number)));
}

/** A whole number of milliseconds below `withinMs` that is always the same for the same text, and evenly spread. */
export function steadyDelayMs(text: string, withinMs: number): number {
  let hash = 0x811c9dc5;
  // FNV-1a, 32 bits; mixed at the end, as its lowest bits alone are poorly spread.
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return withinMs < 1 ? 0 : ((hash ^ (hash >>> 16)) >>> 0) % Math.floor(withinMs);
}
