import { addMs } from '../../domain/clock.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;
/** The ECB publishes at about 16:00 of its own time; a quarter of an hour later the file is there. */
const publishedAtMinute = 16 * 60 + 15;

const hourInFrankfurt = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Berlin',
  hour: 'numeric',
  hourCycle: 'h23',
});

/** When the rates of a day (midnight UTC) can be had; summer time changes on Sundays, when nothing is published. */
function publicationOn(day: Date): Date {
  const noon = addMs(day, dayMs / 2);
  const offsetHours = Number(hourInFrankfurt.format(noon)) - 12;
  return addMs(day, (publishedAtMinute - offsetHours * 60) * minuteMs);
}

/**
 * When the table after the one of `date` (`YYYY-MM-DD`) can be had: a quarter past four in the afternoon, Central European
 * time, of the next day from Monday to Friday. Closing days of the bank are not known here; then nothing new comes.
 */
export function nextPublication(date: string): Date {
  let day = addMs(new Date(`${date}T00:00:00Z`), dayMs);
  while (day.getUTCDay() === 0 || day.getUTCDay() === 6) day = addMs(day, dayMs);
  return publicationOn(day);
}
