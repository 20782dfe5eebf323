import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';

/** A document that is open in PDF.js. */
export type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

/** Opens documents whose images are read. */
export interface PdfDecoder {
  /** Numbers of the operators of pages, by name. */
  operators: Readonly<Record<string, number>>;
  open(bytes: Uint8Array): Promise<Pdf>;
}

/** Part of `pdfjs-dist` in use. */
interface PdfJs {
  OPS: Record<string, number>;
  getDocument(options: object): { promise: Promise<Pdf> };
}

/** Options for documents of which only the images are read. */
const options = (maxPixels: number) => ({
  useSystemFonts: false,
  disableFontFace: true,
  isOffscreenCanvasSupported: false,
  maxImageSize: maxPixels,
  verbosity: 0,
});

/** Classes of browsers that PDF.js needs to load, but not to read images. */
const browserClasses = ['DOMMatrix', 'Path2D', 'ImageData'];

/** Loads PDF.js from the folder of its package, which decodes fax, JBIG2 and JPEG 2000 with WebAssembly files beside it. */
async function loadPackage(folder: string, maxPixels: number): Promise<PdfDecoder> {
  const globals = globalThis as Record<string, unknown>;
  for (const name of browserClasses) globals[name] ??= class {};
  const { href } = pathToFileURL(join(folder, 'legacy', 'build', 'pdf.mjs'));
  const { OPS, getDocument } = (await import(href)) as PdfJs;
  const wasmUrl = join(folder, 'wasm') + sep;
  return {
    operators: OPS,
    open: (bytes) => getDocument({ data: new Uint8Array(bytes), wasmUrl, ...options(maxPixels) }).promise,
  };
}

/**
 * Loads PDF.js to read images of at most `maxPixels` pixels: the package in `folder` if it is installed, otherwise the build
 * that is part of the service.
 */
export async function loadPdfDecoder(folder: string | null, maxPixels: number): Promise<PdfDecoder> {
  if (folder !== null) {
    try {
      return await loadPackage(folder, maxPixels);
    } catch {
      // A version without this module, which another package needs; the own build reads most scans.
    }
  }
  const { OPS } = await getResolvedPDFJS();
  return {
    operators: OPS,
    open: (bytes) => getDocumentProxy(new Uint8Array(bytes), options(maxPixels)),
  };
}
