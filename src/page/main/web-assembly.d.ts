// Subset of the WebAssembly JavaScript interface that forest.ts and network.ts use; the types of Node and ECMAScript do not declare it.
declare namespace WebAssembly {
  interface Memory {
    readonly buffer: ArrayBuffer;
    /** Adds pages of 64 KiB. */
    grow(pages: number): number;
  }
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module);
    readonly exports: object;
  }
}
