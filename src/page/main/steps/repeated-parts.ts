import { integerAt } from '../../../domain/values/elements.ts';
import { attribute } from '../../parse/attributes.ts';
import { tag } from '../../parse/names/tags.ts';
import { attributeOf, endOf, parentOf, type Tree } from '../../tree/tree.ts';
import { wordsOf } from '../features/leaves.ts';
import { leavesIn } from '../leaf-range.ts';
import type { Selection } from '../selection.ts';

/** Minimum number of words of a repeated part, and minimum share of its words and of its links that the earlier one has. */
const minimum = { words: 20, share: 0.5 };
/** Maximum number of nodes of a part, as a bound on time. */
const maxPartNodes = 4000;

/** Content of a part. */
interface PartContent {
  /** Hashes of the texts of the leaves. */
  texts: Set<number>;
  targets: Set<string>;
}

/** Returns the links of a part that lead to another page. */
function targetsIn(tree: Tree, part: number): string[] {
  const targets: string[] = [];
  const end = endOf(tree, part);
  for (let node = part; node < end; node++) {
    if (tree.tag[node] !== tag.a) continue;
    const reference = attributeOf(tree, node, attribute.href) ?? '';
    if (reference !== '' && !reference.startsWith('#')) targets.push(reference);
  }
  return targets;
}

/** Returns the children of the innermost common ancestor that contain two nodes of which neither contains the other. */
function partsAround(tree: Tree, first: number, second: number): [number, number] {
  const contains = (node: number, other: number): boolean => node <= other && other < endOf(tree, node);
  let one = first;
  while (one > 0 && !contains(parentOf(tree, one), second)) one = parentOf(tree, one);
  let other = second;
  while (other > 0 && !contains(parentOf(tree, other), first)) other = parentOf(tree, other);
  return [one, other];
}

/**
 * Returns a function that tells whether the part of the page around the second of two blocks mostly repeats the part around
 * the first one: the texts of a copy for another screen size, or of a cloned slide, with the same links. Records of one list
 * have texts and links of their own, however many of their fields are equal.
 */
export function createRepeatedParts(selection: Selection): (first: number, second: number) => boolean {
  const { tree, leaves } = selection;
  const contents = new Map<number, PartContent>();
  const answers = new Map<number, boolean>();
  const contentOf = (part: number): PartContent => {
    const known = contents.get(part);
    if (known !== undefined) return known;
    const { from, to } = leavesIn(selection, part);
    const content = {
      texts: new Set(leaves.hash.subarray(from, to)),
      targets: new Set(targetsIn(tree, part)),
    };
    contents.set(part, content);
    return content;
  };
  const repeats = (part: number, earlier: number): boolean => {
    const { texts, targets } = contentOf(earlier);
    const { from, to } = leavesIn(selection, part);
    let words = 0;
    let repeated = 0;
    for (let leaf = from; leaf < to; leaf++) {
      words += wordsOf(leaves, leaf);
      if (texts.has(integerAt(leaves.hash, leaf))) repeated += wordsOf(leaves, leaf);
    }
    if (words < minimum.words || repeated < words * minimum.share) return false;
    const links = targetsIn(tree, part);
    return links.filter((link) => targets.has(link)).length >= links.length * minimum.share;
  };
  return (first, second) => {
    const [earlier, part] = partsAround(tree, first, second);
    if (Math.max(endOf(tree, earlier) - earlier, endOf(tree, part) - part) > maxPartNodes) return false;
    const key = earlier * tree.count + part;
    const answer = answers.get(key) ?? repeats(part, earlier);
    answers.set(key, answer);
    return answer;
  };
}
