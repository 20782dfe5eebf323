import { collapseSpace } from '../../domain/values/collapse-space.ts';
import { attribute } from '../parse/attributes.ts';
import { tag } from '../parse/names/tags.ts';
import { parseIsoDate } from '../text/iso-date.ts';
import { attributeOf, endOf, parentOf, subtreeText, type Tree, tagOf } from '../tree/tree.ts';

/** Date and author in the visible page, for pages that declare none. */
export interface VisibleMetadata {
  author?: string;
  published?: string;
}

const dateClass =
  /(?:^|[\s_-])(?:date|dateline|published|pubdate|posted|timestamp|entry-date|post-date)(?:$|[\s_-])/i;
const dateOrAuthorClass = /date|publish|post|timestamp|author|byline|contributor/i;
const authorClass = /(?:^|[\s_-])(?:author|byline|by-author|posted-by|contributor)(?:$|[\s_-])/i;
/** Maximum length of a visible name and of a declared list of names, in UTF-16 code units. */
const maxNameLength = 80;
const maxDeclaredLength = 400;
/** Maximum length of text that is searched for a date, in UTF-16 code units. */
const maxDateLength = 60;

/** Returns the first date and author that elements are marked with. */
export function findVisibleMetadata(tree: Tree): VisibleMetadata {
  const fromMarkup: VisibleMetadata = {};
  const fromClasses: VisibleMetadata = {};
  for (let node = 1; node < tree.count; node++) {
    const tagId = tagOf(tree, node);
    if (tagId <= tag.document || tree.from[node] === tree.to[node]) continue;
    if (tagId === tag.time && fromMarkup.published === undefined) {
      const date = parseIsoDate(attributeOf(tree, node, attribute.datetime) ?? '');
      if (date !== null) fromMarkup.published = date;
    }
    if (fromMarkup.author === undefined && isMarkedAuthor(tree, node)) {
      const author = normalizeAuthor(authorText(tree, node), maxNameLength);
      if (author !== null) fromMarkup.author = author;
    }
    addFromClass(tree, node, fromClasses);
  }
  return { ...fromClasses, ...fromMarkup };
}

function isMarkedAuthor(tree: Tree, node: number): boolean {
  return (
    attributeOf(tree, node, attribute.rel) === 'author' ||
    attributeOf(tree, node, attribute.itemprop) === 'author'
  );
}

/** Elements whose classes describe layout (`author-hidden`, `single-author`) and not content. */
const layoutElements: ReadonlySet<number> = new Set([tag.html, tag.body, tag.main, tag.article]);

/** Elements that only forms contain. */
const formTags: ReadonlySet<number> = new Set([tag.label, tag.input, tag.textarea, tag.select]);

function addFromClass(tree: Tree, node: number, metadata: VisibleMetadata): void {
  if (metadata.author !== undefined && metadata.published !== undefined) return;
  if (layoutElements.has(tagOf(tree, node))) return;
  const className = attributeOf(tree, node, attribute.class);
  if (className === null || className.length > 300 || !dateOrAuthorClass.test(className)) return;
  if (metadata.published === undefined && dateClass.test(className)) {
    const date = parseVisibleDate(collapsedText(tree, node, maxDateLength));
    if (date !== null) metadata.published = date;
  }
  if (metadata.author === undefined && authorClass.test(className) && !isInForm(tree, node)) {
    const author = normalizeAuthor(authorText(tree, node), maxNameLength);
    if (author !== null && author.split(' ').length <= 5) metadata.author = author;
  }
}

/** Returns true if an element is a part of a form: its text is then a label such as "Name *", and no author. */
function isInForm(tree: Tree, node: number): boolean {
  for (let at = node; at > 0; at = parentOf(tree, at)) if (tree.tag[at] === tag.form) return true;
  const end = Math.min(endOf(tree, node), node + 60);
  for (let at = node + 1; at < end; at++) if (formTags.has(tagOf(tree, at))) return true;
  return false;
}

function collapsedText(tree: Tree, node: number, maxLength: number): string {
  return collapseSpace(subtreeText(tree, node, maxLength));
}

function parseVisibleDate(text: string): string | null {
  return parseIsoDate(text.replace(/^(?:published|posted|updated|date|on)\b(?:\s+on\b)?[\s:]*/i, ''));
}

/** Returns the text of an author element, or of a name or link inside of it. */
function authorText(tree: Tree, node: number): string {
  const end = Math.min(endOf(tree, node), node + 60);
  for (let descendant = node + 1; descendant < end; descendant++) {
    if (tree.tag[descendant] === tag.text || tree.from[descendant] === tree.to[descendant]) continue;
    if (attributeOf(tree, descendant, attribute.itemprop) !== 'name') continue;
    const name = attributeOf(tree, descendant, attribute.content) ?? collapsedText(tree, descendant, 200);
    if (name !== '') return name;
  }
  for (let descendant = node + 1; descendant < end; descendant++) {
    if (tree.tag[descendant] !== tag.a) continue;
    const name = collapsedText(tree, descendant, 200);
    if (name !== '') return name;
  }
  return collapsedText(tree, node, 200);
}

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
