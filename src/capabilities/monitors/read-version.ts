import type { Json } from '../../domain/extraction.ts';
import type { PageResult } from '../../domain/page.ts';
import { findSection, sectionsOf } from '../../page/sections.ts';
import type { Version, Watch } from './watch.ts';

/** What one look at a page came to. */
export type Reading =
  | { kind: 'version'; version: Version }
  /** The page is not there any more. */
  | { kind: 'gone'; code: string; message: string }
  /** Nothing that could be compared. With `isLost` the page is there, but not what was watched on it. */
  | { kind: 'fault'; code: string; message: string; isLost: boolean };

/** Answers that say that there is no such page; a name that is not known may be a fault of ours. */
const goneCodes: ReadonlySet<string> = new Set(['http_404', 'http_410', 'soft_404']);

function fault(code: string, message: string, isLost = false): Reading {
  return { kind: 'fault', code, message, isLost };
}

function hasValue(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return value !== null && value !== '';
  return Object.values(value).some(hasValue);
}

/** The code points of a section, as text. */
function slice(markdown: string, offset: number, length: number): string {
  return [...markdown].slice(offset, offset + length).join('');
}

/** The section by its heading of the last time, else by the words asked, else the one that says most about them. */
function sectionIn(page: Omit<PageResult, 'receipt'>, focus: string, anchor: string | null) {
  const markdown = page.markdown ?? '';
  const sections = sectionsOf(markdown);
  const named = (anchor === null ? null : findSection(sections, anchor)) ?? findSection(sections, focus);
  if (named !== null) return { text: slice(markdown, named.offset, named.length), anchor: named.title };
  const [best] = page.passages ?? [];
  const about = sections.find(({ id }) => id === best?.section);
  if (best === undefined || about === undefined || about.title === '') return null;
  return { text: slice(markdown, about.offset, about.length), anchor: about.title };
}

/** What of a page that was read is watched; `anchor` is the heading of the section that was found the last time;
 * with `mayBeEmpty` values may all be missing, as when somebody waits for them to disappear. */
export function readVersion(
  watch: Exclude<Watch, { kind: 'dataset' }>,
  page: Omit<PageResult, 'receipt'>,
  anchor: string | null,
  at: Date,
  mayBeEmpty = false,
): Reading {
  if (page.error !== undefined || page.status !== 'ok') {
    const { code, message } = page.error ?? { code: 'failed', message: `The page is ${page.status}.` };
    return goneCodes.has(code) ? { kind: 'gone', code, message } : fault(code, message);
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
      return fault('values_missing', 'None of the values was found on the page.', true);
    return { kind: 'version', version: { ...version, data } };
  }
  if (page.warnings.some(({ code }) => code === 'nothing_selected')) {
    return fault('section_missing', 'Nothing on the page matches the selector.', true);
  }
  if (watch.kind === 'section' && 'selector' in watch) {
    return { kind: 'version', version: { ...version, text: page.markdown ?? '' } };
  }
  if ((page.markdown ?? '').trim() === '') return fault('empty_page', 'The page came without any text.');
  if (watch.kind === 'page') return { kind: 'version', version: { ...version, text: page.markdown ?? '' } };
  const found = sectionIn(page, watch.focus, anchor);
  if (found === null) return fault('section_missing', 'No section of the page is about these words.', true);
  return { kind: 'version', version: { ...version, ...found } };
}
