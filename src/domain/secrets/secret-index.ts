import { normalizedString, normalizeText } from './normalized-text.ts';

/** Where a text is shown: the content or the name of a field, or anywhere else. */
export type TextUse = 'text' | 'field';

/** A value in the pool; `start` and `end` are positions in it. */
interface IndexedSecret {
  start: number;
  end: number;
  /** Shortest part that is masked. */
  minPart: number;
}

/** Finds values and their parts in texts. */
export interface SecretIndex {
  /** Adds a value. Parts of an encoded value are masked from eight characters on. */
  add(value: string, kind: 'plain' | 'encoded'): void;
  /** Returns the spans of a text to mask, in order and without overlaps. */
  find(text: string, use: TextUse): [start: number, end: number][];
}

const gramLength = 4;
/** Values that share four characters are all compared up to this number, which bounds the work for one position. */
const maxSharing = 12;
const maxMinPart = 64;
const longValue = 24;
const separator = '\uffff';
/** Number of diagonals that are remembered at once. */
const maxDiagonals = 4_096;

function isLetter(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || unit >= 0xaa;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

function isWordUnit(unit: number | undefined): boolean {
  return unit !== undefined && unit !== 0xffff && (isLetter(unit) || isDigit(unit));
}

/** Returns true if the characters before and after a position belong to the same word of a value. */
function joinsWord(before: number | undefined, after: number | undefined): boolean {
  if (!isWordUnit(before) || !isWordUnit(after)) return false;
  return isDigit(before as number) === isDigit(after as number);
}

function hashAt(units: ArrayLike<number>, at: number): number {
  let hash = 0;
  for (let step = 0; step < gramLength; step += 1) hash = Math.imul(hash, 0x1_0193) ^ (units[at + step] ?? 0);
  return hash;
}

/** A run of a text that equals a part of a value. */
interface Run {
  start: number;
  length: number;
  secret: IndexedSecret;
  /** Position of the part in the pool. */
  poolAt: number;
}

/** Creates an index without values. */
export function createSecretIndex(): SecretIndex {
  let pool = separator;
  const grams = new Map<number, number[]>();
  const secrets: IndexedSecret[] = [];
  /** Index of the value at each position of the pool. */
  const owners: number[] = [-1];
  /** Values of fewer than four characters. */
  const shortValues = new Set<string>();
  const known = new Set<string>();

  function add(value: string, kind: 'plain' | 'encoded'): void {
    const normalized = normalizedString(value);
    if (normalized === '' || known.has(normalized)) return;
    known.add(normalized);
    if (normalized.length < gramLength) {
      shortValues.add(normalized);
      return;
    }
    const start = pool.length;
    // Parts of a long random value occur by chance in identifiers.
    const minParts = kind === 'encoded' || normalized.length >= longValue ? 8 : gramLength;
    const minPart = Math.max(minParts, Math.min(maxMinPart, Math.ceil(normalized.length / 8)));
    secrets.push({ start, end: start + normalized.length, minPart });
    pool += normalized + separator;
    while (owners.length < pool.length) owners.push(secrets.length - 1);
    for (let at = start; at + gramLength <= start + normalized.length; at += 1) {
      const units = [0, 1, 2, 3].map((step) => pool.charCodeAt(at + step));
      const hash = hashAt(units, 0);
      const positions = grams.get(hash);
      if (positions === undefined) grams.set(hash, [at]);
      else if (positions.length < maxSharing) positions.push(at);
    }
  }

  function measure(units: Uint16Array, at: number, poolAt: number, end: number): number {
    let length = 0;
    while (at + length < units.length && poolAt + length < end) {
      if (units[at + length] !== pool.charCodeAt(poolAt + length)) break;
      length += 1;
    }
    return length;
  }

  /** Tells whether a run of other text than a field is a part that is masked. */
  function isMaskedPart(units: Uint16Array, { start, length, secret, poolAt }: Run): boolean {
    if (length >= 8 && 2 * length >= secret.end - secret.start) return true;
    const run = units.subarray(start, start + length);
    const hasSpace = run.includes(32);
    if (!hasSpace && run.some(isDigit) && run.some(isLetter)) return true;
    if (isWordUnit(units[start - 1]) && isWordUnit(units[start])) return false;
    if (isWordUnit(units[start + length]) && isWordUnit(units[start + length - 1])) return false;
    const startsInWord = joinsWord(pool.charCodeAt(poolAt - 1), pool.charCodeAt(poolAt));
    const last = poolAt + length - 1;
    return startsInWord || joinsWord(pool.charCodeAt(last), pool.charCodeAt(last + 1));
  }

  function isMasked(units: Uint16Array, run: Run, use: TextUse): boolean {
    const { length, secret } = run;
    if (length === secret.end - secret.start) return true;
    if (length < secret.minPart) return false;
    return use === 'field' || isMaskedPart(units, run);
  }

  /** Returns the length of a value of two or three characters that stands as a word at the position. */
  function findShort(units: Uint16Array, at: number, use: TextUse): number {
    if (shortValues.size === 0 || isWordUnit(units[at - 1])) return 0;
    const isWhole = (length: number) => use === 'field' && at === 0 && length === units.length;
    for (let length = 3; length > 0; length -= 1) {
      if (at + length > units.length || isWordUnit(units[at + length])) continue;
      if (length < 3 && !isWhole(length)) continue;
      if (shortValues.has(String.fromCharCode(...units.subarray(at, at + length)))) return length;
    }
    return 0;
  }

  /** Returns the length of the longest masked run at a position; 0 if there is none. */
  function findRun(units: Uint16Array, at: number, use: TextUse, measured: Map<number, number>): number {
    let longest = findShort(units, at, use);
    const candidates = at + gramLength <= units.length ? (grams.get(hashAt(units, at)) ?? []) : [];
    for (const poolAt of candidates) {
      const diagonal = poolAt - at;
      const secret = secrets[owners[poolAt] ?? -1];
      if (secret === undefined || (measured.get(diagonal) ?? 0) > at) continue;
      const length = measure(units, at, poolAt, secret.end);
      if (length < gramLength) continue;
      if (measured.size > maxDiagonals) measured.clear();
      measured.set(diagonal, at + length);
      if (length > longest && isMasked(units, { start: at, length, secret, poolAt }, use)) longest = length;
    }
    return longest;
  }

  function find(text: string, use: TextUse): [number, number][] {
    const { units, starts, ends } = normalizeText(text);
    const spans: [number, number][] = [];
    /** End of the run that was already measured on each diagonal, so that no run is measured twice. */
    const measured = new Map<number, number>();
    for (let at = 0; at < units.length; ) {
      const length = findRun(units, at, use, measured);
      if (length > 0) spans.push([starts[at] as number, ends[at + length - 1] as number]);
      at += Math.max(1, length);
    }
    return spans;
  }

  return { add, find };
}
