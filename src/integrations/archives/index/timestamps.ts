import { parseDigitSpan } from '../time/time-span.ts';

/** Formats an instant as 14 digits, `yyyyMMddhhmmss` in UTC. */
export function formatTimestamp(instant: Date): string {
  return instant.toISOString().replace(/\D/g, '').slice(0, 14);
}

/** Parses a timestamp of 14 digits. */
export function parseTimestamp(timestamp: string): Date {
  return parseDigitSpan(timestamp)?.from ?? new Date(Number.NaN);
}

/**
 * Completes a timestamp of an index: a shorter one becomes its first second, and rows of the year 2000 with an empty
 * month or day (`20000008241731`) lose that pair. Null for an invalid time.
 */
export function completeTimestamp(rawTimestamp: string): string | null {
  if (!/^\d{4,16}$/.test(rawTimestamp)) return null;
  const digits = [4, 6].reduce(
    (text, at) => (text.slice(at, at + 2) === '00' ? text.slice(0, at) + text.slice(at + 2) : text),
    rawTimestamp,
  );
  const span = parseDigitSpan(digits.slice(0, 14));
  return span === null ? null : formatTimestamp(span.from);
}
