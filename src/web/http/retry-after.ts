import { dayMs } from '../../domain/values/day-ms.ts';

/** Maximum accepted delay. */
const maxRetryAfterMs = dayMs;

/**
 * Returns the delay of a `Retry-After` header in milliseconds from `now` (RFC 9110 section 10.2.3: whole seconds or a
 * date), at most a day; null if it is missing or invalid.
 */
export function parseRetryAfterMs(header: string | undefined, now: Date): number | null {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, maxRetryAfterMs);
  const date = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.min(Math.max(date - now.getTime(), 0), maxRetryAfterMs);
}
