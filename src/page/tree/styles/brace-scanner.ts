/** Finds the braces of a style sheet that are outside of strings, in linear time. */
export class BraceScanner {
  private readonly css: string;
  private readonly next = { open: 0, close: 0, double: 0, single: 0 };

  constructor(css: string) {
    this.css = css;
    this.next.open = this.find('{', 0);
    this.next.close = this.find('}', 0);
    this.next.double = this.find('"', 0);
    this.next.single = this.find("'", 0);
  }

  /** Returns the position of the first brace at or after `from`, or the length of the style sheet. Positions must grow. */
  brace(from: number): number {
    const { next } = this;
    let at = from;
    for (;;) {
      if (next.open < at) next.open = this.find('{', at);
      if (next.close < at) next.close = this.find('}', at);
      if (next.double < at) next.double = this.find('"', at);
      if (next.single < at) next.single = this.find("'", at);
      const brace = Math.min(next.open, next.close);
      const quote = Math.min(next.double, next.single);
      if (brace <= quote) return brace;
      at = this.stringEnd(quote);
    }
  }

  private find(text: string, from: number): number {
    const at = this.css.indexOf(text, from);
    return at === -1 ? this.css.length : at;
  }

  /** Returns the position after the string that starts at `quote`; a line break ends a string without a closing quote. */
  private stringEnd(quote: number): number {
    const unit = this.css.charCodeAt(quote);
    let at = quote + 1;
    for (; at < this.css.length; at++) {
      const other = this.css.charCodeAt(at);
      if (other === 92) at++;
      else if (other === unit || other === 10) break;
    }
    return at + 1;
  }
}
