import { compile, type Options } from 'css-select';
import { messageOf } from '../domain/failure.ts';
import type { Warning } from '../domain/outcome.ts';
import type { CollectedAttribute } from '../domain/page.ts';
import type { AttributeWish } from '../domain/page-command.ts';
import { tag } from './parse/tags.ts';
import { attributeValue, previousSibling, subtreeText, type Tree, textOf } from './tree.ts';

/** Longest selector that is compiled. */
const maxSelector = 2000;

/** Most steps that the selectors of one page may take; positions among many siblings are what costs. */
const maxSteps = 20_000_000;

/** What {@link selectNodes} found. */
export interface Selected {
  /** Nodes in document order, none inside another. */
  nodes: number[];
  warnings: Warning[];
}

type Adapter = NonNullable<Options<number, number>['adapter']>;

/** Lets css-select walk the flat tree; nodes are their row numbers. */
function adapterOf(tree: Tree): Adapter {
  const attributeIds = new Map<string, number>();
  for (let id = 1; id < tree.attributeNames.length; id++)
    attributeIds.set(tree.attributeNames[id] as string, id);
  let steps = 0;
  const isTag = (node: number): node is number => {
    if (++steps > maxSteps) throw new Error('The selectors take too long on this page.');
    return (tree.tag[node] as number) > tag.document;
  };
  let listed: { parent: number; children: number[] } = { parent: -1, children: [] };
  const rowOf = (node: number, name: string): number => {
    const id = attributeIds.get(name) ?? attributeIds.get(name.toLowerCase());
    if (id === undefined) return -1;
    for (let row = tree.from[node] as number; row < (tree.to[node] as number); row++) {
      if (tree.attributeName[row] === id) return row;
    }
    return -1;
  };
  const getChildren = (node: number): number[] => {
    if (tree.tag[node] === tag.text) return [];
    if (listed.parent === node) return listed.children;
    const children: number[] = [];
    listed = { parent: node, children };
    const end = tree.end[node] as number;
    for (let child = node + 1; child < end; child = tree.end[child] as number) children.push(child);
    return children;
  };
  return {
    isTag,
    getAttributeValue(node, name) {
      const row = rowOf(node, name);
      return row === -1 ? undefined : attributeValue(tree, row);
    },
    hasAttrib: (node, name) => rowOf(node, name) !== -1,
    getChildren,
    getName: (node) => tree.names[tree.name[node] as number] ?? '',
    getParent: (node) => ((tree.parent[node] as number) > 0 ? (tree.parent[node] as number) : null),
    getSiblings: (node) => (node === 0 ? [0] : getChildren(tree.parent[node] as number)),
    prevElementSibling(node) {
      let previous = previousSibling(tree, node);
      while (previous !== -1 && !isTag(previous)) previous = previousSibling(tree, previous);
      return previous === -1 ? null : previous;
    },
    getText: (node) => (tree.tag[node] === tag.text ? textOf(tree, node) : subtreeText(tree, node)),
    removeSubsets: (nodes) => outermost(tree, nodes),
  };
}

function outermost(tree: Tree, nodes: readonly number[]): number[] {
  const kept: number[] = [];
  let end = -1;
  for (const node of [...new Set(nodes)].sort((one, other) => one - other)) {
    if (node < end) continue;
    kept.push(node);
    end = tree.end[node] as number;
  }
  return kept;
}

/** The outermost elements that any of the CSS selectors matches; one that is not valid is a warning. */
export function selectNodes(tree: Tree, selectors: readonly string[]): Selected {
  const warnings: Warning[] = [];
  const found: number[] = [];
  if (selectors.length === 0) return { nodes: found, warnings };
  const adapter = adapterOf(tree);
  for (const selector of selectors) {
    try {
      if (selector.length > maxSelector) throw new Error('The selector is too long.');
      const matches = compile<number, number>(selector, { adapter, cacheResults: false });
      for (let node = 1; node < tree.count; node++) {
        if ((tree.tag[node] as number) > tag.document && matches(node)) found.push(node);
      }
    } catch (error) {
      const reason = messageOf(error).slice(0, 200);
      warnings.push({ code: 'invalid_selector', message: `${selector.slice(0, 200)}: ${reason}` });
    }
  }
  return { nodes: outermost(tree, found), warnings };
}

/** Values of one attribute that are kept. */
const mostValues = 10_000;

/** The values of attributes on the elements that their selectors match, in page order; a selector that is not valid is a warning. */
export function attributesOf(
  tree: Tree,
  wishes: readonly AttributeWish[],
): { attributes: CollectedAttribute[]; warnings: Warning[] } {
  const warnings: Warning[] = [];
  const adapter = adapterOf(tree);
  const attributes = wishes.map(({ selector, attribute }): CollectedAttribute => {
    const values: string[] = [];
    try {
      const matches = compile<number, number>(selector, { adapter, cacheResults: false });
      for (let node = 1; node < tree.count && values.length < mostValues; node++) {
        if ((tree.tag[node] as number) <= tag.document || !matches(node)) continue;
        const value = adapter.getAttributeValue(node, attribute);
        if (value !== undefined) values.push(value);
      }
    } catch (error) {
      const reason = messageOf(error).slice(0, 200);
      warnings.push({ code: 'invalid_selector', message: `${selector.slice(0, 200)}: ${reason}` });
    }
    return { selector, attribute, values };
  });
  return { attributes, warnings };
}
