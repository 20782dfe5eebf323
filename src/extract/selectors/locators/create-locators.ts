import { integerAt } from '../../../domain/values/elements.ts';
import { attribute } from '../../../page/parse/attributes.ts';
import { tag } from '../../../page/parse/names/tags.ts';
import { attributeOf, endOf, parentOf, tagOf } from '../../../page/tree/tree.ts';
import { findLowerBound, lettersOf } from '../../page-view/page-letters.ts';
import { isStableName } from '../../page-view/stable-name.ts';
import { getSemanticAttributes, getStableClasses, lettersAt, type PageIndex } from '../layouts/page-index.ts';
import {
  blockAfter,
  type ChildStep,
  findStarts,
  getTagName,
  type Locator,
  type LocatorFamily,
  type Start,
} from './locator.ts';
import { listOwnTexts, listTextsOfForm, type Take } from './take.ts';
import { getTextForm } from './text-form.ts';
import type { ValuePosition } from './value-positions.ts';

/** Maximum index among equal starts. */
const maxNth = 6;
/** Maximum number of ancestors that are tried as anchors. */
const maxAnchorLevels = 7;
const maxAnchors = 4;
const maxPathSteps = 40;
/** Maximum number of texts between a label and the value, and between the value and a text behind it. */
const maxLabelDistance = 3;
const maxDistanceBehind = 2;
/** Maximum index among the texts of one form within an element. */
const maxFormIndex = 4;
const maxLabelLength = 40;
/** Minimum number of letters of a value for which a match in a name is not chance. */
const minValueLength = 4;

/** Returns the position of an element among its siblings with the same tag, from 1, and their number. */
function positionOf(page: PageIndex, node: number): { position: number; count: number } {
  const { tree } = page;
  const name = tree.name[node];
  const parent = parentOf(tree, node);
  let [position, count] = [1, 0];
  for (let child = parent + 1; child < endOf(tree, parent); child = endOf(tree, child)) {
    if (tagOf(tree, child) <= tag.document || tree.name[child] !== name) continue;
    count++;
    if (child < node) position++;
  }
  return { position, count };
}

/** Returns child steps of which the last one counts from the end; null if it has no siblings. */
function fromEnd(page: PageIndex, steps: readonly ChildStep[], node: number): ChildStep[] | null {
  const last = steps.at(-1);
  const { position, count } = positionOf(page, node);
  if (last === undefined || count < 2) return null;
  return [...steps.slice(0, -1), [last[0], position - count - 1]];
}

/** Returns the child steps from one element to a descendant. */
function getSteps(page: PageIndex, ancestor: number, node: number): ChildStep[] {
  const steps: ChildStep[] = [];
  for (let at = node; at !== ancestor && at > 0; at = parentOf(page.tree, at)) {
    steps.push([getTagName(page.tree, at), positionOf(page, at).position]);
  }
  return steps.reverse();
}

/** Returns an element's stable id, or null. */
function getStableId(page: PageIndex, node: number): string | null {
  const id = attributeOf(page.tree, node, attribute.id);
  return id !== null && isStableName(id) && page.byId.get(id)?.length === 1 ? id : null;
}

/** Returns the starts that an element's own attributes provide, with their families. */
export function getOwnStarts(page: PageIndex, node: number): { family: LocatorFamily; start: Start }[] {
  const { tree } = page;
  const name = getTagName(tree, node);
  const starts: { family: LocatorFamily; start: Start }[] = [];
  for (const meaning of getSemanticAttributes(tree, node)) {
    starts.push({ family: 'semantic', start: { by: 'meaning', ...meaning, tag: name } });
  }
  const id = getStableId(page, node);
  if (id !== null) starts.push({ family: 'id', start: { by: 'id', id } });
  const classes = getStableClasses(tree, node);
  if (classes.length > 1) {
    starts.push({ family: 'class', start: { by: 'class', tag: name, classes: classes.slice(0, 4) } });
  }
  for (const one of classes.slice(0, 4)) {
    starts.push({ family: 'class', start: { by: 'class', tag: name, classes: [one] } });
  }
  return starts;
}

/** Returns the words of a start that may contain values of the page. */
function getNameLetters(start: Start): string {
  if (start.by === 'id') return lettersOf(start.id);
  if (start.by === 'meaning') return lettersOf(start.value);
  return start.by === 'class' ? lettersOf(start.classes.join(' ')) : '';
}

/** Creates the locators of one position within a subtree: the page, or one record of it. */
class LocatorBuilder {
  readonly locators: Locator[] = [];
  private readonly page: PageIndex;
  private readonly position: ValuePosition;
  private readonly within: number;
  private readonly valueLetters: string;

  constructor(page: PageIndex, position: ValuePosition, within: number) {
    this.page = page;
    this.position = position;
    this.within = within;
    this.valueLetters = lettersOf(position.text);
  }

  /** Adds a locator whose start selects `target`: the position's element or an ancestor. */
  private add(family: LocatorFamily, start: Locator['start'], target: number, steps: ChildStep[]): void {
    if (start.some((one) => this.repeatsValue(getNameLetters(one)))) return;
    const nth = findStarts(this.page, start, this.within).indexOf(target);
    if (nth === -1 || nth > maxNth) return;
    const { before, after, part } = this.position;
    for (const take of this.takes()) {
      const locator = { family, start, nth, steps, take, before, after };
      this.locators.push(part === undefined ? locator : { ...locator, part });
    }
  }

  /** Returns the part of the element; a text among several texts is also counted from the end. */
  private takes(): Take[] {
    const { take, node } = this.position;
    if (take.what !== 'own') return [take];
    const count = listOwnTexts(this.page.tree, node).length;
    return count < 2 ? [take] : [take, { what: 'own', index: take.index - count }];
  }

  fromOwn(): void {
    const { node } = this.position;
    for (const { family, start } of getOwnStarts(this.page, node)) {
      this.add(family, [start], node, []);
      if (start.by === 'meaning' || start.by === 'id') continue;
      for (const outer of this.startsAbove(2)) {
        if (outer.start.by !== 'meaning' || start.by === 'class')
          this.add(family, [outer.start, start], node, []);
      }
    }
  }

  private startsAbove(maxStarts: number): { family: LocatorFamily; start: Start; node: number }[] {
    const { tree } = this.page;
    const starts: { family: LocatorFamily; start: Start; node: number }[] = [];
    let node = parentOf(tree, this.position.node);
    for (let level = 0; level < maxAnchorLevels && node > this.within && starts.length < maxStarts; level++) {
      const [first] = getOwnStarts(this.page, node);
      if (first !== undefined) starts.push({ ...first, node });
      node = parentOf(tree, node);
    }
    return starts;
  }

  fromAnchors(): void {
    const name = getTagName(this.page.tree, this.position.node);
    for (const { family, start, node } of this.startsAbove(maxAnchors)) {
      const steps = getSteps(this.page, node, this.position.node);
      this.add(family === 'id' ? 'id' : 'anchor', [start], node, steps);
      if (family === 'semantic') this.add('semantic', [start], node, steps);
      const counted = fromEnd(this.page, steps, this.position.node);
      if (counted !== null) this.add(family === 'id' ? 'id' : 'anchor', [start], node, counted);
      this.addTagWithin(start, name);
      this.addForm(start, node);
    }
  }

  /** Adds the texts of the value's form within an anchor. They survive entries before the value that not all pages have. */
  private addForm(start: Start, node: number): void {
    const { take, before, after, part } = this.position;
    if (take.what === 'attribute' || before !== '' || after !== '' || part !== undefined) return;
    const form = getTextForm(this.position.text);
    if (form === null || this.repeatsValue(getNameLetters(start))) return;
    const value = this.valueText();
    const texts = listTextsOfForm(this.page.tree, node, form);
    const index = texts.findIndex((text) => text.node === value);
    const nth = findStarts(this.page, [start], this.within).indexOf(node);
    if (index === -1 || index > maxFormIndex || nth === -1 || nth > maxNth) return;
    const locator = { family: 'anchor' as const, start: [start] as const, nth, steps: [], before, after };
    this.locators.push({ ...locator, take: { what: 'form', form, index } });
  }

  /** Adds the first element of its tag within an anchor. This locator survives an additional wrapper. */
  private addTagWithin(start: Start, name: string): void {
    this.add('anchor', [start, { by: 'tag', tag: name }], this.position.node, []);
    const own = getStableClasses(this.page.tree, this.position.node)[0];
    if (own === undefined) return;
    this.add('anchor', [start, { by: 'class', tag: name, classes: [own] }], this.position.node, []);
  }

  fromLabels(): void {
    const { page, position } = this;
    const { tree, texts } = page;
    const first = findLowerBound(texts, this.valueText());
    for (let back = 1; back <= maxLabelDistance && first - back >= 0; back++) {
      const label = integerAt(texts, first - back);
      if (label < this.within) return;
      const letters = lettersAt(page, label);
      if (!this.isLabel(letters)) continue;
      const isTextOnly =
        position.take.what !== 'attribute' && integerAt(texts, first) < endOf(tree, position.node);
      if (isTextOnly) this.addAfterLabel(label, letters);
    }
  }

  /** Adds texts behind the value, for values whose position only what follows them marks. */
  fromTextsBehind(): void {
    const { page, position } = this;
    const { tree, texts } = page;
    if (position.take.what === 'attribute') return;
    const isText = position.take.what === 'own';
    const value = this.valueText();
    const end = isText ? value + 1 : endOf(tree, position.node);
    const next = findLowerBound(texts, end);
    const last = integerAt(texts, next - 1);
    if (last < value) return;
    for (let skip = 1; skip <= maxDistanceBehind && next + skip - 1 < texts.length; skip++) {
      const label = integerAt(texts, next + skip - 1);
      const letters = lettersAt(page, label);
      if (label >= endOf(tree, this.within) || !this.isLabel(letters)) continue;
      const up = isText ? 0 : this.levelsAbove(last);
      this.add(
        'label',
        [{ by: 'label', label: letters, skip: -skip, up }],
        isText ? value : position.node,
        [],
      );
    }
  }

  private isLabel(letters: string): boolean {
    if (letters.length < 2 || letters.length > maxLabelLength || !/\p{L}/u.test(letters)) return false;
    return !this.repeatsValue(letters);
  }

  /** Returns true if a name or label contains the value, and thus differs on the next page. */
  private repeatsValue(letters: string): boolean {
    return this.valueLetters.length >= minValueLength && letters.includes(this.valueLetters);
  }

  private addAfterLabel(label: number, letters: string): void {
    const { page, position } = this;
    const value = this.valueText();
    const skip = findLowerBound(page.texts, value) - findLowerBound(page.texts, label);
    if (skip < 1) return;
    if (skip <= maxLabelDistance) {
      const isText = position.take.what === 'own';
      const up = isText ? 0 : this.levelsAbove(value);
      this.add('label', [{ by: 'label', label: letters, skip, up }], isText ? value : position.node, []);
    }
    const block = blockAfter(page, label);
    const isSame = block !== -1 && page.from[block] === page.from[value] && block <= value;
    if (isSame && page.to[block] === page.to[position.node] && position.take.what === 'text') {
      this.add('label', [{ by: 'after', label: letters }], block, []);
    }
  }

  /** Returns the text node in which the value starts. */
  private valueText(): number {
    const { page, position } = this;
    const first = integerAt(page.texts, findLowerBound(page.texts, position.node));
    if (position.take.what !== 'own') return first;
    let remaining = position.take.index;
    for (let index = findLowerBound(page.texts, position.node); index < page.texts.length; index++) {
      const text = integerAt(page.texts, index);
      if (page.tree.parent[text] === position.node && remaining-- === 0) return text;
    }
    return first;
  }

  private levelsAbove(text: number): number {
    let levels = 0;
    for (let node = text; node !== this.position.node && node > 0; node = parentOf(this.page.tree, node))
      levels++;
    return levels;
  }

  /** Adds a locator for a label in the same text: `ISBN: 978…`. */
  fromInlineLabel(): void {
    const { position } = this;
    const label = lettersOf(position.before);
    if (position.take.what === 'attribute' || !this.isLabel(label)) return;
    const value = this.valueText();
    const isText = position.take.what === 'own';
    const up = isText ? 0 : this.levelsAbove(value);
    this.add('label', [{ by: 'inline', label, up }], isText ? value : position.node, []);
  }

  fromPath(): void {
    const steps = getSteps(this.page, this.within, this.position.node);
    if (steps.length > maxPathSteps) return;
    this.add('path', [{ by: 'root' }], this.within, steps);
    const counted = fromEnd(this.page, steps, this.position.node);
    if (counted !== null) this.add('path', [{ by: 'root' }], this.within, counted);
  }
}

/** Creates the locators of all families for a position. */
export function createLocators(page: PageIndex, position: ValuePosition, within = 0): Locator[] {
  const builder = new LocatorBuilder(page, position, within);
  builder.fromOwn();
  builder.fromLabels();
  builder.fromInlineLabel();
  builder.fromTextsBehind();
  builder.fromAnchors();
  builder.fromPath();
  return builder.locators;
}
