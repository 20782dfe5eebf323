/** A declarative refresh: what a browser loads in place of a page, and after how long. */
export interface Refresh {
  /** Whole seconds. */
  seconds: number;
  /** Reference to the next page, not resolved; null for the same page. */
  reference: string | null;
}

/** Maximum number of characters that are read, more than any URL that is followed. */
const maxLength = 10_000;

/** Returns a reference without `url=` and quotes. What follows the closing quote is no part of it. */
function cleanReference(text: string): string {
  const named = text.replace(/^url\s*=\s*/i, '');
  const quote = named.charAt(0);
  if (quote !== '"' && quote !== "'") return named.trim();
  const end = named.indexOf(quote, 1);
  return named.slice(1, end === -1 ? undefined : end).trim();
}

/**
 * Parses the value of a `Refresh` header or of `<meta http-equiv=refresh>` (HTML Standard, shared declarative refresh steps).
 * Returns null if it is not valid.
 */
export function parseRefresh(value: string): Refresh | null {
  const text = value.slice(0, maxLength);
  const time = /^\s*([\d.]+)(?=[\s;,]|$)/.exec(text);
  if (time === null) return null;
  const rest = text.slice(time[0].length).trimStart().replace(/^[;,]/, '');
  const seconds = Math.floor(Number.parseFloat(`0${time[1]}`));
  return { seconds, reference: cleanReference(rest.trimStart()) || null };
}
