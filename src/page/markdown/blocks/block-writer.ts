import { TextBuilder } from '../../text/text-builder.ts';

/** Maximum number of nested quotes and lists that are indented; deeper ones are flattened. */
const maxNesting = 24;

interface Container {
  prefix: string;
  isTight: boolean;
  /** True if the container is too deep to be indented. */
  isFlat: boolean;
}

/** Alternating list markers, so that adjacent lists stay separate. */
export type ListMarker = 'first' | 'other';

/** Writes blocks with the prefixes of their quotes and list items. */
export class BlockWriter {
  private readonly text = new TextBuilder();
  private prefix = '';
  /** Start of the next line instead of the prefix, while opened containers are empty. */
  private marker: string | null = null;
  /** Prefix before those containers. */
  private markerBase = '';
  private isTight = false;
  private isNextTight = false;
  private readonly containers: Container[] = [];
  private list: { isOrdered: boolean; marker: ListMarker; length: number; depth: number } | null = null;

  /** Number of UTF-16 code units written. */
  get length(): number {
    return this.text.length;
  }

  /** Returns the text written. */
  markdown(): string {
    return this.text.toString();
  }

  /** Writes a complete block of one or more lines. */
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

  /** Opens a quote or list item; `marker` starts its first line, `indent` the others. */
  enter(marker: string, indent: string, isTight: boolean): void {
    const isFlat = this.containers.length >= maxNesting;
    this.containers.push({ prefix: this.prefix, isTight: this.isTight, isFlat });
    this.isTight = isTight;
    if (isFlat) return;
    if (this.marker === null) this.markerBase = this.prefix;
    this.marker = (this.marker ?? this.prefix) + marker;
    this.prefix += indent;
  }

  /** Closes the container that {@link enter} opened; an empty one leaves its marker. */
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

  /** Discards the marker of the last opened container if it is empty. */
  abandon(): void {
    const container = this.containers.at(-1);
    if (container !== undefined) container.isFlat = true;
    this.marker = null;
  }

  /** True if the current quote or list item is empty. */
  get isAtStart(): boolean {
    return this.marker !== null;
  }

  /** Records the marker of the list that was just written. */
  endList(isOrdered: boolean, marker: ListMarker): void {
    this.list = { isOrdered, marker, length: this.text.length, depth: this.containers.length };
  }

  /** Returns the marker of a list that directly precedes the current position, or null. */
  precedingListMarker(isOrdered: boolean): ListMarker | null {
    const { list } = this;
    const isNext =
      list !== null &&
      this.marker === null &&
      list.isOrdered === isOrdered &&
      list.length === this.text.length &&
      list.depth === this.containers.length;
    return isNext ? list.marker : null;
  }

  /** Sets whether the next block follows without an empty line. */
  setNextTight(isTight: boolean): void {
    this.isNextTight = isTight;
  }
}
