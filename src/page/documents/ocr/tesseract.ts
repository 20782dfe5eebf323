import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import type { TesseractOutput } from './ocr-page.ts';

/** Part of the API of `tesseract.js-core` 7 in use; the operator installs the package. */
interface TesseractModule {
  FS: { writeFile(path: string, bytes: Uint8Array): void };
  TessBaseAPI: new () => TesseractApi;
}

interface TesseractApi {
  /** Returns 0 if the data of the languages was loaded; mode 1 is LSTM. */
  Init(folder: string, languages: string, mode: number): number;
  /** Reads `/input`; returns 1 if it is no image. Takes an orientation (Exif tag 274) and an angle in radians. */
  SetImageFile(orientation: number, angle: number): number;
  SetVariable(name: string, value: string): void;
  SetSourceResolution(dotsPerInch: number): void;
  Recognize(monitor: null): number;
  GetJSONText(page: number): string;
  Clear(): void;
}

/** Paths of the installed engine. Crosses threads: plain data only. */
export interface TesseractPaths {
  /** Module of the core; its WebAssembly file is beside it. */
  core: string;
  languages: { code: string; file: string }[];
}

/** Tesseract with loaded languages. It is synchronous: a thread that reads a page does nothing else. */
export interface Tesseract {
  /** Reads an image file (PNG, JPEG, WebP, TIFF, GIF, PNM); `orientation` is Exif tag 274. Throws if it cannot be decoded. */
  recognize(file: Uint8Array, image?: { dotsPerInch?: number; orientation?: number }): TesseractOutput;
}

/** Loads Tesseract. Throws if a file is missing or damaged. */
export async function loadTesseract(paths: TesseractPaths): Promise<Tesseract> {
  const load: (options: object) => Promise<TesseractModule> = createRequire(import.meta.url)(paths.core);
  const core = await load({
    wasmBinary: readFileSync(paths.core.replace(/\.js$/, '.wasm')),
    TesseractProgress() {},
    print() {},
    printErr() {},
  });
  for (const { code, file } of paths.languages)
    core.FS.writeFile(`/${code}.traineddata`, gunzipSync(readFileSync(file)));
  const api = new core.TessBaseAPI();
  if (api.Init('/', paths.languages.map(({ code }) => code).join('+'), 1) !== 0)
    throw new Error('The language data of Tesseract cannot be loaded.');
  // Full layout analysis: the default of the interface takes a page for one block of text.
  api.SetVariable('tessedit_pageseg_mode', '3');
  return {
    recognize(file, { dotsPerInch, orientation = 1 } = {}) {
      core.FS.writeFile('/input', file);
      try {
        if (api.SetImageFile(orientation, 0) !== 0) throw new Error('The image cannot be decoded.');
        if (dotsPerInch !== undefined) api.SetSourceResolution(dotsPerInch);
        if (api.Recognize(null) !== 0) throw new Error('The image cannot be read.');
        return JSON.parse(api.GetJSONText(0)) as TesseractOutput;
      } finally {
        api.Clear();
      }
    },
  };
}
