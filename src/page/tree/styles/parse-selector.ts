import { lastOf } from '../../../domain/values/elements.ts';

/** Condition on an attribute of an element; an empty operator tests that it is present. */
export interface AttributeTest {
  name: string;
  operator: string;
  value: string;
}

/** Conditions on one element. */
export interface Compound {
  /** Lower-case element name; empty for any. */
  name: string;
  /** Empty for any. */
  id: string;
  classes: string[];
  attributes: AttributeTest[];
  /** Names of pseudo-classes, without arguments. */
  pseudoClasses: string[];
}

/** Parsed complex selector (Selectors Level 4). */
export interface Selector {
  /** Compounds from left to right; the last one is the subject. */
  compounds: Compound[];
  /** `combinators[i]` stands between `compounds[i]` and `compounds[i + 1]`. */
  combinators: string[];
  specificity: number;
}

const limits = { compounds: 12, selectors: 200 };
const weights = { id: 1_000_000, class: 1000, name: 1 };

/** Returns the selectors of a list; those with pseudo-elements or other syntax than selectors of elements are left out. */
export function parseSelectors(list: string): Selector[] {
  const selectors: Selector[] = [];
  for (const text of splitList(list)) {
    const selector = new SelectorParser(text.trim()).parse();
    if (selector !== null) selectors.push(selector);
    if (selectors.length === limits.selectors) break;
  }
  return selectors;
}

/** Splits a list at commas outside of brackets. */
function splitList(list: string): string[] {
  if (!/[([]/.test(list)) return list.split(',');
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < list.length; at++) {
    const character = list[at];
    if (character === '\\') at++;
    else if (character === '(' || character === '[') depth++;
    else if (character === ')' || character === ']') depth--;
    else if (character === ',' && depth <= 0) {
      parts.push(list.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(list.slice(from));
  return parts;
}

const emptyCompound = (): Compound => ({
  name: '',
  id: '',
  classes: [],
  attributes: [],
  pseudoClasses: [],
});

/** Pseudo-elements that have the syntax of pseudo-classes. */
const oldPseudoElement = /^(?:before|after|first-line|first-letter)$/;
// regex: at most 4,000 characters, between the brackets of a selector
const attributeTest = /^\s*([\w:-]+)\s*(?:([~|^$*]?=)\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))\s*[isIS]?\s*)?$/;

class SelectorParser {
  private readonly text: string;
  private at = 0;
  private readonly selector: Selector = { compounds: [emptyCompound()], combinators: [], specificity: 0 };

  constructor(text: string) {
    this.text = text;
  }

  /** Returns the selector, or null if it is no selector of elements or too long. */
  parse(): Selector | null {
    if (this.text === '') return null;
    while (this.at < this.text.length) if (!this.readPart(this.text[this.at] ?? '')) return null;
    return this.selector;
  }

  /** Reads the part that starts with `character`; returns false if it is not supported. */
  private readPart(character: string): boolean {
    const compound = lastOf(this.selector.compounds);
    if (/[\s>+~]/.test(character)) return this.readCombinator();
    this.at++;
    if (character === '*') return true;
    if (character === '.') return this.add('class', this.readName(), (name) => compound.classes.push(name));
    if (character === '#') return this.add('id', this.readName(), (name) => (compound.id = name));
    if (character === '[') return this.readAttribute(compound);
    if (character === ':') return this.readPseudoClass(compound);
    this.at--;
    return this.add('name', this.readName().toLowerCase(), (name) => (compound.name = name));
  }

  private add(kind: keyof typeof weights, name: string, store: (name: string) => unknown): boolean {
    if (name === '') return false;
    store(name);
    this.selector.specificity += weights[kind];
    return true;
  }

  private readCombinator(): boolean {
    const start = this.at;
    while (this.at < this.text.length && /[\s>+~]/.test(this.text[this.at] ?? '')) this.at++;
    const sign = this.text.slice(start, this.at).trim();
    if (sign.length > 1 || start === 0 || this.at === this.text.length) return false;
    this.selector.combinators.push(sign === '' ? ' ' : sign);
    return this.selector.compounds.push(emptyCompound()) <= limits.compounds;
  }

  private readAttribute(compound: Compound): boolean {
    const end = this.text.indexOf(']', this.at);
    const match = attributeTest.exec(this.text.slice(this.at, end === -1 ? undefined : end));
    if (end === -1 || match === null) return false;
    this.at = end + 1;
    const value = match[3] ?? match[4] ?? match[5] ?? '';
    compound.attributes.push({ name: (match[1] ?? '').toLowerCase(), operator: match[2] ?? '', value });
    this.selector.specificity += weights.class;
    return true;
  }

  private readPseudoClass(compound: Compound): boolean {
    const name = this.readName().toLowerCase();
    if (name === '' || oldPseudoElement.test(name)) return false;
    if (this.text[this.at] === '(') this.skipArguments();
    if (name === 'root') {
      compound.name = 'html';
      this.selector.specificity += weights.class;
      return true;
    }
    return this.add('class', name, () => compound.pseudoClasses.push(name));
  }

  private skipArguments(): void {
    let depth = 0;
    for (; this.at < this.text.length; this.at++) {
      if (this.text[this.at] === '(') depth++;
      else if (this.text[this.at] === ')' && --depth === 0) break;
    }
    this.at++;
  }

  /** Reads an identifier with its escapes (CSS Syntax Level 3, 4.3.12). */
  private readName(): string {
    let name = '';
    while (this.at < this.text.length) {
      const plain = this.plainNameEnd();
      name += this.text.slice(this.at, plain);
      this.at = plain;
      if (this.text[plain] !== '\\') break;
      const escaped = /^\\(?:([\da-f]{1,6})\s?|(.))/is.exec(this.text.slice(plain, plain + 8));
      if (escaped === null) break;
      const code = Number.parseInt(escaped[1] ?? '', 16);
      name += escaped[2] ?? (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd');
      this.at += escaped[0].length;
    }
    return name;
  }

  private plainNameEnd(): number {
    let end = this.at;
    for (; end < this.text.length; end++) {
      const unit = this.text.charCodeAt(end) | 32;
      const isLetter = unit >= 97 && unit <= 122;
      const exact = this.text.charCodeAt(end);
      if (!isLetter && !(exact >= 48 && exact <= 57) && exact !== 45 && exact !== 95 && exact < 128) break;
    }
    return end;
  }
}
