import { attribute } from '../../../page/parse/attributes.ts';
import { tagSet } from '../../../page/parse/names/tag-sets.ts';
import { attributeOf, depthOf, parentOf, type Tree, tagOf } from '../../../page/tree/tree.ts';
import { wordsOf } from '../../words/words.ts';
import type { ScoredCandidate } from './scored-candidate.ts';

/** Maximum number of candidates of one reason with which each is compared. */
const maxRivals = 200;
/** Maximum depth below the container of the entries at which values are compared; the work is linear in it. */
const maxDepth = 60;

/** Returns the children of the innermost common element that contain two nodes; null if one contains the other. */
function branches(tree: Tree, one: number, other: number): [number, number] | null {
  let [first, second] = [one, other];
  if (depthOf(tree, first) !== depthOf(tree, second)) return null;
  for (let steps = 0; steps < maxDepth && first > 0; steps++) {
    const [outerFirst, outerSecond] = [parentOf(tree, first), parentOf(tree, second)];
    if (tagOf(tree, first) !== tagOf(tree, second)) return null;
    if (outerFirst === outerSecond) return first === second ? null : [first, second];
    [first, second] = [outerFirst, outerSecond];
  }
  return null;
}

const isEntry = tagSet('li tr article dd option');
/** The cells of a row belong to one thing. */
const isCell = tagSet('td th');

/** Returns the class and id of an element without numbers, which entries of one list share. */
function formOf(tree: Tree, element: number): string {
  const id = attributeOf(tree, element, attribute.id) ?? '';
  return `${attributeOf(tree, element, attribute.class) ?? ''}#${id}`.replaceAll(/\d+/g, '');
}

/**
 * Returns true if two nodes have one place in two entries of a list: siblings of one tag that only entries have, or of one
 * class and one kind of id.
 */
function areInEntries(tree: Tree, one: number, other: number): boolean {
  const entries = branches(tree, one, other);
  if (entries === null || isCell[tagOf(tree, entries[0])] === 1) return false;
  return isEntry[tagOf(tree, entries[0])] === 1 || formOf(tree, entries[0]) === formOf(tree, entries[1]);
}

/** Reason of texts that nothing but their form names. */
const shapeReason = 'shape';

/**
 * Removes candidates that are one value of several entries, each with a value of its own: the number of backers of a reward is
 * not that of the project, and nothing says which of several days a weather is asked for. If texts that only their form
 * supports are among them, no other such text is the value, unless it has a word of the field's name. `isPrice`: the reading of
 * all prices of the page decides about such texts.
 */
export function withoutEntryRivals(
  tree: Tree,
  scored: readonly ScoredCandidate[],
  { words, isPrice }: { words: readonly string[]; isPrice: boolean },
): ScoredCandidate[] {
  const byReason = Map.groupBy(scored, ({ candidate }) => candidate.reason);
  const hasRival = ({ candidate, value }: ScoredCandidate) =>
    candidate.node > 0 &&
    !(isPrice && candidate.reason === shapeReason) &&
    (byReason.get(candidate.reason) ?? [])
      .slice(0, maxRivals)
      .some((other) => other.value !== value && areInEntries(tree, candidate.node, other.candidate.node));
  const sole = scored.filter((one) => !hasRival(one));
  const isUndecided = scored.some((one) => one.candidate.reason === shapeReason && hasRival(one));
  const namesField = (text: string) => words.some((word) => wordsOf(text).includes(word));
  return isUndecided
    ? sole.filter(({ candidate }) => candidate.reason !== shapeReason || namesField(candidate.text))
    : sole;
}
