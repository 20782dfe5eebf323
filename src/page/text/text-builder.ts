/** Number of UTF-16 code units after which the tail is flattened. */
const flattenLength = 1 << 12;

/**
 * Builder for long texts from many short parts. V8 keeps concatenated strings as trees with a node per concatenation, which
 * takes many times the memory of the text; this class flattens them regularly.
 */
export class TextBuilder {
  private readonly pieces: string[] = [];
  private tail = '';
  private flattenedLength = 0;

  /** Number of UTF-16 code units added. */
  get length(): number {
    return this.flattenedLength + this.tail.length;
  }

  add(text: string): void {
    this.tail += text;
    if (this.tail.length < flattenLength) return;
    this.flattenedLength += this.tail.length;
    // Reading a character makes V8 flatten the string.
    this.tail.charCodeAt(0);
    this.pieces.push(this.tail);
    this.tail = '';
  }

  toString(): string {
    return this.pieces.length === 0 ? this.tail : this.pieces.join('') + this.tail;
  }
}
