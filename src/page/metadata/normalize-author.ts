/** Maximum length of a declared list of names, in UTF-16 code units. */
const maxDeclaredLength = 400;

/** Normalizes the name of an author. Returns null for URLs, overlong texts and placeholders. */
export function normalizeAuthor(text: string, maxLength = maxDeclaredLength): string | null {
  const name = text
    .replace(/^(?:(?:written|posted|published|reviewed)\s+)?by[\s:]+(?=\S)/i, '')
    .replace(/(?<![\s,|·•-])[\s,|·•-]+$/u, '')
    .trim();
  // Names contain no time of day.
  if (name.length < 2 || name.length > maxLength || /^(?:https?:|@)|[{}<>]|\d:\d\d/.test(name)) return null;
  return /\p{L}/u.test(name) && !/^(?:admin|author|authors|guest|staff|unknown|null|undefined)$/i.test(name)
    ? name
    : null;
}
