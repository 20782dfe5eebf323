import { byteAt, integerAt, numberAt, shortAt } from '../../domain/values/elements.ts';
import type { ConceptWords } from './concept-words.ts';
import { characterClass, classCount, classOfCodeUnit } from './fold-letters.ts';

/** Distance between two words that follow each other. A character of a script without spaces counts 1. */
export const wordDistance = 2;
/** Additional distance over the end of a sentence or block. */
const sentenceDistance = 6;
/** Length of a run of single letters from which on they are read as spaced words. */
const minSpacedLetters = 8;
/** Length of a word from which on it is read among single letters, and with digits instead of letters. */
const minSpacedWord = 4;
const maxWordLength = 40;

const minColumnLength = 4096;
/** Maximum length of the columns that are kept for the next text. */
const maxKeptWords = 1 << 17;

function grow(column: Int32Array): Int32Array {
  const larger = new Int32Array(column.length * 2);
  larger.set(column);
  return larger;
}

/** Words of a text that belong to concepts, in their order. */
export class FoundWords {
  count = 0;
  /** Number of each word in {@link ConceptWords}. */
  word: Int32Array = new Int32Array(minColumnLength);
  /** Position of each word; see {@link wordDistance}. */
  position: Int32Array = new Int32Array(minColumnLength);
  /** Indexes of the first code unit of each word, and of the one after its end. */
  from: Int32Array = new Int32Array(minColumnLength);
  to: Int32Array = new Int32Array(minColumnLength);
  /** Indexes of brackets and number signs that can start a token of a chat template. */
  marks: number[] = [];

  clear(): void {
    this.count = 0;
    this.marks = [];
    if (this.word.length <= maxKeptWords) return;
    this.word = new Int32Array(minColumnLength);
    this.position = new Int32Array(minColumnLength);
    this.from = new Int32Array(minColumnLength);
    this.to = new Int32Array(minColumnLength);
  }

  add(word: number, position: number, from: number, to: number): void {
    if (this.count === this.word.length) {
      this.word = grow(this.word);
      this.position = grow(this.position);
      this.from = grow(this.from);
      this.to = grow(this.to);
    }
    this.word[this.count] = word;
    this.position[this.count] = position;
    this.from[this.count] = from;
    this.to[this.count] = to;
    this.count++;
  }
}

/** Returns true for a character that starts a block at the start of a line: a blank line, list, heading, table or quote. */
function startsBlock(code: number): boolean {
  return code === 10 || code === 45 || code === 42 || code === 35 || code === 124 || code === 62;
}

function endsSentence(text: string, at: number, code: number): boolean {
  if (code === 0x3002 || code === 0xff01 || code === 0xff1f) return true;
  if (code === 10) return startsBlock(text.charCodeAt(at + 1));
  return (code === 46 || code === 33 || code === 63) && !(text.charCodeAt(at + 1) > 32);
}

/** Returns true if a bracket or number sign can start a token of a chat template. */
function isMark(text: string, at: number, code: number): boolean {
  const next = text.charCodeAt(at + 1);
  if (code === 60)
    return next === 124 || next === 47 || next === 60 || next === 116 || next === 102 || next === 115;
  if (code === 91) return next === 47 || next === 73 || next === 83 || next === 115;
  return code === 35 && next === 35 && text.charCodeAt(at + 2) === 35;
}

/** Returns the index after a URL, whose words are no text. */
function endOfUrl(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= 32 || code === 41 || code === 62 || code === 34) break;
  }
  return at;
}

/** Returns true for the class of a letter or a mark on it. */
function isInWord(kind: number): boolean {
  return kind !== characterClass.separator && kind !== characterClass.ideographic;
}

/** Result of the latest call, whose columns are used again. */
const found = new FoundWords();

/** Maximum length of the column of code units that is kept for the next text. */
const maxKeptUnits = 1 << 19;
let keptUnits = new Uint16Array(1 << 16);

/**
 * Returns the code units of a text and a zero after them, because a column is read faster than a string. The result is valid
 * until the next call.
 */
function codeUnitsOf(text: string): Uint16Array {
  const size = text.length + 1;
  let units = keptUnits;
  if (units.length < size) {
    units = new Uint16Array(Math.max(size, Math.min(size * 2, maxKeptUnits)));
    if (units.length <= maxKeptUnits) keptUnits = units;
  }
  Buffer.from(units.buffer).write(text, 'utf16le');
  units[text.length] = 0;
  return units;
}

/** Returns true for a short word with digits, such as a part of a number: digits replace letters only in longer words. */
function isNumbered(text: string, from: number, to: number): boolean {
  if (to - from >= minSpacedWord) return false;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) return true;
  }
  return false;
}

class WordScanner {
  private readonly words: ConceptWords;
  private readonly text: string;
  private readonly units: Uint16Array;
  private position = 0;
  /** Position after the last end of a sentence. */
  private sentenceStart = 0;
  /** Start of the present run of single letters, and its length in letters. */
  private runFrom = 0;
  private runLength = 0;

  constructor(words: ConceptWords, text: string) {
    this.words = words;
    this.text = text;
    this.units = codeUnitsOf(text);
  }

  scan(): void {
    const { units } = this;
    const { length } = this.text;
    for (let at = 0; at < length; ) {
      const code = shortAt(units, at);
      const kind = byteAt(classOfCodeUnit, code);
      if (kind === characterClass.separator) {
        if (code !== 32) this.readSeparator(at, code);
        at++;
      } else if (kind === characterClass.ideographic) this.readIdeographic(at++, code);
      else at = this.readWord(at, kind);
    }
    if (this.runLength >= minSpacedLetters) this.addSpacedWords(length);
  }

  private readSeparator(at: number, code: number): void {
    if (this.position !== this.sentenceStart && endsSentence(this.text, at, code)) {
      this.position += sentenceDistance;
      this.sentenceStart = this.position;
    }
    if ((code === 60 || code === 91 || code === 35) && isMark(this.text, at, code)) found.marks.push(at);
  }

  private readIdeographic(at: number, code: number): void {
    this.position++;
    const entry = this.words.findIdeographic(this.text, at, code);
    if (entry !== undefined) found.add(entry.word, this.position, at, at + entry.text.length);
  }

  /** Reads a word that starts with a letter of a class, and returns the index after it. */
  private readWord(from: number, first: number): number {
    const { text, units } = this;
    const { next, wordAt, stemAt } = this.words;
    let at = from;
    let kind = first;
    let node = 0;
    let stem = 0;
    // The zero after the text is a separator, so that no index passes the end.
    do {
      node = shortAt(next, node * classCount + kind);
      if (node === 0) break;
      stem = shortAt(stemAt, node) || stem;
      kind = byteAt(classOfCodeUnit, shortAt(units, ++at));
    } while (isInWord(kind));
    // No word of a concept starts with these letters: the rest of the word is skipped.
    while (isInWord(kind)) kind = byteAt(classOfCodeUnit, shortAt(units, ++at));
    this.position += wordDistance;
    if (at === from + 1 || this.runLength !== 0) this.countRun(from, at);
    const word = shortAt(wordAt, node) || stem;
    if (word !== 0 && !isNumbered(text, from, at)) found.add(word, this.position, from, at);
    return shortAt(units, at) === 58 && text.startsWith('://', at) ? endOfUrl(text, at) : at;
  }

  /** Counts single letters that follow each other. */
  private countRun(from: number, to: number): void {
    if (to === from + 1) {
      if (this.runLength === 0) this.runFrom = from;
      this.runLength++;
      return;
    }
    if (this.runLength >= minSpacedLetters) this.addSpacedWords(from);
    this.runLength = 0;
  }

  /** Adds the words that the run of single letters before an index spells. */
  private addSpacedWords(to: number): void {
    const offsets: number[] = [];
    for (let at = this.runFrom; at < to; at++)
      if (isInWord(byteAt(classOfCodeUnit, this.text.charCodeAt(at)))) offsets.push(at);
    for (let first = 0; first < offsets.length; ) {
      const [word, length] = this.longestWord(offsets, first);
      if (length >= minSpacedWord) {
        this.position += wordDistance;
        found.add(word, this.position, numberAt(offsets, first), numberAt(offsets, first + length - 1) + 1);
      }
      first += length;
    }
    this.position += wordDistance;
  }

  /** Returns the longest word that the letters from `first` spell, and its length; 0 and 1 if there is none. */
  private longestWord(offsets: readonly number[], first: number): [word: number, length: number] {
    let node = 0;
    let longest: [number, number] = [0, 1];
    for (let at = first; at < offsets.length && at < first + maxWordLength; at++) {
      const kind = byteAt(classOfCodeUnit, this.text.charCodeAt(numberAt(offsets, at)));
      node = shortAt(this.words.next, node * classCount + kind);
      if (node === 0) break;
      const word = shortAt(this.words.wordAt, node);
      if (word !== 0) longest = [word, at - first + 1];
    }
    return longest;
  }
}

/** Returns the words of a text that belong to concepts; the result is valid until the next call. Takes linear time. */
export function scanWords(words: ConceptWords, text: string): FoundWords {
  found.clear();
  new WordScanner(words, text).scan();
  return found;
}

/** Returns the distance between the starts of a found word and the next one. */
export function distanceToNext(found: FoundWords, index: number): number {
  return integerAt(found.position, index + 1) - integerAt(found.position, index);
}
