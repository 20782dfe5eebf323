import type { MetaTags } from '../metadata/meta-tags.ts';
import { detectLanguage } from './detect-language.ts';
import { parseLanguage } from './parse-language.ts';

/** Language of a page in its metadata; absent if it is not declared, and too little text shows it. */
export interface PageLanguage {
  /** Canonical tag (BCP 47). */
  language?: string;
  language_source?: 'declared' | 'detected';
}

/** Sources of the language of a page. */
export interface LanguageSources {
  tags?: MetaTags;
  jsonLd?: readonly unknown[];
  /** Response headers by lower-case name. */
  headers: Readonly<Record<string, string>>;
  /** Returns texts of the page, the best one first; each is read if no earlier one shows a language. */
  texts: () => Iterable<string>;
}

/** Returns the only entry of a list of languages; several state the audience and no language (HTML, 4.2.5.3). */
function onlyEntry(list: string | undefined): string | undefined {
  return list?.includes(',') === true ? undefined : list;
}

function stringsIn(items: readonly unknown[], name: string): string[] {
  return items
    .flatMap((item): unknown[] => {
      if (typeof item !== 'object' || item === null) return [];
      const graph: unknown = Reflect.get(item, '@graph');
      return [item, Array.isArray(item) ? item : [], Array.isArray(graph) ? graph : []].flat();
    })
    .slice(0, 500)
    .map((item): unknown => (typeof item === 'object' && item !== null ? Reflect.get(item, name) : null))
    .filter((value) => typeof value === 'string');
}

/** Yields what the page declares as its language, the most reliable declaration first. */
function* declarations({
  tags,
  jsonLd = [],
  headers,
}: LanguageSources): Generator<string | null | undefined> {
  yield tags?.language;
  yield onlyEntry(tags?.byName.get('content-language')?.[0]);
  yield onlyEntry(headers['content-language']);
  for (const name of ['language', 'dc.language', 'dcterms.language']) yield tags?.byName.get(name)?.[0];
  yield* stringsIn(jsonLd, 'inLanguage');
  yield tags?.byName.get('og:locale')?.[0];
}

/** Returns the language that a declaration names, if it names one. */
export function declaredLanguage(declaration: unknown): PageLanguage {
  const language = typeof declaration === 'string' ? parseLanguage(declaration) : null;
  return language === null ? {} : { language, language_source: 'declared' };
}

/** Returns the language that the first declaration names that is one, else the one that a text shows. */
export function findPageLanguage(sources: LanguageSources): PageLanguage {
  for (const declaration of declarations(sources)) {
    const declared = declaredLanguage(declaration);
    if (declared.language !== undefined) return declared;
  }
  for (const text of sources.texts()) {
    const language = detectLanguage(text);
    if (language !== null) return { language, language_source: 'detected' };
  }
  return {};
}
