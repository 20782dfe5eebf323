import { compile, type Options } from 'css-select';
import type { Warning } from '../../domain/pages/outcome.ts';
import type { CollectedAttribute } from '../../domain/pages/page.ts';
import type { AttributeRequest } from '../../domain/pages/page-command.ts';
import { errorMessage } from '../../domain/system/failure.ts';
import { integerAt, itemAt } from '../../domain/values/elements.ts';
import { tag } from '../parse/names/tags.ts';
import { parseHtml } from '../parse/parse-html.ts';
import {
  attributeValue,
  endOf,
  parentOf,
  previousSibling,
  subtreeText,
  type Tree,
  tagOf,
  textOf,
} from './tree.ts';
import { isXPath, selectWithXPath } from './xpath.ts';

/** Maximum length of a selector. */
const maxSelectorLength = 2000;

/** Maximum number of steps for all selectors of a page; positions among many siblings are expensive. */
const maxSteps = 20_000_000;

/** Result of {@link selectNodes}. */
export interface SelectionResult {
  /** Nodes in document order, not nested. */
  nodes: number[];
  warnings: Warning[];
}

type Adapter = NonNullable<Options<number, number>['adapter']>;

/** Returns an adapter with which css-select traverses the flat tree; nodes are row numbers. */
function createAdapter(tree: Tree): Adapter {
  const attributeIds = new Map<string, number>();
  for (let id = 1; id < tree.attributeNames.length; id++)
    attributeIds.set(itemAt(tree.attributeNames, id), id);
  let steps = 0;
  const isTag = (node: number): node is number => {
    if (++steps > maxSteps)
      throw new Error('The selectors exceed the time limit on this page. Use simpler selectors.');
    return tagOf(tree, node) > tag.document;
  };
  let cachedChildren: { parent: number; children: number[] } = { parent: -1, children: [] };
  const findAttributeRow = (node: number, name: string): number => {
    const id = attributeIds.get(name) ?? attributeIds.get(name.toLowerCase());
    if (id === undefined) return -1;
    for (let row = integerAt(tree.from, node); row < integerAt(tree.to, node); row++) {
      if (tree.attributeName[row] === id) return row;
    }
    return -1;
  };
  const getChildren = (node: number): number[] => {
    if (tree.tag[node] === tag.text) return [];
    if (cachedChildren.parent === node) return cachedChildren.children;
    const children: number[] = [];
    cachedChildren = { parent: node, children };
    const end = endOf(tree, node);
    for (let child = node + 1; child < end; child = endOf(tree, child)) children.push(child);
    return children;
  };
  return {
    isTag,
    getAttributeValue(node, name) {
      const row = findAttributeRow(node, name);
      return row === -1 ? undefined : attributeValue(tree, row);
    },
    hasAttrib: (node, name) => findAttributeRow(node, name) !== -1,
    getChildren,
    getName: (node) => tree.names[integerAt(tree.name, node)] ?? '',
    getParent: (node) => (parentOf(tree, node) > 0 ? parentOf(tree, node) : null),
    getSiblings: (node) => (node === 0 ? [0] : getChildren(parentOf(tree, node))),
    prevElementSibling(node) {
      let previous = previousSibling(tree, node);
      while (previous !== -1 && !isTag(previous)) previous = previousSibling(tree, previous);
      return previous === -1 ? null : previous;
    },
    getText: (node) => (tree.tag[node] === tag.text ? textOf(tree, node) : subtreeText(tree, node)),
    removeSubsets: (nodes) => outermostNodes(tree, nodes),
  };
}

function outermostNodes(tree: Tree, nodes: readonly number[]): number[] {
  const result: number[] = [];
  let end = -1;
  for (const node of [...new Set(nodes)].sort((left, right) => left - right)) {
    if (node < end) continue;
    result.push(node);
    end = endOf(tree, node);
  }
  return result;
}

/**
 * Returns the reason why a text is neither a valid CSS selector (Selectors Level 4, as in css-select) nor a valid XPath 1.0
 * expression that starts with `//`; null if it is one.
 */
export function selectorError(selector: string): string | null {
  if (selector.length > maxSelectorLength) {
    return `The selector has ${selector.length} characters. Use at most ${maxSelectorLength}.`;
  }
  const isExpression = isXPath(selector);
  try {
    if (isExpression) selectWithXPath(parseHtml(''), selector);
    else compile(selector);
    return null;
  } catch (error) {
    const reason = errorMessage(error).slice(0, 200);
    const kind = isExpression ? 'an XPath 1.0 expression for elements' : 'a CSS selector';
    const example = isExpression
      ? 'an expression such as //td[2]'
      : 'a selector such as .price or [class*="ad"]';
    return `${JSON.stringify(selector.slice(0, 100))} is not ${kind} (${reason}). Use ${example}.`;
  }
}

/** Returns the elements that match a selector. Throws an Error for an invalid selector. */
function matchingElements(tree: Tree, selector: string, adapter: Adapter): number[] {
  if (selector.length > maxSelectorLength)
    throw new Error('The selector is too long. Use at most 2,000 characters.');
  if (isXPath(selector)) return selectWithXPath(tree, selector);
  const matches = compile<number, number>(selector, { adapter, cacheResults: false });
  const elements: number[] = [];
  for (let node = 1; node < tree.count; node++) {
    if (tagOf(tree, node) > tag.document && matches(node)) elements.push(node);
  }
  return elements;
}

/**
 * Returns the outermost elements that match any of the CSS selectors, or XPath expressions that start with `//`; an invalid
 * selector causes a warning.
 */
export function selectNodes(tree: Tree, selectors: readonly string[]): SelectionResult {
  const warnings: Warning[] = [];
  const matching: number[] = [];
  if (selectors.length === 0) return { nodes: matching, warnings };
  const adapter = createAdapter(tree);
  for (const selector of selectors) {
    try {
      for (const node of matchingElements(tree, selector, adapter)) matching.push(node);
    } catch (error) {
      const reason = errorMessage(error).slice(0, 200);
      warnings.push({ code: 'invalid_selector', message: `${selector.slice(0, 200)}: ${reason}` });
    }
  }
  return { nodes: outermostNodes(tree, matching), warnings };
}

/** Maximum number of values per attribute. */
const maxValues = 10_000;

/** Returns the attribute values of matching elements in page order; an invalid selector causes a warning. */
export function collectAttributes(
  tree: Tree,
  requests: readonly AttributeRequest[],
): { attributes: CollectedAttribute[]; warnings: Warning[] } {
  const warnings: Warning[] = [];
  const adapter = createAdapter(tree);
  const attributes = requests.map(({ selector, attribute }): CollectedAttribute => {
    const values: string[] = [];
    try {
      const matches = compile<number, number>(selector, { adapter, cacheResults: false });
      for (let node = 1; node < tree.count && values.length < maxValues; node++) {
        if (tagOf(tree, node) <= tag.document || !matches(node)) continue;
        const value = adapter.getAttributeValue(node, attribute);
        if (value !== undefined) values.push(value);
      }
    } catch (error) {
      const reason = errorMessage(error).slice(0, 200);
      warnings.push({ code: 'invalid_selector', message: `${selector.slice(0, 200)}: ${reason}` });
    }
    return { selector, attribute, values };
  });
  return { attributes, warnings };
}
