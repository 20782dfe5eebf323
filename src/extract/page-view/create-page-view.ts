import { collapseSpace } from '../../domain/values/collapse-space.ts';
import { byteAt, integerAt, numberAt } from '../../domain/values/elements.ts';
import { tag } from '../../page/parse/names/tags.ts';
import type { ParsedPage } from '../../page/parsed-page.ts';
import { type Flow, flowKind } from '../../page/tree/flow.ts';
import {
  attributeValue,
  endOf,
  isElement,
  parentOf,
  type Tree,
  textFlag,
  textOf,
} from '../../page/tree/tree.ts';
import { findChangeMarks } from './change-marks.ts';
import type { PageView, TextLine } from './page-view.ts';
import { withoutReferenceMarks } from './reference-marks.ts';

const maxLines = 20_000;
const maxVisible = 200_000;
const maxText = 5_000;
const maxLocator = 200;

/** Collects the visible lines of a page in one pass over its nodes. */
class LineCollector {
  readonly lines: TextLine[] = [];
  readonly #tree: Tree;
  #text = '';
  #from = -1;
  #last = -1;

  constructor(tree: Tree) {
    this.#tree = tree;
  }

  add(node: number): void {
    this.#text += textOf(this.#tree, node);
    if (this.#from === -1 && (byteAt(this.#tree.flags, node) & textFlag.blank) === 0) this.#from = node;
    if ((byteAt(this.#tree.flags, node) & textFlag.blank) === 0) this.#last = node;
  }

  end(): void {
    if (this.#from !== -1) {
      const text = collapseSpace(this.#text);
      const to = this.#last + 1;
      if (text !== '') this.lines.push({ text, element: this.#commonElement(), from: this.#from, to });
    }
    this.#text = '';
    this.#from = -1;
  }

  /** Returns the innermost element that contains the whole line. */
  #commonElement(): number {
    const { parent, end } = this.#tree;
    let element = integerAt(parent, this.#from);
    while (element > 0 && integerAt(end, element) <= this.#last) element = integerAt(parent, element);
    return element;
  }
}

function linesOf(tree: Tree, flow: Flow, body: number, changes: ReadonlySet<number>): TextLine[] {
  const collector = new LineCollector(tree);
  const end = endOf(tree, body);
  const ends: number[] = [];
  for (let node = body + 1; node < end && collector.lines.length < maxLines; node++) {
    while (ends.length > 0 && numberAt(ends, ends.length - 1) <= node) {
      ends.pop();
      collector.end();
    }
    if (flow.kind[node] === flowKind.skipped) {
      if (isElement(tree, node)) node = endOf(tree, node) - 1;
      continue;
    }
    if (tree.tag[node] === tag.text) collector.add(node);
    else if (tree.tag[node] === tag.br) collector.end();
    else if (flow.kind[node] === flowKind.block || changes.has(node)) {
      collector.end();
      ends.push(endOf(tree, node));
    }
  }
  collector.end();
  return collector.lines;
}

function collectVisibleText(tree: Tree, flow: Flow, node: number, changes: ReadonlySet<number>): string {
  if (flow.kind[node] === flowKind.skipped) return '';
  if (tree.tag[node] === tag.text) return collapseSpace(textOf(tree, node));
  let text = '';
  const end = endOf(tree, node);
  let blockEnd = -1;
  for (let inner = node + 1; inner < end && text.length < maxText; inner++) {
    if (inner === blockEnd) text += ' ';
    if (flow.kind[inner] === flowKind.skipped || changes.has(inner)) {
      if (isElement(tree, inner)) inner = endOf(tree, inner) - 1;
    } else if (tree.tag[inner] === tag.text) text += textOf(tree, inner);
    else if (tree.tag[inner] === tag.br) text += ' ';
    else if (flow.kind[inner] === flowKind.block) {
      text += ' ';
      blockEnd = endOf(tree, inner);
    }
  }
  return collapseSpace(text).slice(0, maxText);
}

function nameOf(tree: Tree, node: number): string {
  return tree.names[integerAt(tree.name, node)] ?? '';
}

/** Returns the locator step of an element: its tag, with an id or up to two classes. */
export function locatorStep(
  tree: Tree,
  element: number,
  attributeOf: (name: string) => string | null,
): string {
  const name = nameOf(tree, element);
  const id = attributeOf('id');
  if (id !== null && /^[A-Za-z][\w-]{0,40}$/.test(id)) return `${name}#${id}`;
  const classes = (attributeOf('class') ?? '')
    .split(/\s+/)
    .filter((word) => /^[A-Za-z][\w-]{0,40}$/.test(word));
  return [name, ...classes.slice(0, 2)].join('.');
}

/** Creates the view of a parsed page for extraction. Expensive parts are computed on first use. */
export function createPageView(page: ParsedPage): PageView {
  const { tree, body } = page;
  const flow = withoutReferenceMarks(tree, page.flow);
  const changes = findChangeMarks(tree, flow);
  const attributeIds = new Map(tree.attributeNames.map((name, id): [string, number] => [name, id]));
  let lines: TextLine[] | null = null;
  let visibleLines: string | null = null;
  const texts = new Map<number, string>();

  const view: PageView = {
    url: page.url,
    tree,
    flow,
    addresses: page.urls,
    metadata: page.metadata,
    kind: page.kind,
    content: page.content,
    language: page.metadata.language ?? null,
    items: page.items,
    structured: page.structuredData,
    lines() {
      lines ??= linesOf(tree, flow, body, changes);
      return lines;
    },
    textOf(node) {
      let text = texts.get(node);
      if (text === undefined) {
        text = collectVisibleText(tree, flow, node, changes);
        texts.set(node, text);
      }
      return text;
    },
    attributeOf(element, name) {
      const id = attributeIds.get(name);
      if (id === undefined || !isElement(tree, element)) return null;
      const to = integerAt(tree.to, element);
      for (let row = integerAt(tree.from, element); row < to; row++) {
        if (tree.attributeName[row] === id) return attributeValue(tree, row);
      }
      return null;
    },
    visibleText() {
      if (visibleLines === null) {
        visibleLines = '';
        for (const line of view.lines()) {
          if (visibleLines.length + line.text.length > maxVisible) break;
          visibleLines += `${line.text}\n`;
        }
      }
      return visibleLines;
    },
    locatorOf(element) {
      const steps: string[] = [];
      let length = 0;
      for (let at = element; at > 0 && steps.length < 4; at = parentOf(tree, at)) {
        if (!isElement(tree, at) || at === body) break;
        const step = locatorStep(tree, at, (name) => view.attributeOf(at, name));
        length += step.length + 3;
        if (steps.length > 0 && length > maxLocator) break;
        steps.unshift(step);
        if (step.includes('#')) break;
      }
      return steps.join(' > ') || 'body';
    },
  };
  return view;
}
