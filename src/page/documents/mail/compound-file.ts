import { itemAt } from '../../../domain/values/elements.ts';

/** Storage of a compound file: a folder with streams and storages. */
export interface Storage {
  name: string;
  storages: Storage[];
  streams: Map<string, Stream>;
}

/** Stream of a compound file. */
export interface Stream {
  /** Size in bytes, as the directory states it. */
  size: number;
  /** Reads the stream. Throws if it is damaged, or if the streams read so far exceed the limit. */
  read(): Buffer;
}

/** Kinds of entries in a directory ([MS-CFB] 2.6.1). */
const entryKinds = { storage: 1, stream: 2, root: 5 } as const;
const entrySize = 128;
const noEntry = 0xffff_ffff;
/** Greatest number of a sector; greater ones are marks. */
const maxSector = 0xffff_fffa;
/** Maximum number of bytes of all streams that are read. */
const maxReadBytes = 64_000_000;
const maxDepth = 50;
const damaged = 'The compound file is damaged.';

interface Entry {
  name: string;
  kind: number;
  left: number;
  right: number;
  child: number;
  start: number;
  size: number;
}

/** Reads the sectors of a compound file; each chain is at most as long as the file. */
class Sectors {
  readonly miniCutoff: number;
  readonly directoryStart: number;
  private readonly bytes: Buffer;
  private readonly shift: number;
  private readonly table: number[] = [];

  constructor(bytes: Buffer) {
    if (bytes.length < 512) throw new Error(damaged);
    this.bytes = bytes;
    this.shift = bytes.readUInt16LE(30);
    if (this.shift !== 9 && this.shift !== 12) throw new Error(damaged);
    this.directoryStart = bytes.readUInt32LE(48);
    this.miniCutoff = bytes.readUInt32LE(56);
    this.readTable();
  }

  get maxLength(): number {
    return this.bytes.length;
  }

  /** Returns the bytes of a sector; fewer at the end of a file that is cut. */
  sector(number: number): Buffer {
    const at = (number + 1) * 2 ** this.shift;
    return this.bytes.subarray(at, at + 2 ** this.shift);
  }

  /** Returns the first bytes of a chain, at most as many as the file has. Throws if a longer chain is a loop. */
  read(start: number, size: number): Buffer {
    const sectors: Buffer[] = [];
    const max = this.bytes.length >> this.shift;
    const wanted = Math.ceil(size / 2 ** this.shift);
    for (
      let number = start;
      number < maxSector && sectors.length < wanted;
      number = this.table[number] ?? noEntry
    ) {
      if (sectors.length >= max) throw new Error(damaged);
      sectors.push(this.sector(number));
    }
    return Buffer.concat(sectors).subarray(0, size);
  }

  /** Returns the numbers in the chain of the table of small sectors. */
  readMiniTable(): number[] {
    const bytes = this.read(this.bytes.readUInt32LE(60), this.bytes.length);
    return Array.from({ length: bytes.length >> 2 }, (_, index) => bytes.readUInt32LE(index * 4));
  }

  /** Reads the table of chains: its sectors are listed in the header and in a chain of lists ([MS-CFB] 2.5). */
  private readTable(): void {
    const max = this.bytes.length >> this.shift;
    const lists: Buffer[] = [this.bytes.subarray(76, 512)];
    let next = this.bytes.readUInt32LE(68);
    while (next < maxSector && lists.length <= max) {
      const list = this.sector(next);
      if (list.length < 2 ** this.shift) break;
      lists.push(list.subarray(0, -4));
      next = list.readUInt32LE(list.length - 4);
    }
    let count = 0;
    for (const list of lists) {
      for (let at = 0; at + 4 <= list.length; at += 4) {
        const number = list.readUInt32LE(at);
        if (number >= maxSector || count++ > max) continue;
        const sector = this.sector(number);
        for (let place = 0; place + 4 <= sector.length; place += 4)
          this.table.push(sector.readUInt32LE(place));
      }
    }
  }
}

function readEntry(bytes: Buffer, at: number): Entry {
  const nameLength = Math.min(64, Math.max(2, bytes.readUInt16LE(at + 64)));
  return {
    name: bytes.toString('utf16le', at, at + nameLength - 2),
    kind: bytes.readUInt8(at + 66),
    left: bytes.readUInt32LE(at + 68),
    right: bytes.readUInt32LE(at + 72),
    child: bytes.readUInt32LE(at + 76),
    start: bytes.readUInt32LE(at + 116),
    size: bytes.readUInt32LE(at + 120),
  };
}

/** Reads the directory and the streams of a compound file. */
class CompoundFile {
  private readonly sectors: Sectors;
  private readonly entries: Entry[];
  private readonly seen = new Set<number>();
  private readonly miniTable: number[];
  private readonly miniStream: Buffer;
  private remaining = maxReadBytes;

  constructor(bytes: Buffer) {
    this.sectors = new Sectors(bytes);
    const directory = this.sectors.read(this.sectors.directoryStart, bytes.length * 2);
    this.entries = Array.from({ length: Math.floor(directory.length / entrySize) }, (_, index) =>
      readEntry(directory, index * entrySize),
    );
    const [root] = this.entries;
    if (root?.kind !== entryKinds.root) throw new Error(damaged);
    this.miniTable = this.sectors.readMiniTable();
    this.miniStream = this.sectors.read(root.start, root.size);
  }

  root(): Storage {
    return this.storage(0, 0);
  }

  private storage(index: number, depth: number): Storage {
    const { name, child } = itemAt(this.entries, index);
    const storage: Storage = { name, storages: [], streams: new Map() };
    if (depth >= maxDepth) throw new Error('Its storages are nested too deeply.');
    const open = [child];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const entry = this.entries[next];
      // An entry belongs to one storage; another reference to it would be a loop.
      if (entry === undefined || this.seen.has(next)) continue;
      this.seen.add(next);
      if (entry.kind === entryKinds.storage) storage.storages.push(this.storage(next, depth + 1));
      else if (entry.kind === entryKinds.stream) storage.streams.set(entry.name, this.stream(entry));
      open.push(entry.left, entry.right);
    }
    storage.storages.sort((a, b) => (a.name < b.name ? -1 : 1));
    return storage;
  }

  private stream({ start, size }: Entry): Stream {
    return {
      size: Math.min(size, this.sectors.maxLength),
      read: () => {
        const bytes =
          size < this.sectors.miniCutoff ? this.readSmall(start, size) : this.sectors.read(start, size);
        this.remaining -= bytes.length;
        if (this.remaining < 0) throw new Error('Its size exceeds the limit.');
        return bytes;
      },
    };
  }

  private readSmall(start: number, size: number): Buffer {
    const parts: Buffer[] = [];
    const max = Math.ceil(size / 64);
    for (
      let number = start;
      number < maxSector && parts.length < max;
      number = this.miniTable[number] ?? noEntry
    )
      parts.push(this.miniStream.subarray(number * 64, number * 64 + 64));
    return Buffer.concat(parts).subarray(0, size);
  }
}

/** Reads the directory of a compound file ([MS-CFB]). Throws if it is damaged. */
export function readCompoundFile(bytes: Uint8Array): Storage {
  return new CompoundFile(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).root();
}
