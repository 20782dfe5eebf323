import { byteAt, integerAt } from '../../domain/values/elements.ts';
import type { ConceptWords } from './concept-words.ts';
import { characterClass, classOfCodeUnit, classOfMathematicalLetter } from './fold-letters.ts';

/** Distance between two words that follow each other. A character of a script without spaces counts 1. */
export const wordDistance = 2;
/** Additional distance over the end of a sentence or block. */
const sentenceDistance = 6;
/** Length of a run of single letters from which on they are read as spaced words. */
const minSpacedLetters = 8;
const maxWordLength = 40;

/** Words of a text that belong to concepts, in their order. */
export interface FoundWords {
  count: number;
  /** Number of each word in {@link ConceptWords}. */
  word: Int32Array;
  /** Position of each word; see {@link wordDistance}. */
  position: Int32Array;
  /** Indexes of the first code unit of each word, and of the one after its end. */
  from: Int32Array;
  to: Int32Array;
}

function grow(column: Int32Array): Int32Array {
  const larger = new Int32Array(column.length * 2);
  larger.set(column);
  return larger;
}

/** Returns true for a character that starts a block at the start of a line: a blank line, list, heading, table or quote. */
function startsBlock(code: number): boolean {
  return code === 10 || code === 45 || code === 42 || code === 35 || code === 124 || code === 62;
}

class WordScanner {
  readonly #words: ConceptWords;
  readonly #text: string;
  readonly #found: FoundWords;
  #position = 0;
  /** Start of the present run of single letters, and its length in letters. */
  #runFrom = 0;
  #runLength = 0;

  constructor(words: ConceptWords, text: string) {
    this.#words = words;
    this.#text = text;
    const column = () => new Int32Array(256);
    this.#found = { count: 0, word: column(), position: column(), from: column(), to: column() };
  }

  scan(): FoundWords {
    const text = this.#text;
    const { length } = text;
    for (let at = 0; at < length; ) {
      const code = text.charCodeAt(at);
      const kind = byteAt(classOfCodeUnit, code);
      if (kind === characterClass.separator) at = code === 0xd835 ? this.#readWord(at) : this.#skip(at, code);
      else if (kind === characterClass.ideographic) this.#readIdeographic(at++, code);
      else at = this.#readWord(at);
    }
    this.#endRun(length);
    return this.#found;
  }

  #add(word: number, from: number, to: number): void {
    const found = this.#found;
    if (found.count === found.word.length) {
      found.word = grow(found.word);
      found.position = grow(found.position);
      found.from = grow(found.from);
      found.to = grow(found.to);
    }
    found.word[found.count] = word;
    found.position[found.count] = this.#position;
    found.from[found.count] = from;
    found.to[found.count] = to;
    found.count++;
  }

  /** Reads a separator; the end of a sentence or block adds distance. */
  #skip(at: number, code: number): number {
    const next = this.#text.charCodeAt(at + 1);
    const isEnd =
      code === 10
        ? startsBlock(next)
        : code === 0x3002 ||
          code === 0xff01 ||
          code === 0xff1f ||
          ((code === 46 || code === 33 || code === 63) && (next <= 32 || Number.isNaN(next)));
    if (isEnd) this.#position += sentenceDistance;
    return at + 1;
  }

  #readIdeographic(at: number, code: number): void {
    this.#position++;
    const entries = this.#words.ideographic.get(code);
    if (entries === undefined) return;
    const entry = entries.find(({ text }) => this.#text.startsWith(text, at));
    if (entry !== undefined) this.#add(entry.word, at, at + entry.text.length);
  }

  /** Reads a word of letters and returns the index after it. */
  #readWord(from: number): number {
    const words = this.#words;
    const text = this.#text;
    let node = 0;
    let isAlive = true;
    let stem = 0;
    let at = from;
    for (; at < text.length; at++) {
      let kind = byteAt(classOfCodeUnit, text.charCodeAt(at));
      if (kind === characterClass.ignored) continue;
      if (kind === characterClass.separator) {
        kind = this.#mathematicalClass(at);
        if (kind === characterClass.separator) break;
        at++;
      } else if (kind === characterClass.ideographic) break;
      if (!isAlive) continue;
      node = words.step(node, kind);
      isAlive = node !== 0;
      if (isAlive) stem = words.stemAt(node) || stem;
    }
    this.#position += wordDistance;
    if (at === from + 1) this.#continueRun(from);
    else if (this.#runLength > 0) this.#endRun(from);
    const word = (isAlive && words.wordAt(node)) || stem;
    if (word !== 0) this.#add(word, from, at);
    return text.charCodeAt(at) === 58 && text.startsWith('://', at) ? this.#endOfUrl(at) : Math.max(at, from + 1);
  }

  /** Words of URLs are no text. */
  #endOfUrl(from: number): number {
    let at = from;
    for (; at < this.#text.length; at++) {
      const code = this.#text.charCodeAt(at);
      if (code <= 32 || code === 41 || code === 62 || code === 34) break;
    }
    return at;
  }

  #mathematicalClass(at: number): number {
    if (this.#text.charCodeAt(at) !== 0xd835) return characterClass.separator;
    return byteAt(classOfMathematicalLetter, this.#text.charCodeAt(at + 1) & 0x3ff);
  }

  #continueRun(from: number): void {
    if (this.#runLength === 0) this.#runFrom = from;
    this.#runLength++;
  }

  /** Reads a run of single letters as the words that they spell. */
  #endRun(to: number): void {
    if (this.#runLength >= minSpacedLetters) this.#readSpacedLetters(this.#runFrom, to);
    this.#runLength = 0;
  }

  #readSpacedLetters(from: number, to: number): void {
    const offsets: number[] = [];
    for (let at = from; at < to; at++)
      if (byteAt(classOfCodeUnit, this.#text.charCodeAt(at)) !== characterClass.separator) offsets.push(at);
    for (let first = 0; first < offsets.length; ) {
      const [word, length] = this.#longestWord(offsets, first);
      if (word !== 0) {
        this.#position += wordDistance;
        this.#add(word, offsets[first] ?? from, (offsets[first + length - 1] ?? from) + 1);
      }
      first += length;
    }
  }

  /** Returns the longest word that the letters from `first` spell, and its length; 0 and 1 if there is none. */
  #longestWord(offsets: readonly number[], first: number): [word: number, length: number] {
    let node = 0;
    let found: [number, number] = [0, 1];
    for (let at = first; at < offsets.length && at < first + maxWordLength; at++) {
      node = this.#words.step(node, byteAt(classOfCodeUnit, this.#text.charCodeAt(offsets[at] ?? 0)));
      if (node === 0) break;
      const word = this.#words.wordAt(node);
      if (word !== 0) found = [word, at - first + 1];
    }
    return found;
  }
}

/** Returns the words of a text that belong to concepts. Takes linear time. */
export function scanWords(words: ConceptWords, text: string): FoundWords {
  return new WordScanner(words, text).scan();
}

/** Returns the distance between the starts of two found words. */
export function distanceBetween(found: FoundWords, one: number, other: number): number {
  return Math.abs(integerAt(found.position, other) - integerAt(found.position, one));
}
