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

/** Returns the texts of the elements of these names, by the names of the metadata; absent and empty ones are left out. */
export function readProperties(xml: string, names: readonly [string, string][]): Record<string, string> {
  const properties: Record<string, string> = {};
  for (const [name, element] of names) {
    const value = elementText(xml, element).trim();
    if (value !== '') properties[name] = decodeXML(value);
  }
  return properties;
}

/** Reads the core properties of an Office document (ECMA-376 part 2, 11). */
export function readCoreProperties(xml: string): Record<string, string> {
  return readProperties(xml, propertyNames);
}
