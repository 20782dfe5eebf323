/** Types of packages without type declarations. */
declare module 'jq-web' {
  /** The program jq as WebAssembly. */
  interface Jq {
    /**
     * Runs `jq FLAGS FILTER` over a text of JSON. Returns its output without the last line break; undefined for none. Throws an Error
     * with `stderr` if its exit code is not 0.
     */
    raw(json: string, filter: string, flags: string[]): string | undefined;
  }
  const loading: Promise<Jq>;
  export = loading;
}
