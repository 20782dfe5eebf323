import { LongText } from '../long-text.ts';

/** Most levels of quotes and lists that are indented; deeper ones stay at that level. */
const maxNesting = 24;

interface Container {
  prefix: string;
  isTight: boolean;
  /** Whether it was deep enough not to be indented. */
  isFlat: boolean;
}

/** Which of two markers a list has, so that neighbours differ. */
export type ListMarker = 'first' | 'other';

/** Writes blocks one under the other, with the prefixes of the quotes and list items they stand in. */
export class BlockWriter {
  private readonly text = new LongText();
  private prefix = '';
  /** What starts the next line instead of the prefix, when containers were opened and nothing written since. */
  private marker: string | null = null;
  /** The prefix before those containers. */
  private markerBase = '';
  private isTight = false;
  private isNextTight = false;
  private readonly containers: Container[] = [];
  private list: { isOrdered: boolean; marker: ListMarker; length: number; depth: number } | null = null;

  /** UTF-16 units written so far. */
  get length(): number {
    return this.text.length;
  }

  /** All that was written. */
  markdown(): string {
    return this.text.toString();
  }

  /** A whole block of one or more lines. */
  block(markdown: string): void {
    this.separate();
    const first = this.marker ?? this.prefix;
    this.marker = null;
    this.isNextTight = this.isTight;
    if (this.prefix === '') {
      this.text.add(first);
      this.text.add(markdown);
      return;
    }
    let start = first;
    for (let from = 0; ; ) {
      const end = markdown.indexOf('\n', from);
      const line = end === -1 ? markdown.slice(from) : markdown.slice(from, end);
      this.text.add(line === '' ? start.trimEnd() : start + line);
      if (end === -1) return;
      this.text.add('\n');
      start = this.prefix;
      from = end + 1;
    }
  }

  private separate(): void {
    if (this.text.length === 0) return;
    const prefix = this.marker === null ? this.prefix : this.markerBase;
    this.text.add(this.isNextTight ? '\n' : `\n${prefix.trimEnd()}\n`);
  }

  /** Opens a quote or a list item; `marker` starts its first line, `indent` all others. */
  enter(marker: string, indent: string, isTight: boolean): void {
    const isFlat = this.containers.length >= maxNesting;
    this.containers.push({ prefix: this.prefix, isTight: this.isTight, isFlat });
    this.isTight = isTight;
    if (isFlat) return;
    if (this.marker === null) this.markerBase = this.prefix;
    this.marker = (this.marker ?? this.prefix) + marker;
    this.prefix += indent;
  }

  /** Closes what {@link enter} opened; when nothing was written, its marker stands alone. */
  leave(): void {
    const container = this.containers.pop();
    if (container === undefined) return;
    if (this.marker !== null && !container.isFlat) {
      this.separate();
      this.text.add(this.marker.trimEnd());
      this.marker = null;
    }
    this.prefix = container.prefix;
    this.isTight = container.isTight;
    this.isNextTight = this.isTight;
  }

  /** Makes the container opened last leave nothing when nothing was written in it. */
  abandon(): void {
    const container = this.containers.at(-1);
    if (container !== undefined) container.isFlat = true;
    this.marker = null;
  }

  /** Whether a quote or list item was opened and nothing is in it yet. */
  get isAtStart(): boolean {
    return this.marker !== null;
  }

  /** Remembers what marker the list had that was just written whole. */
  endList(isOrdered: boolean, marker: ListMarker): void {
    this.list = { isOrdered, marker, length: this.text.length, depth: this.containers.length };
  }

  /** The marker of a list that stands right before what is written next, or null. */
  lastList(isOrdered: boolean): ListMarker | null {
    const { list } = this;
    const isNext =
      list !== null &&
      this.marker === null &&
      list.isOrdered === isOrdered &&
      list.length === this.text.length &&
      list.depth === this.containers.length;
    return isNext ? list.marker : null;
  }

  /** Whether the next block follows without an empty line. */
  follow(isTight: boolean): void {
    this.isNextTight = isTight;
  }
}
