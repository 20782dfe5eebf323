import { decodeXML } from 'entities';

const propertyNames: readonly [string, string][] = [
  ['title', 'dc:title'],
  ['author', 'dc:creator'],
  ['description', 'dc:description'],
  ['created', 'dcterms:created'],
  ['modified', 'dcterms:modified'],
];

const maxValueLength = 2_000;

/** Returns the text of the first element of a name; empty if absent, nested or longer than 2,000 characters. */
function elementText(xml: string, element: string): string {
  const start = xml.indexOf(`<${element}`);
  const open = start === -1 ? -1 : xml.indexOf('>', start);
  const close = open === -1 ? -1 : xml.indexOf('<', open);
  const isMatchingEnd = close !== -1 && xml.startsWith(`</${element}>`, close);
  return isMatchingEnd && close - open - 1 <= maxValueLength ? xml.slice(open + 1, close) : '';
}

/** Reads the core properties of an Office document (ECMA-376 part 2, 11). */
export function readCoreProperties(xml: string): Record<string, string> {
  const properties: Record<string, string> = {};
  for (const [name, element] of propertyNames) {
    const value = elementText(xml, element).trim();
    if (value !== '') properties[name] = decodeXML(value);
  }
  return properties;
}
