/** Text allowed between a link's parentheses: a URL with an optional title, or any text. */
export type LinkTarget = 'address' | 'any';

/**
 * Replaces the images and inline links of a Markdown text by their link text. Parentheses in a target may be nested
 * once or escaped. Takes time linear in the length of `markdown`.
 */
export function removeLinkTargets(markdown: string, target: LinkTarget = 'any'): string {
  return replaceLinks(replaceLinks(markdown, target, imageStart), target, linkStart);
}

/** Finds the start of the link whose text ends at `close`, at or after `floor`; -1 if no link ends there. */
type FindStart = (markdown: string, minIndex: number, close: number) => number;

function replaceLinks(markdown: string, target: LinkTarget, findStart: FindStart): string {
  let close = markdown.indexOf('](');
  if (close === -1) return markdown;
  const ends = new TargetEnds(markdown, target);
  let text = '';
  let copiedTo = 0;
  let minIndex = 0;
  for (; close !== -1; close = markdown.indexOf('](', minIndex)) {
    const start = findStart(markdown, minIndex, close);
    const end = start === -1 ? -1 : ends.endFrom(close + 2);
    minIndex = close + 1;
    if (end === -1) continue;
    const textStart = markdown.charAt(start) === '!' ? start + 2 : start + 1;
    text += markdown.slice(copiedTo, start) + markdown.slice(textStart, close);
    copiedTo = end;
    minIndex = end;
  }
  return text + markdown.slice(copiedTo);
}

/** Finds the start of a link; its text contains no brackets. */
function linkStart(markdown: string, minIndex: number, close: number): number {
  for (let at = close - 1; at >= minIndex; at -= 1) {
    const char = markdown.charAt(at);
    if (char === '[') return at;
    if (char === ']') return -1;
  }
  return -1;
}

/** Finds the start of an image; its text contains no closing bracket, and the first of several starts counts. */
function imageStart(markdown: string, minIndex: number, close: number): number {
  let start = -1;
  for (let at = close - 1; at > minIndex; at -= 1) {
    const char = markdown.charAt(at);
    if (char === ']') break;
    if (char === '[' && markdown.charAt(at - 1) === '!') start = at - 1;
  }
  return start;
}

const title = / "[^"\n]*"\)/y;

/** Finds ends of link targets. Stores positions from which no target ends, so that no text is scanned twice. */
class TargetEnds {
  readonly #markdown: string;
  readonly #target: LinkTarget;
  /** 1 at each index outside inner parentheses from which no target ends. */
  #deadEnds: Uint8Array | null = null;

  constructor(markdown: string, target: LinkTarget) {
    this.#markdown = markdown;
    this.#target = target;
  }

  /** Returns the index after the parenthesis that closes the target starting at `from`, or -1. */
  endFrom(from: number): number {
    const visited: number[] = [];
    let at = from;
    while (at !== -1 && at < this.#markdown.length && this.#deadEnds?.[at] !== 1) {
      visited.push(at);
      const char = this.#markdown.charAt(at);
      if (char === ')') return at + 1;
      if (this.#isForbidden(char)) {
        title.lastIndex = at;
        if (title.test(this.#markdown)) return title.lastIndex;
        break;
      }
      at = this.#next(char, at);
    }
    this.#deadEnds ??= new Uint8Array(this.#markdown.length);
    for (const index of visited) this.#deadEnds[index] = 1;
    return -1;
  }

  #isForbidden(char: string): boolean {
    return this.#target === 'address' && /\s/.test(char);
  }

  /**
   * Returns the index after the item at `at`: a character, an escaped one, or an inner pair of parentheses; -1 if it is
   * not closed.
   */
  #next(char: string, at: number): number {
    if (char === '\\') return /./.test(this.#markdown.charAt(at + 1)) ? at + 2 : -1;
    return char === '(' ? this.#innerEnd(at + 1) : at + 1;
  }

  #innerEnd(from: number): number {
    for (let at = from; at < this.#markdown.length; at += 1) {
      const char = this.#markdown.charAt(at);
      if (char === ')') return at + 1;
      if (char === '(' || this.#isForbidden(char)) return -1;
    }
    return -1;
  }
}
