import { maskKnownSecrets } from '../../domain/secrets/known-secrets.ts';
import { maskAddress } from '../../domain/secrets/mask-address.ts';

/** Replaces a secret in a log line. */
const redactedText = '***';

/** Secrets that can be recognised by their format in any text. */
const secretPatterns: readonly [RegExp, string][] = [
  // API keys: wd_<id>_<secret>.
  [/\bwd_[A-Za-z0-9]+_[A-Za-z0-9_-]+/g, redactedText],
  // Webhook secrets (Standard Webhooks).
  [/\bwhsec_[A-Za-z0-9+/=_-]+/g, redactedText],
  // RFC 9110 section 11.6.2: credentials after their scheme.
  [/\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{8,}/gi, `$1 ${redactedText}`],
];

const maxDepth = 6;
const maxTextLength = 8_192;

/** Removes known secret values from a text. */
export type MaskText = (text: string) => string;

/**
 * Returns a text of bounded length without the secrets of the current work, those that `mask` knows, the secrets of
 * addresses, and those of a known format.
 */
export function redactText(text: string, mask: MaskText): string {
  const known = maskAddress(mask(maskKnownSecrets(text)));
  let masked = known.length > maxTextLength ? `${known.slice(0, maxTextLength)}...` : known;
  for (const [pattern, replacement] of secretPatterns) masked = masked.replace(pattern, replacement);
  return masked;
}

function redactError(error: Error, mask: MaskText, depth: number): Record<string, unknown> {
  const { name, message, stack, cause } = error;
  const { code } = error as NodeJS.ErrnoException;
  return {
    name,
    message: redactText(message, mask),
    ...(code !== undefined && { code }),
    ...(stack !== undefined && { stack: redactText(stack, mask) }),
    ...(cause !== undefined && { cause: redactValue(cause, mask, depth + 1) }),
  };
}

/** Returns a copy of a value for the log, its texts as {@link redactText} returns them, bounded in depth and length. */
export function redactValue(value: unknown, mask: MaskText, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value, mask);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (value instanceof URL) return redactText(value.href, mask);
  if (depth >= maxDepth) return '...';
  if (value instanceof Error) return redactError(value, mask, depth);
  if (ArrayBuffer.isView(value)) return `${value.byteLength} bytes`;
  if (Array.isArray(value)) return value.slice(0, 100).map((item) => redactValue(item, mask, depth + 1));
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  return Object.fromEntries(
    entries.map(([name, item]) => [redactText(String(name), mask), redactValue(item, mask, depth + 1)]),
  );
}
