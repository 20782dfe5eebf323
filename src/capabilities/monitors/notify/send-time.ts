import { nextRuns } from '../../../domain/resources/schedule.ts';
import type { Notify } from '../settings/monitor-settings.ts';

const defaultDigestTime = '08:00';
const hourly = '0 * * * *';

/** Converts a time of day to a cron expression for each day. */
function dailyAt(time: string): string {
  const [hour, minute] = time.split(':').map(Number);
  return `${minute} ${hour} * * *`;
}

function nextAt(cron: string, timezone: string, after: Date): Date {
  return nextRuns({ cron, timezone }, after, after, 1)[0] ?? after;
}

/** Returns the end of the quiet hours that contain the instant; the instant itself outside of quiet hours. */
function endOfQuietHours({ quiet_hours: quiet, timezone = 'UTC' }: Notify, at: Date): Date {
  if (quiet === undefined) return at;
  // Within quiet hours, they end before they begin again. An instant at their begin is within.
  const justBefore = new Date(at.getTime() - 1);
  const begin = nextAt(dailyAt(quiet.from), timezone, justBefore);
  const end = nextAt(dailyAt(quiet.to), timezone, at);
  return begin.getTime() === at.getTime() || end < begin ? end : at;
}

/** Returns when an event at `now` is sent: at once, with the next digest, or after the quiet hours. */
export function findSendTime(notify: Notify, now: Date): Date {
  const { digest, digest_at: time = defaultDigestTime, timezone = 'UTC' } = notify;
  if (digest === undefined) return endOfQuietHours(notify, now);
  const next = nextAt(digest === 'hourly' ? hourly : dailyAt(time), timezone, now);
  return endOfQuietHours(notify, next);
}
