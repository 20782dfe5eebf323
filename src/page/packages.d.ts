/** Types of packages that ship none. */
declare module 'html-encoding-sniffer' {
  interface SniffOptions {
    xml?: boolean;
    transportLayerEncodingLabel?: string;
    defaultEncoding?: string;
    maxPrescanBytes?: number;
  }

  /** The name of the encoding that the HTML standard's sniffing algorithm gives. */
  function sniffEncoding(bytes: Uint8Array, options?: SniffOptions): string;

  export = sniffEncoding;
}
