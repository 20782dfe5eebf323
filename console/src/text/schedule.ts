import type { Schedule, ScheduleInput } from '../../../clients/typescript/src/index.ts';

const units: Readonly<Record<string, string>> = {
  s: 'second',
  m: 'minute',
  h: 'hour',
  d: 'day',
  w: 'week',
};
const dayTexts: Readonly<Record<string, string>> = {
  '*': 'every day',
  '1-5': 'from Monday to Friday',
  '0,6': 'on Saturday and Sunday',
  '0': 'every Sunday',
  '1': 'every Monday',
  '2': 'every Tuesday',
  '3': 'every Wednesday',
  '4': 'every Thursday',
  '5': 'every Friday',
  '6': 'every Saturday',
};

function everyText(every: string): string {
  const amount = Number.parseInt(every, 10);
  const unit = units[every.slice(-1)];
  if (unit === undefined || Number.isNaN(amount)) return `every ${every}`;
  return amount === 1 ? `every ${unit}` : `every ${amount} ${unit}s`;
}

function cronText(cron: string, timezone: string): string {
  const [minute = '', hour = '', day, month, weekday = ''] = cron.split(' ').filter(Boolean);
  const days = day === '*' && month === '*' ? dayTexts[weekday] : undefined;
  const isFixed = /^\d{1,2}$/.test(minute) && /^\d{1,2}$/.test(hour);
  if (days === undefined || !isFixed) return `cron ${cron} (${timezone})`;
  return `${days} at ${hour.padStart(2, '0')}:${minute.padStart(2, '0')} (${timezone})`;
}

/** Describes a schedule in words, such as `every day at 07:00 (Europe/Berlin)`. */
export function scheduleText(schedule: Schedule | ScheduleInput | null): string {
  if (schedule === null) return 'only on request';
  if ('every' in schedule) return everyText(schedule.every);
  return 'cron' in schedule ? cronText(schedule.cron, schedule.timezone ?? 'UTC') : 'paused';
}
