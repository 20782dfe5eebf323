import { boundsScope, hasImpliedEnd, isHeading } from './tag-sets.ts';
import { tag } from './tags.ts';

/** The stack of open elements (WHATWG HTML 13.2.4.2). */
export class OpenElements {
  readonly nodes: number[] = [];
  readonly tags: number[] = [];
  /** How many elements of a tag are open, so that most searches end before they start. */
  private readonly counts = new Int32Array(256);

  get current(): number {
    return this.nodes.length === 0 ? -1 : (this.nodes[this.nodes.length - 1] as number);
  }

  get currentTag(): number {
    return this.tags.length === 0 ? -1 : (this.tags[this.tags.length - 1] as number);
  }

  push(node: number, tagId: number): void {
    this.nodes.push(node);
    this.tags.push(tagId);
    (this.counts[tagId] as number)++;
  }

  pop(): void {
    this.nodes.pop();
    const tagId = this.tags.pop();
    if (tagId !== undefined) (this.counts[tagId] as number)--;
  }

  insertAt(index: number, node: number, tagId: number): void {
    this.nodes.splice(index, 0, node);
    this.tags.splice(index, 0, tagId);
    (this.counts[tagId] as number)++;
  }

  removeAt(index: number): void {
    (this.counts[this.tags[index] as number] as number)--;
    this.nodes.splice(index, 1);
    this.tags.splice(index, 1);
  }

  remove(node: number): void {
    const index = this.nodes.lastIndexOf(node);
    if (index !== -1) this.removeAt(index);
  }

  /** How many elements of a tag are open. */
  countOf(tagId: number): number {
    return this.counts[tagId] as number;
  }

  /** Pops until `length` elements are left. */
  shorten(length: number): void {
    while (this.nodes.length > length) this.pop();
  }

  /** Whether an element of the tag is open within what `bounds` bounds. */
  hasInScope(tagId: number, bounds: Uint8Array = boundsScope): boolean {
    if (this.counts[tagId] === 0) return false;
    for (let i = this.tags.length - 1; i >= 0; i--) {
      const open = this.tags[i] as number;
      if (open === tagId) return true;
      if (bounds[open] === 1) return false;
    }
    return false;
  }

  hasHeadingInScope(): boolean {
    for (let i = this.tags.length - 1; i >= 0; i--) {
      const open = this.tags[i] as number;
      if (isHeading[open] === 1) return true;
      if (boundsScope[open] === 1) return false;
    }
    return false;
  }

  hasNodeInScope(node: number): boolean {
    for (let i = this.nodes.length - 1; i >= 0; i--) {
      if (this.nodes[i] === node) return true;
      if (boundsScope[this.tags[i] as number] === 1) return false;
    }
    return false;
  }

  /** Pops up to and with the topmost element of the tag. */
  popUntil(tagId: number): void {
    while (this.tags.length > 0) {
      const open = this.currentTag;
      this.pop();
      if (open === tagId) return;
    }
  }

  /** Pops up to and with the topmost element of a set. */
  popUntilOneOf(set: Uint8Array): void {
    while (this.tags.length > 0) {
      const open = this.currentTag;
      this.pop();
      if (set[open] === 1) return;
    }
  }

  /** Pops until the current element is in `context` ("clear the stack back to a table context" and its kin). */
  clearBackTo(context: Uint8Array): void {
    while (this.tags.length > 0 && context[this.currentTag] !== 1) this.pop();
  }

  /** Generates implied end tags, all but one of `except`. */
  closeImplied(except: number = tag.document, set: Uint8Array = hasImpliedEnd): void {
    while (this.tags.length > 0 && set[this.currentTag] === 1 && this.currentTag !== except) this.pop();
  }
}
