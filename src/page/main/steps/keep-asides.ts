import { integerAt } from '../../../domain/values/elements.ts';
import { attribute } from '../../parse/attributes.ts';
import { tagSet } from '../../parse/names/tag-sets.ts';
import { tag } from '../../parse/names/tags.ts';
import { flowKind } from '../../tree/flow.ts';
import { attributeOf, endOf, parentOf, type Tree, tagOf, textOf } from '../../tree/tree.ts';
import { wordsOf } from '../features/leaves.ts';
import { textOfLeaf } from '../features/text-of-leaf.ts';
import { hasKept, isKeptWholly, keepVisible, type LeafRange, leavesIn } from '../leaf-range.ts';
import type { Selection } from '../selection.ts';

const canBeNamed = tagSet('div section article figure p a');
/** Roles of notes (WAI-ARIA 1.2; DPUB-ARIA 1.1). */
const noteRole = /^(?:note|doc-(?:tip|notice|example|pullquote|footnote))$/;
const noteName =
  /(?:^|[\s_-])(?:note|callout|admonition|tip|warning|caution|hint|info-?box|notice|important|spoiler)(?=$|[\s_-])/i;
/** Names of the preview of another page, as forums and editors insert it for a link. */
const previewName =
  /(?:^|[\s_-])(?:onebox|bookmark|link-?(?:preview|card)|embed-?(?:link|card)|unfurl)(?=$|[\s_-])/i;
/** Names of what stands in a text, and is no part of it. */
const foreignName =
  /(?:^|[\s_-])(?:related|recommend(?:ed|ations?)?|promo(?:ted|tion)?|newsletter|subscri(?:be|ption)|signup|ads?|advert(?:isement)?|sponsor(?:ed)?|shar(?:e|ing)|social|sidebar|toc|bio|author|comments?|popular|trending|read-?(?:more|next|also)|more|teaser|cta|form|deal|email|inbox|banner|donat(?:e|ion)|paywall|pull-?quote)(?=$|[\s_-])/i;
const foreignText = /^\s*(?:advertise?ment|sponsored|anzeige|publicité|publicidad|werbung)\s*$/i;
const isForeignPart = tagSet('form input select textarea button nav iframe');
const limits = {
  words: 150,
  previewWords: 90,
  attributionWords: 20,
  linkShare: 1 / 3,
  levels: 2,
  repeated: 60,
  /** Leaves above which an element is a part of the page. */
  leaves: 200,
};

/**
 * Keeps notes, quotes with their sources, and previews of pages of other sites in a kept text. The models drop them, because
 * most elements of these kinds are beside a text.
 */
export function keepAsides(selection: Selection): void {
  const { tree, body, flow, isKept } = selection;
  const [first, last] = [isKept.indexOf(1), isKept.lastIndexOf(1)];
  for (let node = body + 1; node < endOf(tree, body); node++) {
    const tagId = tagOf(tree, node);
    if (tagId === tag.text) continue;
    if (flow.kind[node] === flowKind.skipped) {
      node = endOf(tree, node) - 1;
      continue;
    }
    const range = leavesIn(selection, node);
    if (range.to - range.from > limits.leaves) continue;
    if (range.to <= first || range.from > last || isKeptWholly(selection, range)) {
      node = endOf(tree, node) - 1;
      continue;
    }
    if (tagId === tag.blockquote && hasKept(selection, range)) keepSource(selection, range);
    else if (isAside(selection, node, range) && isInText(selection, node, range))
      keepVisible(selection, range);
  }
}

/** Keeps the short lines of a quote, such as its source. */
function keepSource({ leaves, isKept }: Selection, { from, to }: LeafRange): void {
  for (let leaf = from; leaf < to; leaf++)
    if (leaves.isHidden[leaf] === 0 && wordsOf(leaves, leaf) <= limits.attributionWords) isKept[leaf] = 1;
}

function namesOf(tree: Tree, node: number): string {
  const className = attributeOf(tree, node, attribute.class) ?? '';
  return `${className} ${attributeOf(tree, node, attribute.id) ?? ''}`.slice(0, 300);
}

function isAside(selection: Selection, node: number, { from, to }: LeafRange): boolean {
  const { tree, context } = selection;
  const tagId = tagOf(tree, node);
  const names = namesOf(tree, node);
  const isNamed =
    canBeNamed[tagId] === 1 &&
    (noteName.test(names) || noteRole.test(attributeOf(tree, node, attribute.role) ?? ''));
  const isPreview = previewName.test(names);
  if (tagId !== tag.aside && tagId !== tag.blockquote && !isNamed && !isPreview) return false;
  if (foreignName.test(names) || containsForeign(tree, node)) return false;
  if (tagId === tag.blockquote && selection.kind === 'forum' && repeatsPost(selection, { from, to }))
    return false;
  const count = (sum: Int32Array): number => integerAt(sum, to) - integerAt(sum, from);
  const words = count(context.sums.words);
  if (isPreview) return words <= limits.previewWords && leadsElsewhere(selection, node);
  return words <= limits.words && count(context.sums.linked) <= words * limits.linkShare;
}

function containsForeign(tree: Tree, node: number): boolean {
  for (let inner = node + 1; inner < endOf(tree, node); inner++)
    if (isForeignPart[tagOf(tree, inner)] === 1) return true;
    else if (tree.tag[inner] === tag.text && foreignText.test(textOf(tree, inner).slice(0, 40))) return true;
  return false;
}

/** Returns true if an earlier kept text has the first words of a quote, so that it repeats another post of the page. */
function repeatsPost({ tree, leaves, isKept }: Selection, { from, to }: LeafRange): boolean {
  let start = '';
  for (let leaf = from; leaf < to && start.length < limits.repeated; leaf++)
    if (wordsOf(leaves, leaf) > limits.attributionWords / 2) start = textOfLeaf(tree, leaves, leaf);
  if (start === '') return true;
  const words = start.slice(0, limits.repeated);
  for (let leaf = 0; leaf < from; leaf++)
    if (isKept[leaf] === 1 && textOfLeaf(tree, leaves, leaf).includes(words)) return true;
  return false;
}

/** Returns true if the links of an element lead to one place, on another site. */
function leadsElsewhere({ tree, url }: Selection, node: number): boolean {
  const hosts = new Set<string>();
  for (let inner = node; inner < endOf(tree, node); inner++) {
    if (tree.tag[inner] !== tag.a) continue;
    const reference = attributeOf(tree, inner, attribute.href) ?? '';
    if (URL.canParse(reference, url)) hosts.add(new URL(reference, url).host);
  }
  return hosts.size === 1 && !hosts.has(new URL(url).host);
}

/** Returns true if leaves before and after an element, in the same container, are kept. */
function isInText(selection: Selection, node: number, { from, to }: LeafRange): boolean {
  const { tree, body } = selection;
  let container = parentOf(tree, node);
  for (
    let level = 0;
    level < limits.levels && container > body;
    level++, container = parentOf(tree, container)
  ) {
    const around = leavesIn(selection, container);
    if (around.from === from && around.to === to) continue;
    return (
      hasKept(selection, { from: around.from, to: from }) && hasKept(selection, { from: to, to: around.to })
    );
  }
  return false;
}
