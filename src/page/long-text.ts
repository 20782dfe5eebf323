/** UTF-16 units after which what was added is laid end to end. */
const pieceLength = 1 << 12;

/**
 * A text that is added to very often. The engine keeps a sum of strings as a tree with a node for each sum, which for
 * millions of short texts takes many times their room; this lays them end to end now and then.
 */
export class LongText {
  private readonly pieces: string[] = [];
  private tail = '';
  private settled = 0;

  /** UTF-16 units added so far. */
  get length(): number {
    return this.settled + this.tail.length;
  }

  add(text: string): void {
    this.tail += text;
    if (this.tail.length < pieceLength) return;
    this.settled += this.tail.length;
    // To look at a character is what lays a sum end to end.
    this.tail.charCodeAt(0);
    this.pieces.push(this.tail);
    this.tail = '';
  }

  toString(): string {
    return this.pieces.length === 0 ? this.tail : this.pieces.join('') + this.tail;
  }
}
