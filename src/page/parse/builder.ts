import { maxDepth, namespace } from '../tree.ts';
import type { NameTable } from './name-table.ts';
import { NodeStore } from './node-store.ts';
import { OpenElements } from './open-elements.ts';
import { boundsButtonScope, causesFostering } from './tag-sets.ts';
import { tag } from './tags.ts';

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

/** What the scanner reads after a start tag before it looks for tags again. */
export const rawText = { none: 0, references: 1, plain: 2, script: 3, rest: 4 } as const;

/** Marks a scope in the list of active formatting elements. */
const marker = -1;

/** Longest list of active formatting elements; older ones stop being reopened. */
const maxFormatting = 256;

/** The start or end tag at hand. */
export interface TagToken {
  tag: number;
  name: number;
  /** Range of the attribute columns. */
  from: number;
  to: number;
  selfClosing: boolean;
}

/** The state of tree construction and its common steps. */
export class Builder {
  readonly source: string;
  readonly names: NameTable;
  readonly store: NodeStore;
  readonly open = new OpenElements();
  readonly token: TagToken = { tag: 0, name: 0, from: 0, to: 0, selfClosing: false };
  mode: number = mode.initial;
  readonly templateModes: number[] = [];
  /** Nodes, and {@link marker} between scopes. */
  formatting: number[] = [];
  head = -1;
  form = -1;
  isQuirky = true;
  isFramesetOk = true;
  isFostering = false;
  skipsNewline = false;
  raw: number = rawText.none;
  /** Start tags beyond the deepest level that were not opened and still wait for their end tags. */
  overflow = 0;
  private reopenBudget: number;

  constructor(source: string, names: NameTable) {
    this.source = source;
    this.names = names;
    this.store = new NodeStore(source);
    this.reopenBudget = 20_000 + (source.length >> 3);
  }

  /** Puts a node where the standard says new nodes go, given the element they are meant for. */
  place(node: number, target: number = this.open.current): void {
    if (this.isFostering && target !== -1 && causesFostering[this.store.tag[target] as number] === 1) {
      this.foster(node);
    } else {
      this.store.append(target === -1 ? 0 : target, node);
    }
  }

  /** Puts a node in front of the innermost open table ("foster parenting"). */
  foster(node: number): void {
    const { nodes, tags } = this.open;
    for (let i = tags.length - 1; i >= 0; i--) {
      if (tags[i] === tag.template) {
        this.store.append(nodes[i] as number, node);
        return;
      }
      if (tags[i] !== tag.table) continue;
      const table = nodes[i] as number;
      if (this.store.parent[table] !== -1) {
        this.store.insertBefore(table, node);
        return;
      }
      this.store.append(nodes[i - 1] ?? 0, node);
      return;
    }
    this.store.append(nodes[0] ?? 0, node);
  }

  /** Inserts an element for the token at hand and opens it. */
  insert(): number {
    const { token } = this;
    return this.insertElement(token.tag, token.name, namespace.html, token.from, token.to);
  }

  /** Inserts an element for the token at hand that has no content. */
  insertVoid(): void {
    const { token } = this;
    this.place(this.store.create(token.tag, token.name, namespace.html, token.from, token.to));
  }

  /** Inserts an element that no tag stands for. */
  insertImplied(tagId: number): number {
    return this.insertElement(tagId, tagId, namespace.html, 0, 0);
  }

  /** Inserts and opens an element. */
  insertElement(tagId: number, name: number, space: number, from: number, to: number): number {
    const node = this.store.create(tagId, name, space, from, to);
    this.place(node);
    if (this.open.nodes.length >= maxDepth) this.overflow++;
    else this.open.push(node, tagId);
    return node;
  }

  /** Inserts a raw text element; the scanner reads its content next. */
  insertRaw(kind: number): void {
    this.insertVoid();
    this.raw = kind;
  }

  /** Inserts text of the source at the current place. */
  insertText(start: number, end: number, flags: number): void {
    const node = this.store.create(tag.text, 0, 0, start, end);
    this.store.flags[node] = flags;
    this.place(node);
  }

  /** Inserts the content of the raw text element that was inserted last. */
  insertRawText(start: number, end: number, flags: number): void {
    const element = this.store.count - 1;
    const node = this.store.create(tag.text, 0, 0, start, end);
    this.store.flags[node] = flags;
    this.store.append(element, node);
  }

  /** Closes the `p` in button scope when there is one. */
  closeParagraph(): void {
    if (!this.open.hasInScope(tag.p, boundsButtonScope)) return;
    this.open.closeImplied(tag.p);
    this.open.popUntil(tag.p);
  }

  /** Adds an element to the active formatting ones; of more than three alike the oldest leaves. */
  pushFormatting(node: number): void {
    if (this.open.current !== node) return;
    let alike = 0;
    for (let i = this.formatting.length - 1; i >= 0 && this.formatting[i] !== marker; i--) {
      if (!this.isAlike(this.formatting[i] as number, node)) continue;
      if (++alike === 3) {
        this.formatting.splice(i, 1);
        break;
      }
    }
    if (this.formatting.length >= maxFormatting) this.formatting.shift();
    this.formatting.push(node);
  }

  pushMarker(): void {
    this.formatting.push(marker);
  }

  clearToMarker(): void {
    while (this.formatting.length > 0 && this.formatting.pop() !== marker);
  }

  removeFormatting(node: number): void {
    const index = this.formatting.lastIndexOf(node);
    if (index !== -1) this.formatting.splice(index, 1);
  }

  /** The latest active formatting element of a tag after the last marker, or -1. */
  formattingOf(tagId: number): number {
    for (let i = this.formatting.length - 1; i >= 0; i--) {
      const node = this.formatting[i] as number;
      if (node === marker) return -1;
      if (this.store.tag[node] === tagId) return node;
    }
    return -1;
  }

  /** Opens again what formatting was cut off ("reconstruct the active formatting elements"). */
  reopenFormatting(): void {
    const list = this.formatting;
    let i = list.length - 1;
    if (i < 0 || this.isMarkerOrOpen(i)) return;
    while (i > 0 && !this.isMarkerOrOpen(i - 1)) i--;
    for (; i < list.length; i++) {
      if (this.reopenBudget-- <= 0) {
        list.length = 0;
        return;
      }
      list[i] = this.reopen(list[i] as number);
    }
  }

  /** A new element like `node`, inserted at the current place. */
  private reopen(node: number): number {
    const { store } = this;
    return this.insertElement(
      store.tag[node] as number,
      store.name[node] as number,
      namespace.html,
      store.from[node] as number,
      store.to[node] as number,
    );
  }

  private isMarkerOrOpen(index: number): boolean {
    const node = this.formatting[index] as number;
    return node === marker || this.open.nodes.includes(node);
  }

  private isAlike(one: number, other: number): boolean {
    const { store } = this;
    if (store.tag[one] !== store.tag[other]) return false;
    const from = store.from[one] as number;
    const otherFrom = store.from[other] as number;
    const length = (store.to[one] as number) - from;
    if (length !== (store.to[other] as number) - otherFrom) return false;
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
