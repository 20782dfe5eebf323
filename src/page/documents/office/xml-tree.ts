import { parseXml } from './parse-xml.ts';

/** Element of an XML file. Names of elements and attributes have no namespace prefix. */
export interface XmlElement {
  name: string;
  /** If two attributes differ only in their prefix, the one with a prefix is kept: `r:id` instead of `id`. */
  attributes: Readonly<Record<string, string>>;
  children: XmlElement[];
  /** Text directly in the element. */
  text: string;
}

/** Maximum depth and number of elements of a tree. */
const maxDepth = 400;
const maxElements = 1_000_000;

/** Parses an XML file. Throws if it is not well-formed, or has too many elements or levels. */
export function parseXmlTree(bytes: Uint8Array): XmlElement {
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open: XmlElement[] = [root];
  let count = 0;
  parseXml(bytes, {
    open(name, attributes) {
      const element: XmlElement = { name, attributes: withoutPrefixes(attributes), children: [], text: '' };
      if (open.length > maxDepth) throw new Error(`The document has more than ${maxDepth} nested elements.`);
      if (++count > maxElements) throw new Error(`The document has more than ${maxElements} elements.`);
      open.at(-1)?.children.push(element);
      open.push(element);
    },
    close: () => void open.pop(),
    text(text) {
      const element = open.at(-1);
      if (element !== undefined) element.text += text;
    },
  });
  return root.children[0] ?? root;
}

function withoutPrefixes(attributes: Record<string, string>): Record<string, string> {
  const named: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) {
    const colon = name.indexOf(':');
    if (colon !== -1) named[name.slice(colon + 1)] = value;
    else named[name] ??= value;
  }
  return named;
}

/** Number of children from which on they are indexed by name: a style with many is asked for each text that has it. */
const minIndexed = 32;
const indexes = new WeakMap<XmlElement, ReadonlyMap<string, readonly XmlElement[]>>();

function indexOf(element: XmlElement): ReadonlyMap<string, readonly XmlElement[]> {
  const index = indexes.get(element) ?? Map.groupBy(element.children, ({ name }) => name);
  indexes.set(element, index);
  return index;
}

/** Returns the first child with a name. */
export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  if (element === undefined || element.children.length < minIndexed)
    return element?.children.find((child) => child.name === name);
  return indexOf(element).get(name)?.[0];
}

/** Returns the children with a name. */
export function childrenOf(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  if (element === undefined || element.children.length < minIndexed)
    return element?.children.filter((child) => child.name === name) ?? [];
  return indexOf(element).get(name) ?? [];
}

/** Returns the element at the end of a path of child names. */
export function elementAt(element: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  return path.reduce(childOf, element);
}

/** Returns the elements with a name at any depth, in document order. */
export function descendantsOf(element: XmlElement | undefined, name: string): XmlElement[] {
  const found: XmlElement[] = [];
  const visit = (parent: XmlElement): void => {
    for (const child of parent.children) {
      if (child.name === name) found.push(child);
      visit(child);
    }
  };
  if (element !== undefined) visit(element);
  return found;
}

/** Returns the text of all descendants with a name, without a separator. */
export function textIn(element: XmlElement | undefined, name: string): string {
  return descendantsOf(element, name)
    .map(({ text }) => text)
    .join('');
}

/** Returns the attribute `val` of a child, such as the style in `<w:pStyle w:val="Quote"/>`. */
export function settingOf(element: XmlElement | undefined, name: string): string | undefined {
  return childOf(element, name)?.attributes.val;
}

/** Returns true if a boolean child element is present and not switched off (ECMA-376 part 1, 22.9.2.7); undefined if absent. */
export function switchOf(element: XmlElement | undefined, name: string): boolean | undefined {
  const found = childOf(element, name);
  return found === undefined ? undefined : isOn(found.attributes.val ?? '1');
}

/** Returns true for the value of a switch that is on. */
export function isOn(value: string | undefined): boolean {
  return value === '1' || value === 'true' || value === 'on';
}

/** Returns the preferred variant of content, or the fallback if that is empty (ECMA-376 part 3, 7.5). */
export function alternative(element: XmlElement): XmlElement {
  const choice = childrenOf(element, 'Choice').find(({ children }) => children.length > 0);
  return choice ?? childOf(element, 'Fallback') ?? element;
}
