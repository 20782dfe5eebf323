import { integerAt } from '../../domain/values/elements.ts';
import { loadPackage } from '../assets/load-package.ts';
import { tag } from '../parse/names/tags.ts';
import { attributeValue, endOf, parentOf, previousSibling, type Tree, tagOf, textOf } from './tree.ts';
import type { XPathNode } from './xpath-package.ts';

/** Maximum number of nodes that one expression visits, counted with repetitions: conditions can visit a page many times. */
const maxVisits = 2_000_000;

/** Types of nodes (DOM, section 4.4). */
const nodeTypes = { element: 1, attribute: 2, text: 3, document: 9 } as const;
/** Results of `compareDocumentPosition` (DOM, section 4.4). */
const positions = { preceding: 2, following: 4 } as const;

/** Returns true if a selector is an XPath expression and not a CSS selector: it starts with `//` or `(//`. */
export function isXPath(selector: string): boolean {
  return /^\(*\/\//.test(selector);
}

/** The nodes of a page, as XPath expressions read them: created when they are visited. */
interface Nodes {
  tree: Tree;
  /** Returns the node of a row; null for -1. */
  nodeAt(row: number): TreeNode | null;
  /** Counts a visited node. Throws an Error above {@link maxVisits}. */
  visit(): void;
}

/** An attribute of an element. */
interface AttributeNode extends XPathNode {
  nodeValue: string;
  value: string;
  ownerElement: TreeNode;
  ownerDocument: TreeNode | null;
}

/** A row of the tree with the properties of a DOM node that XPath 1.0 needs. */
class TreeNode implements XPathNode {
  readonly row: number;
  readonly nodeType: number;
  readonly namespaceURI = 'http://www.w3.org/1999/xhtml';
  readonly #nodes: Nodes;

  constructor(nodes: Nodes, row: number) {
    this.#nodes = nodes;
    this.row = row;
    this.nodeType = typeOf(nodes.tree, row);
  }

  get localName(): string {
    const { tree } = this.#nodes;
    return tree.names[integerAt(tree.name, this.row)] ?? '';
  }

  get nodeName(): string {
    return this.localName;
  }

  get data(): string {
    return this.nodeValue;
  }

  get nodeValue(): string {
    this.#nodes.visit();
    return this.nodeType === nodeTypes.text ? textOf(this.#nodes.tree, this.row) : '';
  }

  get ownerDocument(): TreeNode | null {
    return this.#nodes.nodeAt(0);
  }

  get parentNode(): TreeNode | null {
    return this.#nodes.nodeAt(parentOf(this.#nodes.tree, this.row));
  }

  get firstChild(): TreeNode | null {
    const { tree } = this.#nodes;
    return this.#nodes.nodeAt(endOf(tree, this.row) > this.row + 1 ? this.row + 1 : -1);
  }

  get nextSibling(): TreeNode | null {
    const { tree } = this.#nodes;
    const parent = parentOf(tree, this.row);
    const next = endOf(tree, this.row);
    return this.#nodes.nodeAt(parent >= 0 && next < endOf(tree, parent) ? next : -1);
  }

  get previousSibling(): TreeNode | null {
    return this.#nodes.nodeAt(this.row === 0 ? -1 : previousSibling(this.#nodes.tree, this.row));
  }

  get attributes(): { length: number; item(index: number): AttributeNode | undefined } {
    this.#nodes.visit();
    const list = this.nodeType === nodeTypes.element ? this.#listAttributes() : [];
    return { length: list.length, item: (index) => list[index] };
  }

  compareDocumentPosition(other: TreeNode | AttributeNode): number {
    const row = 'row' in other ? other.row : other.ownerElement.row;
    return row < this.row ? positions.preceding : positions.following;
  }

  #listAttributes(): AttributeNode[] {
    const { tree } = this.#nodes;
    const list: AttributeNode[] = [];
    for (let at = integerAt(tree.from, this.row); at < integerAt(tree.to, this.row); at++) {
      const name = tree.attributeNames[integerAt(tree.attributeName, at)] ?? '';
      const value = attributeValue(tree, at);
      list.push({
        nodeType: nodeTypes.attribute,
        nodeName: name,
        localName: name,
        namespaceURI: null,
        nodeValue: value,
        value,
        ownerElement: this,
        ownerDocument: this.ownerDocument,
      });
    }
    return list;
  }
}

function typeOf(tree: Tree, row: number): number {
  if (row === 0) return nodeTypes.document;
  return tagOf(tree, row) === tag.text ? nodeTypes.text : nodeTypes.element;
}

function createNodes(tree: Tree): Nodes {
  const created = new Map<number, TreeNode>();
  let visits = 0;
  const nodes: Nodes = {
    tree,
    visit() {
      visits += 1;
      if (visits > maxVisits)
        throw new Error('The expression exceeds the time limit on this page. Use a simpler expression.');
    },
    nodeAt(row) {
      if (row < 0) return null;
      nodes.visit();
      const known = created.get(row);
      if (known !== undefined) return known;
      const node = new TreeNode(nodes, row);
      created.set(row, node);
      return node;
    },
  };
  return nodes;
}

/**
 * Returns the elements that an XPath 1.0 expression selects; for a text or an attribute, its element. Throws an Error for an
 * invalid expression, one whose value is not a set of nodes, and one that visits too many nodes.
 */
export function selectWithXPath(tree: Tree, expression: string): number[] {
  const node = createNodes(tree).nodeAt(0) as TreeNode;
  // Names are those of HTML: regardless of case, and without a prefix also for the elements of SVG and MathML.
  const found = loadPackage('xpath').parse(expression).evaluateNodeSet({ node, isHtml: true });
  const nodes = found.toUnsortedArray() as (TreeNode | AttributeNode)[];
  return nodes.flatMap((node) => {
    const { row } = 'ownerElement' in node ? node.ownerElement : node;
    const element = tagOf(tree, row) === tag.text ? parentOf(tree, row) : row;
    return element > 0 ? [element] : [];
  });
}
