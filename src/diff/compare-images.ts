import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** Visual difference of two images. */
export interface ImageDifference {
  /** PNG of the later image, faded, with differing pixels in red. */
  image: Uint8Array;
  /** Share of the pixels that differ, from 0 to 1. */
  share: number;
}

/** Maximum number of pixels per image, as of 4,000 by 4,000. */
const maxPixels = 16_000_000;
/** Colour distance, from 0 to 1, up to which `pixelmatch` treats two pixels as equal. */
const colorThreshold = 0.15;

/** Reads width and height from a PNG header (PNG section 11.2.2). Returns null for other data. */
function readPngSize(bytes: Uint8Array): { width: number; height: number } | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.length < 24 || buffer.readUInt32BE(12) !== 0x49484452) return null;
  return { width: buffer.readUInt32BE(16), height: buffer.readUInt32BE(20) };
}

/** Returns the pixels of an image on a canvas of the given size; the added area is transparent. */
function padToCanvas({ width, height, data }: PNG, canvasWidth: number, canvasHeight: number): Uint8Array {
  if (width === canvasWidth && height === canvasHeight) return data;
  const canvas = new Uint8Array(canvasWidth * canvasHeight * 4);
  for (let row = 0; row < height; row += 1) {
    canvas.set(data.subarray(row * width * 4, (row + 1) * width * 4), row * canvasWidth * 4);
  }
  return canvas;
}

/** Compares two PNGs pixel by pixel and ignores antialiasing. Returns null if either is not a PNG or is too large. */
export function compareImages(before: Uint8Array, after: Uint8Array): ImageDifference | null {
  const sizes = [readPngSize(before), readPngSize(after)];
  if (sizes.some((size) => size === null || size.width * size.height > maxPixels)) return null;
  const [beforePng, afterPng] = [PNG.sync.read(Buffer.from(before)), PNG.sync.read(Buffer.from(after))];
  const canvasWidth = Math.max(beforePng.width, afterPng.width);
  const canvasHeight = Math.max(beforePng.height, afterPng.height);
  if (canvasWidth * canvasHeight > maxPixels) return null;
  const overlay = new PNG({ width: canvasWidth, height: canvasHeight });
  const [beforePixels, afterPixels] = [
    padToCanvas(beforePng, canvasWidth, canvasHeight),
    padToCanvas(afterPng, canvasWidth, canvasHeight),
  ];
  const differingPixels = pixelmatch(beforePixels, afterPixels, overlay.data, canvasWidth, canvasHeight, {
    threshold: colorThreshold,
  });
  return { image: PNG.sync.write(overlay), share: differingPixels / (canvasWidth * canvasHeight) };
}
