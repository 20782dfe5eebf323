import { attribute } from '../parse/attributes.ts';
import { tag } from '../parse/tags.ts';
import { attributeOf, findTag, type Tree } from '../tree.ts';
import { type Candidates, pageKinds } from './candidates.ts';
import { column, columns, type Leaves } from './leaves.ts';
import { signatureOf } from './surroundings.ts';

/** A page that is a forum at this probability has its posts looked for. */
const likelyForum = 0.3;
const forum = pageKinds.indexOf('forum');

/** Probability from which a word speaks for the elements that hold it, rather than against them. */
const worthKeeping = 0.3;
/** Posts hold at least this share of what speaks for itself. */
const leastShare = 0.35;
/** Posts whose words are this likely on average were recognised; nothing has to be mended. */
const recognised = 0.7;

/** Logits by which a leaf is moved: text of a post, what stands between posts, what a post repeats. */
const shifts = { post: 1.5, between: -1.5, repeated: -6 };
const place = { elsewhere: 0, post: 1, repeated: 2 };

const repeatedName =
  /(?:^|[\s_-])(?:signatures?|sig|last-?edited?|edited(?:-?by|msg|_?notice)?)(?=$|[\s_-])|(?:^|\s)(?!js-|\S*(?:select|button|multi|reply))\S*quote(?!s-?only)/i;

/**
 * Treats the posts of a thread alike: whoever's post is kept, the others' are as well, though one of them is short or oddly
 * written; and what a post only repeats, the quotation of a post above it and the writer's signature, is left out.
 */
export function alignPosts(
  found: Candidates,
  probabilities: Float32Array,
  kinds: Float32Array,
  body: number,
): void {
  if ((kinds[forum] as number) < likelyForum) return;
  const { tree, leaves } = found;
  const posts = postsOf(tree, leaves, probabilities, body);
  const [first] = posts;
  const last = posts.at(-1);
  if (first === undefined || last === undefined) return;
  const places = placesOf(tree, leaves, posts);
  const isRecognised = meanWithin(leaves, probabilities, places) > recognised;
  const from = leaves.before[first] as number;
  const to = leaves.before[tree.end[last] as number] as number;
  for (let leaf = from; leaf < to; leaf++) {
    if (places[leaf] === place.repeated) shift(probabilities, leaf, shifts.repeated);
    else if (!isRecognised)
      shift(probabilities, leaf, places[leaf] === place.post ? shifts.post : shifts.between);
  }
}

function shift(probabilities: Float32Array, leaf: number, logits: number): void {
  const p = probabilities[leaf] as number;
  const odds = ((p + 1e-4) / (1 - p + 1e-4)) * Math.exp(logits);
  probabilities[leaf] = odds / (1 + odds);
}

interface Group {
  nodes: number[];
  gain: number;
  end: number;
}

/** The elements of one name and class that together hold most of what is worth keeping and least of the rest; none without. */
function postsOf(tree: Tree, leaves: Leaves, probabilities: Float32Array, body: number): number[] {
  const { before } = leaves;
  const gains = new Float64Array(leaves.count + 1);
  let total = 0;
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const words = leaves.counts[leaf * columns + column.words] as number;
    const gain = words * ((probabilities[leaf] as number) - worthKeeping);
    gains[leaf + 1] = (gains[leaf] as number) + gain;
    total += Math.max(0, gain);
  }
  const groups = new Map<number, Group>();
  const end = tree.end[body] as number;
  for (let node = body + 1; node < end; node++) {
    const tagId = tree.tag[node] as number;
    if (tagId === tag.text || tagId === tag.p || tree.from[node] === tree.to[node]) continue;
    const from = before[node] as number;
    const to = before[tree.end[node] as number] as number;
    if (from === to) continue;
    const signature = signatureOf(tree, node);
    const group = groups.get(signature) ?? { nodes: [], gain: 0, end: -1 };
    groups.set(signature, group);
    if (node < group.end) continue;
    group.nodes.push(node);
    group.end = tree.end[node] as number;
    group.gain += (gains[to] as number) - (gains[from] as number);
  }
  let best: Group | null = null;
  for (const group of groups.values())
    if (group.nodes.length > 1 && group.gain > (best?.gain ?? total * leastShare)) best = group;
  return best?.nodes ?? [];
}

/** Where each leaf stands. */
function placesOf(tree: Tree, leaves: Leaves, posts: readonly number[]): Uint8Array {
  const places = new Uint8Array(leaves.count);
  const fill = (value: number, node: number): void => {
    places.fill(value, leaves.before[node], leaves.before[tree.end[node] as number]);
  };
  for (const post of posts) {
    fill(place.post, post);
    const end = tree.end[post] as number;
    for (let node = post + 1; node < end; node++) {
      if (tree.tag[node] === tag.text || !isRepeated(tree, node)) continue;
      fill(place.repeated, node);
      node = (tree.end[node] as number) - 1;
    }
  }
  return places;
}

/** Forums name their quotations, or whom they quote; a plain quotation may be of anything. */
function isRepeated(tree: Tree, node: number): boolean {
  if (tree.tag[node] === tag.blockquote && findTag(tree, node, tag.cite) !== -1) return true;
  return (
    tree.from[node] !== tree.to[node] && repeatedName.test(attributeOf(tree, node, attribute.class) ?? '')
  );
}

function meanWithin(leaves: Leaves, probabilities: Float32Array, places: Uint8Array): number {
  let sum = 0;
  let words = 0;
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    if (places[leaf] !== place.post) continue;
    const weight = leaves.counts[leaf * columns + column.words] as number;
    sum += weight * (probabilities[leaf] as number);
    words += weight;
  }
  return words === 0 ? 1 : sum / words;
}
