// Compiles src/page/main/forest/forest.wat to forest.wasm with the assembler of the WebAssembly toolkit.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import wabt from 'wabt';

const source = fileURLToPath(new URL('../src/page/main/forest/forest.wat', import.meta.url));
export const forestPath = fileURLToPath(new URL('../src/page/main/forest/forest.wasm', import.meta.url));

/** Returns the bytes of the module. */
export async function forestModule() {
  const { parseWat } = await wabt();
  const parsed = parseWat('forest.wat', readFileSync(source, 'utf8'), { simd: true });
  try {
    return Buffer.from(parsed.toBinary({ write_debug_names: false }).buffer);
  } finally {
    parsed.destroy();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(forestPath, await forestModule());
