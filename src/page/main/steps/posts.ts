import { doubleAt, floatAt, integerAt } from '../../../domain/values/elements.ts';
import { attribute } from '../../parse/attributes.ts';
import { tag } from '../../parse/names/tags.ts';
import { attributeOf, endOf, findTag, type Tree, tagOf } from '../../tree/tree.ts';
import { elementSignature } from '../features/leaf-context.ts';
import { type Leaves, wordsOf } from '../features/leaves.ts';
import { pageKinds } from '../forest/candidates.ts';
import type { Selection } from '../selection.ts';

/** Minimum forum probability of a page whose posts are aligned. */
const minForumProbability = 0.3;
const forumIndex = pageKinds.indexOf('forum');

/** Probability at which a word neither raises nor lowers the gain of its ancestors. */
const neutralProbability = 0.3;
/** Minimum share of the total gain that posts must contain. */
const minGainShare = 0.35;
/** Mean word probability of posts above which no correction is needed. */
const recognizedProbability = 0.7;

/** Corrections in logits: text of a post, text between posts, text repeated in a post. */
const logitShifts = { post: 1.5, between: -1.5, repeated: -6 };
const leafRole = { other: 0, post: 1, repeated: 2 };

const repeatedName =
  /(?:^|[\s_-])(?:signatures?|sig|last-?edited?|edited(?:-?by|msg|_?notice)?)(?=$|[\s_-])|(?:^|\s)(?!js-|\S*(?:select|button|multi|reply))\S*quote(?!s-?only)/i;

/**
 * Aligns the posts of a thread: if most posts are kept, short or unusual ones are kept too. Repeated text (quotations of
 * other posts and signatures) is dropped.
 */
export function alignPosts({ tree, leaves, kinds, body, probabilities }: Selection): void {
  if (floatAt(kinds, forumIndex) < minForumProbability) return;
  const posts = findPosts(tree, leaves, probabilities, body);
  const [first] = posts;
  const last = posts.at(-1);
  if (first === undefined || last === undefined) return;
  const roles = assignRoles(tree, leaves, posts);
  const isRecognized = meanPostProbability(leaves, probabilities, roles) > recognizedProbability;
  const from = integerAt(leaves.before, first);
  const to = integerAt(leaves.before, endOf(tree, last));
  for (let leaf = from; leaf < to; leaf++) {
    if (roles[leaf] === leafRole.repeated) shiftLogits(probabilities, leaf, logitShifts.repeated);
    else if (!isRecognized)
      shiftLogits(
        probabilities,
        leaf,
        roles[leaf] === leafRole.post ? logitShifts.post : logitShifts.between,
      );
  }
}

function shiftLogits(probabilities: Float32Array, leaf: number, logits: number): void {
  const p = floatAt(probabilities, leaf);
  const odds = ((p + 1e-4) / (1 - p + 1e-4)) * Math.exp(logits);
  probabilities[leaf] = odds / (1 + odds);
}

interface Group {
  nodes: number[];
  gain: number;
  end: number;
}

/** Returns the elements with equal name and classes that have the highest gain, or an empty list. */
function findPosts(tree: Tree, leaves: Leaves, probabilities: Float32Array, body: number): number[] {
  const { before } = leaves;
  const gains = new Float64Array(leaves.count + 1);
  let total = 0;
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const gain = wordsOf(leaves, leaf) * (floatAt(probabilities, leaf) - neutralProbability);
    gains[leaf + 1] = doubleAt(gains, leaf) + gain;
    total += Math.max(0, gain);
  }
  const groups = new Map<number, Group>();
  const end = endOf(tree, body);
  for (let node = body + 1; node < end; node++) {
    const tagId = tagOf(tree, node);
    if (tagId === tag.text || tagId === tag.p || tree.from[node] === tree.to[node]) continue;
    const from = integerAt(before, node);
    const to = integerAt(before, endOf(tree, node));
    if (from === to) continue;
    const signature = elementSignature(tree, node);
    const group = groups.get(signature) ?? { nodes: [], gain: 0, end: -1 };
    groups.set(signature, group);
    if (node < group.end) continue;
    group.nodes.push(node);
    group.end = endOf(tree, node);
    group.gain += doubleAt(gains, to) - doubleAt(gains, from);
  }
  let best: Group | null = null;
  for (const group of groups.values())
    if (group.nodes.length > 1 && group.gain > (best?.gain ?? total * minGainShare)) best = group;
  return best?.nodes ?? [];
}

/** Returns the role of each leaf. */
function assignRoles(tree: Tree, leaves: Leaves, posts: readonly number[]): Uint8Array {
  const roles = new Uint8Array(leaves.count);
  const fill = (value: number, node: number): void => {
    roles.fill(value, leaves.before[node], leaves.before[endOf(tree, node)]);
  };
  for (const post of posts) {
    fill(leafRole.post, post);
    const end = endOf(tree, post);
    for (let node = post + 1; node < end; node++) {
      if (tree.tag[node] === tag.text || !isRepeatedText(tree, node)) continue;
      fill(leafRole.repeated, node);
      node = endOf(tree, node) - 1;
    }
  }
  return roles;
}

/** Returns true for signatures and quotations of posts; a quotation without a class or author may have another source. */
function isRepeatedText(tree: Tree, node: number): boolean {
  if (tree.tag[node] === tag.blockquote && findTag(tree, node, tag.cite) !== -1) return true;
  return (
    tree.from[node] !== tree.to[node] && repeatedName.test(attributeOf(tree, node, attribute.class) ?? '')
  );
}

function meanPostProbability(leaves: Leaves, probabilities: Float32Array, roles: Uint8Array): number {
  let sum = 0;
  let words = 0;
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    if (roles[leaf] !== leafRole.post) continue;
    const weight = wordsOf(leaves, leaf);
    sum += weight * floatAt(probabilities, leaf);
    words += weight;
  }
  return words === 0 ? 1 : sum / words;
}
