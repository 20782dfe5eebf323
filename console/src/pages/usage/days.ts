import type { Usage } from '../../../../clients/typescript/src/index.ts';

const dayMs = 86_400_000;

/** Usage of one day. */
export type Day = Usage['by_day'][number];

/** Returns the first day of a period of `days` days that ends today (UTC), as YYYY-MM-DD. */
export function firstDayOf(days: number, now = Date.now()): string {
  return new Date(now - (days - 1) * dayMs).toISOString().slice(0, 10);
}

/** Adds the days without usage, which the API leaves out. */
export function fillDays({ from, to, by_day: used }: Pick<Usage, 'from' | 'to' | 'by_day'>): Day[] {
  const known = new Map(used.map((day) => [day.day, day]));
  const days: Day[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += dayMs) {
    const day = new Date(at).toISOString().slice(0, 10);
    days.push(known.get(day) ?? { day, credits: 0, pages: 0 });
  }
  return days;
}
