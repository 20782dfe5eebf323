import { PNG } from 'pngjs';

const columns = 16;
const rows = 12;
/** Brightness of a cell is one character from 0 to Z. */
const levels = 36;
/** Levels by which a cell may differ: other fonts and other texts of the same length stay below. */
const maxLevelDifference = 4;

/**
 * Returns the mean brightness of each cell of a grid over a picture, as a string. It tells a broken layout, a missing style
 * sheet or a wrong colour scheme from other texts, times and fonts, and is small enough for the repository.
 */
export function toPicturePrint(png: Buffer): string {
  const { width, height, data } = PNG.sync.read(png);
  const sums = new Float64Array(columns * rows);
  const counts = new Uint32Array(columns * rows);
  // Numbers of a Buffer are read quickly only from its typed array.
  const pixels = new Uint8Array(data.buffer, data.byteOffset, data.length);
  const channel = (at: number) => pixels[at] as number;
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor((y * rows) / height);
    for (let x = 0; x < width; x += 1) {
      const cell = row * columns + Math.floor((x * columns) / width);
      const at = (y * width + x) * 4;
      // Luma of ITU-R BT.709.
      const luma = 0.2126 * channel(at) + 0.7152 * channel(at + 1) + 0.0722 * channel(at + 2);
      sums[cell] = (sums[cell] ?? 0) + luma;
      counts[cell] = (counts[cell] ?? 0) + 1;
    }
  }
  return [...sums]
    .map((sum, cell) => Math.min(levels - 1, Math.floor((sum / (counts[cell] || 1) / 256) * levels)))
    .map((level) => level.toString(levels).toUpperCase())
    .join('');
}

/** Returns the share of cells whose brightness differs clearly, from 0 to 1. */
export function comparePicturePrints(one: string, other: string): number {
  const toLevel = (print: string, at: number) => Number.parseInt(print.charAt(at), levels);
  const cells = Array.from({ length: columns * rows }, (_, at) => at);
  const different = cells.filter(
    (at) => !(Math.abs(toLevel(one, at) - toLevel(other, at)) <= maxLevelDifference),
  );
  return different.length / cells.length;
}
