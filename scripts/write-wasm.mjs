// Compiles the WebAssembly text files of src/page/main with the assembler of the WebAssembly toolkit.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import wabt from 'wabt';

const modules = ['forest/forest', 'network/layers'];

function pathOf(name, extension) {
  return fileURLToPath(new URL(`../src/page/main/${name}.${extension}`, import.meta.url));
}

/** Returns the bytes to which the text of a module compiles. */
export async function compileModule(name) {
  const { parseWat } = await wabt();
  const parsed = parseWat(`${name}.wat`, readFileSync(pathOf(name, 'wat'), 'utf8'), { simd: true });
  try {
    return Buffer.from(parsed.toBinary({ write_debug_names: false }).buffer);
  } finally {
    parsed.destroy();
  }
}

/** Returns the bytes of the compiled file of a module. */
export function compiledModule(name) {
  return readFileSync(pathOf(name, 'wasm'));
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const name of modules) writeFileSync(pathOf(name, 'wasm'), await compileModule(name));
