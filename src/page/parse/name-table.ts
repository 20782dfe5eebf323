/** Mixed into every hash, so that a page cannot be written to collide; ids do not depend on it. */
const seed = (Math.random() * 0x7fffffff) | 0;

/** The next state of a name's hash, for one UTF-16 unit already folded to lower case. */
export function hashStep(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193) ^ (hash >>> 15);
}

/** The state of a hash before the first unit. */
export const hashStart: number = 0x811c9dc5 ^ seed;

/** An upper-case ASCII letter in lower case, any other UTF-16 unit as it is. */
export function foldCase(unit: number): number {
  return unit >= 65 && unit <= 90 ? unit + 32 : unit;
}

/** Gives names numbers, ASCII case folded, without making a string for a name seen before. */
export class NameTable {
  /** Spelling by id, lower case. */
  readonly texts: string[];
  private readonly hashes: number[];
  private slots: Int32Array;

  /** A table in which `known[i]` has the id `firstId + i`. */
  constructor(known: readonly string[], firstId: number, base?: NameTable) {
    if (base !== undefined) {
      this.texts = base.texts.slice();
      this.hashes = base.hashes.slice();
      this.slots = base.slots.slice();
      return;
    }
    this.texts = new Array<string>(firstId).fill('');
    this.hashes = new Array<number>(firstId).fill(0);
    this.slots = new Int32Array(1024);
    for (const name of known) {
      let hash = hashStart;
      for (let i = 0; i < name.length; i++) hash = hashStep(hash, name.charCodeAt(i));
      this.idOf(name, 0, name.length, hash);
    }
  }

  /** A table that starts with what this one knows and grows on its own. */
  copy(): NameTable {
    return new NameTable([], 0, this);
  }

  /** The id of the name that stands in `source` from `start` to `end`; `hash` is that of its folded units. */
  idOf(source: string, start: number, end: number, hash: number): number {
    const mask = this.slots.length - 1;
    let slot = hash & mask;
    for (let id = this.slots[slot] as number; id !== 0; id = this.slots[slot] as number) {
      if (this.hashes[id] === hash && isSame(this.texts[id] as string, source, start, end)) return id;
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
      let slot = (this.hashes[id] as number) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = id;
    }
    this.slots = slots;
  }
}

function isSame(known: string, source: string, start: number, end: number): boolean {
  if (known.length !== end - start) return false;
  for (let i = 0; i < known.length; i++) {
    if (foldCase(source.charCodeAt(start + i)) !== known.charCodeAt(i)) return false;
  }
  return true;
}
