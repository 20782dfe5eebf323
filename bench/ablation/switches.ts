/** A function, a regular expression or a set of words that can be switched off while a page is read. */
export interface Heuristic {
  id: number;
  /** Path of its file below `src`. */
  file: string;
  name: string;
  kind: 'function' | 'pattern' | 'words';
  /** Number of lines of its declaration. */
  lines: number;
}

/**
 * State of the heuristics of this process, which instrumented code reads. At most one is off. `fired` marks the heuristics
 * whose answer was another one than that of a heuristic that is off.
 */
export interface Switches {
  off: number;
  fired: Uint8Array;
  heuristics: Heuristic[];
  /** Milliseconds within each heuristic, with those that it asks, while `isTiming`. */
  times: Float64Array;
  isTiming: boolean;
  pattern(id: number, own: RegExp): RegExp;
  words(id: number, own: Set<unknown>): Set<unknown>;
}

/** Maximum number of heuristics of a process. */
const maxHeuristics = 8_000;

/** A pattern that finds nothing while it is off. */
class SwitchedPattern extends RegExp {
  readonly #id: number;
  readonly #switches: Switches;
  /** The same pattern, for the methods of texts that copy a pattern before they use it. */
  readonly #plain: RegExp;

  constructor(own: RegExp, id: number, switches: Switches) {
    super(own);
    this.#id = id;
    this.#switches = switches;
    this.#plain = own;
  }

  #isOff(): boolean {
    return this.#switches.off === this.#id;
  }

  #fire(): void {
    this.#switches.fired[this.#id] = 1;
  }

  override exec(text: string): RegExpExecArray | null {
    if (this.#isOff()) return null;
    const match = super.exec(text);
    if (match !== null) this.#fire();
    return match;
  }

  override [Symbol.matchAll](text: string): RegExpStringIterator<RegExpExecArray> {
    if (this.#isOff()) return text.matchAll(/(?!)/g) as RegExpStringIterator<RegExpExecArray>;
    this.#fire();
    return text.matchAll(this.#plain) as RegExpStringIterator<RegExpExecArray>;
  }

  override [Symbol.split](text: string, limit?: number): string[] {
    if (this.#isOff()) return [text];
    this.#fire();
    return text.split(this.#plain, limit);
  }
}

/** A set of words that has none of them while it is off. */
class SwitchedWords extends Set<unknown> {
  #id = -1;
  #switches: Switches | null = null;

  bind(id: number, switches: Switches): this {
    this.#id = id;
    this.#switches = switches;
    return this;
  }

  override has(value: unknown): boolean {
    if (this.#switches?.off === this.#id) return false;
    const isIn = super.has(value);
    if (isIn && this.#switches !== null) this.#switches.fired[this.#id] = 1;
    return isIn;
  }
}

/** Returns switches that are all on. */
export function createSwitches(): Switches {
  const switches: Switches = {
    off: -2,
    fired: new Uint8Array(maxHeuristics),
    heuristics: [],
    times: new Float64Array(maxHeuristics),
    isTiming: false,
    pattern: (id, own) => new SwitchedPattern(own, id, switches),
    words: (id, own) => new SwitchedWords(own).bind(id, switches),
  };
  return switches;
}
