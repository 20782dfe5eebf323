import { readJsonAsset } from '../../page/assets/read-json-asset.ts';
import { attribute } from '../../page/parse/attributes.ts';
import { tagSet } from '../../page/parse/names/tag-sets.ts';
import { tag } from '../../page/parse/names/tags.ts';
import { flowKind } from '../../page/tree/flow.ts';
import { attributeOf, endOf, isElement, parentOf, tagOf, textOf } from '../../page/tree/tree.ts';
import type { PageView } from '../page-view/page-view.ts';
import { phraseOf, wordsOf } from '../words/words.ts';

/** An icon on the page and the text beside it. */
export interface IconPair {
  /** Name of the icon without the name of its icon set: `map marker`. */
  name: string;
  value: string;
  /** The blocks of the value, such as the lines of an address. */
  parts: readonly string[];
  /** Innermost element that contains the value. */
  node: number;
}

const maxIcons = 400;
const maxValueLength = 160;
/** Levels between an icon and the element that also contains its text. */
const maxLevels = 4;
const maxTokens = 8;
const maxNodes = 60;

const iconTags: ReadonlySet<number> = new Set([tag.i, tag.span, tag.svg, tag.img, tag.em, tag.b, tag.div]);
/** Start of a class that names an icon: `fa-map-marker`, `icon-location`. */
const iconStart =
  /^(?:fa|icons?|ico|glyphicon|bi|mdi|ti|ri|la|ion|ion-md|ion-ios|octicon|feather|lucide|icofont|dashicons|ph|uil|bx|bxs|tabler|iconfont|ikon|svg|material-symbols|heroicons?)[-:_](.+)$/i;
/** Words of an icon's style, which are no part of its name. */
const styleWords = new Set(
  'o alt2 outline outlined solid regular fill filled line light bold duotone thin sharp round rounded circle square fw lg sm xs 2x 3x 1x small large ios md ico icon'.split(
    ' ',
  ),
);

/** Names of icons by concept. The file lists what icon sets call them. */
const namesByConcept: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(readJsonAsset('extract/facts/icon-names.json') as Record<string, string[]>).map(
    ([concept, names]) => [concept, new Set(names)],
  ),
);

/** Returns true if an icon with this name stands in front of values of a concept. */
export function isIconOf(concept: string, name: string): boolean {
  return namesByConcept.get(concept)?.has(name) === true;
}

function plainName(name: string): string {
  const words = wordsOf(name);
  const content = words.filter((word) => !styleWords.has(word));
  return phraseOf(content.length > 0 ? content : words);
}

/** Returns the name of an icon by its classes, its `icon` attribute or the symbol that it uses; null if it is none. */
function iconName(page: PageView, node: number): string | null {
  const { tree } = page;
  const classes = (attributeOf(tree, node, attribute.class) ?? '').trim().split(/\s+/, maxTokens);
  if (tagOf(tree, node) !== tag.svg && page.textOf(node) !== '') return null;
  for (const name of classes) {
    const found = iconStart.exec(name)?.[1];
    if (found !== undefined && plainName(found) !== '' && !styleWords.has(found)) return plainName(found);
  }
  const stated = page.attributeOf(node, 'icon') ?? page.attributeOf(node, 'data-icon') ?? '';
  if (stated !== '') return plainName(stated.slice(stated.indexOf(':') + 1));
  return tagOf(tree, node) === tag.svg ? symbolName(page, node) : null;
}

/** Returns the name of the symbol that a drawing uses: `<use href="#icon-phone">`. */
function symbolName(page: PageView, drawing: number): string | null {
  const { tree } = page;
  const end = Math.min(endOf(tree, drawing), drawing + 6);
  for (let node = drawing + 1; node < end; node++) {
    if (!isElement(tree, node)) continue;
    const target = page.attributeOf(node, 'href') ?? page.attributeOf(node, 'xlink:href') ?? '';
    const id = target.slice(target.lastIndexOf('#') + 1);
    if (id !== '' && id.length <= 40) return plainName(iconStart.exec(id)?.[1] ?? id);
  }
  return null;
}

interface Icon {
  node: number;
  name: string;
}

const isDecorated = tagSet('nav button h1 h2 h3 h4 h5 h6');

/** Returns true if an icon decorates a heading, a menu or a link within the page, whose texts are no values. */
function isDecoration(page: PageView, icon: number): boolean {
  const { tree } = page;
  for (let at = icon; at > 0; at = parentOf(tree, at)) {
    const kind = tagOf(tree, at);
    if (isDecorated[kind] === 1) return true;
    if (kind === tag.a && /^(?:#|javascript:)/.test(page.attributeOf(at, 'href') ?? '')) return true;
  }
  return false;
}

function findIcons(page: PageView): Icon[] {
  const { tree } = page;
  const icons: Icon[] = [];
  for (let node = 1; node < tree.count && icons.length < maxIcons; node++) {
    if (!isElement(tree, node) || tagOf(tree, node) === tag.script) continue;
    const hasIconAttribute = !iconTags.has(tagOf(tree, node)) && page.attributeOf(node, 'icon') !== null;
    if (!iconTags.has(tagOf(tree, node)) && !hasIconAttribute) continue;
    const name = iconName(page, node);
    if (name !== null && name !== '') icons.push({ node, name });
  }
  return icons;
}

/** Returns the innermost element around an icon with a text besides the icon's own, up to four levels up; -1 if none. */
function containerOf(page: PageView, { node }: Icon): number {
  const { tree } = page;
  const own = page.textOf(node);
  let at = parentOf(tree, node);
  for (let level = 0; level < maxLevels && at > 0; level++, at = parentOf(tree, at)) {
    if (page.textOf(at) !== own) return at;
  }
  return -1;
}

/** Returns the visible text of each block from one node to another, and the innermost element with the first one. */
function textBetween(page: PageView, from: number, to: number): { parts: string[]; node: number } {
  const { tree, flow } = page;
  let text = '';
  let first = -1;
  for (let node = from, read = 0; node < to && read < maxNodes; node++, read++) {
    const isBlock = isElement(tree, node) && flow.kind[node] === flowKind.block;
    if (isBlock || tree.tag[node] === tag.br) text += '\n';
    if (tree.tag[node] !== tag.text || flow.kind[parentOf(tree, node)] === flowKind.skipped) continue;
    const part = textOf(tree, node).replace(/\s+/g, ' ');
    if (first === -1 && part.trim() !== '') first = parentOf(tree, node);
    text += part;
  }
  const parts = text.split('\n').map((part) => part.trim());
  return { parts: parts.filter((part) => part !== ''), node: first };
}

/** Returns true if the icon before is the same one, with no text between them. */
function isRepeated(page: PageView, icon: Icon, before: Icon | undefined): boolean {
  if (before?.name !== icon.name) return false;
  return textBetween(page, endOf(page.tree, before.node), icon.node).parts.length === 0;
}

/** Returns the icons of a page with the texts beside them, at most 400, in document order. */
export function findIconPairs(page: PageView): readonly IconPair[] {
  const { tree } = page;
  const icons = findIcons(page);
  const pairs: IconPair[] = [];
  icons.forEach((icon, at) => {
    const container = containerOf(page, icon);
    if (container === -1 || isDecoration(page, icon.node)) return;
    const containerEnd = endOf(tree, container);
    const next = icons[at + 1]?.node ?? tree.count;
    const after = textBetween(page, endOf(tree, icon.node), Math.min(containerEnd, next));
    const isAlone = next >= containerEnd && (icons[at - 1]?.node ?? 0) < container;
    // A number may stand in front of its icon: `3 <i class="fa-bed">`.
    const { parts, node } =
      after.parts.length === 0 && isAlone ? textBetween(page, container + 1, icon.node) : after;
    const value = parts.join(' ');
    if (value.length > maxValueLength || !/[\p{L}\p{N}]/u.test(value)) return;
    // A row of equal icons, such as stars, is a value itself: only a text in the same line belongs to it.
    if (parts.length > 1 && isRepeated(page, icon, icons[at - 1])) return;
    pairs.push({ name: icon.name, value, parts, node: parts.length > 1 ? container : node });
  });
  return pairs;
}
