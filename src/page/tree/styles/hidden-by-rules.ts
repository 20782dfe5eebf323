import { minConcealed, minLongTextLength } from '../hidden-elements.ts';
import { parentOf, type Tree } from '../tree.ts';
import {
  type HiddenElement,
  HiddenElementFinder,
  isPermanent,
  sourceTextLength,
} from './hidden-element-finder.ts';
import { readRules } from './read-rules.ts';
import type { HidingGroup } from './rule-settings.ts';
import type { StyleRule } from './style-rules.ts';

/** Share of the text of a page above which scripts are assumed to show what a rule hides. */
const maxHiddenShare = 0.3;

/**
 * Returns the outermost elements that the `style` elements of the page hide on a desktop screen. An element is not hidden if
 * another rule shows it, now or in another state of the page, if its own style says otherwise, if its names or a script of
 * the page open it, or if it is a long part or one of many, which scripts show.
 */
export function findHiddenByRules(tree: Tree, body: number): number[] {
  const rules = readRules(tree);
  if (rules.length === 0) return [];
  const elements = new HiddenElementFinder(tree, rules).find(body);
  if (elements.length === 0) return [];
  const isRevealed = findRevealed(tree, elements, sourceTextLength(tree, body) * maxHiddenShare);
  return elements.filter((element) => !isRevealed(element)).map(({ node }) => node);
}

/** Groups whose properties are the first states of animations. */
const isConcealing: ReadonlySet<HidingGroup> = new Set(['visibility', 'opacity', 'box']);

/** Returns a function that tells the elements which scripts show, by the number and length of those with the same rule. */
function findRevealed(
  tree: Tree,
  elements: readonly HiddenElement[],
  maxLength: number,
): (element: HiddenElement) => boolean {
  const totals = new Map<StyleRule, { count: number; length: number }>();
  const siblings = new Map<string, number>();
  const orders = new Map<StyleRule, number>();
  const siblingsKey = ({ node, rule }: HiddenElement): string =>
    `${parentOf(tree, node)} ${orders.get(rule) ?? 0}`;
  for (const element of elements) {
    const { rule, length } = element;
    if (!orders.has(rule)) orders.set(rule, orders.size);
    const total = totals.get(rule) ?? { count: 0, length: 0 };
    totals.set(rule, { count: total.count + 1, length: total.length + length });
    siblings.set(siblingsKey(element), (siblings.get(siblingsKey(element)) ?? 0) + length);
  }
  return (element) => {
    const total = totals.get(element.rule) ?? { count: 0, length: 0 };
    if (total.length > maxLength) return true;
    if (isPermanent(element.group)) return false;
    if (isConcealing.has(element.group) && total.count >= minConcealed) return true;
    return (siblings.get(siblingsKey(element)) ?? 0) >= minLongTextLength;
  };
}
