import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** Package with the engine, and the scope of the packages with its language data. */
const enginePackage = 'tesseract.js-core';
const languageScope = '@tesseract.js-data';
/** Package with decoders of images that the service does not have: fax, JBIG2 and JPEG 2000. OCR works without it. */
const decoderPackage = 'pdfjs-dist';

/** Paths of the engine and of the data of its languages. */
export interface OcrPackages {
  core: string;
  languages: { code: string; file: string }[];
  /** Folder of further decoders of images in PDFs; null if they are not installed. */
  pdfFolder: string | null;
}

/** Returns the path of a package; null if it is not installed. */
function findPackage(name: string): string | null {
  try {
    return dirname(require.resolve(`${name}/package.json`));
  } catch {
    // An operator who does not need OCR does not install it.
    return null;
  }
}

/** Finds the packages of OCR, which the operator installs. Returns the names of those that are missing instead, if any is. */
export function findOcrPackages(codes: readonly string[]): OcrPackages | { missing: string[] } {
  const missing: string[] = [];
  const find = (name: string): string => {
    const folder = findPackage(name);
    if (folder === null) missing.push(name);
    return folder ?? '';
  };
  const core = join(find(enginePackage), 'tesseract-core-simd-lstm.js');
  const languages = codes.map((code) => ({
    code,
    file: join(find(`${languageScope}/${code}`), '4.0.0_best_int', `${code}.traineddata.gz`),
  }));
  return missing.length === 0 ? { core, languages, pdfFolder: findPackage(decoderPackage) } : { missing };
}
