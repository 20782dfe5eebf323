import { limitHeadings } from '../../domain/pages/limit-headings.ts';
import { removeLinkTargets } from '../../domain/pages/link-targets.ts';
import type { Section } from '../../domain/pages/page.ts';
import { codePointsBetween } from './code-points.ts';
import { type Fence, nextFence } from './fences.ts';

/** Maximum number of sections; the deepest levels are dropped first. */
const maxSections = 5000;
/** Maximum lengths of a heading line and of an id, in code points. */
const maxTitleLength = 300;
const maxIdLength = 80;
/** Id of the text before the first heading. */
const topId = 'top';

interface Heading {
  /** UTF-16 index of the line in the Markdown. */
  index: number;
  /** Number of code points before the line. */
  offset: number;
  level: number;
  title: string;
}

/**
 * Returns the sections of a Markdown text in page order, one per ATX heading (CommonMark section 4.2) outside code fences. A
 * section ends at the next heading of the same or a higher level, so that sections nest. Text before the first heading is a
 * section of level 0.
 */
export function parseSections(markdown: string): Section[] {
  const { headings, length } = scanHeadings(markdown);
  const retained = limitHeadings(headings, maxSections);
  const slugCounts = new Map<string, number>([[topId, 1]]);
  const sections = retained.map(({ offset, level, title }): Section => {
    return { id: uniqueId(title, slugCounts), title, level, offset, length: length - offset };
  });
  setLengths(sections);
  const first = retained[0];
  const leadingText = markdown.slice(0, first?.index ?? markdown.length);
  if (leadingText.trim() === '') return sections;
  return [{ id: topId, title: '', level: 0, offset: 0, length: first?.offset ?? length }, ...sections];
}

/**
 * Finds the section with an id or heading; case and accents are ignored. Tries the id, then the exact heading, then the first
 * heading with all the words. Returns null if there is none.
 */
export function findSection(sections: readonly Section[], query: string): Section | null {
  const byId = sections.find((section) => section.id === query.trim().replace(/^#/, ''));
  if (byId !== undefined) return byId;
  const words = splitWords(query);
  if (words.length === 0) return null;
  const phrase = words.join(' ');
  const candidates = sections.map((section) => ({ section, words: splitWords(section.title) }));
  const exact = candidates.find((candidate) => candidate.words.join(' ') === phrase);
  const withAllWords =
    exact ?? candidates.find((candidate) => words.every((word) => candidate.words.includes(word)));
  const containing =
    withAllWords ??
    candidates.find((candidate) => words.every((word) => candidate.words.join(' ').includes(word)));
  return containing?.section ?? null;
}

/** Converts text to lower case without accents (of Latin, Greek and Cyrillic) for comparisons. */
export function foldText(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
}

function splitWords(text: string): string[] {
  return foldText(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

function scanHeadings(markdown: string): { headings: Heading[]; length: number } {
  const headings: Heading[] = [];
  let fence: Fence | null = null;
  let offset = 0;
  let countedUntil = 0;
  for (let start = 0; start <= markdown.length; ) {
    const newline = markdown.indexOf('\n', start);
    const end = newline === -1 ? markdown.length : newline;
    const line = markdown.slice(start, Math.min(end, start + 4 * maxTitleLength));
    const wasOpen: boolean = fence !== null;
    fence = nextFence(line, fence);
    const heading = wasOpen || fence !== null ? null : parseHeading(line);
    if (heading !== null) {
      offset += codePointsBetween(markdown, countedUntil, start);
      countedUntil = start;
      headings.push({ index: start, offset, ...heading });
    }
    start = end + 1;
  }
  return { headings, length: offset + codePointsBetween(markdown, countedUntil, markdown.length) };
}

function parseHeading(line: string): { level: number; title: string } | null {
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

/** Removes Markdown syntax from a heading: links and images become their text, escapes their character. */
function plainTitle(source: string): string {
  return removeLinkTargets(source.trim().replace(/(^|[ \t])#+$/, ''))
    .replace(/(?<!\\)(?:\*{1,3}|~~|`+)/g, '')
    .replace(/(?<![\\\p{L}\p{N}])_{1,3}(?=\S)|(?<=\S)(?<!\\)_{1,3}(?![\p{L}\p{N}])/gu, '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Ends each section at the next one of the same or a higher level. */
function setLengths(sections: Section[]): void {
  const openSections: Section[] = [];
  for (const section of sections) {
    for (
      let last = openSections.at(-1);
      last !== undefined && last.level >= section.level;
      last = openSections.at(-1)
    ) {
      last.length = section.offset - last.offset;
      openSections.pop();
    }
    openSections.push(section);
  }
}

function uniqueId(title: string, slugCounts: Map<string, number>): string {
  const words =
    title
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const slug = Array.from(words.join('-')).slice(0, maxIdLength).join('').replace(/-$/, '') || 'section';
  let occurrence = (slugCounts.get(slug) ?? 0) + 1;
  let id = occurrence === 1 ? slug : `${slug}-${occurrence}`;
  while (occurrence > 1 && slugCounts.has(id)) {
    occurrence += 1;
    id = `${slug}-${occurrence}`;
  }
  slugCounts.set(slug, occurrence);
  if (occurrence > 1) slugCounts.set(id, 1);
  return id;
}
