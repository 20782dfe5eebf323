import { byteAt, integerAt } from '../../../domain/values/elements.ts';
import { functionWords } from '../../text/function-words.ts';

/** Character classes of UTF-16 code units. */
const unitKind = { space: 0, letter: 1, digit: 2, sentence: 3, comma: 4, currency: 5, other: 6 } as const;

const kinds = new Uint8Array(256).fill(unitKind.other);
for (let unit = 0; unit <= 32; unit++) kinds[unit] = unitKind.space;
kinds[0xa0] = unitKind.space;
for (let unit = 48; unit <= 57; unit++) kinds[unit] = unitKind.digit;
kinds.fill(unitKind.letter, 65, 91).fill(unitKind.letter, 97, 123);
kinds[95] = unitKind.letter;
kinds.fill(unitKind.letter, 0xc0, 0x100);
for (const sign of '.!?') kinds[sign.charCodeAt(0)] = unitKind.sentence;
for (const sign of ',;:') kinds[sign.charCodeAt(0)] = unitKind.comma;
for (const sign of '$£€¥') if (sign.charCodeAt(0) < 256) kinds[sign.charCodeAt(0)] = unitKind.currency;

function unitKindOf(unit: number): number {
  if (unit < 256) return byteAt(kinds, unit);
  if (unit === 0x20ac) return unitKind.currency;
  if (unit === 0x3002 || unit === 0xff01 || unit === 0xff1f) return unitKind.sentence;
  if (unit === 0x3001 || unit === 0xff0c) return unitKind.comma;
  if ((unit >= 0x2000 && unit < 0x2c00) || (unit >= 0x3000 && unit < 0x3040)) return unitKind.other;
  if (unit >= 0xfe00 && unit < 0xff10) return unitKind.other;
  return unitKind.letter;
}

/** Adds one UTF-16 code unit to an FNV-1a hash, which is stable across processes. */
export function updateHash(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193);
}

/** Initial state of {@link updateHash}. */
export const hashStart = 0x811c9dc5 | 0;

/** Distributes the state of a hash over all its bits. */
export function finishHash(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0x45d9f3b);
  return mixed ^ (mixed >>> 16);
}

const stopWordBits = 17;
const isStopWord = new Uint8Array(1 << stopWordBits);
for (const word of functionWords) {
  let hash = hashStart;
  for (let i = 0; i < word.length; i++) hash = updateHash(hash, word.charCodeAt(i));
  isStopWord[finishHash(hash) & ((1 << stopWordBits) - 1)] = 1;
}

/** Words of the title (bit 1) and description (bit 2) of a page, by a short hash. */
export type KnownWordTable = Uint8Array;
const knownWordMask = (1 << 14) - 1;

/** Creates an empty table of known words. */
export function createKnownWordTable(): KnownWordTable {
  return new Uint8Array(knownWordMask + 1);
}

/** Maximum number of words per leaf whose hashes are stored. */
export const maxHashedWords = 8;

/** Counts properties of words, cumulatively over several calls of {@link WordCounter.scan}. */
export class WordCounter {
  words = 0;
  stopWords = 0;
  sentences = 0;
  commas = 0;
  digits = 0;
  capitals = 0;
  allCapitals = 0;
  currency = 0;
  years = 0;
  characters = 0;
  titleWords = 0;
  descriptionWords = 0;
  hash = hashStart;
  endsSentence = 0;
  /** Hashes of the first words. */
  readonly first = new Int32Array(maxHashedWords);

  /** Resets all counts. */
  reset(): void {
    this.words = 0;
    this.stopWords = 0;
    this.sentences = 0;
    this.commas = 0;
    this.digits = 0;
    this.capitals = 0;
    this.allCapitals = 0;
    this.currency = 0;
    this.years = 0;
    this.characters = 0;
    this.titleWords = 0;
    this.descriptionWords = 0;
    this.hash = hashStart;
    this.endsSentence = 0;
  }

  /** Counts the words of `text` from `from` to `to`; a word never spans two calls. */
  scan(text: string, from: number, to: number, knownWordTable: KnownWordTable): void {
    let at = from;
    while (at < to) {
      const unit = text.charCodeAt(at);
      const kind = unitKindOf(unit);
      if (kind === unitKind.letter || kind === unitKind.digit) {
        at = this.word(text, at, to, knownWordTable);
        continue;
      }
      at++;
      if (kind === unitKind.space) continue;
      this.characters++;
      this.endsSentence = 0;
      if (kind === unitKind.sentence) {
        this.sentences++;
        this.endsSentence = 1;
      } else if (kind === unitKind.comma) this.commas++;
      else if (kind === unitKind.currency) this.currency++;
    }
  }

  private word(text: string, start: number, to: number, knownWordTable: KnownWordTable): number {
    const firstUnit = text.charCodeAt(start);
    const isIdeograph = firstUnit >= 0x2e80 && firstUnit < 0xa000;
    let hash = hashStart;
    let at = start;
    let digits = 0;
    let upper = 0;
    for (; at < to; at++) {
      const unit = text.charCodeAt(at);
      const kind = unitKindOf(unit);
      if (kind === unitKind.digit) digits++;
      else if (kind !== unitKind.letter) break;
      if (unit >= 65 && unit <= 90) {
        upper++;
        hash = updateHash(hash, unit + 32);
      } else hash = updateHash(hash, unit);
      // In scripts without spaces, each character is a word.
      if (isIdeograph) {
        at++;
        break;
      }
    }
    this.count(finishHash(hash), firstUnit, at - start, digits, upper, knownWordTable);
    return at;
  }

  private count(
    hash: number,
    firstUnit: number,
    length: number,
    digits: number,
    upper: number,
    knownWordTable: KnownWordTable,
  ): void {
    if (this.words < maxHashedWords) this.first[this.words] = hash;
    this.words++;
    this.characters += length;
    this.endsSentence = 0;
    this.hash = updateHash(this.hash, hash);
    if (isStopWord[hash & ((1 << stopWordBits) - 1)] === 1) this.stopWords++;
    if (digits === length) {
      this.digits++;
      if (length === 4 && (firstUnit === 49 || firstUnit === 50)) this.years++;
    }
    if (firstUnit >= 65 && firstUnit <= 90) {
      this.capitals++;
      if (upper === length && length > 1) this.allCapitals++;
    }
    const bits = byteAt(knownWordTable, hash & knownWordMask);
    if (bits !== 0) {
      this.titleWords += bits & 1;
      this.descriptionWords += bits >> 1;
    }
  }

  /** Adds the words of `text` to a table of known words under `bit` (1 title, 2 description). */
  addKnownWords(text: string, knownWordTable: KnownWordTable, bit: number): void {
    let at = 0;
    while (at < text.length) {
      this.reset();
      const kind = unitKindOf(text.charCodeAt(at));
      if (kind !== unitKind.letter && kind !== unitKind.digit) {
        at++;
        continue;
      }
      at = this.word(text, at, text.length, emptyTable);
      const hash = integerAt(this.first, 0);
      if (isStopWord[hash & ((1 << stopWordBits) - 1)] === 0)
        knownWordTable[hash & knownWordMask] = byteAt(knownWordTable, hash & knownWordMask) | bit;
    }
    this.reset();
  }
}

const emptyTable = createKnownWordTable();
