import { itemAt } from '../../../domain/values/elements.ts';
import { attribute } from '../../../page/parse/attributes.ts';
import { isHeading, tagSet } from '../../../page/parse/names/tag-sets.ts';
import { tag } from '../../../page/parse/names/tags.ts';
import { flowKind } from '../../../page/tree/flow.ts';
import { attributeOf, endOf, findTag, isElement, tagOf } from '../../../page/tree/tree.ts';
import type { PageView } from '../../page-view/page-view.ts';
import { isUnit } from '../../typed/quantity.ts';
import { isLabelText, type LabelCollector, trimmed } from './label-collector.ts';

/** Two elements side by side, in document order, of which one may be the label of the other. */
interface SiblingPair {
  first: number;
  second: number;
}

const maxChildren = 60;
const maxWrappers = 4;
const maxParts = 3;
const minPairs = 2;
const maxMeanLabel = 30;
const maxValueLength = 200;
/** Strength of a pair whose elements are called label or value, and of one that only the form of the texts supports. */
const namedStrength = 0.84;
const formStrength = 0.8;
/** Elements whose labels other rules read, and parts of texts. */
const isOther = tagSet('dt dd th td tr option p h1 h2 h3 h4 h5 h6 a nav');
const labelClass = /(?:^|[\s_-])(?:label|lbl|key|term|caption)(?:$|[\s_-])/i;
const iconClass = /(?:^|[\s_-])(?:icons?|symbols?|material)(?:$|[\s_-])/i;
const valueClass = /(?:^|[\s_-])(?:value|val|figure|data)(?:$|[\s_-])/i;

/** Pairs labels and values that stand side by side in elements of one form, which a page repeats without a table or list of terms. */
export class SiblingLabels {
  readonly #page: PageView;
  readonly #pairs: LabelCollector;

  constructor(page: PageView, pairs: LabelCollector) {
    this.#page = page;
    this.#pairs = pairs;
  }

  /** Adds the pairs of the whole page. */
  add(): void {
    const { tree, flow } = this.#page;
    for (let node = 1; node < tree.count; node++) {
      if (!isElement(tree, node)) continue;
      if (flow.kind[node] === flowKind.skipped) node = endOf(tree, node) - 1;
      else this.#addFrom(node);
    }
  }

  #addFrom(container: number): void {
    const children = this.#partsOf(container);
    if (children === null) return;
    this.#addPairs(this.#alternating(children));
    for (const rows of Map.groupBy(children, (child) => this.#formOf(child)).values())
      this.#addPairs(this.#rows(rows));
  }

  /** Returns the visible child elements with text; null if the element has text of its own, or too many children. */
  #partsOf(element: number): number[] | null {
    const { tree, flow } = this.#page;
    const parts: number[] = [];
    for (
      let child = element + 1;
      child < endOf(tree, element);
      child = Math.max(child + 1, endOf(tree, child))
    ) {
      if (flow.kind[child] === flowKind.skipped || this.#page.textOf(child) === '') continue;
      if (!isElement(tree, child) || parts.length >= maxChildren) return null;
      parts.push(child);
    }
    return parts;
  }

  /** Returns what elements of one form share: the tag and the first class. */
  #formOf(element: number): string {
    const { tree } = this.#page;
    const [name = ''] = (attributeOf(tree, element, attribute.class) ?? '').trim().split(/\s+/, 1);
    return `${tagOf(tree, element)} ${name}`;
  }

  /** Returns the pairs of children whose forms alternate: label, value, label, value. */
  #alternating(children: readonly number[]): SiblingPair[] {
    const forms = children.map((child) => this.#formOf(child));
    const start = forms.findIndex((form, at) => form !== forms[at + 1] && form === forms[at + 2]);
    const pairs: SiblingPair[] = [];
    for (let at = start; at >= 0 && at + 1 < children.length; at += 2) {
      if (forms[at] !== forms[start] || forms[at + 1] !== forms[start + 1]) break;
      pairs.push({ first: itemAt(children, at), second: itemAt(children, at + 1) });
    }
    return pairs.length < minPairs ? [] : pairs;
  }

  /** Returns the pairs of rows of one form that start with two parts each; a third part is a remark. */
  #rows(rows: readonly number[]): SiblingPair[] {
    const pairs: SiblingPair[] = [];
    let form = '';
    for (const row of rows) {
      let parts = this.#partsOf(row);
      for (let steps = 0; parts?.length === 1 && steps < maxWrappers; steps++)
        parts = this.#partsOf(itemAt(parts, 0));
      const [first, second] = parts ?? [];
      if (first === undefined || second === undefined || (parts?.length ?? 0) > maxParts) return [];
      const own = `${this.#formOf(first)} ${this.#formOf(second)}`;
      if (pairs.length > 0 && own !== form) return [];
      form = own;
      pairs.push({ first, second });
    }
    return pairs;
  }

  #addPairs(pairs: readonly SiblingPair[]): void {
    const [pair] = pairs;
    if (pair === undefined || (pairs.length < minPairs && this.#namedSide(pair) === null)) return;
    if (
      isOther[tagOf(this.#page.tree, pair.first)] === 1 &&
      isOther[tagOf(this.#page.tree, pair.second)] === 1
    )
      return;
    const side = this.#labelSide(pairs);
    if (side === null) return;
    for (const { first, second } of pairs) {
      const [label, value] = side.isFirst ? [first, second] : [second, first];
      const text = this.#page.textOf(value);
      if (text.length <= maxValueLength)
        this.#pairs.add(this.#page.textOf(label), text, value, side.strength);
    }
  }

  /** Decides which side has the labels: by the names of the classes, else because only the other side has figures. */
  #labelSide(pairs: readonly SiblingPair[]): { isFirst: boolean; strength: number } | null {
    const firsts = pairs.map(({ first }) => first);
    const seconds = pairs.map(({ second }) => second);
    const canBeFirst = this.#canBeLabels(firsts);
    const canBeSecond = this.#canBeLabels(seconds);
    const named = this.#namedSide(itemAt(pairs, 0));
    if (named === 'first' && canBeFirst) return { isFirst: true, strength: namedStrength };
    if (named === 'second' && canBeSecond) return { isFirst: false, strength: namedStrength };
    if (canBeFirst && this.#hasFigures(seconds)) return { isFirst: true, strength: formStrength };
    if (canBeSecond && this.#hasFigures(firsts)) return { isFirst: false, strength: formStrength };
    return null;
  }

  #namedSide({ first, second }: SiblingPair): 'first' | 'second' | null {
    const classOf = (node: number) => attributeOf(this.#page.tree, node, attribute.class) ?? '';
    const [one, other] = [classOf(first), classOf(second)];
    const isFirst = labelClass.test(one) || valueClass.test(other);
    const isSecond = labelClass.test(other) || valueClass.test(one);
    return isFirst === isSecond ? null : isFirst ? 'first' : 'second';
  }

  /** Returns true if texts may be labels: short, each another one, without figures, and no links or controls. */
  #canBeLabels(nodes: readonly number[]): boolean {
    const { tree } = this.#page;
    const texts = nodes.map((node) => trimmed(this.#page.textOf(node)));
    const length = texts.reduce((sum, text) => sum + text.length, 0);
    return (
      new Set(texts).size === texts.length &&
      length <= maxMeanLabel * texts.length &&
      // "minutes" behind a number is its unit and not what it says.
      texts.every((text) => isLabelText(text) && !/\d/.test(text) && !isUnit(text)) &&
      nodes.every(
        (node) =>
          isHeading[tagOf(tree, node)] !== 1 &&
          !this.#isIcon(node) &&
          tagOf(tree, node) !== tag.a &&
          findTag(tree, node, tag.a) === -1 &&
          findTag(tree, node, tag.button) === -1,
      )
    );
  }

  /** Returns true for an element whose text is the name of a sign in a font of icons. */
  #isIcon(node: number): boolean {
    const { tree } = this.#page;
    return tagOf(tree, node) === tag.i || iconClass.test(attributeOf(tree, node, attribute.class) ?? '');
  }

  /** Returns true if at least half of the texts have a figure. */
  #hasFigures(nodes: readonly number[]): boolean {
    return nodes.filter((node) => /\p{Nd}/u.test(this.#page.textOf(node))).length * 2 >= nodes.length;
  }
}
