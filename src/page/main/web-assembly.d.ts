// What forest.ts needs of the WebAssembly JavaScript interface, which neither Node's types nor ECMAScript's declare.
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
