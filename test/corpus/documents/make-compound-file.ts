/** Content of a storage: streams as bytes, storages as objects. */
export interface StorageContent {
  [name: string]: Uint8Array | StorageContent;
}

interface Entry {
  name: string;
  kind: number;
  bytes: Buffer;
  next: number;
  child: number;
}

const sectorSize = 512;
const miniSize = 64;
const miniCutoff = 4096;
const none = 0xffff_ffff;
const endOfChain = 0xffff_fffe;

/** Adds the entries of a storage; the entries of one storage are a list that `next` connects. Returns the first. */
function addEntries(entries: Entry[], content: StorageContent): number {
  let first = none;
  for (const [name, value] of Object.entries(content).toReversed()) {
    const isStream = value instanceof Uint8Array;
    const entry: Entry = {
      name,
      kind: isStream ? 2 : 1,
      bytes: isStream ? Buffer.from(value) : Buffer.alloc(0),
      next: first,
      child: none,
    };
    first = entries.push(entry) - 1;
    if (!isStream) entry.child = addEntries(entries, value);
  }
  return first;
}

function pad(bytes: Buffer, size: number): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((size - (bytes.length % size)) % size)]);
}

/** Creates an OLE compound file ([MS-CFB], version 3) of this content. */
export function makeCompoundFile(content: StorageContent): Buffer {
  const root: Entry = { name: 'Root Entry', kind: 5, bytes: Buffer.alloc(0), next: none, child: none };
  const entries = [root];
  root.child = addEntries(entries, content);
  const chains: number[] = [];
  const sectors: Buffer[] = [];
  /** Adds bytes as a chain of sectors; returns the first. */
  const addChain = (bytes: Buffer): number => {
    if (bytes.length === 0) return endOfChain;
    const start = chains.length;
    const count = Math.ceil(bytes.length / sectorSize);
    for (let at = 0; at < count; at++) chains.push(at === count - 1 ? endOfChain : start + at + 1);
    sectors.push(pad(bytes, sectorSize));
    return start;
  };
  const miniChains: number[] = [];
  const miniParts: Buffer[] = [];
  const starts = entries.map(({ kind, bytes }) => {
    if (kind !== 2 || bytes.length === 0) return endOfChain;
    if (bytes.length >= miniCutoff) return addChain(bytes);
    const start = miniChains.length;
    const count = Math.ceil(bytes.length / miniSize);
    for (let at = 0; at < count; at++) miniChains.push(at === count - 1 ? endOfChain : start + at + 1);
    miniParts.push(pad(bytes, miniSize));
    return start;
  });
  root.bytes = Buffer.concat(miniParts);
  starts[0] = addChain(root.bytes);
  const miniTable = addChain(Buffer.from(Uint32Array.from(miniChains).buffer));
  const directory = addChain(
    Buffer.concat(entries.map((entry, index) => entryBytes(entry, starts[index] ?? none))),
  );
  const tableCount = Math.ceil((chains.length + 8) / (sectorSize / 4));
  const tableStart = chains.length;
  const table = Buffer.alloc(tableCount * sectorSize, 0xff);
  for (const [index, next] of chains.entries()) table.writeUInt32LE(next, index * 4);
  for (let at = 0; at < tableCount; at++) table.writeUInt32LE(0xffff_fffd, (tableStart + at) * 4);
  const header = Buffer.alloc(sectorSize, 0xff);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.fill(0, 8, 76);
  header.writeUInt16LE(3, 26);
  header.writeUInt16LE(0xfffe, 28);
  header.writeUInt16LE(9, 30);
  header.writeUInt16LE(6, 32);
  header.writeUInt32LE(tableCount, 44);
  header.writeUInt32LE(directory, 48);
  header.writeUInt32LE(miniCutoff, 56);
  header.writeUInt32LE(miniTable, 60);
  header.writeUInt32LE(miniChains.length === 0 ? 0 : 1, 64);
  header.writeUInt32LE(endOfChain, 68);
  for (let at = 0; at < tableCount; at++) header.writeUInt32LE(tableStart + at, 76 + at * 4);
  return Buffer.concat([header, ...sectors, table]);
}

function entryBytes({ name, kind, bytes, next, child }: Entry, start: number): Buffer {
  const entry = Buffer.alloc(128);
  entry.write(name, 'utf16le');
  entry.writeUInt16LE(name.length * 2 + 2, 64);
  entry.writeUInt8(kind, 66);
  entry.writeUInt32LE(none, 68);
  entry.writeUInt32LE(next, 72);
  entry.writeUInt32LE(child, 76);
  entry.writeUInt32LE(start, 116);
  entry.writeUInt32LE(bytes.length, 120);
  return entry;
}
