import type { Json } from '../../../domain/pages/extraction.ts';
import type { PageResult } from '../../../domain/pages/page.ts';
import { cleanValue } from '../../../domain/values/clean-text.ts';
import { isJsonPath } from '../../../page/text/json-path.ts';
import type { SectionRequest, SectionText } from '../../../page/text/section-text.ts';
import type { PageWatch, Version } from '../settings/monitor-settings.ts';
import type { JsonPart } from './compare/json-part.ts';

/** Result of one reading of a page. */
export type Reading =
  | { kind: 'version'; version: Version }
  /** The page was removed. */
  | { kind: 'gone'; code: string; message: string }
  /** The reading cannot be compared. With `isWatchMissing` the page exists, but the watched part does not. */
  | { kind: 'fault'; code: string; message: string; isWatchMissing: boolean };

/** Error codes of a removed page. DNS errors are not among them, since the cause may be local. */
const removedCodes: ReadonlySet<string> = new Set(['http_404', 'http_410', 'soft_404']);

function failedReading(code: string, message: string, isWatchMissing = false): Reading {
  return { kind: 'fault', code, message, isWatchMissing };
}

function hasValue(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return value !== null && value !== '';
  return Object.values(value).some(hasValue);
}

/**
 * Returns the request for the watched section: by its heading in the previous version (`anchor`), then by the requested
 * words, then the most relevant section. Null when no words are watched.
 */
export function watchedSection(
  watch: PageWatch,
  page: Omit<PageResult, 'receipt'>,
  anchor: string | null,
): SectionRequest | null {
  if (watch.kind !== 'section' || 'selector' in watch || page.status !== 'ok') return null;
  return {
    markdown: page.markdown ?? '',
    names: anchor === null ? [watch.focus] : [anchor, watch.focus],
    otherwise: page.passages?.[0]?.section ?? null,
  };
}

/** The watched part of an answer in JSON; `other`: the answer has another type. */
export type JsonAnswer = JsonPart | { kind: 'other'; type: string | null };

/** Returns true for a watch of which an answer in JSON is compared by its values: a whole page, or a JSONPath query. */
export function isJsonWatch(watch: PageWatch): boolean {
  return watch.kind === 'page' || ('selector' in watch && isJsonPath(watch.selector));
}

/**
 * Reads a version from an answer in JSON; null if the page is read as a text. An answer that was JSON before, or of which a
 * JSONPath query is watched, and that has another type now, cannot be compared.
 */
export function readJsonVersion(
  watch: PageWatch,
  { title, final_url: url, markdown }: Omit<PageResult, 'receipt'>,
  json: JsonAnswer | null,
  baseline: Version | null,
  at: Date,
): Reading | null {
  if (json === null) return null;
  if (json.kind === 'value') {
    // A version of an earlier release has the text alone, with which this one is compared.
    const text = baseline !== null && baseline.data === null ? (markdown ?? '') : null;
    const version = cleanValue({ title, url, text, data: json.data });
    return { kind: 'version', version: { at, ...version, anchor: null, picture: null } };
  }
  if (json.kind === 'missing')
    return failedReading(
      'section_missing',
      'The answer has no such place as the JSONPath query names.',
      true,
    );
  if (watch.kind === 'page' && baseline?.data == null) return null;
  const type = json.kind === 'other' ? (json.type ?? 'another type') : 'not valid';
  const message = `The answer is not JSON: it is ${type}. It cannot be compared.`;
  return failedReading('not_json', message.slice(0, 300), true);
}

/**
 * Reads a version from a page. `section` is the one that {@link watchedSection} requests, or null. With `mayBeEmpty`
 * all values may be missing.
 */
export function readVersion(
  watch: PageWatch,
  read: Omit<PageResult, 'receipt'>,
  section: SectionText | null,
  at: Date,
  mayBeEmpty = false,
): Reading {
  // Versions are stored, and compared with stored ones, without NUL and lone surrogates.
  const page = cleanValue(read);
  if (page.error !== undefined || page.status !== 'ok') {
    const { code, message } = page.error ?? { code: 'failed', message: `The page is ${page.status}.` };
    return removedCodes.has(code) ? { kind: 'gone', code, message } : failedReading(code, message);
  }
  const version: Version = {
    at,
    title: page.title,
    url: page.final_url,
    text: null,
    data: null,
    anchor: null,
    picture: null,
  };
  if (watch.kind === 'fields') {
    const data = page.json ?? null;
    if (!hasValue(data) && !mayBeEmpty)
      return failedReading('values_missing', 'None of the requested values was found on the page.', true);
    return { kind: 'version', version: { ...version, data } };
  }
  if (page.warnings.some(({ code }) => code === 'nothing_selected')) {
    return failedReading('section_missing', 'Nothing on the page matches the selector.', true);
  }
  if (watch.kind === 'section' && 'selector' in watch) {
    return { kind: 'version', version: { ...version, text: page.markdown ?? '' } };
  }
  if ((page.markdown ?? '').trim() === '') return failedReading('empty_page', 'The page has no text.');
  if (watch.kind === 'page') return { kind: 'version', version: { ...version, text: page.markdown ?? '' } };
  if (section === null)
    return failedReading('section_missing', 'No section of the page matches `focus`.', true);
  return {
    kind: 'version',
    version: { ...version, ...cleanValue({ text: section.text, anchor: section.title }) },
  };
}
