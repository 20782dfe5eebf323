import { collapseSpace } from '../../domain/values/collapse-space.ts';
import { isSharingPhrase } from '../main/features/boilerplate-phrases.ts';
import { attribute } from '../parse/attributes.ts';
import { tagSet } from '../parse/names/tag-sets.ts';
import { tag } from '../parse/names/tags.ts';
import { attributeOf, endOf, hasAttribute, parentOf, subtreeText, type Tree, tagOf } from '../tree/tree.ts';
import { isHiddenElement, namedAttribute } from './chrome.ts';
import type { NodeRange } from './page-part.ts';

const maxLabelLength = 80;
/** Elements that end the search for the region of the subject. */
const isWholePage = tagSet('main body html');
/** Roles of controls that open, choose or switch something on the page. */
const choosingRole = /^(?:tab|switch|checkbox|radio|option|menuitem\w*|combobox|slider|spinbutton)$/;
const openingAttributes = ['aria-expanded', 'aria-haspopup', 'aria-pressed', 'aria-selected', 'aria-checked'];
const buttonClass = /(?:^|[\s_-])(?:btn|button|cta)(?:$|[\s_-])/i;
const sharingClass = /(?:^|[\s_-])(?:shar(?:e|ing)|social)(?:$|[\s_-])/i;
const primaryClass = /(?:^|[\s_-])(?:primary|cta|submit|main)(?:$|[\s_-])/i;

/** A control that acts on the subject of a page. */
export interface Action {
  node: number;
  label: string;
  isDisabled: boolean;
  /** Signs that this is the action of the region: it sends a form, its style emphasizes it, or it is disabled. */
  rank: number;
}

/**
 * Returns the label of the action that a page offers for its subject, with ` (disabled)` if it cannot be used; null if
 * there is none.
 */
export function readPrimaryAction(tree: Tree, chrome: Uint8Array): string | null {
  return describeAction(findPrimaryAction(tree, chrome));
}

/** Returns the action that a part of a page offers, as {@link readPrimaryAction} does; null if it offers none. */
export function readActionOfPart(
  tree: Tree,
  chrome: Uint8Array,
  ranges: readonly NodeRange[],
): string | null {
  return describeAction(bestOf(ranges.flatMap((range) => actionsOf(tree, chrome, range))));
}

function describeAction(action: Action | null): string | null {
  if (action === null) return null;
  return action.isDisabled ? `${action.label} (disabled)` : action.label;
}

function bestOf(actions: readonly Action[]): Action | null {
  return actions.reduce<Action | null>((top, one) => (top === null || one.rank > top.rank ? one : top), null);
}

/**
 * Returns the action that a page offers for its subject, or null. The subject is the smallest element around the first heading `h1` that contains a control. Of its
 * controls, the one that acts counts: controls that open, choose or count something do not, and buttons without words
 * neither. Numbers are left out, because they count other people.
 */
export function findPrimaryAction(tree: Tree, chrome: Uint8Array): Action | null {
  const heading = findHeading(tree, chrome);
  let region = heading === -1 ? -1 : parentOf(tree, heading);
  for (; region > 0; region = parentOf(tree, region)) {
    const best = bestOf(actionsOf(tree, chrome, { from: region + 1, end: endOf(tree, region) }));
    if (best !== null) return best;
    if (isWholePage[tagOf(tree, region)] === 1) return null;
  }
  return null;
}

function findHeading(tree: Tree, chrome: Uint8Array): number {
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node] === tag.h1 && chrome[node] === 0) return node;
  }
  return -1;
}

function actionsOf(tree: Tree, chrome: Uint8Array, { from, end }: NodeRange): Action[] {
  const actions: Action[] = [];
  for (let node = from; node < end; node++) {
    if (tree.tag[node] === tag.text) continue;
    if (chrome[node] === 1 || isHiddenElement(tree, node)) {
      node = endOf(tree, node) - 1;
      continue;
    }
    const action = actionOf(tree, node);
    if (action !== null) actions.push(action);
  }
  return actions.filter((one) => !isOneOfMany(tree, one, actions));
}

/** Returns true for a control of a list of at least three, such as sizes, pages of a carousel or cards of other things. */
function isOneOfMany(tree: Tree, { node }: Action, actions: readonly Action[]): boolean {
  const inItem = (one: number): number => {
    for (
      let ancestor = parentOf(tree, one), level = 0;
      ancestor > 0 && level < 6;
      ancestor = parentOf(tree, ancestor), level++
    )
      if (tree.tag[ancestor] === tag.li || tree.tag[ancestor] === tag.tr) return parentOf(tree, ancestor);
    return -1;
  };
  const list = inItem(node);
  return list !== -1 && actions.filter((other) => inItem(other.node) === list).length > 2;
}

function actionOf(tree: Tree, node: number): Action | null {
  if (!isButton(tree, node) || isChoosing(tree, node)) return null;
  const label = labelOf(tree, node);
  // Signs such as + and ×, and numbers of pages, have no words.
  if (!/\p{L}{2}/u.test(label) || label.length > maxLabelLength) return null;
  // Sharing, printing and saving say nothing about the state of the subject.
  if (isSharingPhrase(label) || sharingClass.test(attributeOf(tree, node, attribute.class) ?? ''))
    return null;
  const isDisabled =
    hasAttribute(tree, node, attribute.disabled) || namedAttribute(tree, node, 'aria-disabled') === 'true';
  const className = attributeOf(tree, node, attribute.class) ?? '';
  const rank =
    (sendsForm(tree, node) ? 2 : 0) + (isDisabled ? 2 : 0) + (primaryClass.test(className) ? 1 : 0);
  return { node, label, isDisabled, rank };
}

function isButton(tree: Tree, node: number): boolean {
  const tagId = tagOf(tree, node);
  if (tagId === tag.button) return true;
  if (tagId === tag.input) return /^(?:submit|button)$/i.test(attributeOf(tree, node, attribute.type) ?? '');
  if (attributeOf(tree, node, attribute.role) === 'button') return true;
  return tagId === tag.a && buttonClass.test(attributeOf(tree, node, attribute.class) ?? '');
}

function isChoosing(tree: Tree, node: number): boolean {
  if (choosingRole.test(attributeOf(tree, node, attribute.role) ?? '')) return true;
  return openingAttributes.some((name) => namedAttribute(tree, node, name) !== null);
}

function sendsForm(tree: Tree, node: number): boolean {
  const type = (attributeOf(tree, node, attribute.type) ?? '').toLowerCase();
  if (type === 'button' || type === 'reset' || tree.tag[node] === tag.a) return false;
  for (let ancestor = parentOf(tree, node); ancestor > 0; ancestor = parentOf(tree, ancestor))
    if (tree.tag[ancestor] === tag.form) return true;
  return false;
}

function labelOf(tree: Tree, node: number): string {
  const text =
    tree.tag[node] === tag.input ? attributeOf(tree, node, attribute.value) : subtreeText(tree, node, 400);
  return collapseSpace((text ?? '').replace(/\d+/g, ''));
}
