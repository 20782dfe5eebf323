import { integerAt, lastOf, numberAt } from '../../domain/values/elements.ts';
import { boundsScope, hasImpliedEnd, isHeading } from './names/tag-sets.ts';
import { tag } from './names/tags.ts';

/** Stack of open elements (WHATWG HTML 13.2.4.2). */
export class OpenElements {
  readonly nodes: number[] = [];
  readonly tags: number[] = [];
  /** Number of open elements by tag, which makes most searches unnecessary. */
  private readonly counts = new Int32Array(256);

  get current(): number {
    return this.nodes.length === 0 ? -1 : lastOf(this.nodes);
  }

  get currentTag(): number {
    return this.tags.length === 0 ? -1 : lastOf(this.tags);
  }

  private addCount(tagId: number, change: number): void {
    this.counts[tagId] = integerAt(this.counts, tagId) + change;
  }

  push(node: number, tagId: number): void {
    this.nodes.push(node);
    this.tags.push(tagId);
    this.addCount(tagId, 1);
  }

  pop(): void {
    this.nodes.pop();
    const tagId = this.tags.pop();
    if (tagId !== undefined) this.addCount(tagId, -1);
  }

  insertAt(index: number, node: number, tagId: number): void {
    this.nodes.splice(index, 0, node);
    this.tags.splice(index, 0, tagId);
    this.addCount(tagId, 1);
  }

  removeAt(index: number): void {
    this.addCount(numberAt(this.tags, index), -1);
    this.nodes.splice(index, 1);
    this.tags.splice(index, 1);
  }

  remove(node: number): void {
    const index = this.nodes.lastIndexOf(node);
    if (index !== -1) this.removeAt(index);
  }

  /** Returns the number of open elements of a tag. */
  countOf(tagId: number): number {
    return integerAt(this.counts, tagId);
  }

  /** Pops elements until `length` remain. */
  truncate(length: number): void {
    while (this.nodes.length > length) this.pop();
  }

  /** Returns true if an element of the tag is open in the scope that `bounds` delimits. */
  hasInScope(tagId: number, bounds: Uint8Array = boundsScope): boolean {
    if (this.counts[tagId] === 0) return false;
    for (let i = this.tags.length - 1; i >= 0; i--) {
      const openTag = numberAt(this.tags, i);
      if (openTag === tagId) return true;
      if (bounds[openTag] === 1) return false;
    }
    return false;
  }

  hasHeadingInScope(): boolean {
    for (let i = this.tags.length - 1; i >= 0; i--) {
      const openTag = numberAt(this.tags, i);
      if (isHeading[openTag] === 1) return true;
      if (boundsScope[openTag] === 1) return false;
    }
    return false;
  }

  hasNodeInScope(node: number): boolean {
    for (let i = this.nodes.length - 1; i >= 0; i--) {
      if (this.nodes[i] === node) return true;
      if (boundsScope[numberAt(this.tags, i)] === 1) return false;
    }
    return false;
  }

  /** Pops elements up to and including the topmost one of the tag. */
  popUntil(tagId: number): void {
    while (this.tags.length > 0) {
      const openTag = this.currentTag;
      this.pop();
      if (openTag === tagId) return;
    }
  }

  /** Pops elements up to and including the topmost one in a set. */
  popUntilOneOf(set: Uint8Array): void {
    while (this.tags.length > 0) {
      const openTag = this.currentTag;
      this.pop();
      if (set[openTag] === 1) return;
    }
  }

  /** Pops elements until the current one is in `context` ("clear the stack back to a table context" and similar). */
  clearBackTo(context: Uint8Array): void {
    while (this.tags.length > 0 && context[this.currentTag] !== 1) this.pop();
  }

  /** Generates implied end tags, except for `except`. */
  closeImplied(except: number = tag.document, set: Uint8Array = hasImpliedEnd): void {
    while (this.tags.length > 0 && set[this.currentTag] === 1 && this.currentTag !== except) this.pop();
  }
}
