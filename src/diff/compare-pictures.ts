import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** What differs between two pictures. */
export interface PictureDifference {
  /** The later picture, pale, with what differs in red: a PNG. */
  picture: Uint8Array;
  /** Share of the pixels that differ, 0 to 1. */
  share: number;
}

/** Pixels of one picture at most: a window of 4,000 by 4,000. */
const mostPixels = 16_000_000;
/** How far colours may be apart and still count as the same. */
const threshold = 0.15;

/** Width and height as a PNG's header tells them (PNG section 11.2.2); null for anything else. */
function sizeOf(bytes: Uint8Array): { width: number; height: number } | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.length < 24 || buffer.readUInt32BE(12) !== 0x49484452) return null;
  return { width: buffer.readUInt32BE(16), height: buffer.readUInt32BE(20) };
}

/** The pixels of a picture on a canvas of at least its size; the rest is transparent. */
function onCanvas({ width, height, data }: PNG, wide: number, high: number): Uint8Array {
  if (width === wide && height === high) return data;
  const canvas = new Uint8Array(wide * high * 4);
  for (let row = 0; row < height; row += 1) {
    canvas.set(data.subarray(row * width * 4, (row + 1) * width * 4), row * wide * 4);
  }
  return canvas;
}

/** Compares two PNGs pixel by pixel, antialiasing left out; null where one is none or too large. */
export function comparePictures(before: Uint8Array, after: Uint8Array): PictureDifference | null {
  const sizes = [sizeOf(before), sizeOf(after)];
  if (sizes.some((size) => size === null || size.width * size.height > mostPixels)) return null;
  const [one, other] = [PNG.sync.read(Buffer.from(before)), PNG.sync.read(Buffer.from(after))];
  const wide = Math.max(one.width, other.width);
  const high = Math.max(one.height, other.height);
  if (wide * high > mostPixels) return null;
  const drawn = new PNG({ width: wide, height: high });
  const [old, now] = [onCanvas(one, wide, high), onCanvas(other, wide, high)];
  const differing = pixelmatch(old, now, drawn.data, wide, high, { threshold });
  return { picture: PNG.sync.write(drawn), share: differing / (wide * high) };
}
