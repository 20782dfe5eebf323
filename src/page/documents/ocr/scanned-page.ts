import { type Matrix, multiplyMatrices, toMatrix } from '../pdf/pdf-matrix.ts';
import { coverOf, type PageSize, type PixelImage, type PlacedImage } from './page-raster.ts';
import type { Pdf, PdfDecoder } from './pdf-decoder.ts';

type Page = Awaited<ReturnType<Pdf['getPage']>>;

/** Minimum share of a page that its images cover if it is a scan. */
const minCover = 0.5;
/** Maximum number of images of a page that are drawn. */
const maxImages = 500;

/** An image operator: its matrix and the name or data of its image. */
interface ImageOperator {
  matrix: Matrix;
  source: unknown;
  isStencil: boolean;
}

/** Images of a page that is a scan, and its size. */
export interface ScannedPage {
  size: PageSize;
  images: PlacedImage[];
}

type Operators = PdfDecoder['operators'];

/** Returns the image operators of a page, with the matrices from the unit square to points from the top left corner. */
function findImageOperators(
  { fnArray, argsArray }: { fnArray: readonly number[]; argsArray: readonly unknown[] },
  ops: Operators,
  base: Matrix,
): ImageOperator[] {
  let matrix = base;
  const saved: Matrix[] = [];
  const found: ImageOperator[] = [];
  for (const [at, operator] of fnArray.entries()) {
    const args = (argsArray[at] ?? []) as ArrayLike<unknown>;
    switch (operator) {
      case ops.save:
        saved.push(matrix);
        break;
      case ops.paintFormXObjectBegin:
        saved.push(matrix);
        if (args[0] != null) matrix = multiplyMatrices(matrix, toMatrix(args[0] as ArrayLike<number>));
        break;
      case ops.restore:
      case ops.paintFormXObjectEnd:
        matrix = saved.pop() ?? base;
        break;
      case ops.transform:
        matrix = multiplyMatrices(matrix, toMatrix(args as ArrayLike<number>));
        break;
      case ops.paintImageXObject:
      case ops.paintInlineImageXObject:
      case ops.paintImageMaskXObject:
        found.push({ matrix, source: args[0], isStencil: operator === ops.paintImageMaskXObject });
        break;
    }
    if (found.length >= maxImages) break;
  }
  return found;
}

/** Returns an object that PDF.js decoded; null if it could not. */
function getObject(page: Page, name: string): Promise<unknown> {
  const objects: { get(id: string, callback: (value: unknown) => void): unknown } = name.startsWith('g_')
    ? page.commonObjs
    : page.objs;
  return new Promise((resolve) => {
    objects.get(name, resolve);
  });
}

const layouts: Readonly<Record<number, PixelImage['layout']>> = { 1: 'bits', 2: 'rgb', 3: 'rgba' };
const bytesPerPixel = { bits: 1 / 8, stencil: 1 / 8, rgb: 3, rgba: 4 } as const;

/** Returns the pixels of an image as PDF.js decoded them; null for other data. */
function toPixels(value: unknown, isStencil: boolean): PixelImage | null {
  if (typeof value !== 'object' || value === null) return null;
  const { width, height, kind, data } = value as Partial<Record<string, unknown>>;
  if (typeof width !== 'number' || typeof height !== 'number' || !ArrayBuffer.isView(data)) return null;
  const layout = isStencil ? 'stencil' : layouts[Number(kind)];
  if (layout === undefined || data.byteLength < Math.floor(width * height * bytesPerPixel[layout]))
    return null;
  return { width, height, layout, data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength) };
}

async function readPixels(page: Page, { source, isStencil }: ImageOperator): Promise<PixelImage | null> {
  if (typeof source === 'string') return toPixels(await getObject(page, source), isStencil);
  const { data } = (source ?? {}) as { data?: unknown };
  if (typeof data !== 'string') return toPixels(source, isStencil);
  const object = await getObject(page, data);
  const pixels = ArrayBuffer.isView(object) ? object : (object as { data?: unknown } | null)?.data;
  return toPixels({ ...(source as object), data: pixels }, isStencil);
}

/**
 * Returns the images of a page if they cover most of it, otherwise null. Throws if an image cannot be decoded, or has too
 * many pixels.
 */
export async function readScannedPage(
  pdf: Pdf,
  operatorNumbers: Operators,
  number: number,
): Promise<ScannedPage | null> {
  const page = await pdf.getPage(number);
  try {
    const viewport = page.getViewport({ scale: 1 });
    const size = { width: viewport.width, height: viewport.height };
    const list = await page.getOperatorList();
    const operators = findImageOperators(list, operatorNumbers, toMatrix(viewport.transform));
    if (
      coverOf(
        operators.map(({ matrix }) => matrix),
        size,
      ) < minCover
    )
      return null;
    const images: PlacedImage[] = [];
    for (const operator of operators) {
      const image = await readPixels(page, operator);
      if (image !== null) images.push({ matrix: operator.matrix, image });
    }
    if (
      coverOf(
        images.map(({ matrix }) => matrix),
        size,
      ) < minCover
    )
      throw new Error('The images of the page cannot be decoded.');
    return { size, images };
  } finally {
    page.cleanup();
  }
}
