const numberFormat = new Intl.NumberFormat('en');
const dateTimeFormat = new Intl.DateTimeFormat('en', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const relativeFormat = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Formats a number with separators of thousands. */
export function formatNumber(value: number): string {
  return numberFormat.format(value);
}

/** Formats a time of the API (ISO 8601) in the time zone of the browser. */
export function formatDateTime(iso: string): string {
  return dateTimeFormat.format(new Date(iso));
}

const startFormat = new Intl.DateTimeFormat('en', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** Formats a coming time in the time zone of the browser, such as `Tue, Dec 1, 07:00`. */
export function formatStart(at: number): string {
  return startFormat.format(at);
}

/** Formats the distance of a time from `now`, such as `5 min. ago`. */
export function formatRelative(iso: string, now = Date.now()): string {
  const distance = new Date(iso).getTime() - now;
  const size = Math.abs(distance);
  if (size < 10 * second) return 'now';
  if (size < minute) return relativeFormat.format(Math.round(distance / second), 'second');
  if (size < hour) return relativeFormat.format(Math.round(distance / minute), 'minute');
  if (size < day) return relativeFormat.format(Math.round(distance / hour), 'hour');
  if (size < 30 * day) return relativeFormat.format(Math.round(distance / day), 'day');
  return dateTimeFormat.format(new Date(iso));
}

/** Formats a duration, such as `240 ms`, `3.1 s` or `4 min 20 s`. */
export function formatDuration(ms: number): string {
  if (ms < second) return `${Math.round(ms)} ms`;
  if (ms < minute) return `${(ms / second).toFixed(1)} s`;
  if (ms < hour) return `${Math.floor(ms / minute)} min ${Math.floor((ms % minute) / second)} s`;
  return `${Math.floor(ms / hour)} h ${Math.floor((ms % hour) / minute)} min`;
}

/** Formats a number of bytes with binary prefixes. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  if (bytes < 1_024 ** 2) return `${(bytes / 1_024).toFixed(1)} KiB`;
  return `${(bytes / 1_024 ** 2).toFixed(1)} MiB`;
}

/** Returns `1 page`, `2 pages`. */
export function countOf(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}

const acronyms: ReadonlySet<string> = new Set([
  'api',
  'css',
  'dns',
  'html',
  'http',
  'id',
  'ip',
  'json',
  'ok',
  'pdf',
  'tls',
  'url',
]);

/** Converts `budget_exhausted` to `Budget exhausted`, and `url` to `URL`. */
export function toWords(name: string): string {
  const words = name.split('_').map((word) => {
    if (acronyms.has(word)) return word.toUpperCase();
    return word.endsWith('s') && acronyms.has(word.slice(0, -1))
      ? `${word.slice(0, -1).toUpperCase()}s`
      : word;
  });
  const text = words.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns an error in words: its kind, and what it says. */
export function errorText({ code, message }: { code: string; message: string }): string {
  return `${toWords(code)}: ${message}`;
}
