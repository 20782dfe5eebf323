import { integerAt } from '../../domain/values/elements.ts';
import { type Flow, flowKind } from '../tree/flow.ts';
import { endOf, type Tree } from '../tree/tree.ts';
import type { RuledContent } from './content-by-rules.ts';
import { type Leaves, wordsOf } from './features/leaves.ts';

/** Minimum number of visible words of a page that is long. */
const minLongPageWords = 200;
/** Minimum share of the visible words that the content of a long page must have if the selection is uncertain. */
const minContentShare = 0.1;

/** Returns the number of words of the leaves below `root` that a flow contains. */
function countWords(tree: Tree, leaves: Leaves, flow: Flow, root: number): number {
  const end = endOf(tree, root);
  let words = 0;
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const node = integerAt(leaves.first, leaf);
    if (node < root || node >= end || flow.kind[node] === flowKind.skipped) continue;
    words += wordsOf(leaves, leaf);
  }
  return words;
}

/** Candidates for the content of a page on which the model is uncertain. */
export interface UncertainContent {
  /** Selection of the model. */
  selected: RuledContent;
  /** Selection of the rules. */
  rules: RuledContent;
  /** Visible content of the page. */
  visible: Flow;
  body: number;
}

/** Minimum F1 score of the words of two selections that agree. */
const minAgreement = 0.6;

/** Returns the agreement of two selections as the F1 score of the words of their leaves. */
function agreementOf(
  tree: Tree,
  leaves: Leaves,
  one: RuledContent,
  other: RuledContent,
  body: number,
): number {
  const contains = ({ roots, flow }: RuledContent, node: number): boolean => {
    const root = roots[0] ?? body;
    return node >= root && node < endOf(tree, root) && flow.kind[node] !== flowKind.skipped;
  };
  let both = 0;
  let sum = 0;
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const node = integerAt(leaves.first, leaf);
    const words = wordsOf(leaves, leaf);
    const count = Number(contains(one, node)) + Number(contains(other, node));
    sum += count * words;
    if (count === 2) both += words;
  }
  return sum === 0 ? 0 : (2 * both) / sum;
}

/**
 * Returns the larger one of two uncertain selections. If even that is a small part of a long page, and they do not agree,
 * returns the page without its boilerplate, else all of its visible content: a reader can skip surplus text, but not read
 * missing text.
 */
export function largerContent(tree: Tree, leaves: Leaves, content: UncertainContent): RuledContent {
  const { selected, rules, visible, body } = content;
  const countIn = (one: RuledContent): number => countWords(tree, leaves, one.flow, one.roots[0] ?? body);
  const larger = countIn(selected) > countIn(rules) ? selected : rules;
  const total = countWords(tree, leaves, visible, body);
  const minWords = total < minLongPageWords ? 0 : total * minContentShare;
  if (countIn(larger) >= minWords) return larger;
  const isConfirmed =
    !hasFewWords(tree, leaves, content) && agreementOf(tree, leaves, selected, rules, body) >= minAgreement;
  if (isConfirmed) return larger;
  const trimmed: RuledContent = { roots: [body], flow: rules.flow, isFound: true };
  return countIn(trimmed) >= minWords ? trimmed : { roots: [body], flow: visible, isFound: false };
}

/** Number of words below which the content of a long page is a few words. */
const maxFewWords = 20;

/** Returns true if a selection is a few words of a long page. */
export function hasFewWords(
  tree: Tree,
  leaves: Leaves,
  { selected, visible, body }: UncertainContent,
): boolean {
  const words = countWords(tree, leaves, selected.flow, selected.roots[0] ?? body);
  if (words >= maxFewWords) return false;
  const total = countWords(tree, leaves, visible, body);
  return total >= minLongPageWords && words < total * minContentShare;
}
