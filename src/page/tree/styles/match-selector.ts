import { integerAt, itemAt, lastOf } from '../../../domain/values/elements.ts';
import { attribute } from '../../parse/attributes.ts';
import { tag } from '../../parse/names/tags.ts';
import { attributeValue, parentOf, type Tree, tagOf } from '../tree.ts';
import type { AttributeTest, Compound, Selector } from './parse-selector.ts';

/** Id and classes of an element. */
export interface ElementNames {
  id: string;
  classes: readonly string[];
}

const noClasses: readonly string[] = [];
const noNames: ElementNames = { id: '', classes: noClasses };

/** Names of the elements of a page or of a part of it. */
export interface NameSets {
  readonly ids: Set<string>;
  readonly classes: Set<string>;
}

/** Returns sets without names. */
export function createNameSets(): NameSets {
  return { ids: new Set(), classes: new Set() };
}

/** Reads the names of elements; elements with equal `class` attributes share the list of their classes. */
export class NameReader {
  private readonly tree: Tree;
  private readonly lists = new Map<string, readonly string[]>();
  private readonly known: (ElementNames | undefined)[];

  constructor(tree: Tree) {
    this.tree = tree;
    this.known = new Array<ElementNames | undefined>(tree.count).fill(undefined);
  }

  /** Returns the id and classes of an element. */
  namesOf(node: number): ElementNames {
    const { tree } = this;
    const to = integerAt(tree.to, node);
    if (integerAt(tree.from, node) === to) return noNames;
    const known = this.known[node];
    if (known !== undefined) return known;
    let id = '';
    let classes = noClasses;
    for (let row = integerAt(tree.from, node); row < to; row++) {
      const name = integerAt(tree.attributeName, row);
      if (name === attribute.id && id === '') id = attributeValue(tree, row);
      else if (name === attribute.class && classes === noClasses)
        classes = this.classesOf(attributeValue(tree, row));
    }
    const names = id === '' && classes === noClasses ? noNames : { id, classes };
    this.known[node] = names;
    return names;
  }

  /** Adds the names of elements to sets. */
  addNames(from: number, end: number, { ids, classes }: NameSets): void {
    const seen = new Set<readonly string[]>();
    for (let node = from; node < end; node++) {
      if (tagOf(this.tree, node) <= tag.document) continue;
      const names = this.namesOf(node);
      if (names === noNames) continue;
      if (names.id !== '') ids.add(names.id);
      if (names.classes !== noClasses) seen.add(names.classes);
    }
    for (const list of seen) for (const one of list) classes.add(one);
  }

  private classesOf(value: string): readonly string[] {
    const known = this.lists.get(value);
    if (known !== undefined) return known;
    const list = value.split(/\s+/).filter((one) => one !== '');
    this.lists.set(value, list);
    return list;
  }
}

function isNamed({ id, classes, attributes }: Compound): boolean {
  return id !== '' || classes.length > 0 || attributes.length > 0;
}

/** Maximum number of comparisons of a page, which take some 100 ms. */
const maxSteps = 3_000_000;

/** Compares selectors with the elements of one page. */
export class SelectorMatcher {
  private steps = 0;
  readonly names: NameReader;
  private readonly tree: Tree;

  constructor(tree: Tree) {
    this.tree = tree;
    this.names = new NameReader(tree);
  }

  /** Returns true if the page took too many comparisons; nothing matches from then on. */
  isExhausted(): boolean {
    return this.steps > maxSteps;
  }

  /**
   * Returns whether an element matches a selector of names, classes, ids, attributes and the combinators ` ` and `>`.
   * Returns false for all other selectors, whose result depends on more than that.
   */
  matches(selector: Selector, node: number): boolean {
    const { compounds, combinators } = selector;
    let at = compounds.length - 1;
    let element = this.matchChain(selector, at, node);
    if (element === null) return false;
    at = element.next;
    // Below, `element.top` matches the first compound of a chain of children; an ancestor must match the chain before it.
    while (at >= 0) {
      if (combinators[at] !== ' ') return false;
      let found: { next: number; top: number } | null = null;
      for (
        let other = parentOf(this.tree, element.top);
        other > 0 && found === null;
        other = parentOf(this.tree, other)
      )
        found = this.matchChain(selector, at, other);
      if (found === null) return false;
      element = found;
      at = found.next;
    }
    return true;
  }

  /** Matches the compounds up to `at` that `>` connects, with `node` for the last of them. */
  private matchChain(selector: Selector, at: number, node: number): { next: number; top: number } | null {
    let element = node;
    for (let index = at; ; index--) {
      if (element <= 0 || !this.matchesCompound(itemAt(selector.compounds, index), element)) return null;
      if (index === 0 || selector.combinators[index - 1] !== '>') return { next: index - 1, top: element };
      element = parentOf(this.tree, element);
    }
  }

  private matchesCompound(compound: Compound, node: number): boolean {
    if (++this.steps > maxSteps || compound.pseudoClasses.length > 0) return false;
    if (compound.name !== '' && compound.name !== this.nameOf(node)) return false;
    if (compound.id !== '' || compound.classes.length > 0) {
      const { id, classes } = this.names.namesOf(node);
      if (compound.id !== '' && compound.id !== id) return false;
      if (!compound.classes.every((one) => classes.includes(one))) return false;
    }
    return compound.attributes.every((test) => this.passes(test, node));
  }

  /**
   * Returns whether a selector could match an element after a change of states, classes or attributes. A subject that has
   * an id, classes or attributes must share one of them with the element; for others, an ancestor must share one.
   */
  couldMatch(selector: Selector, node: number): boolean {
    const { compounds, combinators } = selector;
    const subject = lastOf(compounds);
    if (!this.couldBe(subject, node)) return false;
    if (compounds.length === 1 || isNamed(subject) || lastOf(combinators) !== ' ') return true;
    for (let other = parentOf(this.tree, node); other > 0; other = parentOf(this.tree, other))
      if (compounds.some((compound) => compound !== subject && this.couldBe(compound, other))) return true;
    return false;
  }

  private couldBe(compound: Compound, node: number): boolean {
    this.steps++;
    if (compound.name !== '' && compound.name !== this.nameOf(node)) return false;
    if (!isNamed(compound)) return true;
    const { id, classes } = this.names.namesOf(node);
    if (compound.id !== '') return compound.id === id;
    if (compound.classes.some((one) => classes.includes(one))) return true;
    return compound.attributes.some((test) => this.valueOf(test.name, node) !== null);
  }

  private nameOf(node: number): string {
    return this.tree.names[integerAt(this.tree.name, node)] ?? '';
  }

  private valueOf(name: string, node: number): string | null {
    const { tree } = this;
    const to = integerAt(tree.to, node);
    for (let row = integerAt(tree.from, node); row < to; row++)
      if (tree.attributeNames[integerAt(tree.attributeName, row)] === name) return attributeValue(tree, row);
    return null;
  }

  private passes({ name, operator, value }: AttributeTest, node: number): boolean {
    const actual = this.valueOf(name, node);
    if (actual === null) return false;
    switch (operator) {
      case '':
        return true;
      case '=':
        return actual === value;
      case '~=':
        return actual.split(/\s+/).includes(value);
      case '|=':
        return actual === value || actual.startsWith(`${value}-`);
      case '^=':
        return value !== '' && actual.startsWith(value);
      case '$=':
        return value !== '' && actual.endsWith(value);
      default:
        return value !== '' && actual.includes(value);
    }
  }
}
