/** Deepest nesting that is read. */
const maxDepth = 64;

/** JSON found in a text. */
export interface FoundJson {
  value: unknown;
  /** True when the text is that JSON and nothing else, by the book (RFC 8259). */
  isWhole: boolean;
}

/**
 * The JSON that a model wrote: alone, in prose or a code fence, after its reasoning, with the liberties that models take
 * (trailing commas, comments, single quotes, bare keys, Python's constants), or broken off, in which case the member that
 * was being written is left out. Null when there is no object or list.
 */
export function readJson(text: string): FoundJson | null {
  const plain = parsePlain(text);
  if (plain !== null) return plain;
  // Only an unclosed list of reasons hides what follows; a model that stopped thinking closed it.
  const said = text.replace(/^[\s\S]*<\/think(?:ing)?>/i, '');
  let best: { value: unknown; length: number } | null = null;
  for (let at = nextOpening(said, 0); at >= 0; ) {
    const reader = new LenientReader(said, at);
    const value = reader.read();
    const length = reader.at - at;
    if (!isEmpty(value) && (best === null || length > best.length)) best = { value, length };
    else if (best === null) best = isEmpty(value) && reader.isClosed ? { value, length: 0 } : null;
    at = nextOpening(said, Math.max(reader.at, at + 1));
  }
  return best === null ? null : { value: best.value, isWhole: false };
}

function parsePlain(text: string): FoundJson | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { value, isWhole: true } : null;
  } catch {
    return null;
  }
}

function nextOpening(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 91 || unit === 123) return i;
  }
  return -1;
}

function isEmpty(value: unknown): boolean {
  return typeof value !== 'object' || value === null || Object.keys(value).length === 0;
}

/** What cannot be a value, or was still being written when the text broke off. */
const nothing = Symbol('nothing');

const constants = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['True', true],
  ['False', false],
  ['None', null],
  ['undefined', null],
  ['NaN', null],
]);

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/** Reads one value from `at` on, as far as the text goes; never throws. */
class LenientReader {
  readonly #text: string;
  at: number;
  /** Whether the outermost object or list was closed. */
  isClosed = false;

  constructor(text: string, at: number) {
    this.#text = text;
    this.at = at;
  }

  read(): unknown {
    const value = this.#value(0);
    return value === nothing ? null : value;
  }

  #value(depth: number): unknown {
    this.#skip();
    const first = this.#text[this.at];
    if (first === undefined) return nothing;
    if (depth > maxDepth) return nothing;
    if (first === '{') return this.#object(depth);
    if (first === '[') return this.#list(depth);
    if (first === '"' || first === "'") return this.#string(first);
    return this.#word();
  }

  #object(depth: number): Record<string, unknown> {
    const members: Array<[string, unknown]> = [];
    this.at += 1;
    for (;;) {
      if (this.#isOver('}', depth)) break;
      const before = this.at;
      const key = this.#key();
      this.#skip();
      if (key === nothing || this.#text[this.at] !== ':') {
        if (this.at === before) break;
        continue;
      }
      this.at += 1;
      const value = this.#value(depth + 1);
      if (value === nothing) {
        if (this.at >= this.#text.length) break;
        continue;
      }
      members.push([key as string, value]);
    }
    // Not by assignment, which would let a key called __proto__ be more than a key.
    return Object.fromEntries(members);
  }

  #list(depth: number): unknown[] {
    const items: unknown[] = [];
    this.at += 1;
    while (!this.#isOver(']', depth)) {
      const before = this.at;
      const value = this.#value(depth + 1);
      if (value !== nothing) items.push(value);
      else if (this.at === before) break;
    }
    return items;
  }

  /** Passes separators; says whether the end of this object or list, or of everything, is reached. */
  #isOver(close: string, depth: number): boolean {
    this.#skip();
    while (this.#text[this.at] === ',') {
      this.at += 1;
      this.#skip();
    }
    const unit = this.#text[this.at];
    if (unit === undefined) return true;
    if (unit !== '}' && unit !== ']') return false;
    // The wrong bracket ends this level as well, and is left for the level that it closes.
    if (unit === close) this.at += 1;
    if (depth === 0) {
      this.isClosed = unit === close;
      if (unit !== close) this.at += 1;
    }
    return true;
  }

  #key(): unknown {
    const first = this.#text[this.at];
    if (first === '"' || first === "'") return this.#string(first);
    const match = matchAt(/[\p{L}\p{N}_$.-]+/uy, this.#text, this.at);
    if (match === null) return nothing;
    this.at += match.length;
    return match;
  }

  #string(quote: string): unknown {
    let value = '';
    let i = this.at + 1;
    for (; i < this.#text.length; i++) {
      const character = this.#text[i] as string;
      if (character === quote) {
        this.at = i + 1;
        return value;
      }
      if (character !== '\\') {
        value += character;
        continue;
      }
      i += 1;
      const escaped = this.#text[i] ?? '';
      const hex = escaped === 'u' ? matchAt(/[0-9a-f]{4}/iy, this.#text, i + 1) : null;
      if (hex !== null) {
        value += String.fromCharCode(Number.parseInt(hex, 16));
        i += 4;
      } else value += escapes[escaped] ?? escaped;
    }
    this.at = i;
    return nothing;
  }

  /** A number or a constant; anything else is passed over. */
  #word(): unknown {
    const word = matchAt(/[^\s,:{}[\]"']+/uy, this.#text, this.at);
    if (word === null) return nothing;
    this.at += word.length;
    // The text may go on where it broke off: 12 may have become 1299.
    if (this.at >= this.#text.length) return nothing;
    if (constants.has(word)) return constants.get(word);
    return /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(word) ? Number(word) : nothing;
  }

  #skip(): void {
    for (;;) {
      const space = matchAt(
        /(?:\s|\uFEFF|\/\/[^\n]*|\/\*(?:(?!\*\/)[\s\S])*(?:\*\/)?)+/uy,
        this.#text,
        this.at,
      );
      if (space === null) return;
      this.at += space.length;
    }
  }
}

function matchAt(expression: RegExp, text: string, at: number): string | null {
  expression.lastIndex = at;
  return expression.exec(text)?.[0] ?? null;
}
