import { maxDepth, type Tree } from '../tree.ts';
import type { NameTable } from './name-table.ts';
import { tag } from './tags.ts';

function grown(column: Int32Array, size: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(size);
  larger.set(column);
  return larger;
}

function grownBytes(column: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(size);
  larger.set(column);
  return larger;
}

/** Nodes while the tree is being built, linked both ways because misnested markup moves them; 0 is the document. */
export class NodeStore {
  count = 1;
  tag: Uint8Array;
  namespace: Uint8Array;
  flags: Uint8Array;
  name: Int32Array;
  from: Int32Array;
  to: Int32Array;
  parent: Int32Array;
  first: Int32Array;
  last: Int32Array;
  next: Int32Array;
  previous: Int32Array;
  attributeCount = 0;
  attributeName: Int32Array;
  attributeFrom: Int32Array;
  attributeTo: Int32Array;
  private size: number;

  constructor(sourceLength: number) {
    const size = 256 + (sourceLength >> 5);
    this.size = size;
    this.tag = new Uint8Array(size);
    this.namespace = new Uint8Array(size);
    this.flags = new Uint8Array(size);
    this.name = new Int32Array(size);
    this.from = new Int32Array(size);
    this.to = new Int32Array(size);
    this.parent = new Int32Array(size).fill(-1);
    this.first = new Int32Array(size).fill(-1);
    this.last = new Int32Array(size).fill(-1);
    this.next = new Int32Array(size).fill(-1);
    this.previous = new Int32Array(size).fill(-1);
    this.attributeName = new Int32Array(size);
    this.attributeFrom = new Int32Array(size);
    this.attributeTo = new Int32Array(size);
    this.tag[0] = tag.document;
  }

  /** A new node without a place. */
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
      this.attributeName = grown(this.attributeName, row * 2);
      this.attributeFrom = grown(this.attributeFrom, row * 2);
      this.attributeTo = grown(this.attributeTo, row * 2);
    }
    this.attributeName[row] = name;
    this.attributeFrom[row] = from;
    this.attributeTo[row] = to;
  }

  /** Makes `node` the last child of `parent`. */
  append(parent: number, node: number): void {
    const last = this.last[parent] as number;
    this.parent[node] = parent;
    this.previous[node] = last;
    this.next[node] = -1;
    if (last === -1) this.first[parent] = node;
    else this.next[last] = node;
    this.last[parent] = node;
  }

  /** Puts `node` right before `sibling`. */
  insertBefore(sibling: number, node: number): void {
    const parent = this.parent[sibling] as number;
    const previous = this.previous[sibling] as number;
    this.parent[node] = parent;
    this.next[node] = sibling;
    this.previous[node] = previous;
    this.previous[sibling] = node;
    if (previous === -1) this.first[parent] = node;
    else this.next[previous] = node;
  }

  /** Takes `node` out of its place. */
  detach(node: number): void {
    const parent = this.parent[node] as number;
    if (parent === -1) return;
    const previous = this.previous[node] as number;
    const next = this.next[node] as number;
    if (previous === -1) this.first[parent] = next;
    else this.next[previous] = next;
    if (next === -1) this.last[parent] = previous;
    else this.previous[next] = previous;
    this.parent[node] = -1;
    this.previous[node] = -1;
    this.next[node] = -1;
  }

  /** Moves all children of one node to the end of another's. */
  moveChildren(source: number, target: number): void {
    let child = this.first[source] as number;
    while (child !== -1) {
      const next = this.next[child] as number;
      this.append(target, child);
      child = next;
    }
    this.first[source] = -1;
    this.last[source] = -1;
  }

  private growNodes(): void {
    const size = this.size * 2;
    this.size = size;
    this.tag = grownBytes(this.tag, size);
    this.namespace = grownBytes(this.namespace, size);
    this.flags = grownBytes(this.flags, size);
    this.name = grown(this.name, size);
    this.from = grown(this.from, size);
    this.to = grown(this.to, size);
    this.parent = grown(this.parent, size);
    this.first = grown(this.first, size);
    this.last = grown(this.last, size);
    this.next = grown(this.next, size);
    this.previous = grown(this.previous, size);
  }

  /** The finished document: nodes that hang on it, in document order. */
  toTree(source: string, names: NameTable, attributeNames: NameTable): Tree {
    const order = this.documentOrder();
    const count = order.length;
    const tree: Tree = {
      source,
      count,
      tag: new Uint8Array(count),
      namespace: new Uint8Array(count),
      name: new Int32Array(count),
      parent: new Int32Array(count),
      end: new Int32Array(count),
      depth: new Uint16Array(count),
      flags: new Uint8Array(count),
      from: new Int32Array(count),
      to: new Int32Array(count),
      attributeName: this.attributeName,
      attributeFrom: this.attributeFrom,
      attributeTo: this.attributeTo,
      names: names.texts,
      attributeNames: attributeNames.texts,
    };
    this.fill(tree, order);
    for (let i = count - 1; i > 0; i--) {
      const parent = tree.parent[i] as number;
      if (tree.end[i] === 0) tree.end[i] = i + 1;
      if (tree.end[parent] === 0) tree.end[parent] = tree.end[i] as number;
    }
    if (tree.end[0] === 0) tree.end[0] = count;
    return tree;
  }

  private documentOrder(): Int32Array {
    const order = new Int32Array(this.count);
    let count = 0;
    let node = 0;
    while (node !== -1) {
      order[count++] = node;
      const child = this.first[node] as number;
      if (child !== -1) {
        node = child;
        continue;
      }
      while (node !== -1 && this.next[node] === -1) node = this.parent[node] as number;
      if (node !== -1) node = this.next[node] as number;
    }
    return order.subarray(0, count);
  }

  private fill(tree: Tree, order: Int32Array): void {
    // `previous` is no longer needed: it now says where each old node went.
    const placeOf = this.previous;
    tree.parent[0] = -1;
    tree.tag[0] = tag.document;
    placeOf[0] = 0;
    for (let i = 1; i < order.length; i++) {
      const node = order[i] as number;
      placeOf[node] = i;
      let parent = placeOf[this.parent[node] as number] as number;
      if ((tree.depth[parent] as number) >= maxDepth) parent = tree.parent[parent] as number;
      tree.parent[i] = parent;
      tree.depth[i] = (tree.depth[parent] as number) + 1;
      tree.tag[i] = this.tag[node] as number;
      tree.namespace[i] = this.namespace[node] as number;
      tree.name[i] = this.name[node] as number;
      tree.flags[i] = this.flags[node] as number;
      tree.from[i] = this.from[node] as number;
      tree.to[i] = this.to[node] as number;
    }
  }
}
