import { byteAt, floatAt } from '../../domain/values/elements.ts';

/**
 * A table of words and their vectors: words with similar meanings have similar directions, in every language of the table
 * (bench/meaning/README.md).
 */
export interface WordVectors {
  dimensions: number;
  /** Adds the vector of a word to `sum`. Returns false if the table does not have the word. */
  add(word: string, sum: Float32Array): boolean;
}

const headerBytes = 12;
const encoder = new TextEncoder();

/** Compares a word with the bytes from `from` to `to`, in the order of the table. */
function compareBytes(word: Uint8Array, bytes: Uint8Array, from: number, to: number): number {
  const length = Math.min(word.length, to - from);
  for (let at = 0; at < length; at++) {
    const difference = byteAt(word, at) - byteAt(bytes, from + at);
    if (difference !== 0) return difference;
  }
  return word.length - (to - from);
}

/**
 * Reads a table, in little-endian order: the number of words and of dimensions (32 bits each) and the size of a step (32-bit
 * float); where each word starts (32 bits each) and the last one ends; the words in UTF-8, in the order of their bytes; a
 * signed byte for each word and dimension. The bytes stay as they are: a map of the words would take ten times the memory.
 */
export function readWordVectors(bytes: Uint8Array): WordVectors {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getUint32(0, true);
  const dimensions = view.getUint32(4, true);
  const step = view.getFloat32(8, true);
  const startOf = (index: number) => view.getUint32(headerBytes + index * 4, true);
  const firstWord = headerBytes + (count + 1) * 4;
  const firstVector = firstWord + startOf(count);
  const find = (word: string): number => {
    const searched = encoder.encode(word);
    let low = 0;
    let high = count - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const order = compareBytes(
        searched,
        bytes,
        firstWord + startOf(middle),
        firstWord + startOf(middle + 1),
      );
      if (order === 0) return middle;
      if (order < 0) high = middle - 1;
      else low = middle + 1;
    }
    return -1;
  };
  return {
    dimensions,
    add(word, sum) {
      const index = find(word);
      if (index === -1) return false;
      const from = firstVector + index * dimensions;
      for (let at = 0; at < dimensions; at++) sum[at] = floatAt(sum, at) + view.getInt8(from + at) * step;
      return true;
    },
  };
}
