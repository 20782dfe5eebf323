import { byteAt, integerAt } from '../../domain/values/elements.ts';
import { attribute } from '../parse/attributes.ts';
import { tagSet } from '../parse/names/tag-sets.ts';
import { tag } from '../parse/names/tags.ts';
import { readStyleEffect, type StyleEffect } from './hiding-styles.ts';
import { attributeOf, attributeValue, endOf, hasAttribute, type Tree, tagOf, textFlag } from './tree.ts';

const maxStyleLength = 20_000;

/** Effect of an element's own attributes; `removed` has priority over `hidden`. */
export const hidingModes = { none: 0, hidden: 1, removed: 2 } as const;

/** One of {@link hidingModes}. */
type HidingMode = (typeof hidingModes)[keyof typeof hidingModes];

/**
 * Returns whether attributes hide an element (`hidden`), or its style makes the text permanently invisible (`removed`): off
 * screen, or with unreadable size or invisible color. Reads the attributes once, because it is called for each element.
 */
export function hidingMode(tree: Tree, node: number, concealsMany: () => boolean): HidingMode {
  const to = integerAt(tree.to, node);
  let isHidden = false;
  let style = -1;
  for (let row = integerAt(tree.from, node); row < to; row++) {
    const name = integerAt(tree.attributeName, row);
    if (name === attribute.hidden) isHidden = !isUntilFound(tree, row);
    else if (name === attribute.style && style < 0) style = row;
  }
  const mode = style < 0 ? hidingModes.none : styleMode(tree, node, style, concealsMany);
  return mode === hidingModes.none && isHidden ? hidingModes.hidden : mode;
}

/** Returns true for text that browsers reveal when a reader searches for it (WHATWG HTML 6.1, `until-found`). */
function isUntilFound(tree: Tree, row: number): boolean {
  return attributeValue(tree, row).trim().toLowerCase() === 'until-found';
}

function styleMode(tree: Tree, node: number, style: number, concealsMany: () => boolean): HidingMode {
  const effect = effectOfAttribute(tree, style);
  if (effect === null) return hidingModes.none;
  if (effect.isRemoved) return hidingModes.removed;
  if (effect.inherited !== null && !isWithoutLetters(tree, node)) {
    const isLeaf = endOf(tree, node) <= node + 2;
    if (isLeaf || (!effect.isZeroSize && !setsOwnStyle(tree, node))) return hidingModes.removed;
  }
  if (effect.isHidden) return hidingModes.hidden;
  const isShown = !effect.isConcealed || isLong(tree, node) || isAnimated(tree, node) || concealsMany();
  return isShown ? hidingModes.none : hidingModes.hidden;
}

/** Elements that show something else than their letters, whose size and color do not matter. */
const isReplaced = tagSet('img picture video audio canvas svg iframe object embed');

/** Returns true for an image and the like, or an element with nothing else inside. */
function isWithoutLetters(tree: Tree, node: number): boolean {
  if (isReplaced[tagOf(tree, node)] === 1) return true;
  const child = node + 1;
  return (
    child < endOf(tree, node) &&
    isReplaced[tagOf(tree, child)] === 1 &&
    endOf(tree, child) === endOf(tree, node)
  );
}

/** Reads the style in a row of attributes; null if it is too long. */
function effectOfAttribute(tree: Tree, row: number): StyleEffect | null {
  const from = integerAt(tree.attributeFrom, row);
  const end = integerAt(tree.attributeTo, row);
  if (end - from >= maxStyleLength) return null;
  const raw = tree.source.slice(from, end);
  return readStyleEffect(raw.includes('&') ? attributeValue(tree, row) : raw);
}

/** Number of concealed elements from which on a page reveals them by scripts: with animations or as a list of panels. */
export const minConcealed = 3;

/** Returns true if so many elements are concealed that the page reveals them. */
export function concealsManyElements(tree: Tree): boolean {
  let count = 0;
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node] === tag.text) continue;
    const to = integerAt(tree.to, node);
    for (let row = integerAt(tree.from, node); row < to; row++) {
      if (tree.attributeName[row] !== attribute.style) continue;
      if (effectOfAttribute(tree, row)?.isConcealed === true && ++count >= minConcealed) return true;
    }
  }
  return false;
}

/** Maximum number of descendants that are searched for styles of their own. */
const maxSearched = 200;

/** Returns true if elements inside may have another size or color than their container. */
function setsOwnStyle(tree: Tree, node: number): boolean {
  const end = endOf(tree, node);
  if (end - node > maxSearched) return true;
  for (let descendant = node + 1; descendant < end; descendant++) {
    if (tree.tag[descendant] === tag.text) continue;
    if (hasAttribute(tree, descendant, attribute.style) || hasAttribute(tree, descendant, attribute.class))
      return true;
    if (tree.tag[descendant] === tag.a || tree.tag[descendant] === tag.img) return true;
  }
  return false;
}

const animatedName =
  /(?:^|[\s_-])(?:anim(?:ate|ated|ation)?|aos|wow|fade|reveal|slide|scroll|motion|framer|in-?view|sr|lazy|carousel|swiper|slick|splide|hero|w)(?=$|[\s_-])/i;

/** Returns true if names of an element show that scripts reveal it with an animation. */
function isAnimated(tree: Tree, node: number): boolean {
  if (animatedName.test(attributeOf(tree, node, attribute.class) ?? '')) return true;
  const to = integerAt(tree.to, node);
  for (let row = integerAt(tree.from, node); row < to; row++)
    if (
      /^data-(?:w-|aos|framer|animat|anim|motion|scroll|sal|wow|reveal)/.test(
        tree.attributeNames[integerAt(tree.attributeName, row)] ?? '',
      )
    )
      return true;
  return false;
}

const openableName =
  /(?:^|[\s_-])(?:tabs?|tab-?(?:pane|panel|content|body|item)s?|accordion|collaps(?:e|ed|ible)|panel|pane|toggle|expand(?:ed|able)?|answer|faq|read-?more|show-?more|more|slide|step|drop-?down)(?=$|[\s_-])/i;

/** Returns true if a class or id is that of a part which a page can open, such as a tab. */
export function isOpenableName(name: string): boolean {
  return openableName.test(name);
}

/** Length of hidden text, in UTF-16 code units of source, from which on it is a part of the page that scripts reveal. */
export const minLongTextLength = 400;

/**
 * Returns true if hidden content is meant to be shown later: tabs and accordions that the page can open, and long parts that
 * wait for scripts. Shorter hidden text is meant for programs, possibly to mislead them.
 */
export function isOpenable(tree: Tree, node: number, getOpenedIds: () => ReadonlySet<string>): boolean {
  const tagId = tree.tag[node];
  if (tagId === tag.p || tagId === tag.span) return false;
  if (attributeOf(tree, node, attribute.role) === 'tabpanel') return true;
  const id = attributeOf(tree, node, attribute.id) ?? '';
  if (openableName.test(`${attributeOf(tree, node, attribute.class) ?? ''} ${id}`)) return true;
  return (id !== '' && getOpenedIds().has(id)) || isLong(tree, node);
}

function isLong(tree: Tree, node: number): boolean {
  const end = endOf(tree, node);
  let length = 0;
  for (let descendant = node + 1; descendant < end && length < minLongTextLength; descendant++) {
    if (tree.tag[descendant] !== tag.text || (byteAt(tree.flags, descendant) & textFlag.blank) !== 0)
      continue;
    length += integerAt(tree.to, descendant) - integerAt(tree.from, descendant);
  }
  return length >= minLongTextLength;
}

const openingAttributes = new Set(['aria-controls', 'href', 'data-target', 'data-bs-target', 'data-tab']);

/** Returns the ids that elements of the page open, show or link to. */
export function openedIds(tree: Tree): Set<string> {
  const ids = new Set<string>();
  const isOpeningAttribute = tree.attributeNames.map((name) => openingAttributes.has(name));
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node] === tag.text) continue;
    const to = integerAt(tree.to, node);
    for (let row = integerAt(tree.from, node); row < to; row++) {
      if (isOpeningAttribute[integerAt(tree.attributeName, row)] !== true) continue;
      const isLink = tree.attributeName[row] === attribute.href;
      if (isLink && tree.source.charCodeAt(integerAt(tree.attributeFrom, row)) !== 35) continue;
      for (const id of attributeValue(tree, row).split(/\s+/)) ids.add(id.replace(/^#/, ''));
    }
  }
  return ids;
}
