import { isoDate } from './iso-date.ts';
import { attribute } from './parse/attributes.ts';
import { tag } from './parse/tags.ts';
import { attributeOf, subtreeText, type Tree } from './tree.ts';

/** Date and author as the page shows them, for pages that declare none. */
export interface ShownMetadata {
  author?: string;
  published?: string;
}

const dateClass =
  /(?:^|[\s_-])(?:date|dateline|published|pubdate|posted|timestamp|entry-date|post-date)(?:$|[\s_-])/i;
const eitherClass = /date|publish|post|timestamp|author|byline|contributor/i;
const authorClass = /(?:^|[\s_-])(?:author|byline|by-author|posted-by|contributor)(?:$|[\s_-])/i;
/** Longest name that is shown, and longest list of names that is declared, in UTF-16 units. */
const longestName = 80;
const longestDeclared = 400;
/** Most of an element's text that is looked at for a date, in UTF-16 units. */
const longestDate = 60;

/** Looks for the first date and the first name that elements are marked with as such. */
export function shownOf(tree: Tree): ShownMetadata {
  const marked: ShownMetadata = {};
  const classed: ShownMetadata = {};
  for (let node = 1; node < tree.count; node++) {
    const tagId = tree.tag[node] as number;
    if (tagId <= tag.document || tree.from[node] === tree.to[node]) continue;
    if (tagId === tag.time && marked.published === undefined) {
      const date = isoDate(attributeOf(tree, node, attribute.datetime) ?? '');
      if (date !== null) marked.published = date;
    }
    if (marked.author === undefined && isMarkedAuthor(tree, node)) {
      const author = personName(nameIn(tree, node), longestName);
      if (author !== null) marked.author = author;
    }
    addClassed(tree, node, classed);
  }
  return { ...classed, ...marked };
}

function isMarkedAuthor(tree: Tree, node: number): boolean {
  return (
    attributeOf(tree, node, attribute.rel) === 'author' ||
    attributeOf(tree, node, attribute.itemprop) === 'author'
  );
}

/** Elements whose class says how all that they hold is to look (`author-hidden`, `single-author`), not what it is. */
const wholes: ReadonlySet<number> = new Set([tag.html, tag.body, tag.main, tag.article]);

function addClassed(tree: Tree, node: number, found: ShownMetadata): void {
  if (found.author !== undefined && found.published !== undefined) return;
  if (wholes.has(tree.tag[node] as number)) return;
  const className = attributeOf(tree, node, attribute.class);
  if (className === null || className.length > 300 || !eitherClass.test(className)) return;
  if (found.published === undefined && dateClass.test(className)) {
    const date = shownDate(textIn(tree, node, longestDate));
    if (date !== null) found.published = date;
  }
  if (found.author === undefined && authorClass.test(className)) {
    const author = personName(nameIn(tree, node), longestName);
    if (author !== null && author.split(' ').length <= 5) found.author = author;
  }
}

function textIn(tree: Tree, node: number, most: number): string {
  return subtreeText(tree, node, most).replace(/\s+/g, ' ').trim();
}

function shownDate(text: string): string | null {
  return isoDate(text.replace(/^(?:published|posted|updated|date|on)\b(?:\s+on\b)?[\s:]*/i, ''));
}

/** The text of an author: that of a name or a link inside of it, when there is one. */
function nameIn(tree: Tree, node: number): string {
  const end = Math.min(tree.end[node] as number, node + 60);
  for (let inner = node + 1; inner < end; inner++) {
    if (tree.tag[inner] === tag.text || tree.from[inner] === tree.to[inner]) continue;
    if (attributeOf(tree, inner, attribute.itemprop) !== 'name') continue;
    const name = attributeOf(tree, inner, attribute.content) ?? textIn(tree, inner, 200);
    if (name !== '') return name;
  }
  for (let inner = node + 1; inner < end; inner++) {
    if (tree.tag[inner] !== tag.a) continue;
    const name = textIn(tree, inner, 200);
    if (name !== '') return name;
  }
  return textIn(tree, node, 200);
}

/** A text as the name of an author, or null when it cannot be one: an address, a sentence, nothing. */
export function personName(text: string, longest = longestDeclared): string | null {
  const name = text
    .replace(/^(?:(?:written|posted|published|reviewed)\s+)?by[\s:]+(?=\S)/i, '')
    .replace(/[\s,|·•-]+$/u, '')
    .trim();
  // A name has no time of day in it.
  if (name.length < 2 || name.length > longest || /^(?:https?:|@)|[{}<>]|\d:\d\d/.test(name)) return null;
  return /\p{L}/u.test(name) && !/^(?:admin|author|authors|guest|staff|unknown|null|undefined)$/i.test(name)
    ? name
    : null;
}
