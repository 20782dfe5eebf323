import { byteAt, integerAt, numberAt } from '../../domain/values/elements.ts';
import { maxDepth, namespace } from '../tree/tree.ts';
import type { NameTable } from './names/name-table.ts';
import { boundsButtonScope, causesFostering } from './names/tag-sets.ts';
import { tag } from './names/tags.ts';
import { NodeStore } from './node-store.ts';
import { OpenElements } from './open-elements.ts';

/** Insertion modes (WHATWG HTML 13.2.4.1); "text" and "in table text" are handled within a token. */
export const mode = {
  initial: 0,
  beforeHtml: 1,
  beforeHead: 2,
  inHead: 3,
  inHeadNoscript: 4,
  afterHead: 5,
  inBody: 6,
  inTable: 7,
  inCaption: 8,
  inColumnGroup: 9,
  inTableBody: 10,
  inRow: 11,
  inCell: 12,
  inSelect: 13,
  inSelectInTable: 14,
  inTemplate: 15,
  afterBody: 16,
  inFrameset: 17,
  afterFrameset: 18,
  afterAfterBody: 19,
  afterAfterFrameset: 20,
} as const;

/** Content types that the scanner reads after the start tag of a raw text element. */
export const rawText = { none: 0, references: 1, plain: 2, script: 3, rest: 4 } as const;

/** Marker between scopes in the list of active formatting elements. */
const marker = -1;

/** Maximum number of active formatting elements; older ones are not reconstructed. */
const maxFormatting = 256;

/** Current start or end tag. */
export interface TagToken {
  tag: number;
  name: number;
  /** Range of the attribute columns. */
  from: number;
  to: number;
  selfClosing: boolean;
}

/** State of the tree construction and its common steps. */
export class TreeBuilder {
  readonly source: string;
  readonly names: NameTable;
  readonly store: NodeStore;
  readonly open = new OpenElements();
  readonly token: TagToken = { tag: 0, name: 0, from: 0, to: 0, selfClosing: false };
  mode: number = mode.initial;
  readonly templateModes: number[] = [];
  /** Nodes, and {@link marker} between scopes. */
  activeFormatting: number[] = [];
  head = -1;
  form = -1;
  isQuirksMode = true;
  isFramesetOk = true;
  isFosterParenting = false;
  skipsNewline = false;
  raw: number = rawText.none;
  /** Number of unclosed start tags that were not opened because they exceed the maximum depth. */
  overflow = 0;
  private reconstructBudget: number;

  constructor(source: string, names: NameTable) {
    this.source = source;
    this.names = names;
    this.store = new NodeStore(source);
    this.reconstructBudget = 20_000 + (source.length >> 3);
  }

  /** Inserts a node at the appropriate place for inserting a node (WHATWG HTML 13.2.6.1). */
  insertNode(node: number, target: number = this.open.current): void {
    if (this.isFosterParenting && target !== -1 && causesFostering[byteAt(this.store.tag, target)] === 1) {
      this.insertBeforeTable(node);
    } else {
      this.store.append(target === -1 ? 0 : target, node);
    }
  }

  /** Inserts a node before the innermost open table ("foster parenting"). */
  insertBeforeTable(node: number): void {
    const { nodes, tags } = this.open;
    for (let i = tags.length - 1; i >= 0; i--) {
      if (tags[i] === tag.template) {
        this.store.append(numberAt(nodes, i), node);
        return;
      }
      if (tags[i] !== tag.table) continue;
      const table = numberAt(nodes, i);
      if (this.store.parent[table] !== -1) {
        this.store.insertBefore(table, node);
        return;
      }
      this.store.append(nodes[i - 1] ?? 0, node);
      return;
    }
    this.store.append(nodes[0] ?? 0, node);
  }

  /** Inserts and opens an element for the current token. */
  insert(): number {
    const { token } = this;
    return this.insertElement(token.tag, token.name, namespace.html, token.from, token.to);
  }

  /** Inserts an element for the current token and closes it immediately. */
  insertVoid(): void {
    const { token } = this;
    this.insertNode(this.store.create(token.tag, token.name, namespace.html, token.from, token.to));
  }

  /** Inserts and opens an element without a tag in the source. */
  insertWithoutTag(tagId: number): number {
    return this.insertElement(tagId, tagId, namespace.html, 0, 0);
  }

  /** Inserts and opens an element. */
  insertElement(tagId: number, name: number, namespaceId: number, from: number, to: number): number {
    const node = this.store.create(tagId, name, namespaceId, from, to);
    this.insertNode(node);
    if (this.open.nodes.length >= maxDepth) this.overflow++;
    else this.open.push(node, tagId);
    return node;
  }

  /** Inserts a raw text element, whose content the scanner reads next. */
  insertRaw(kind: number): void {
    this.insertVoid();
    this.raw = kind;
  }

  /** Inserts text of the source at the current place. */
  insertText(start: number, end: number, flags: number): void {
    const node = this.store.create(tag.text, 0, 0, start, end);
    this.store.flags[node] = flags;
    this.insertNode(node);
  }

  /** Inserts the content of the last raw text element. */
  insertRawText(start: number, end: number, flags: number): void {
    const element = this.store.count - 1;
    const node = this.store.create(tag.text, 0, 0, start, end);
    this.store.flags[node] = flags;
    this.store.append(element, node);
  }

  /** Closes a `p` in button scope, if there is one. */
  closeParagraph(): void {
    if (!this.open.hasInScope(tag.p, boundsButtonScope)) return;
    this.open.closeImplied(tag.p);
    this.open.popUntil(tag.p);
  }

  /** Adds an active formatting element; of more than three equal ones, the oldest is removed ("Noah's Ark clause"). */
  pushFormatting(node: number): void {
    if (this.open.current !== node) return;
    let equalCount = 0;
    for (let i = this.activeFormatting.length - 1; i >= 0 && this.activeFormatting[i] !== marker; i--) {
      if (!this.isEqual(numberAt(this.activeFormatting, i), node)) continue;
      if (++equalCount === 3) {
        this.activeFormatting.splice(i, 1);
        break;
      }
    }
    if (this.activeFormatting.length >= maxFormatting) this.activeFormatting.shift();
    this.activeFormatting.push(node);
  }

  pushMarker(): void {
    this.activeFormatting.push(marker);
  }

  clearToMarker(): void {
    while (this.activeFormatting.length > 0 && this.activeFormatting.pop() !== marker);
  }

  removeFormatting(node: number): void {
    const index = this.activeFormatting.lastIndexOf(node);
    if (index !== -1) this.activeFormatting.splice(index, 1);
  }

  /** Returns the last active formatting element of a tag after the last marker, or -1. */
  findActiveFormatting(tagId: number): number {
    for (let i = this.activeFormatting.length - 1; i >= 0; i--) {
      const node = numberAt(this.activeFormatting, i);
      if (node === marker) return -1;
      if (this.store.tag[node] === tagId) return node;
    }
    return -1;
  }

  /** Implements "reconstruct the active formatting elements". */
  reconstructFormatting(): void {
    const list = this.activeFormatting;
    let i = list.length - 1;
    if (i < 0 || this.isMarkerOrOpen(i)) return;
    while (i > 0 && !this.isMarkerOrOpen(i - 1)) i--;
    for (; i < list.length; i++) {
      if (this.reconstructBudget-- <= 0) {
        list.length = 0;
        return;
      }
      list[i] = this.recreate(numberAt(list, i));
    }
  }

  /** Inserts a copy of `node` at the current place. */
  private recreate(node: number): number {
    const { store } = this;
    return this.insertElement(
      byteAt(store.tag, node),
      integerAt(store.name, node),
      namespace.html,
      integerAt(store.from, node),
      integerAt(store.to, node),
    );
  }

  private isMarkerOrOpen(index: number): boolean {
    const node = numberAt(this.activeFormatting, index);
    return node === marker || this.open.nodes.includes(node);
  }

  private isEqual(left: number, other: number): boolean {
    const { store } = this;
    if (store.tag[left] !== store.tag[other]) return false;
    const from = integerAt(store.from, left);
    const otherFrom = integerAt(store.from, other);
    const length = integerAt(store.to, left) - from;
    if (length !== integerAt(store.to, other) - otherFrom) return false;
    if (length > 64) return false;
    for (let i = 0; i < length; i++) {
      if (!this.hasSameAttribute(from + i, otherFrom, length)) return false;
    }
    return true;
  }

  private hasSameAttribute(row: number, otherFrom: number, length: number): boolean {
    const { store, source } = this;
    for (let j = otherFrom; j < otherFrom + length; j++) {
      if (store.attributeName[j] !== store.attributeName[row]) continue;
      const value = source.slice(store.attributeFrom[row], store.attributeTo[row]);
      return value === source.slice(store.attributeFrom[j], store.attributeTo[j]);
    }
    return false;
  }
}
