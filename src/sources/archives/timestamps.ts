import { spanOfDigits } from '../../domain/time-span.ts';

/** The 14 digits of an instant, `yyyyMMddhhmmss` in UTC. */
export function timestampOf(instant: Date): string {
  return instant.toISOString().replace(/\D/g, '').slice(0, 14);
}

/** The instant of 14 digits. */
export function instantOf(timestamp: string): Date {
  return spanOfDigits(timestamp)?.from ?? new Date(Number.NaN);
}

/**
 * A timestamp as an index writes it, made whole: a shorter one is filled up to its first second, and rows of the year
 * 2000 that carry an empty month or day (`20000008241731`) lose that pair. Null for one that is no time.
 */
export function wholeTimestamp(written: string): string | null {
  if (!/^\d{4,16}$/.test(written)) return null;
  const digits = [4, 6].reduce(
    (text, at) => (text.slice(at, at + 2) === '00' ? text.slice(0, at) + text.slice(at + 2) : text),
    written,
  );
  const span = spanOfDigits(digits.slice(0, 14));
  return span === null ? null : timestampOf(span.from);
}
