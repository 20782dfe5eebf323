import type { Section } from '../domain/page.ts';
import { codePointsBetween } from './code-points.ts';
import { type Fence, fenceAfter } from './fences.ts';

/** More headings than this on one page are noise; the deepest levels are left out first. */
const maxSections = 5000;
/** Code points of a heading that its title and id are made of. */
const maxTitle = 300;
const maxId = 80;
/** Id of the text before the first heading. */
const topId = 'top';

interface Heading {
  /** UTF-16 index of the line in the Markdown. */
  index: number;
  /** Code points before the line. */
  offset: number;
  level: number;
  title: string;
}

/**
 * The sections of a Markdown text in page order, one per ATX heading (CommonMark section 4.2) outside code fences. A section
 * reaches to the next heading of the same or a higher level, so that sections nest; text before the first heading is a
 * section of level 0.
 */
export function sectionsOf(markdown: string): Section[] {
  const { headings, length } = scanHeadings(markdown);
  const kept = withoutDeepest(headings);
  const copies = new Map<string, number>([[topId, 1]]);
  const sections = kept.map(({ offset, level, title }): Section => {
    return { id: uniqueId(title, copies), title, level, offset, length: length - offset };
  });
  closeAtNext(sections);
  const first = kept[0];
  const before = markdown.slice(0, first?.index ?? markdown.length);
  if (before.trim() === '') return sections;
  return [{ id: topId, title: '', level: 0, offset: 0, length: first?.offset ?? length }, ...sections];
}

/**
 * The section that `wanted` names: by its id, else by its heading's words (case and accents do not matter; the exact heading
 * first, then the first one that holds all the words), or null.
 */
export function findSection(sections: readonly Section[], wanted: string): Section | null {
  const byId = sections.find((section) => section.id === wanted.trim().replace(/^#/, ''));
  if (byId !== undefined) return byId;
  const words = wordsOf(wanted);
  if (words.length === 0) return null;
  const phrase = words.join(' ');
  const titled = sections.map((section) => ({ section, words: wordsOf(section.title) }));
  const exact = titled.find((candidate) => candidate.words.join(' ') === phrase);
  const holding = exact ?? titled.find((candidate) => words.every((word) => candidate.words.includes(word)));
  const containing =
    holding ?? titled.find((candidate) => words.every((word) => candidate.words.join(' ').includes(word)));
  return containing?.section ?? null;
}

/** `text` in lower case without accents (of Latin, Greek and Cyrillic), for comparing words. */
export function foldText(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
}

function wordsOf(text: string): string[] {
  return foldText(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

function scanHeadings(markdown: string): { headings: Heading[]; length: number } {
  const headings: Heading[] = [];
  let fence: Fence | null = null;
  let offset = 0;
  let counted = 0;
  for (let start = 0; start <= markdown.length; ) {
    const newline = markdown.indexOf('\n', start);
    const end = newline === -1 ? markdown.length : newline;
    const line = markdown.slice(start, Math.min(end, start + 4 * maxTitle));
    const wasOpen: boolean = fence !== null;
    fence = fenceAfter(line, fence);
    const heading = wasOpen || fence !== null ? null : headingOf(line);
    if (heading !== null) {
      offset += codePointsBetween(markdown, counted, start);
      counted = start;
      headings.push({ index: start, offset, ...heading });
    }
    start = end + 1;
  }
  return { headings, length: offset + codePointsBetween(markdown, counted, markdown.length) };
}

function headingOf(line: string): { level: number; title: string } | null {
  let at = 0;
  while (at < 3 && line.charAt(at) === ' ') at += 1;
  let level = 0;
  while (level < 7 && line.charAt(at + level) === '#') level += 1;
  if (level === 0 || level > 6) return null;
  const next = line.charAt(at + level);
  if (next !== ' ' && next !== '\t') return null;
  const title = plainTitle(line.slice(at + level));
  return title === '' ? null : { level, title };
}

/** A heading's words without Markdown's marks: links and images give their text, escapes their character. */
function plainTitle(source: string): string {
  return source
    .trim()
    .replace(/(^|[ \t])#+$/, '')
    .replace(/!?\[([^[\]]*)\]\((?:[^()\\]|\\.|\([^()]*\))*\)/g, '$1')
    .replace(/(?<!\\)(?:\*{1,3}|~~|`+)/g, '')
    .replace(/(?<![\\\p{L}\p{N}])_{1,3}(?=\S)|(?<=\S)(?<!\\)_{1,3}(?![\p{L}\p{N}])/gu, '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

/** At most `maxSections` headings: the deepest levels go first, then whatever comes last. */
function withoutDeepest(headings: Heading[]): Heading[] {
  let kept = headings;
  for (let level = 6; level > 1 && kept.length > maxSections; level -= 1) {
    const higher = kept.filter((heading) => heading.level < level);
    if (higher.length > 0) kept = higher;
  }
  return kept.slice(0, maxSections);
}

/** Ends each section where the next one of its own or a higher level begins. */
function closeAtNext(sections: Section[]): void {
  const open: Section[] = [];
  for (const section of sections) {
    for (let last = open.at(-1); last !== undefined && last.level >= section.level; last = open.at(-1)) {
      last.length = section.offset - last.offset;
      open.pop();
    }
    open.push(section);
  }
}

function uniqueId(title: string, copies: Map<string, number>): string {
  const words =
    title
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const slug = Array.from(words.join('-')).slice(0, maxId).join('').replace(/-$/, '') || 'section';
  let copy = (copies.get(slug) ?? 0) + 1;
  let id = copy === 1 ? slug : `${slug}-${copy}`;
  while (copy > 1 && copies.has(id)) {
    copy += 1;
    id = `${slug}-${copy}`;
  }
  copies.set(slug, copy);
  if (copy > 1) copies.set(id, 1);
  return id;
}
