import { attribute } from '../../page/parse/attributes.ts';
import { tag } from '../../page/parse/tags.ts';
import { attributeOf } from '../../page/tree.ts';
import {
  blockAfter,
  type ChildStep,
  type Locator,
  type LocatorFamily,
  type Start,
  startsOf,
  tagNameOf,
} from './locator.ts';
import { lettersAt, meaningsOf, type PageIndex, stableClassesOf } from './page-index.ts';
import { firstAtLeast, lettersOf } from './page-letters.ts';
import type { Place } from './places.ts';
import { isStableName } from './stable-name.ts';

/** Highest index among places that start alike. */
const maxNth = 6;
/** Elements above a place that may carry its anchor. */
const maxAnchorClimb = 7;
const maxAnchors = 4;
const maxPathSteps = 40;
/** Texts before a place that may be its label. */
const labelReach = 3;
const longestLabel = 40;
/** Letters of a value that are more than a chance part of a name. */
const shortestValue = 4;

/** Which of its kind among its siblings an element is, from 1. */
function positionOf(page: PageIndex, node: number): number {
  const { tree } = page;
  const name = tree.name[node];
  const parent = tree.parent[node] as number;
  let position = 1;
  for (let child = parent + 1; child < node; child = tree.end[child] as number) {
    if ((tree.tag[child] as number) > tag.document && tree.name[child] === name) position++;
  }
  return position;
}

/** Child steps that lead from one element down to another. */
export function stepsBetween(page: PageIndex, ancestor: number, node: number): ChildStep[] {
  const steps: ChildStep[] = [];
  for (let at = node; at !== ancestor && at > 0; at = page.tree.parent[at] as number) {
    steps.push([tagNameOf(page.tree, at), positionOf(page, at)]);
  }
  return steps.reverse();
}

/** An element's stable id, or null. */
export function stableIdOf(page: PageIndex, node: number): string | null {
  const id = attributeOf(page.tree, node, attribute.id);
  return id !== null && isStableName(id) && page.byId.get(id)?.length === 1 ? id : null;
}

/** The ways in which an element's own attributes name it, in one family each. */
export function ownStarts(page: PageIndex, node: number): { family: LocatorFamily; start: Start }[] {
  const { tree } = page;
  const name = tagNameOf(tree, node);
  const found: { family: LocatorFamily; start: Start }[] = [];
  for (const meaning of meaningsOf(tree, node)) {
    found.push({ family: 'semantic', start: { by: 'meaning', ...meaning, tag: name } });
  }
  const id = stableIdOf(page, node);
  if (id !== null) found.push({ family: 'id', start: { by: 'id', id } });
  const classes = stableClassesOf(tree, node);
  if (classes.length > 1) {
    found.push({ family: 'class', start: { by: 'class', tag: name, classes: classes.slice(0, 4) } });
  }
  for (const one of classes.slice(0, 4)) {
    found.push({ family: 'class', start: { by: 'class', tag: name, classes: [one] } });
  }
  return found;
}

/** The words of a start that a page may have made of its values. */
function nameIn(start: Start): string {
  if (start.by === 'id') return lettersOf(start.id);
  if (start.by === 'meaning') return lettersOf(start.value);
  return start.by === 'class' ? lettersOf(start.classes.join(' ')) : '';
}

/** Makes the locators of one place within a subtree (the page, or one record of it). */
class LocatorMaker {
  readonly locators: Locator[] = [];
  private readonly page: PageIndex;
  private readonly place: Place;
  private readonly within: number;
  private readonly valueLetters: string;

  constructor(page: PageIndex, place: Place, within: number) {
    this.page = page;
    this.place = place;
    this.within = within;
    this.valueLetters = lettersOf(place.text);
  }

  /** Adds a locator whose start leads to `target`, an element above the place or the place itself. */
  private add(family: LocatorFamily, start: Locator['start'], target: number, steps: ChildStep[]): void {
    if (start.some((one) => this.repeatsValue(nameIn(one)))) return;
    const nth = startsOf(this.page, start, this.within).indexOf(target);
    if (nth === -1 || nth > maxNth) return;
    const { take, before, after } = this.place;
    this.locators.push({ family, start, nth, steps, take, before, after });
  }

  fromOwn(): void {
    const { node } = this.place;
    for (const { family, start } of ownStarts(this.page, node)) {
      this.add(family, [start], node, []);
      if (start.by === 'meaning' || start.by === 'id') continue;
      for (const outer of this.startsAbove(2)) {
        if (outer.start.by !== 'meaning' || start.by === 'class')
          this.add(family, [outer.start, start], node, []);
      }
    }
  }

  private startsAbove(most: number): { family: LocatorFamily; start: Start; node: number }[] {
    const { tree } = this.page;
    const found: { family: LocatorFamily; start: Start; node: number }[] = [];
    let node = tree.parent[this.place.node] as number;
    for (let climb = 0; climb < maxAnchorClimb && node > this.within && found.length < most; climb++) {
      const [first] = ownStarts(this.page, node);
      if (first !== undefined) found.push({ ...first, node });
      node = tree.parent[node] as number;
    }
    return found;
  }

  fromAnchors(): void {
    const name = tagNameOf(this.page.tree, this.place.node);
    for (const { family, start, node } of this.startsAbove(maxAnchors)) {
      const steps = stepsBetween(this.page, node, this.place.node);
      this.add(family === 'id' ? 'id' : 'anchor', [start], node, steps);
      if (family === 'semantic') this.add('semantic', [start], node, steps);
      this.addTagWithin(start, name);
    }
  }

  /** The first element of its tag within an anchor: what survives another wrapper. */
  private addTagWithin(start: Start, name: string): void {
    this.add('anchor', [start, { by: 'tag', tag: name }], this.place.node, []);
    const own = stableClassesOf(this.page.tree, this.place.node)[0];
    if (own === undefined) return;
    this.add('anchor', [start, { by: 'class', tag: name, classes: [own] }], this.place.node, []);
  }

  fromLabels(): void {
    const { page, place } = this;
    const { tree, texts } = page;
    const first = firstAtLeast(texts, this.valueText());
    for (let back = 1; back <= labelReach && first - back >= 0; back++) {
      const label = texts[first - back] as number;
      if (label < this.within) return;
      const letters = lettersAt(page, label);
      if (!this.isLabel(letters)) continue;
      const isTextOnly =
        place.take.what !== 'attribute' && (texts[first] as number) < (tree.end[place.node] as number);
      if (isTextOnly) this.addAfterLabel(label, letters);
    }
  }

  private isLabel(letters: string): boolean {
    if (letters.length < 2 || letters.length > longestLabel || !/\p{L}/u.test(letters)) return false;
    return !this.repeatsValue(letters);
  }

  /** Whether a name or label holds the value itself, and so is another on the next page. */
  private repeatsValue(letters: string): boolean {
    return this.valueLetters.length >= shortestValue && letters.includes(this.valueLetters);
  }

  private addAfterLabel(label: number, letters: string): void {
    const { page, place } = this;
    const value = this.valueText();
    const skip = firstAtLeast(page.texts, value) - firstAtLeast(page.texts, label);
    if (skip < 1) return;
    if (skip <= labelReach) {
      const isText = place.take.what === 'own';
      const up = isText ? 0 : this.levelsAbove(value);
      this.add('label', [{ by: 'label', label: letters, skip, up }], isText ? value : place.node, []);
    }
    const block = blockAfter(page, label);
    const isSame = block !== -1 && page.from[block] === page.from[value] && block <= value;
    if (isSame && page.to[block] === page.to[place.node] && place.take.what === 'text') {
      this.add('label', [{ by: 'after', label: letters }], block, []);
    }
  }

  /** The text node that the place's value starts in. */
  private valueText(): number {
    const { page, place } = this;
    const first = page.texts[firstAtLeast(page.texts, place.node)] as number;
    if (place.take.what !== 'own') return first;
    let left = place.take.index;
    for (let index = firstAtLeast(page.texts, place.node); index < page.texts.length; index++) {
      const text = page.texts[index] as number;
      if (page.tree.parent[text] === place.node && left-- === 0) return text;
    }
    return first;
  }

  private levelsAbove(text: number): number {
    let levels = 0;
    for (let node = text; node !== this.place.node && node > 0; node = this.page.tree.parent[node] as number)
      levels++;
    return levels;
  }

  /** `ISBN: 978…` in one text. */
  fromInlineLabel(): void {
    const { place } = this;
    const label = lettersOf(place.before);
    if (place.take.what === 'attribute' || !this.isLabel(label)) return;
    const value = this.valueText();
    const isText = place.take.what === 'own';
    const up = isText ? 0 : this.levelsAbove(value);
    this.add('label', [{ by: 'inline', label, up }], isText ? value : place.node, []);
  }

  fromPath(): void {
    const steps = stepsBetween(this.page, this.within, this.place.node);
    if (steps.length <= maxPathSteps) this.add('path', [{ by: 'root' }], this.within, steps);
  }
}

/** The locators of every family that lead to a place. */
export function makeLocators(page: PageIndex, place: Place, within = 0): Locator[] {
  const maker = new LocatorMaker(page, place, within);
  maker.fromOwn();
  maker.fromLabels();
  maker.fromInlineLabel();
  maker.fromAnchors();
  maker.fromPath();
  return maker.locators;
}
