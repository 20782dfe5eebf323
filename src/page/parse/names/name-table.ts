import { integerAt, itemAt, numberAt } from '../../../domain/values/elements.ts';

/** Random hash seed against crafted collisions; ids do not depend on it. */
const seed = (Math.random() * 0x7fffffff) | 0;

/** Adds one lower-case UTF-16 code unit to the hash of a name. */
export function hashStep(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193) ^ (hash >>> 15);
}

/** Initial state of a hash. */
export const hashStart: number = 0x811c9dc5 ^ seed;

/** Converts an upper-case ASCII letter to lower case; other UTF-16 code units are unchanged. */
export function foldCase(unit: number): number {
  return unit >= 65 && unit <= 90 ? unit + 32 : unit;
}

/** Assigns ids to names, ASCII case-insensitively, without allocating strings for known names. */
export class NameTable {
  /** Lower-case names by id. */
  readonly texts: string[];
  private readonly hashes: number[];
  private slots: Int32Array;

  /** Creates a table in which `known[i]` has the id `firstId + i`. */
  constructor(names: readonly string[], firstId: number, base?: NameTable) {
    if (base !== undefined) {
      this.texts = base.texts.slice();
      this.hashes = base.hashes.slice();
      this.slots = base.slots.slice();
      return;
    }
    this.texts = new Array<string>(firstId).fill('');
    this.hashes = new Array<number>(firstId).fill(0);
    this.slots = new Int32Array(1024);
    for (const name of names) {
      let hash = hashStart;
      for (let i = 0; i < name.length; i++) hash = hashStep(hash, name.charCodeAt(i));
      this.idOf(name, 0, name.length, hash);
    }
  }

  /** Returns an independent copy of the table. */
  copy(): NameTable {
    return new NameTable([], 0, this);
  }

  /** Returns the id of the name in `source` from `start` to `end`; `hash` is that of its lower-case code units. */
  idOf(source: string, start: number, end: number, hash: number): number {
    const mask = this.slots.length - 1;
    let slot = hash & mask;
    for (let id = integerAt(this.slots, slot); id !== 0; id = integerAt(this.slots, slot)) {
      if (this.hashes[id] === hash && isSame(itemAt(this.texts, id), source, start, end)) return id;
      slot = (slot + 1) & mask;
    }
    const id = this.texts.length;
    const text = source.slice(start, end).replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
    this.texts.push(text);
    this.hashes.push(hash);
    this.slots[slot] = id;
    if (this.texts.length * 2 > this.slots.length) this.grow();
    return id;
  }

  private grow(): void {
    const slots = new Int32Array(this.slots.length * 2);
    const mask = slots.length - 1;
    for (const id of this.slots) {
      if (id === 0) continue;
      let slot = numberAt(this.hashes, id) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = id;
    }
    this.slots = slots;
  }
}

function isSame(name: string, source: string, start: number, end: number): boolean {
  if (name.length !== end - start) return false;
  for (let i = 0; i < name.length; i++) {
    if (foldCase(source.charCodeAt(start + i)) !== name.charCodeAt(i)) return false;
  }
  return true;
}
