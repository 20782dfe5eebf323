import { decodeXML } from 'entities';

const propertyNames: readonly [string, string][] = [
  ['title', 'dc:title'],
  ['author', 'dc:creator'],
  ['description', 'dc:description'],
  ['created', 'dcterms:created'],
  ['modified', 'dcterms:modified'],
];

/** What an Office document says about itself (ECMA-376 part 2, 11: core properties). */
export function coreProperties(xml: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, element] of propertyNames) {
    const value = new RegExp(`<${element}(?:\\s[^>]{0,200})?>([^<]{1,2000})</${element}>`).exec(xml)?.[1];
    if (value !== undefined && value.trim() !== '') found[name] = decodeXML(value.trim());
  }
  return found;
}
