/** The longest wait that is believed; whoever asks for more is not worth waiting for. */
const longestMs = 24 * 3_600_000;

/**
 * The milliseconds that a `Retry-After` header asks to wait from `now` (RFC 9110 section 10.2.3: whole seconds or a
 * date), at most a day; null when it is missing or makes no sense.
 */
export function retryAfterMs(header: string | undefined, now: Date): number | null {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, longestMs);
  const date = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.min(Math.max(date - now.getTime(), 0), longestMs);
}
