/** Number of digit groups before the last digit of a number. */
const minGroups = 2;
const maxGroups = 8;
const maxGroupLength = 5;

const startBoundary = /(?<![\p{L}\d.,/-])[+(\d]/uy;
const separators = /[\s.\-–/]*/y;
/** An optional extension, not followed by a letter or digit. */
const ending = /(?:\s?(?:x|ext\.?|#)\s?\d{1,6})?(?![\p{L}\d])/uy;

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}

function matchEnd(expression: RegExp, text: string, at: number): number {
  expression.lastIndex = at;
  return expression.test(text) ? expression.lastIndex : -1;
}

/**
 * Finds texts in the form of telephone numbers: `+` or `00`, then two to eight groups of up to five digits with
 * spaces, points, dashes or slashes between them, one more digit, and an extension. Runs in time linear in the
 * length of the text.
 */
export class PhoneShapes {
  readonly #text: string;
  /** States (position and number of groups, as one number) from which no telephone number can be completed. */
  readonly #failed = new Set<number>();

  constructor(text: string) {
    this.#text = text;
  }

  /** Yields the matching texts in order, without overlaps. */
  *all(): Generator<string> {
    const text = this.#text;
    for (let at = 0; at < text.length; ) {
      const end = matchEnd(startBoundary, text, at) === -1 ? -1 : this.#endFrom(at);
      if (end !== -1) yield text.slice(at, end);
      at = end === -1 ? at + 1 : end;
    }
  }

  #endFrom(at: number): number {
    if (this.#text.charAt(at) === '+') return this.#endAfter(at + 1, 0);
    const international = this.#text.startsWith('00', at) ? this.#endAfter(at + 2, 0) : -1;
    return international === -1 ? this.#endAfter(at, 0) : international;
  }

  /**
   * Returns the end of the number whose first `groups` groups end at `at`, or -1. Longer groups are tried
   * first.
   */
  #endAfter(at: number, groups: number): number {
    const state = at * (maxGroups + 1) + groups;
    if (this.#failed.has(state)) return -1;
    let end = groups < maxGroups ? this.#endOfNext(at, groups) : -1;
    if (end === -1 && groups >= minGroups && isDigit(this.#text, at)) {
      end = matchEnd(ending, this.#text, at + 1);
    }
    if (end === -1) this.#failed.add(state);
    return end;
  }

  #endOfNext(at: number, groups: number): number {
    const first = this.#text.charAt(at) === '(' ? at + 1 : at;
    let last = first;
    while (last < first + maxGroupLength && isDigit(this.#text, last)) last += 1;
    for (; last > first; last -= 1) {
      const close = this.#text.charAt(last) === ')' ? last + 1 : last;
      const end = this.#endAfter(matchEnd(separators, this.#text, close), groups + 1);
      if (end !== -1) return end;
    }
    return -1;
  }
}
