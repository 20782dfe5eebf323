import { addMs } from '../../domain/system/clock.ts';
import { dayMs } from '../../domain/values/day-ms.ts';

const minuteMs = 60_000;
/** The ECB publishes at about 16:00 local time; the file is available fifteen minutes later. */
const publicationMinute = 16 * 60 + 15;

const hourInFrankfurt = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Berlin',
  hour: 'numeric',
  hourCycle: 'h23',
});

/**
 * Returns when the rates of a day (midnight UTC) are available; summer time changes on Sundays, when nothing is
 * published.
 */
function findPublicationTime(day: Date): Date {
  const noon = addMs(day, dayMs / 2);
  const offsetHours = Number(hourInFrankfurt.format(noon)) - 12;
  return addMs(day, (publicationMinute - offsetHours * 60) * minuteMs);
}

/**
 * Returns when the table after the one of `date` (`YYYY-MM-DD`) is available: 16:15 Central European time of the next
 * weekday. Bank holidays are not considered; on those days nothing new is published.
 */
export function findNextPublication(date: string): Date {
  let day = addMs(new Date(`${date}T00:00:00Z`), dayMs);
  while (day.getUTCDay() === 0 || day.getUTCDay() === 6) day = addMs(day, dayMs);
  return findPublicationTime(day);
}
