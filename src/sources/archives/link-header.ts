/** One link of a `Link` header or of a document of type `application/link-format` (RFC 8288, RFC 6690). */
export interface Link {
  target: string;
  /** Lower case; several where they stand together (`first memento`). */
  rels: string[];
  attributes: Record<string, string>;
}

const attribute = /\s*;\s*([^\s=;,]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;,\s]*)))?/y;
const mostLinks = 200_000;

/** Reads links one by one, since dates in quotes hold commas. What is no link ends the reading. */
export function parseLinks(text: string): Link[] {
  const links: Link[] = [];
  const opening = /[\s,]*<([^>]*)>/y;
  for (let at = 0; links.length < mostLinks; ) {
    opening.lastIndex = at;
    const found = opening.exec(text);
    if (found === null) return links;
    at = opening.lastIndex;
    const attributes: Record<string, string> = {};
    for (;;) {
      attribute.lastIndex = at;
      const match = attribute.exec(text);
      if (match === null) break;
      at = attribute.lastIndex;
      const name = (match[1] as string).toLowerCase();
      if (name !== '__proto__') attributes[name] ??= (match[2] ?? match[3] ?? '').replaceAll(/\\(.)/g, '$1');
    }
    const rels = (attributes.rel ?? '')
      .toLowerCase()
      .split(/\s+/)
      .filter((rel) => rel !== '');
    links.push({ target: (found[1] as string).trim(), rels, attributes });
  }
  return links;
}

/** The target of the first link with this relation, or null. */
export function linkTo(links: readonly Link[], rel: string): string | null {
  return links.find(({ rels }) => rels.includes(rel))?.target ?? null;
}
