import { attribute } from './parse/attributes.ts';
import { tag } from './parse/tags.ts';
import { attributeOf, attributeValue, type Tree, textFlag } from './tree.ts';

const longestStyle = 2000;
const hidingStyle = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;
/** Ways to put text where nobody will ever see it; scripts do not bring it back. */
const removingStyle =
  /(?:^|;)\s*(?:(?:left|top|right|text-indent|margin-left)\s*:\s*-\d{3,}(?:\.\d+)?(?:px|em|rem|vw|vh|%)|clip\s*:\s*rect\(\s*[01](?:px)?[\s,]+[01](?:px)?[\s,]+[01](?:px)?[\s,]+[01](?:px)?\s*\)|clip-path\s*:\s*inset\(\s*(?:50|100)%)/i;
const shrinkingStyle =
  /(?:^|;)\s*(?:font-size\s*:\s*0(?:px|em|rem|pt|%)?|color\s*:\s*transparent)\s*(?:;|!|$)/i;

/** What an element's own attributes do to it; `removed` goes before `hidden`. */
export const hiding = { none: 0, hidden: 1, removed: 2 } as const;

/**
 * Whether an element's own attributes hide it, or its style takes its text out of sight for good: off the screen, or with
 * letters of no size or colour. Asked of every element, so that its attributes are walked through once.
 */
export function hidingOf(tree: Tree, node: number): (typeof hiding)[keyof typeof hiding] {
  const to = tree.to[node] as number;
  let isHidden = false;
  let style = -1;
  for (let row = tree.from[node] as number; row < to; row++) {
    const name = tree.attributeName[row] as number;
    if (name === attribute.hidden) isHidden = true;
    else if (name === attribute.style && style < 0) style = row;
  }
  if (style < 0) return isHidden ? hiding.hidden : hiding.none;
  const from = tree.attributeFrom[style] as number;
  const end = tree.attributeTo[style] as number;
  if (end - from >= longestStyle) return isHidden ? hiding.hidden : hiding.none;
  const text = tree.source.slice(from, end);
  if (isRemovedBy(text, (tree.end[node] as number) <= node + 2)) return hiding.removed;
  return isHidden || hidingStyle.test(text) ? hiding.hidden : hiding.none;
}

/** Containers are given no size of letters to close the gaps between what they hold, which has its own. */
function isRemovedBy(style: string, holdsNothingElse: boolean): boolean {
  return removingStyle.test(style) || (holdsNothingElse && shrinkingStyle.test(style));
}

const openedName =
  /(?:^|[\s_-])(?:tabs?|tab-?(?:pane|panel|content|body|item)s?|accordion|collaps(?:e|ed|ible)|panel|pane|toggle|expand(?:ed|able)?|answer|faq|read-?more|show-?more|more|slide|step|drop-?down)(?=$|[\s_-])/i;
/** Hidden text longer than this, in UTF-16 units of source, is a part of the page that scripts will show. */
const longText = 400;

/**
 * Whether what an element hides is meant to be seen at some time: tabs and accordions that something on the page opens, and
 * whole parts of it that wait for scripts. A hidden sentence or two is meant for programs, and may be meant to mislead them.
 */
export function isOpenable(tree: Tree, node: number, opened: () => ReadonlySet<string>): boolean {
  const tagId = tree.tag[node];
  if (tagId === tag.p || tagId === tag.span) return false;
  if (attributeOf(tree, node, attribute.role) === 'tabpanel') return true;
  const id = attributeOf(tree, node, attribute.id) ?? '';
  if (openedName.test(`${attributeOf(tree, node, attribute.class) ?? ''} ${id}`)) return true;
  return (id !== '' && opened().has(id)) || isLong(tree, node);
}

function isLong(tree: Tree, node: number): boolean {
  const end = tree.end[node] as number;
  let length = 0;
  for (let inner = node + 1; inner < end && length < longText; inner++) {
    if (tree.tag[inner] !== tag.text || ((tree.flags[inner] as number) & textFlag.blank) !== 0) continue;
    length += (tree.to[inner] as number) - (tree.from[inner] as number);
  }
  return length >= longText;
}

const opening = new Set(['aria-controls', 'href', 'data-target', 'data-bs-target', 'data-tab']);

/** Ids that something on the page opens, shows or leads to. */
export function openedIds(tree: Tree): Set<string> {
  const ids = new Set<string>();
  const isOpening = tree.attributeNames.map((name) => opening.has(name));
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node] === tag.text) continue;
    const to = tree.to[node] as number;
    for (let row = tree.from[node] as number; row < to; row++) {
      if (isOpening[tree.attributeName[row] as number] !== true) continue;
      const isLink = tree.attributeName[row] === attribute.href;
      if (isLink && tree.source.charCodeAt(tree.attributeFrom[row] as number) !== 35) continue;
      for (const id of attributeValue(tree, row).split(/\s+/)) ids.add(id.replace(/^#/, ''));
    }
  }
  return ids;
}
