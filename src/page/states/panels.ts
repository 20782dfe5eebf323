import { collapseSpace } from '../../domain/values/collapse-space.ts';
import { integerAt } from '../../domain/values/elements.ts';
import { attribute } from '../parse/attributes.ts';
import { tag } from '../parse/names/tags.ts';
import { findHiddenByRules } from '../tree/styles/hidden-by-rules.ts';
import {
  attributeOf,
  endOf,
  findTag,
  hasAttribute,
  parentOf,
  subtreeText,
  type Tree,
  tagOf,
} from '../tree/tree.ts';
import { isHiddenElement, namedAttribute } from './chrome.ts';

const maxPanels = 200;
const maxPanelLength = 5_000;
/** Share of a panel's text in links from which on it is a menu. */
const maxLinkShare = 0.5;
/** Levels above a control at which its panel may follow it, as a sibling of its heading. */
const maxLevels = 2;

/** Returns the texts of the panels that {@link findPanels} finds, one line each. */
export function readPanels(tree: Tree, chrome: Uint8Array): string[] {
  return findPanels(tree, chrome).map((panel) => panelText(tree, panel));
}

/**
 * Returns the panels of the content that controls open, and that the page hides until then, without menus of links.
 * `ruled` are the elements that style rules hide, if they are known.
 */
export function findPanels(tree: Tree, chrome: Uint8Array, ruled?: readonly number[]): number[] {
  const ids = idsOf(tree);
  const naming = namingAttributes.map((name) => tree.attributeNames.indexOf(name));
  const hiddenByRules = new Set(ruled ?? findHiddenByRules(tree, Math.max(findTag(tree, 0, tag.body), 0)));
  const isHidden = (panel: number): boolean => isHiddenElement(tree, panel) || hiddenByRules.has(panel);
  const panels = new Set<number>();
  for (let node = 1; node < tree.count && panels.size < maxPanels; node++) {
    if (tree.tag[node] === tag.text || chrome[node] === 1) continue;
    const panel = panelOf(tree, node, ids, naming);
    if (panel !== -1 && chrome[panel] === 0 && isHidden(panel)) panels.add(panel);
  }
  return [...panels].filter((panel) => {
    const text = panelText(tree, panel);
    return text !== '' && linkedLength(tree, panel) <= text.length * maxLinkShare;
  });
}

function panelText(tree: Tree, panel: number): string {
  return collapseSpace(subtreeText(tree, panel, maxPanelLength));
}

function idsOf(tree: Tree): Map<string, number> {
  const ids = new Map<string, number>();
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node] === tag.text || !hasAttribute(tree, node, attribute.id)) continue;
    const id = attributeOf(tree, node, attribute.id) ?? '';
    if (!ids.has(id)) ids.set(id, node);
  }
  return ids;
}

/** Returns the panel that a control opens: the element that it names, or that follows it; -1 if the node opens none. */
function panelOf(
  tree: Tree,
  node: number,
  ids: ReadonlyMap<string, number>,
  naming: readonly number[],
): number {
  // A control with a menu or a dialog opens no content.
  if (tree.from[node] === tree.to[node]) return -1;
  const named = namedPanel(tree, node, ids, naming);
  if (named === -1 && attributeOf(tree, node, attribute.ariaExpanded) === null) return -1;
  if (namedAttribute(tree, node, 'aria-haspopup') !== null) return -1;
  return named === -1 ? followingElement(tree, node) : named;
}

const namingAttributes = ['aria-controls', 'href', 'data-target', 'data-bs-target'];
const dialogName =
  /(?:^|[\s_-])(?:modal|dialog|popup|overlay|lightbox|off-?canvas|drawer|menu|nav)(?:$|[\s_-])/i;

/** Returns the element that a control names as what it opens, unless it is a dialog or a menu by its name; -1 without one. */
function namedPanel(
  tree: Tree,
  node: number,
  ids: ReadonlyMap<string, number>,
  naming: readonly number[],
): number {
  for (const name of naming) {
    const value = name === -1 ? '' : (attributeOf(tree, node, name)?.trim() ?? '');
    if (value === '' || (name === attribute.href && !value.startsWith('#'))) continue;
    const panel = ids.get(value.replace(/^#/, ''));
    if (panel !== undefined && panel !== node) return isNamedDialog(tree, panel) ? -1 : panel;
  }
  return -1;
}

function isNamedDialog(tree: Tree, panel: number): boolean {
  const names = `${attributeOf(tree, panel, attribute.class) ?? ''} ${attributeOf(tree, panel, attribute.id) ?? ''}`;
  return dialogName.test(names.slice(0, 300));
}

/** Returns the next element after a control, or after the heading that contains nothing else. */
function followingElement(tree: Tree, control: number): number {
  let node = control;
  for (let level = 0; level <= maxLevels; level++) {
    const parent = parentOf(tree, node);
    if (parent <= 0) return -1;
    for (let next = endOf(tree, node); next < endOf(tree, parent); next = endOf(tree, next))
      if (tagOf(tree, next) !== tag.text) return next;
    node = parent;
  }
  return -1;
}

function linkedLength(tree: Tree, panel: number): number {
  let length = 0;
  for (let node = panel + 1; node < integerAt(tree.end, panel); node++) {
    if (tree.tag[node] !== tag.a) continue;
    length += collapseSpace(subtreeText(tree, node, maxPanelLength)).length;
    node = endOf(tree, node) - 1;
  }
  return length;
}
