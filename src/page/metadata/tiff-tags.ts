/** Tags of a directory (TIFF 6.0, section 8). */
export const tiffTags = { width: 256, height: 257, orientation: 274 };

/** Type of a 16-bit number. */
const shortType = 3;
const entrySize = 12;

function open(bytes: Uint8Array): { view: DataView; isLittleEndian: boolean } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { view, isLittleEndian: bytes[0] === 0x49 };
}

/** Returns the offsets of the directories of a TIFF file, one for each page, at most `limit`; empty if it is damaged. */
export function findTiffPages(bytes: Uint8Array, limit: number): number[] {
  const { view, isLittleEndian } = open(bytes);
  const pages = new Set<number>();
  let pointer = 4;
  while (pages.size < limit && pointer + 4 <= view.byteLength) {
    const directory = view.getUint32(pointer, isLittleEndian);
    // The last page has no next one, and pages that lead back to earlier ones would never end.
    if (directory === 0 || pages.has(directory) || directory + 2 > view.byteLength) break;
    pages.add(directory);
    pointer = directory + 2 + view.getUint16(directory, isLittleEndian) * entrySize;
  }
  return [...pages];
}

/** Returns the first number of each tag of the directory at an offset; empty for offset 0. */
export function readTiffTags(bytes: Uint8Array, directory: number): Map<number, number> {
  const { view, isLittleEndian } = open(bytes);
  const tags = new Map<number, number>();
  if (directory === 0) return tags;
  const entries = view.getUint16(directory, isLittleEndian);
  for (let entry = 0; entry < entries; entry++) {
    const at = directory + 2 + entry * entrySize;
    if (at + entrySize > view.byteLength) break;
    const isShort = view.getUint16(at + 2, isLittleEndian) === shortType;
    const value = isShort ? view.getUint16(at + 8, isLittleEndian) : view.getUint32(at + 8, isLittleEndian);
    tags.set(view.getUint16(at, isLittleEndian), value);
  }
  return tags;
}

/** Returns a copy of a TIFF file that begins with the page whose directory is at an offset. */
export function withFirstTiffPage(bytes: Uint8Array, directory: number): Uint8Array {
  const copy = new Uint8Array(bytes);
  const { view, isLittleEndian } = open(copy);
  view.setUint32(4, directory, isLittleEndian);
  return copy;
}
