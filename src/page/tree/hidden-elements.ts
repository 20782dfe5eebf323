import { byteAt, integerAt } from '../../domain/values/elements.ts';
import { attribute } from '../parse/attributes.ts';
import { tag } from '../parse/names/tags.ts';
import { attributeOf, attributeValue, endOf, type Tree, textFlag } from './tree.ts';

const maxStyleLength = 2000;
const hidingStyle = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;
/** Styles that hide text permanently; scripts do not reveal it. */
const removingStyle =
  /(?:^|;)\s*(?:(?:left|top|right|text-indent|margin-left)\s*:\s*-\d{3,}(?:\.\d+)?(?:px|em|rem|vw|vh|%)|clip\s*:\s*rect\(\s*[01](?:px)?[\s,]+[01](?:px)?[\s,]+[01](?:px)?[\s,]+[01](?:px)?\s*\)|clip-path\s*:\s*inset\(\s*(?:50|100)%)/i;
const shrinkingStyle =
  /(?:^|;)\s*(?:font-size\s*:\s*0(?:px|em|rem|pt|%)?|color\s*:\s*transparent)\s*(?:;|!|$)/i;

/** Effect of an element's own attributes; `removed` has priority over `hidden`. */
export const hidingModes = { none: 0, hidden: 1, removed: 2 } as const;

/**
 * Returns whether attributes hide an element (`hidden`), or its style makes the text permanently invisible (`removed`): off
 * screen, or with zero size or transparent color. Reads the attributes once, because it is called for each element.
 */
export function hidingMode(tree: Tree, node: number): (typeof hidingModes)[keyof typeof hidingModes] {
  const to = integerAt(tree.to, node);
  let isHidden = false;
  let style = -1;
  for (let row = integerAt(tree.from, node); row < to; row++) {
    const name = integerAt(tree.attributeName, row);
    if (name === attribute.hidden) isHidden = true;
    else if (name === attribute.style && style < 0) style = row;
  }
  if (style < 0) return isHidden ? hidingModes.hidden : hidingModes.none;
  const from = integerAt(tree.attributeFrom, style);
  const end = integerAt(tree.attributeTo, style);
  if (end - from >= maxStyleLength) return isHidden ? hidingModes.hidden : hidingModes.none;
  const text = tree.source.slice(from, end);
  if (isPermanentlyHidden(text, endOf(tree, node) <= node + 2)) return hidingModes.removed;
  return isHidden || hidingStyle.test(text) ? hidingModes.hidden : hidingModes.none;
}

/** Containers may have a font size of 0 to close gaps between children, which set their own. */
function isPermanentlyHidden(style: string, isLeaf: boolean): boolean {
  return removingStyle.test(style) || (isLeaf && shrinkingStyle.test(style));
}

const openableName =
  /(?:^|[\s_-])(?:tabs?|tab-?(?:pane|panel|content|body|item)s?|accordion|collaps(?:e|ed|ible)|panel|pane|toggle|expand(?:ed|able)?|answer|faq|read-?more|show-?more|more|slide|step|drop-?down)(?=$|[\s_-])/i;
/** Length of hidden text, in UTF-16 code units of source, from which on it is a part of the page that scripts reveal. */
const minLongTextLength = 400;

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
