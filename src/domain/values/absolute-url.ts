/** Replacement for a character that was lost in decoding. */
const replacement = '\ufffd';

/**
 * Parses an absolute URL, ignoring surrounding white space; null if it is invalid. U+FFFD and lone surrogates are
 * invalid: a character was lost, so the URL would name another page. A caller who means U+FFFD can write `%EF%BF%BD`.
 */
export function parseAbsoluteUrl(text: string): URL | null {
  const trimmed = text.trim();
  return trimmed.includes(replacement) || !trimmed.isWellFormed() ? null : URL.parse(trimmed);
}
