import { attribute } from '../../page/parse/attributes.ts';
import { tagSet } from '../../page/parse/names/tag-sets.ts';
import { tag } from '../../page/parse/names/tags.ts';
import { splitHeadTitle } from '../../page/text/split-head-title.ts';
import { attributeOf, closest, endOf, parentOf, tagOf } from '../../page/tree/tree.ts';
import type { PageView } from '../page-view/page-view.ts';
import { foldText, splitWords } from '../words/words.ts';
import type { Candidate } from './candidate.ts';
import type { HeadTitles } from './head-titles.ts';
import type { PageFacts } from './page-facts.ts';

const maxTitleLength = 250;
const maxTitleLines = 6;

/** Finds possible titles: headings, scored by the title in the head, and the parts of that title. */
export function findTitles(page: PageFacts): readonly Candidate[] {
  const { tree } = page;
  const head = page.headTitles();
  const candidates: Candidate[] = [];
  for (const node of page.headings()) {
    const kind = tagOf(tree, node);
    if (candidates.length >= 20) break;
    if (kind > tag.h2) continue;
    const text = withoutCredit(page, node, page.textOf(node));
    if (text === '' || text.length > maxTitleLength) continue;
    const strength = headingStrength(page, node, foldText(text), head);
    const reason = kind === tag.h1 ? 'h1' : 'h2';
    if (strength > 0) candidates.push({ text, node, source: 'visible', reason, strength, fit: 1 });
  }
  const entry = findEntryTitle(page);
  const known = candidates.find(({ node }) => node === entry?.node);
  if (known !== undefined) known.strength = Math.max(known.strength, entryTitleStrength);
  else if (entry !== null) candidates.push(entry);
  const hasSubject = candidates.some(
    ({ text, strength }) =>
      strength >= minSubjectStrength && text.includes(' ') && head.firsts.includes(foldText(text)),
  );
  if (hasSubject)
    for (const one of candidates) if (isLaterPart(foldText(one.text), head)) one.strength -= laterPartPenalty;
  if (candidates.some(({ strength }) => strength > 0.9)) return candidates;
  if (!candidates.some(({ reason }) => reason === 'h1')) for (const one of candidates) one.strength += 0.08;
  const lines = findTitleLines(page, head);
  return candidates.concat(lines.length > 0 || candidates.length > 0 ? lines : headTitle(page, head));
}

const entryTitleNames: ReadonlySet<string> = new Set(['entry-title', 'post-title', 'p-name']);
const entryTitleStrength = 0.84;

/**
 * Returns the only heading below the first level with the class of an entry's title (microformats2 `p-name`, hAtom
 * `entry-title`); null on pages with several entries.
 */
function findEntryTitle(page: PageFacts): Candidate | null {
  const { tree } = page;
  let found: Candidate | null = null;
  for (const node of page.headings()) {
    if (tree.tag[node] === tag.h1) continue;
    const classes = attributeOf(tree, node, attribute.class)?.split(/\s+/) ?? [];
    const text = page.textOf(node);
    if (!classes.some((name) => entryTitleNames.has(name)) || text === '' || text.length > maxTitleLength)
      continue;
    if (found !== null) return null;
    found = { text, node, source: 'visible', reason: 'entry title', strength: entryTitleStrength, fit: 1 };
  }
  return found;
}

/** Returns true if an element is in a link to the front page of the site, which shows the name of the site. */
function isHomeLink(page: PageView, element: number): boolean {
  const { tree } = page;
  const own = URL.parse(page.url);
  if (own === null || own.pathname === '/') return false;
  for (let at = element, steps = 0; at > 0 && steps < 4; at = parentOf(tree, at), steps++) {
    if (tree.tag[at] !== tag.a) continue;
    const target = URL.parse(attributeOf(tree, at, attribute.href) ?? '', page.url);
    return target?.host === own.host && target.pathname === '/' && target.search === '';
  }
  return false;
}

/** Returns true if the text of a heading is a link to the front page of the site. */
function isWholeHomeLink(page: PageView, heading: number): boolean {
  const { tree } = page;
  const end = endOf(tree, heading);
  for (let node = heading + 1; node < end; node++)
    if (tree.tag[node] === tag.a) return page.textOf(node) === page.textOf(heading) && isHomeLink(page, node);
  return false;
}

/** Removes a linked author behind the title in the same heading: `<h1>Title by <a>Author</a></h1>`. */
function withoutCredit(page: PageView, heading: number, text: string): string {
  const { tree } = page;
  const end = endOf(tree, heading);
  for (let node = heading + 1; node < end; node++) {
    if (tree.tag[node] !== tag.a) continue;
    const suffix = ` by ${page.textOf(node)}`.toLowerCase();
    return text.toLowerCase().endsWith(suffix) && text.length > suffix.length
      ? text.slice(0, text.length - suffix.length)
      : text;
  }
  return text;
}

/** Minimum score of a heading that equals the first part of the head's title and is no link and no name of the site. */
const minSubjectStrength = 0.8;
/** Score of a second heading that equals the first part of the head's title, and penalties of headings. */
const secondHeadingStrength = 0.86;
const otherNamePenalty = 0.25;
const laterPartPenalty = 0.1;
const framePenalty = 0.3;

function headingStrength(page: PageFacts, heading: number, text: string, head: HeadTitles): number {
  const isInTitle = text.length > 2 && head.title.includes(text);
  const isFirst = page.tree.tag[heading] === tag.h1;
  const isWhole = head.whole.includes(text) || head.firsts.includes(text);
  // One word alone often names the kind of the page: "Recipe - Pepper stew".
  const second = isWhole && text.includes(' ') ? secondHeadingStrength : isInTitle ? 0.74 : 0;
  const strength = isFirst ? (isInTitle ? 0.95 : otherHeadingStrength(text, head)) : second;
  const isOtherName =
    closest(page.tree, parentOf(page.tree, heading), isLink, maxLinkLevels) !== -1 ||
    isWholeHomeLink(page, heading) ||
    text === head.site ||
    (!isWhole && head.isSite(text));
  // A head title starts with the page's subject and continues with its category and site.
  const isLater = isLaterPart(text, head);
  // The menu bar of a book or a site shows its name, also on pages about a part of it.
  const isInMenu = (isLater || !isInTitle) && page.isInFrame(heading);
  return (
    strength -
    (isOtherName ? otherNamePenalty : 0) -
    (isLater ? laterPartPenalty : 0) -
    (isInMenu ? framePenalty : 0)
  );
}

/** Score of a first heading that is not in the head's title: from what both have in common. */
const otherHeading = { least: 0.7, most: 0.86 };

function otherHeadingStrength(text: string, head: HeadTitles): number {
  const { least, most } = otherHeading;
  if (head.whole.length === 0) return 0.8;
  const pairs = pairsOf(text);
  const known = pairsOf(head.title);
  const shared = [...pairs].filter((pair) => known.has(pair)).length;
  return least + (most - least) * (shared / Math.max(1, pairs.size));
}

/** Returns the pairs of neighbouring letters of a text, which compare texts in scripts with and without spaces. */
function pairsOf(text: string): Set<string> {
  const letters = text.replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
  const pairs = new Set<string>();
  for (let at = 0; at + 1 < letters.length; at++) pairs.add(letters.slice(at, at + 2));
  return pairs;
}

/** Returns true if a text is in the head's title, but behind its first part. */
function isLaterPart(text: string, head: HeadTitles): boolean {
  const isInTitle = text.length > 2 && head.title.includes(text);
  return isInTitle && titlePartIndex(text, head) > 0;
}

/** Returns the index of the part of the head's titles that matches a text, also if the text is longer. */
function titlePartIndex(text: string, { whole, parts }: HeadTitles): number {
  if (whole.some((title) => title.startsWith(text))) return 0;
  const index = parts.findIndex(
    (part) => part.includes(text) || (part.length > 4 && text.includes(part)) || haveSameStart(text, part),
  );
  return Math.max(index, 0);
}

/** Elements around a heading that names the site or another page. */
const isLink = tagSet('a');
const maxLinkLevels = 3;

const firstWordOf = (text: string) => /[\p{L}\p{M}\p{N}]+/u.exec(text)?.[0] ?? '';

/**
 * Returns true if two texts start with the same words: at least two, half of the shorter text and a third of
 * the longer one. Truncated titles and headings with a suffix match.
 */
function haveSameStart(one: string, other: string): boolean {
  const [mine, theirs] = [splitWords(one), splitWords(other)];
  let same = 0;
  while (same < mine.length && mine[same] === theirs[same]) same++;
  const [less, more] = [Math.min(mine.length, theirs.length), Math.max(mine.length, theirs.length)];
  return same >= 2 && same * 2 >= less && same * 3 >= more;
}

/** Returns true if an element is code, which repeats the names that a page is about. */
function isCode({ tree }: PageView, element: number): boolean {
  return [element, Math.max(0, parentOf(tree, element))].some(
    (one) => tree.tag[one] === tag.pre || tree.tag[one] === tag.code,
  );
}

/** Finds lines that equal the head's title or a part of it, or start in the same way. */
function findTitleLines(page: PageView, head: HeadTitles): Candidate[] {
  const candidates: Candidate[] = [];
  const firstWords = new Set([...head.whole, ...head.parts.slice(0, 1)].map(firstWordOf));
  for (const line of page.lines()) {
    if (line.text.length > maxTitleLength) continue;
    const text = foldText(line.text);
    if (text === head.site || text.length < 3) continue;
    const match = matchHeadTitles(text, head, firstWords);
    if (match === null || isCode(page, line.element) || isHomeLink(page, line.element)) continue;
    const [reason, strength] = match;
    candidates.push({ text: line.text, node: line.element, source: 'visible', reason, strength, fit: 1 });
    if (candidates.length >= maxTitleLines) break;
  }
  return candidates;
}

function matchHeadTitles(
  text: string,
  { whole, parts }: HeadTitles,
  firstWords: ReadonlySet<string>,
): [string, number] | null {
  if (whole.includes(text)) return ['title', 0.85];
  const index = parts.indexOf(text);
  if (index === 0) return ['part of title', 0.8];
  if (!firstWords.has(firstWordOf(text))) return index > 0 ? laterPart(index) : null;
  if (whole.some((title) => haveSameStart(text.replace(/(?<![\s.…])[\s.…]+$/u, ''), title)))
    return ['begins title', 0.78];
  if (parts[0] !== undefined && haveSameStart(text, parts[0])) return ['begins title', 0.76];
  return index > 0 ? laterPart(index) : null;
}

function laterPart(index: number): [string, number] {
  return ['part of title', Math.max(0.55, 0.74 - 0.04 * index)];
}

/** Returns the first part of the head's title, for pages that show no title. */
function headTitle(page: PageView, head: HeadTitles): Candidate[] {
  const node = titleElement(page);
  const first = splitHeadTitle(page.metadata.title ?? '').find((part) => head.parts.includes(foldText(part)));
  if (node === -1 || first === undefined) return [];
  return [{ text: first, node, source: 'attribute', reason: 'head title', strength: 0.56, fit: 1 }];
}

function titleElement({ tree }: PageView): number {
  for (let node = 1; node < tree.count && tree.tag[node] !== tag.body; node++) {
    if (tree.tag[node] === tag.title) return node;
  }
  return -1;
}
