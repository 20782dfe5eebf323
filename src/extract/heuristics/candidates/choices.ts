import { attribute } from '../../../page/parse/attributes.ts';
import { tag } from '../../../page/parse/names/tags.ts';
import { attributeOf, endOf, findTag, hasAttribute, tagOf } from '../../../page/tree/tree.ts';
import type { PageFacts } from '../../facts/page-facts.ts';
import type { GovernedRange } from '../../page-view/governed-range.ts';

const maxChoices = 200;

/** Returns the options of a control with a value; the first one is often only a request to choose. */
function optionsOf(page: PageFacts, control: number): number[] {
  const { tree } = page;
  const options: number[] = [];
  if (control === -1) return options;
  for (let node = control + 1; node < endOf(tree, control) && options.length < maxChoices; node++) {
    if (tree.tag[node] !== tag.option || page.textOf(node) === '') continue;
    const value = attributeOf(tree, node, attribute.value);
    if (value?.trim() !== '' && !(page.attributeOf(node, 'disabled') !== null && options.length === 0))
      options.push(node);
  }
  return options;
}

/** Returns true if a label holds a radio button or a check box, or is that of one. */
function isOfChoice(page: PageFacts, label: number): boolean {
  const { tree } = page;
  const isChoice = (node: number) =>
    tree.tag[node] === tag.input &&
    /^(?:radio|checkbox)$/i.test(attributeOf(tree, node, attribute.type) ?? '');
  const inner = findTag(tree, label, tag.input);
  if (inner !== -1) return isChoice(inner);
  const id = page.attributeOf(label, 'for');
  if (id === null) return false;
  for (let node = 1; node < tree.count; node++)
    if (tree.tag[node] === tag.input && attributeOf(tree, node, attribute.id) === id) return isChoice(node);
  return false;
}

/** Returns the labels of the radio buttons and check boxes in a range. */
function labelledChoices(page: PageFacts, { from, end }: GovernedRange): number[] {
  const labels: number[] = [];
  for (let node = from; node < end && labels.length < maxChoices; node++) {
    if (
      page.tree.tag[node] === tag.label &&
      /[\p{L}\p{N}]/u.test(page.textOf(node)) &&
      isOfChoice(page, node)
    )
      labels.push(node);
  }
  return labels;
}

/** Returns the control that a label names by its `for`, or -1. */
function controlOf(page: PageFacts, label: number): number {
  const id = tagOf(page.tree, label) === tag.label ? page.attributeOf(label, 'for') : null;
  if (id === null || id === '') return -1;
  for (let node = 1; node < page.tree.count; node++)
    if (hasAttribute(page.tree, node, attribute.id) && attributeOf(page.tree, node, attribute.id) === id)
      return node;
  return -1;
}

/** Returns the `select` in a label or directly behind it; -1 if other text comes first. */
function firstControl(page: PageFacts, label: number, { from, end }: GovernedRange): number {
  const { tree } = page;
  const inner = findTag(tree, label, tag.select);
  if (inner !== -1) return inner;
  for (let node = from; node < end; node++) {
    if (tree.tag[node] === tag.select) return node;
    if (tree.tag[node] === tag.text && page.textOf(node) !== '') return -1;
  }
  return -1;
}

/**
 * Returns what a reader can choose under a label: the options of the control that it names or holds, else the labels of the
 * radio buttons and check boxes that it governs; empty if it is no label of a choice.
 */
export function choicesOf(page: PageFacts, label: number, range: GovernedRange): number[] {
  const named = controlOf(page, label);
  if (named !== -1) return tagOf(page.tree, named) === tag.select ? optionsOf(page, named) : [];
  const choices = labelledChoices(page, range);
  if (choices.length > 1) return choices;
  return optionsOf(page, firstControl(page, label, range));
}
