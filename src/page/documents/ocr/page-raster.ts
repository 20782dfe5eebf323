import { byteAt } from '../../../domain/values/elements.ts';
import type { Matrix } from '../pdf/pdf-matrix.ts';

/** Pixels as PDF.js returns them. */
export interface PixelImage {
  width: number;
  height: number;
  /** One bit for each pixel in rows of whole bytes (1 is white), RGB, RGBA, or a stencil that paints black where bits are 0. */
  layout: 'bits' | 'rgb' | 'rgba' | 'stencil';
  data: Uint8Array;
}

/** An image of a page: the matrix maps the unit square, whose y axis points up, to points from the top left corner of the page. */
export interface PlacedImage {
  matrix: Matrix;
  image: PixelImage;
}

/** Size of a page in points. */
export interface PageSize {
  width: number;
  height: number;
}

/** Grey pixels of a page, one byte each. */
export interface PageRaster {
  width: number;
  height: number;
  data: Uint8Array;
  /** Pixels per point. */
  scale: number;
}

/** Maximum resolution in which a page is drawn, in dots per inch: more does not improve OCR. */
const maxResolution = 300;
/** Maximum number of pixels of a page. */
const maxPixels = 16_000_000;
/** Maximum number of samples for a pixel in each direction. */
const maxSamples = 4;

const pointsPerInch = 72;

/** Returns the box of an image on its page in points, cut to the page. */
function boxOf([a, b, c, d, e, f]: Matrix, { width, height }: PageSize) {
  const xs = [e, e + a, e + c, e + a + c];
  const ys = [f, f + b, f + d, f + b + d];
  return {
    left: Math.max(0, Math.min(...xs)),
    right: Math.min(width, Math.max(...xs)),
    top: Math.max(0, Math.min(...ys)),
    bottom: Math.min(height, Math.max(...ys)),
  };
}

/** Returns the share of a page that images cover: 0 to 1. Images that cover each other count once each. */
export function coverOf(matrices: readonly Matrix[], size: PageSize): number {
  const areas = matrices.map((matrix) => {
    const { left, right, top, bottom } = boxOf(matrix, size);
    return Math.max(0, right - left) * Math.max(0, bottom - top);
  });
  return Math.min(1, areas.reduce((sum, area) => sum + area, 0) / (size.width * size.height));
}

/** Returns the brightness of a pixel; null where a stencil or transparency leaves the pixel as it is. */
function brightnessAt({ width, layout, data }: PixelImage, x: number, y: number): number | null {
  if (layout === 'bits' || layout === 'stencil') {
    const isSet = (byteAt(data, y * ((width + 7) >> 3) + (x >> 3)) >> (7 - (x & 7))) & 1;
    if (layout === 'bits') return isSet * 255;
    return isSet === 1 ? null : 0;
  }
  const size = layout === 'rgb' ? 3 : 4;
  const at = (y * width + x) * size;
  if (size === 4 && byteAt(data, at + 3) < 128) return null;
  // Luma (ITU-R BT.601).
  return (byteAt(data, at) * 77 + byteAt(data, at + 1) * 150 + byteAt(data, at + 2) * 29) >> 8;
}

function invert([a, b, c, d, e, f]: Matrix): Matrix | null {
  const determinant = a * d - b * c;
  if (!Number.isFinite(1 / determinant)) return null;
  return [
    d / determinant,
    -b / determinant,
    -c / determinant,
    a / determinant,
    (c * f - d * e) / determinant,
    (b * e - a * f) / determinant,
  ];
}

function drawImage(raster: PageRaster, { matrix, image }: PlacedImage, size: PageSize): void {
  const inverse = invert(matrix);
  if (inverse === null) return;
  const [a, b, c, d, e, f] = inverse;
  const { scale, width, height } = raster;
  const box = boxOf(matrix, size);
  const perPixel = Math.max(image.width * Math.hypot(a, c), image.height * Math.hypot(b, d)) / scale;
  const samples = Math.min(maxSamples, Math.max(1, Math.round(perPixel)));
  const bottom = Math.min(height, Math.ceil(box.bottom * scale));
  const right = Math.min(width, Math.ceil(box.right * scale));
  for (let y = Math.floor(box.top * scale); y < bottom; y++) {
    for (let x = Math.floor(box.left * scale); x < right; x++) {
      let sum = 0;
      let count = 0;
      for (let part = 0; part < samples * samples; part++) {
        const px = (x + ((part % samples) + 0.5) / samples) / scale;
        const py = (y + (Math.floor(part / samples) + 0.5) / samples) / scale;
        const column = Math.floor((a * px + c * py + e) * image.width);
        const row = Math.floor((1 - (b * px + d * py + f)) * image.height);
        if (column < 0 || row < 0 || column >= image.width || row >= image.height) continue;
        sum += brightnessAt(image, column, row) ?? byteAt(raster.data, y * width + x);
        count++;
      }
      if (count > 0) raster.data[y * width + x] = sum / count;
    }
  }
}

/** Draws the images of a page in grey on white, in their resolution within limits. */
export function drawPage(images: readonly PlacedImage[], size: PageSize): PageRaster {
  const resolutions = images.map(
    ({ matrix: [a, b, c, d], image }) =>
      pointsPerInch * Math.max(image.width / Math.hypot(a, b), image.height / Math.hypot(c, d)),
  );
  const resolution = Math.min(maxResolution, Math.max(1, ...resolutions.filter(Number.isFinite)));
  const scale = Math.min(resolution / pointsPerInch, Math.sqrt(maxPixels / (size.width * size.height)));
  const width = Math.max(1, Math.floor(size.width * scale));
  const height = Math.max(1, Math.floor(size.height * scale));
  const raster: PageRaster = { width, height, data: new Uint8Array(width * height).fill(255), scale };
  for (const image of images) drawImage(raster, image, size);
  return raster;
}

/** Returns a raster as a binary PGM file (Netpbm). */
export function toPgm({ width, height, data }: PageRaster): Uint8Array {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), data]);
}
