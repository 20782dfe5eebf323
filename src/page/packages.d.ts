/** Types of packages without type declarations. */
declare module 'html-encoding-sniffer' {
  interface SniffOptions {
    xml?: boolean;
    transportLayerEncodingLabel?: string;
    defaultEncoding?: string;
    maxPrescanBytes?: number;
  }

  /** Returns the name of the encoding that the sniffing algorithm of the HTML standard detects. */
  function sniffEncoding(bytes: Uint8Array, options?: SniffOptions): string;

  export = sniffEncoding;
}
