import { integerAt, shortAt } from '../../domain/values/elements.ts';
import { maxDepth, type Tree } from '../tree/tree.ts';
import type { NameTable } from './names/name-table.ts';
import { tag } from './names/tags.ts';

type Column = Int32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>;

function growColumn<Kind extends Column>(column: Kind, size: number): Kind {
  const larger = column instanceof Int32Array ? new Int32Array(size) : new Uint8Array(size);
  larger.set(column);
  return larger as Kind;
}

/** Returns the rows of `column` in the given order; null means the current order, without a copy. */
function reorderColumn<Kind extends Column>(column: Kind, order: Int32Array | null, count: number): Kind {
  if (order === null) return column.subarray(0, count) as Kind;
  const rows = column instanceof Int32Array ? new Int32Array(count) : new Uint8Array(count);
  for (let i = 0; i < count; i++) rows[i] = column[integerAt(order, i)] as number;
  return rows as Kind;
}

/** Source length above which tags are counted to size the columns exactly. */
const longSourceLength = 1 << 20;

/** Estimates the number of nodes: an element and a text per tag. Unused capacity is not committed by the system. */
function estimateNodeCount(source: string): number {
  if (source.length <= longSourceLength) return 256 + (source.length >> 5);
  let tags = 0;
  for (let at = source.indexOf('<'); at !== -1; at = source.indexOf('<', at + 1)) tags++;
  return 256 + tags * 2;
}

/** Nodes under construction with links in both directions, because misnested markup moves them; 0 is the document. */
export class NodeStore {
  count = 1;
  tag: Uint8Array<ArrayBuffer>;
  namespace: Uint8Array<ArrayBuffer>;
  flags: Uint8Array<ArrayBuffer>;
  name: Int32Array<ArrayBuffer>;
  from: Int32Array<ArrayBuffer>;
  to: Int32Array<ArrayBuffer>;
  parent: Int32Array<ArrayBuffer>;
  first: Int32Array<ArrayBuffer>;
  last: Int32Array<ArrayBuffer>;
  next: Int32Array<ArrayBuffer>;
  previous: Int32Array<ArrayBuffer>;
  attributeCount = 0;
  attributeName: Int32Array<ArrayBuffer>;
  attributeFrom: Int32Array<ArrayBuffer>;
  attributeTo: Int32Array<ArrayBuffer>;
  private size: number;

  constructor(source: string) {
    const size = estimateNodeCount(source);
    this.size = size;
    this.tag = new Uint8Array(size);
    this.namespace = new Uint8Array(size);
    this.flags = new Uint8Array(size);
    this.name = new Int32Array(size);
    this.from = new Int32Array(size);
    this.to = new Int32Array(size);
    this.parent = new Int32Array(size);
    this.first = new Int32Array(size);
    this.last = new Int32Array(size);
    this.next = new Int32Array(size);
    this.previous = new Int32Array(size);
    this.attributeName = new Int32Array(size);
    this.attributeFrom = new Int32Array(size);
    this.attributeTo = new Int32Array(size);
    this.tag[0] = tag.document;
    for (const links of [this.parent, this.first, this.last, this.next, this.previous]) links[0] = -1;
  }

  /** Creates a node without a parent. */
  create(tagId: number, name: number, space: number, from: number, to: number): number {
    if (this.count === this.size) this.growNodes();
    const node = this.count++;
    this.tag[node] = tagId;
    this.name[node] = name;
    this.namespace[node] = space;
    this.from[node] = from;
    this.to[node] = to;
    this.parent[node] = -1;
    this.first[node] = -1;
    this.last[node] = -1;
    this.next[node] = -1;
    this.previous[node] = -1;
    return node;
  }

  /** Adds a row to the attribute columns. */
  addAttribute(name: number, from: number, to: number): void {
    const row = this.attributeCount++;
    if (row === this.attributeName.length) {
      this.attributeName = growColumn(this.attributeName, row * 2);
      this.attributeFrom = growColumn(this.attributeFrom, row * 2);
      this.attributeTo = growColumn(this.attributeTo, row * 2);
    }
    this.attributeName[row] = name;
    this.attributeFrom[row] = from;
    this.attributeTo[row] = to;
  }

  /** Makes `node` the last child of `parent`. */
  append(parent: number, node: number): void {
    const last = integerAt(this.last, parent);
    this.parent[node] = parent;
    this.previous[node] = last;
    this.next[node] = -1;
    if (last === -1) this.first[parent] = node;
    else this.next[last] = node;
    this.last[parent] = node;
  }

  /** Inserts `node` before `sibling`. */
  insertBefore(sibling: number, node: number): void {
    const parent = integerAt(this.parent, sibling);
    const previous = integerAt(this.previous, sibling);
    this.parent[node] = parent;
    this.next[node] = sibling;
    this.previous[node] = previous;
    this.previous[sibling] = node;
    if (previous === -1) this.first[parent] = node;
    else this.next[previous] = node;
  }

  /** Removes `node` from its parent. */
  detach(node: number): void {
    const parent = integerAt(this.parent, node);
    if (parent === -1) return;
    const previous = integerAt(this.previous, node);
    const next = integerAt(this.next, node);
    if (previous === -1) this.first[parent] = next;
    else this.next[previous] = next;
    if (next === -1) this.last[parent] = previous;
    else this.previous[next] = previous;
    this.parent[node] = -1;
    this.previous[node] = -1;
    this.next[node] = -1;
  }

  /** Moves all children of one node to the end of another one. */
  moveChildren(source: number, target: number): void {
    let child = integerAt(this.first, source);
    while (child !== -1) {
      const next = integerAt(this.next, child);
      this.append(target, child);
      child = next;
    }
    this.first[source] = -1;
    this.last[source] = -1;
  }

  private growNodes(): void {
    const size = this.size * 2;
    this.size = size;
    this.tag = growColumn(this.tag, size);
    this.namespace = growColumn(this.namespace, size);
    this.flags = growColumn(this.flags, size);
    this.name = growColumn(this.name, size);
    this.from = growColumn(this.from, size);
    this.to = growColumn(this.to, size);
    this.parent = growColumn(this.parent, size);
    this.first = growColumn(this.first, size);
    this.last = growColumn(this.last, size);
    this.next = growColumn(this.next, size);
    this.previous = growColumn(this.previous, size);
  }

  /**
   * Returns the finished document with its attached nodes in document order. Converts one column after the other to limit
   * memory use; the store is invalid afterwards.
   */
  toTree(source: string, names: NameTable, attributeNames: NameTable): Tree {
    const order = this.documentOrder();
    const count = order === null ? this.count : order.length;
    this.next = emptyColumn;
    this.first = emptyColumn;
    if (order !== null) this.remapParents(order);
    this.parent = reorderColumn(this.parent, order, count);
    const depth = computeDepths(this.parent);
    this.last = emptyColumn;
    this.previous = emptyColumn;
    this.tag = reorderColumn(this.tag, order, count);
    this.namespace = reorderColumn(this.namespace, order, count);
    this.flags = reorderColumn(this.flags, order, count);
    this.name = reorderColumn(this.name, order, count);
    this.from = reorderColumn(this.from, order, count);
    this.to = reorderColumn(this.to, order, count);
    return {
      source,
      count,
      tag: this.tag,
      namespace: this.namespace,
      name: this.name,
      parent: this.parent,
      end: computeEnds(this.parent),
      depth,
      flags: this.flags,
      from: this.from,
      to: this.to,
      attributeName: this.attributeName,
      attributeFrom: this.attributeFrom,
      attributeTo: this.attributeTo,
      attributeValues: new Array(this.attributeCount).fill(undefined),
      classValues: null,
      struckByRules: null,
      names: names.texts,
      attributeNames: attributeNames.texts,
    };
  }

  /** Returns the nodes in document order, or null if they were created in that order. */
  private documentOrder(): Int32Array | null {
    let order: Int32Array | null = null;
    let count = 0;
    let node = 0;
    while (node !== -1) {
      if (order === null && node !== count) order = this.creationOrder(count);
      if (order !== null) order[count] = node;
      count++;
      const child = integerAt(this.first, node);
      if (child !== -1) {
        node = child;
        continue;
      }
      while (node !== -1 && this.next[node] === -1) node = integerAt(this.parent, node);
      if (node !== -1) node = integerAt(this.next, node);
    }
    if (order === null && count < this.count) order = this.creationOrder(count);
    return order === null ? null : order.subarray(0, count);
  }

  /** Returns an order that starts with the first `count` created nodes. */
  private creationOrder(count: number): Int32Array {
    const order = new Int32Array(this.count);
    for (let i = 0; i < count; i++) order[i] = i;
    return order;
  }

  /** Converts `parent` to positions in `order`. */
  private remapParents(order: Int32Array): void {
    // `previous` is no longer needed and holds the new position of each node.
    const positions = this.previous;
    for (let i = 0; i < order.length; i++) positions[integerAt(order, i)] = i;
    for (let i = 1; i < order.length; i++) {
      const node = integerAt(order, i);
      this.parent[node] = integerAt(positions, integerAt(this.parent, node));
    }
  }
}

const emptyColumn = new Int32Array(0);

/** Computes the depths of nodes in document order; nodes below {@link maxDepth} are moved to a higher ancestor. */
function computeDepths(parents: Int32Array): Uint16Array {
  const depth = new Uint16Array(parents.length);
  for (let i = 1; i < parents.length; i++) {
    let parent = integerAt(parents, i);
    if (shortAt(depth, parent) >= maxDepth) {
      parent = integerAt(parents, parent);
      parents[i] = parent;
    }
    depth[i] = shortAt(depth, parent) + 1;
  }
  return depth;
}

/** Computes the node after the last descendant of each node. */
function computeEnds(parents: Int32Array): Int32Array {
  const end = new Int32Array(parents.length);
  for (let i = parents.length - 1; i >= 0; i--) {
    if (end[i] === 0) end[i] = i + 1;
    const parent = integerAt(parents, i);
    if (parent >= 0 && end[parent] === 0) end[parent] = integerAt(end, i);
  }
  return end;
}
