import { functionWords } from '../function-words.ts';

/** Kinds of UTF-16 units below U+0100. */
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

function kindOf(unit: number): number {
  if (unit < 256) return kinds[unit] as number;
  if (unit === 0x20ac) return unitKind.currency;
  if (unit === 0x3002 || unit === 0xff01 || unit === 0xff1f) return unitKind.sentence;
  if (unit === 0x3001 || unit === 0xff0c) return unitKind.comma;
  if ((unit >= 0x2000 && unit < 0x2c00) || (unit >= 0x3000 && unit < 0x3040)) return unitKind.other;
  if (unit >= 0xfe00 && unit < 0xff10) return unitKind.other;
  return unitKind.letter;
}

/** The next state of a hash that is the same in every process, for one UTF-16 unit. */
export function mix(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193);
}

/** The state of {@link mix} before the first unit. */
export const mixStart = 0x811c9dc5 | 0;

/** Spreads the state of a hash over all its bits. */
export function finish(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0x45d9f3b);
  return mixed ^ (mixed >>> 16);
}

const stopBits = 17;
const isStop = new Uint8Array(1 << stopBits);
for (const word of functionWords) {
  let hash = mixStart;
  for (let i = 0; i < word.length; i++) hash = mix(hash, word.charCodeAt(i));
  isStop[finish(hash) & ((1 << stopBits) - 1)] = 1;
}

/** Words of the title and the description of a page by a short hash: bit 1 and bit 2. */
export type KnownWords = Uint8Array;
const knownMask = (1 << 14) - 1;

/** An empty table of known words. */
export function knownWords(): KnownWords {
  return new Uint8Array(knownMask + 1);
}

/** Most words of a leaf whose hashes are kept. */
export const keptWords = 8;

/** What the words of a piece of text are like, counted up over several calls of {@link WordScan.scan}. */
export class WordScan {
  words = 0;
  stops = 0;
  sentences = 0;
  commas = 0;
  digits = 0;
  capitals = 0;
  shouts = 0;
  currency = 0;
  years = 0;
  characters = 0;
  titleWords = 0;
  descriptionWords = 0;
  hash = mixStart;
  endsSentence = 0;
  /** Hashes of the first words. */
  readonly first = new Int32Array(keptWords);

  /** Forgets everything counted. */
  reset(): void {
    this.words = 0;
    this.stops = 0;
    this.sentences = 0;
    this.commas = 0;
    this.digits = 0;
    this.capitals = 0;
    this.shouts = 0;
    this.currency = 0;
    this.years = 0;
    this.characters = 0;
    this.titleWords = 0;
    this.descriptionWords = 0;
    this.hash = mixStart;
    this.endsSentence = 0;
  }

  /** Counts what stands in `text` from `from` to `to`; a word never spans two calls. */
  scan(text: string, from: number, to: number, known: KnownWords): void {
    let at = from;
    while (at < to) {
      const unit = text.charCodeAt(at);
      const kind = kindOf(unit);
      if (kind === unitKind.letter || kind === unitKind.digit) {
        at = this.word(text, at, to, known);
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

  private word(text: string, start: number, to: number, known: KnownWords): number {
    const lead = text.charCodeAt(start);
    const isIdeograph = lead >= 0x2e80 && lead < 0xa000;
    let hash = mixStart;
    let at = start;
    let digits = 0;
    let upper = 0;
    for (; at < to; at++) {
      const unit = text.charCodeAt(at);
      const kind = kindOf(unit);
      if (kind === unitKind.digit) digits++;
      else if (kind !== unitKind.letter) break;
      if (unit >= 65 && unit <= 90) {
        upper++;
        hash = mix(hash, unit + 32);
      } else hash = mix(hash, unit);
      // A script without spaces: a character is a word.
      if (isIdeograph) {
        at++;
        break;
      }
    }
    this.count(finish(hash), lead, at - start, digits, upper, known);
    return at;
  }

  private count(
    hash: number,
    lead: number,
    length: number,
    digits: number,
    upper: number,
    known: KnownWords,
  ): void {
    if (this.words < keptWords) this.first[this.words] = hash;
    this.words++;
    this.characters += length;
    this.endsSentence = 0;
    this.hash = mix(this.hash, hash);
    if (isStop[hash & ((1 << stopBits) - 1)] === 1) this.stops++;
    if (digits === length) {
      this.digits++;
      if (length === 4 && (lead === 49 || lead === 50)) this.years++;
    }
    if (lead >= 65 && lead <= 90) {
      this.capitals++;
      if (upper === length && length > 1) this.shouts++;
    }
    const seen = known[hash & knownMask] as number;
    if (seen !== 0) {
      this.titleWords += seen & 1;
      this.descriptionWords += seen >> 1;
    }
  }

  /** Notes the words of `text` under `bit` (1 title, 2 description) in a table of known words. */
  learn(text: string, known: KnownWords, bit: number): void {
    let at = 0;
    while (at < text.length) {
      this.reset();
      const kind = kindOf(text.charCodeAt(at));
      if (kind !== unitKind.letter && kind !== unitKind.digit) {
        at++;
        continue;
      }
      at = this.word(text, at, text.length, emptyKnown);
      const hash = this.first[0] as number;
      if (isStop[hash & ((1 << stopBits) - 1)] === 0)
        known[hash & knownMask] = (known[hash & knownMask] as number) | bit;
    }
    this.reset();
  }
}

const emptyKnown = knownWords();
