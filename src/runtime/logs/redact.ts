import { namesSecret } from '../../domain/secrets/secret-words.ts';

/** Replaces a secret in a log line. */
const redactedText = '***';

/** Names of headers and of fields of a request whose values are secrets, in addition to what their words say. */
const secretHeaders = /^(?:(?:proxy-)?authorization|(?:set-)?cookies?|key)$/i;

/** Secrets that can be recognised by their format in any text. */
const secretPatterns: readonly [RegExp, string][] = [
  // API keys: wd_<id>_<secret>.
  [/\bwd_[A-Za-z0-9]+_[A-Za-z0-9_-]+/g, redactedText],
  // Webhook secrets (Standard Webhooks).
  [/\bwhsec_[A-Za-z0-9+/=_-]+/g, redactedText],
  // RFC 9110 section 11.6.2: credentials after their scheme.
  [/\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{8,}/gi, `$1 ${redactedText}`],
  // RFC 3986 section 3.2.1: user and password before the host.
  [/(?<=:\/\/)[^\s/?#@]+@/g, `${redactedText}@`],
];

const maxDepth = 6;
const maxTextLength = 8_192;

/** Returns a text of bounded length, with secrets of a known format masked. */
export function redactText(text: string): string {
  let masked = text.length > maxTextLength ? `${text.slice(0, maxTextLength)}...` : text;
  for (const [pattern, replacement] of secretPatterns) masked = masked.replace(pattern, replacement);
  return masked;
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

/** Returns a copy of a value for the log: secrets masked by name and by format, bounded in depth and length. */
export function redactValue(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (value instanceof URL) return redactText(value.href);
  if (depth >= maxDepth) return '...';
  if (value instanceof Error) return redactError(value, depth);
  if (ArrayBuffer.isView(value)) return `${value.byteLength} bytes`;
  if (Array.isArray(value)) return value.slice(0, 100).map((item) => redactValue(item, depth + 1));
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  return Object.fromEntries(
    entries.map(([name, item]) => [
      name,
      secretHeaders.test(String(name)) || namesSecret(String(name))
        ? redactedText
        : redactValue(item, depth + 1),
    ]),
  );
}
