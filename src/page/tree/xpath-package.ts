/** A node of a document, as the package `xpath` reads it (DOM, section 4). */
export interface XPathNode {
  nodeType: number;
  nodeName: string;
  localName: string;
  namespaceURI: string | null;
}

/**
 * The functions of the package `xpath` that are used. Its own declarations are not read: they declare the names of a browser in
 * the whole program.
 */
export interface XPathPackage {
  parse(expression: string): {
    evaluateNodeSet(options: { node: XPathNode; isHtml: boolean }): { toUnsortedArray(): XPathNode[] };
  };
}
