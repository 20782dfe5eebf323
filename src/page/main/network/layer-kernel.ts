import { readAsset } from '../../assets/read-asset.ts';

/** Exports of layers.wasm; layers.wat documents the parameters, which are byte offsets, widths and numbers. */
interface LayerFunctions {
  memory: WebAssembly.Memory;
  writeRanks(
    rows: number,
    rowWidth: number,
    starts: number,
    features: number,
    knots: number,
    ranks: number,
    slopes: number,
    output: number,
    count: number,
  ): void;
  apply(
    input: number,
    inputWidth: number,
    inputs: number,
    weights: number,
    bias: number,
    output: number,
    outputs: number,
    count: number,
    adds: number,
    rectifies: number,
  ): void;
}

/** Layers in WebAssembly, with the constants that they need in its memory. */
export interface LayerKernel extends LayerFunctions {
  /** Copies a column to memory and returns its offset, a multiple of 16. */
  store(column: Float32Array | Int32Array): number;
  /** Makes room for some bytes after the stored columns and returns their offset. It is valid until the next call. */
  reserve(bytes: number): number;
}

const pageBytes = 65_536;

let module: WebAssembly.Module | null = null;

/** Creates an instance of the layers with a memory of its own. */
export function createLayerKernel(): LayerKernel {
  module ??= new WebAssembly.Module(readAsset('page/main/network/layers.wasm'));
  const functions = new WebAssembly.Instance(module).exports as unknown as LayerFunctions;
  const { memory } = functions;
  // The offset 0 stands for no bias.
  let end = 16;
  function reserve(bytes: number): number {
    const missing = end + bytes - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / pageBytes));
    return end;
  }
  function store(column: Float32Array | Int32Array): number {
    const at = reserve(column.byteLength);
    new Uint8Array(memory.buffer, at, column.byteLength).set(
      new Uint8Array(column.buffer, column.byteOffset, column.byteLength),
    );
    end = (at + column.byteLength + 15) & ~15;
    return at;
  }
  return { ...functions, memory, store, reserve };
}
