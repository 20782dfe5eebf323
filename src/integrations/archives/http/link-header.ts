import { groupOf } from '../../../domain/values/elements.ts';
/** One link of a `Link` header or of a document of type `application/link-format` (RFC 8288, RFC 6690). */
export interface Link {
  target: string;
  /** Relation types in lower case (`first memento` has two). */
  rels: string[];
  attributes: Record<string, string>;
}

const attributePattern = /\s*;\s*([^\s=;,]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;,\s]*)))?/y;
const maxLinks = 200_000;

/** Parses the links of a short text. */
export function parseLinks(text: string): Link[] {
  return [...readLinks(text)];
}

/** Parses links one by one, because dates in quotes contain commas. Stops at the first text that is not a link. */
export function* readLinks(text: string): Generator<Link> {
  const opening = /[\s,]*<([^>]*)>/y;
  for (let at = 0, count = 0; count < maxLinks; count += 1) {
    opening.lastIndex = at;
    const found = opening.exec(text);
    if (found === null) return;
    at = opening.lastIndex;
    const attributes: Record<string, string> = {};
    for (;;) {
      attributePattern.lastIndex = at;
      const match = attributePattern.exec(text);
      if (match === null) break;
      at = attributePattern.lastIndex;
      const name = groupOf(match, 1).toLowerCase();
      if (name !== '__proto__') attributes[name] ??= (match[2] ?? match[3] ?? '').replaceAll(/\\(.)/g, '$1');
    }
    const rels = (attributes.rel ?? '')
      .toLowerCase()
      .split(/\s+/)
      .filter((rel) => rel !== '');
    yield { target: groupOf(found, 1).trim(), rels, attributes };
  }
}

/** Returns the target of the first link with this relation, or null. */
export function findLinkTarget(links: readonly Link[], rel: string): string | null {
  return links.find(({ rels }) => rels.includes(rel))?.target ?? null;
}
