import { memoize } from '../../domain/values/memoize.ts';

/** Maximum length of a declaration that is read, in UTF-16 code units. */
const maxDeclarationLength = 200;
const longestSubtags = 6;

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Codes of ISO 639 for contents without one language. */
const noLanguage: ReadonlySet<string> = new Set(['mul', 'und', 'zxx']);

/** Returns the canonical form of a tag (UTS #35), or null if it is not well-formed. */
function canonicalTag(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch {
    // Not a tag: the caller tries a shorter one, or names of languages.
    return null;
  }
}

function isLanguage(code: string | undefined): code is string {
  return code !== undefined && !noLanguage.has(code) && languageNames.of(code) !== undefined;
}

/** Returns the language that is most likely in a country (CLDR, likely subtags), for declarations such as `jp`. */
function languageOfCountry(code: string): string | null {
  if (!/^[a-z]{2}$/i.test(code) || regionNames.of(code.toUpperCase()) === undefined) return null;
  const { language } = new Intl.Locale(`und-${code}`).maximize();
  return isLanguage(language) ? language : null;
}

/**
 * Returns the language of a tag (BCP 47), without the subtags from the first one that is not registered, such as the region of
 * `en-EN`.
 */
function parseTag(text: string): string | null {
  const subtags = text.split('-').slice(0, longestSubtags);
  if (!/^[a-z]{2,3}$/i.test(subtags[0] ?? '')) return null;
  for (let length = subtags.length; length > 0; length--) {
    const tag = canonicalTag(subtags.slice(0, length).join('-'));
    if (tag === null) continue;
    const { language, region }: { language?: string; region?: string } = new Intl.Locale(tag);
    if (!isLanguage(language)) return languageOfCountry(subtags[0] ?? '');
    if (region === undefined || regionNames.of(region) !== undefined) return tag;
  }
  return null;
}

function foldName(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').trim().toLowerCase();
}

let codesByName: ReadonlyMap<string, string> | null = null;

/** Returns the codes of two letters by folded name: in English, and in the language itself (CLDR). */
function languagesByName(): ReadonlyMap<string, string> {
  if (codesByName !== null) return codesByName;
  const codes = new Map<string, string>();
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const name = languageNames.of(code);
    const tag = canonicalTag(code);
    if (name === undefined || tag === null || !isLanguage(code)) continue;
    const ownName = new Intl.DisplayNames(code, { type: 'language', fallback: 'none' }).of(code);
    for (const one of [name, ownName ?? name]) if (!codes.has(foldName(one))) codes.set(foldName(one), tag);
  }
  codesByName = codes;
  return codes;
}

function parseName(text: string): string | null {
  const name = foldName(text);
  return name.length < 3 ? null : (languagesByName().get(name) ?? null);
}

/**
 * Returns the language that a declaration names, as a canonical tag (BCP 47): a tag, a POSIX locale, the name of a language, or
 * the first entry of a list. Null if it names none, such as the rest of a template.
 */
export function parseLanguage(declaration: string): string | null {
  return readDeclaration(declaration.slice(0, maxDeclarationLength));
}

const readDeclaration = memoize((declaration): string | null => {
  const text = declaration
    .replace(/^[\s"'“”‘’`\\]+/, '')
    .split(/["'“”‘’`\\]/, 1)[0]
    ?.trim();
  if (text === undefined || text === '') return null;
  const tag = /^[a-z\d_\- ]+$/i.test(text) ? parseTag(text.replaceAll(/[_ ]+/g, '-')) : null;
  if (tag !== null) return tag;
  const start = text.split(/[,;|/(.@]|\s[-–]\s/u, 1)[0]?.trim() ?? '';
  const startTag =
    start !== text && /^[a-z\d_-]+$/i.test(start) ? parseTag(start.replaceAll('_', '-')) : null;
  return startTag ?? parseName(text) ?? parseName(start);
});
