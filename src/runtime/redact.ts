/** What stands in a log line where a secret stood. */
export const redacted = '***';

/** Names of fields and headers whose values are secrets, whatever they hold. */
const secretName =
  /^(proxy-)?authorization$|cookie|passw|secret|token|credentials$|api[-_]?key|private[-_]?key|^key$/i;

/** Secrets that can be told by their looks, in any text. */
const secretLooks: readonly [RegExp, string][] = [
  // Our own keys: wd_<id>_<secret>.
  [/\bwd_[A-Za-z0-9]+_[A-Za-z0-9_-]+/g, redacted],
  // Webhook secrets (Standard Webhooks).
  [/\bwhsec_[A-Za-z0-9+/=_-]+/g, redacted],
  // RFC 9110 section 11.6.2: credentials after their scheme.
  [/\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{8,}/gi, `$1 ${redacted}`],
  // RFC 3986 section 3.2.1: user and password before the host.
  [/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/?#@]+@/gi, `$1${redacted}@`],
];

const deepest = 6;
const longestText = 8_192;

/** A text without the secrets that can be told by their looks, and of bounded length. */
export function redactText(text: string): string {
  let clean = text.length > longestText ? `${text.slice(0, longestText)}...` : text;
  for (const [looks, replacement] of secretLooks) clean = clean.replace(looks, replacement);
  return clean;
}

function redactError(error: Error, depth: number): Record<string, unknown> {
  const { name, message, stack, cause } = error;
  const { code } = error as NodeJS.ErrnoException;
  return {
    name,
    message: redactText(message),
    ...(code !== undefined && { code }),
    ...(stack !== undefined && { stack: redactText(stack) }),
    ...(cause !== undefined && { cause: redactValue(cause, depth + 1) }),
  };
}

/** A copy of a value that can be logged: secrets masked by name and by looks, bounded in depth and length. */
export function redactValue(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (value instanceof URL) return redactText(value.href);
  if (depth >= deepest) return '...';
  if (value instanceof Error) return redactError(value, depth);
  if (ArrayBuffer.isView(value)) return `${value.byteLength} bytes`;
  if (Array.isArray(value)) return value.slice(0, 100).map((item) => redactValue(item, depth + 1));
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  return Object.fromEntries(
    entries.map(([name, item]) => [
      name,
      secretName.test(String(name)) ? redacted : redactValue(item, depth + 1),
    ]),
  );
}
