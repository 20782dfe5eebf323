import type { FoundValue } from '../domain/pages/extraction.ts';
import { numberAt } from '../domain/values/elements.ts';
import { isHeading } from '../page/parse/names/tag-sets.ts';
import { endOf, parentOf, type Tree, tagOf } from '../page/tree/tree.ts';
import type { PageFacts } from './facts/page-facts.ts';
import type { Mapping } from './page-data/map-entity.ts';
import { belongsToField } from './page-data/page-data.ts';
import { labelPhrase, scoreLabel } from './schema/concepts.ts';
import type { Field } from './schema/field.ts';
import { singular, wordsOf } from './words/words.ts';

/** Minimum number of entries of a list that marks the block of the subject. */
const minEntries = 3;
/** Minimum share of the block's text in its lists. */
const minListShare = 0.3;
/** Number of lines at the start of the block in which its heading is expected. */
const maxLeadLines = 8;
const maxHeadingLength = 200;
const maxSteps = 60;
/** Maximum number of nested elements around the lists whose heading is considered. */
const maxBlocks = 4;

function getParentPointer(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'));
}

/** Returns the innermost element that contains two nodes. */
function commonElement(tree: Tree, one: number, other: number): number {
  const [first, last] = [Math.min(one, other), Math.max(one, other)];
  let at = first;
  for (let steps = 0; at > 0 && steps < maxSteps && endOf(tree, at) <= last; steps++) at = parentOf(tree, at);
  return at;
}

/** Returns the nodes of a field's entries, if they are a list found by rules. */
function listNodes(field: Field, values: readonly FoundValue[]): number[] {
  if (field.structure !== 'list') return [];
  const own = values.filter((value) => belongsToField(value, field) && value.node > 0);
  return own.length >= minEntries ? own.map(({ node }) => node) : [];
}

/** Returns the elements that hold the lists of a subject and little else, innermost first. */
function findBlocks(lists: readonly (readonly number[])[], page: PageFacts): number[] {
  const { tree } = page;
  const nodes = lists.flat();
  if (lists.length < 2) return [];
  const listed = nodes.reduce((sum, node) => sum + page.textOf(node).length, 0);
  const blocks: number[] = [];
  let block = nodes.reduce((common, node) => commonElement(tree, common, node), numberAt(nodes, 0));
  for (; block > 0 && blocks.length < maxBlocks; block = parentOf(tree, block)) {
    const [from, end] = [block, endOf(tree, block)];
    const own = page.lines().filter(({ element }) => element >= from && element < end);
    if (listed < own.reduce((sum, { text }) => sum + text.length, 0) * minListShare) break;
    blocks.push(block);
  }
  return blocks;
}

/** Returns the heading around a line, or -1. */
function headingOf({ tree }: PageFacts, element: number): number {
  for (let at = element, steps = 0; at > 0 && steps < 4; at = parentOf(tree, at), steps++)
    if (isHeading[tagOf(tree, at)] === 1) return at;
  return -1;
}

const contentWords = (text: string) =>
  new Set(
    wordsOf(text)
      .filter((word) => word.length > 2 || /[^\x00-\x7f]/.test(word))
      .map(singular),
  );

/** Returns true if two titles are about one subject: they share half of the words of the shorter one. */
function shareSubject(one: string, other: string): boolean {
  const [mine, theirs] = [contentWords(one), contentWords(other)];
  const shared = [...mine].filter((word) => theirs.has(word)).length;
  return shared > 0 && shared * 2 >= Math.min(mine.size, theirs.size);
}

/** Returns the first heading of a block that names the subject and none of its lists. */
function findBlockTitle(
  block: number,
  title: FoundValue,
  lists: readonly Field[],
  page: PageFacts,
  mapping: Mapping,
): { node: number; text: string } | null {
  const end = endOf(page.tree, block);
  const lines = page.lines().filter(({ element }) => element >= block && element < end);
  const labelWords = new Set(lists.flatMap((field) => [...field.words]).map(singular));
  for (const { element } of lines.slice(0, maxLeadLines)) {
    const node = headingOf(page, element);
    if (node < block) continue;
    const text = page.textOf(node);
    const words = wordsOf(text);
    const isLabel =
      words.some((word) => labelWords.has(singular(word))) ||
      lists.some((field) =>
        words.some((word) => scoreLabel(labelPhrase([word]), mapping.concepts(field)) > 0),
      );
    if (text.length > maxHeadingLength || isLabel) return null;
    return shareSubject(text, String(title.value)) ? { node, text } : null;
  }
  return null;
}

/**
 * Replaces a title found by rules by the heading of the block that holds the lists of its object, such as a recipe within
 * an article: the article's title may say more than the name of its subject.
 */
export function preferSubjectTitle(
  fields: readonly Field[],
  values: readonly FoundValue[],
  page: PageFacts,
  mapping: Mapping,
): FoundValue[] {
  return values.map((value) => {
    const field = fields.find(({ pointer }) => pointer === value.pointer);
    if (field?.kind !== 'title' || value.evidence.method !== 'heuristic' || value.node < 0) return value;
    if (mapping.concepts(field)[0]?.title !== 'subject') return value;
    const parent = getParentPointer(value.pointer);
    const siblings = fields.filter((one) => getParentPointer(one.pointer) === parent);
    const lists = siblings.filter((one) => listNodes(one, values).length > 0);
    const blocks = findBlocks(
      lists.map((one) => listNodes(one, values)),
      page,
    ).filter((block) => value.node < block || value.node >= endOf(page.tree, block));
    const found = blocks
      .map((block) => findBlockTitle(block, value, lists, page, mapping))
      .find((title) => title !== null);
    if (found === undefined) return value;
    const locator = `${page.locatorOf(found.node)} (heading of its lists)`;
    const evidence = {
      ...value.evidence,
      source: 'visible' as const,
      locator,
      quote: found.text.slice(0, 300),
    };
    return { ...value, value: found.text, node: found.node, evidence, isGrounded: true };
  });
}
