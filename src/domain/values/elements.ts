/**
 * Typed reads of elements that are known to exist. The compiler types every indexed read as possibly undefined; these
 * accessors return the element type. The index must be in range: outside of it the result is undefined, in spite of its
 * type. There is one accessor for each kind of array, because an accessor that reads several kinds is slow in V8.
 */

/** Returns the element of a list at `index`, which must be in range. */
export function itemAt<Item>(items: readonly Item[], index: number): Item {
  return items[index] as Item;
}

/** Returns the number of a list at `index`, which must be in range. */
export function numberAt(numbers: readonly number[], index: number): number {
  return numbers[index] as number;
}

/** Returns the number of an integer column at `index`, which must be in range. */
export function integerAt(column: Int32Array, index: number): number {
  return column[index] as number;
}

/** Returns the number of a column of unsigned integers at `index`, which must be in range. */
export function unsignedAt(column: Uint32Array, index: number): number {
  return column[index] as number;
}

/** Returns the number of a column of small integers at `index`, which must be in range. */
export function shortAt(column: Uint16Array, index: number): number {
  return column[index] as number;
}

/** Returns the number of a column of single-precision numbers at `index`, which must be in range. */
export function floatAt(column: Float32Array, index: number): number {
  return column[index] as number;
}

/** Returns the byte at `index`, which must be in range. */
export function byteAt(bytes: Uint8Array, index: number): number {
  return bytes[index] as number;
}

/** Returns the signed byte at `index`, which must be in range. */
export function signedByteAt(bytes: Int8Array, index: number): number {
  return bytes[index] as number;
}

/** Returns the number of a column of double-precision numbers at `index`, which must be in range. */
export function doubleAt(column: Float64Array, index: number): number {
  return column[index] as number;
}

/** Returns the last element of a list, which must not be empty. */
export function lastOf<Item>(items: readonly Item[]): Item {
  return items[items.length - 1] as Item;
}

/** Returns the text of a group of a match; the group must take part in every match of the expression. */
export function groupOf(match: RegExpMatchArray, group: number): string {
  return match[group] as string;
}
