import { decodeHTMLStrict } from 'entities';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { escapeHtml } from '../../domain/values/escape-html.ts';
import type { MediaType } from '../metadata/media-kind.ts';
import { createDeclaredEntities } from './declared-entities.ts';

const svgNamespace = 'http://www.w3.org/2000/svg';
/** Namespaces whose elements HTML has. Elements without one are read as HTML, as authors mean them. */
const htmlNamespaces: ReadonlySet<string> = new Set([
  '',
  'http://www.w3.org/1999/xhtml',
  svgNamespace,
  'http://www.w3.org/1998/Math/MathML',
]);
const voidElements = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;
/** Elements whose content is text in HTML (WHATWG HTML 13.1.2); of `script` and the like, references are not decoded. */
const textElements = /^(?:script|style|title|textarea|xmp|iframe|noembed|noframes)$/;
const rawTextElements = /^(?:script|style|xmp|iframe|noembed|noframes)$/;
/** Elements that end a paragraph in HTML, but can be within one in XML. */
const blocks =
  /^(?:address|article|aside|blockquote|details|dialog|div|dl|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|main|menu|nav|ol|p|pre|section|table|ul)$/;
/** Maximum number of elements around a block within which a paragraph is searched. */
const maxParagraphDistance = 50;

/** Options of {@link xhtmlToHtml}. */
export interface XhtmlOptions {
  /** Returns the value to write for an attribute, or null to leave it out. */
  attribute?(name: string, value: string, element: string): string | null;
}

interface OpenElement {
  name: string;
  /** Index of the start tag among the parts. */
  start: number;
  isSvg: boolean;
  /** Namespaces by their prefixes; '' for that of elements without a prefix. */
  namespaces: ReadonlyMap<string, string>;
}

/** Number of prefixes from which on no more are read: each element that declares one has a copy of all. */
const maxNamespaces = 100;
const noNamespaces: ReadonlyMap<string, string> = new Map();

/** Returns the namespaces in an element: those around it, and those that it declares. */
function declaredNamespaces(
  attributes: Record<string, string>,
  outer: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const declarations = Object.keys(attributes).filter(
    (name) => name === 'xmlns' || name.startsWith('xmlns:'),
  );
  if (declarations.length === 0 || outer.size >= maxNamespaces) return outer;
  return new Map([...outer, ...declarations.map((name) => [name.slice(6), attributes[name] ?? ''] as const)]);
}

/** Returns the text of an entity that HTML names: XHTML declares them in a DTD, which is not read. */
function htmlEntity(name: string): string | undefined {
  const reference = `&${name};`;
  const text = decodeHTMLStrict(reference);
  return text === reference ? undefined : text;
}

/** Writes the elements of an XML document as HTML that is parsed to the same tree. */
class HtmlWriter {
  readonly parts: string[] = [];
  private readonly open: OpenElement[] = [];
  /** Number of open elements within an element whose content is text in HTML. */
  private textDepth = 0;
  private readonly options: XhtmlOptions;

  constructor(options: XhtmlOptions) {
    this.options = options;
  }

  start(tag: SaxesTagPlain): void {
    if (this.textDepth > 0) {
      this.textDepth += 1;
      return;
    }
    const namespaces = declaredNamespaces(tag.attributes, this.open.at(-1)?.namespaces ?? noNamespaces);
    const colon = tag.name.indexOf(':');
    const namespace = namespaces.get(tag.name.slice(0, Math.max(0, colon))) ?? (colon === -1 ? '' : tag.name);
    const isSvg = namespace === svgNamespace;
    const name = htmlNamespaces.has(namespace) ? tag.name.slice(colon + 1) : tag.name;
    if (!isSvg && blocks.test(name)) this.replaceParagraph();
    this.open.push({ name, start: this.parts.length, isSvg, namespaces });
    this.parts.push(`<${name}${this.attributes(tag, name)}>`);
    if (!isSvg && textElements.test(name)) this.textDepth = 1;
  }

  end(): void {
    if (this.textDepth > 1) {
      this.textDepth -= 1;
      return;
    }
    this.textDepth = 0;
    const element = this.open.pop();
    if (element === undefined || (!element.isSvg && voidElements.test(element.name))) return;
    this.parts.push(`</${element.name}>`);
  }

  text(text: string): void {
    const element = this.open.at(-1);
    if (element === undefined) return;
    const isRaw = this.textDepth > 0 && rawTextElements.test(element.name);
    // An end tag within a script would end it.
    this.parts.push(isRaw ? text.replaceAll('</', '<\\/') : escapeHtml(text));
  }

  /** Makes the paragraph around a block an element that can contain it. */
  private replaceParagraph(): void {
    const from = Math.max(0, this.open.length - maxParagraphDistance);
    for (let index = this.open.length - 1; index >= from; index--) {
      const element = this.open[index];
      if (element === undefined || /^(?:table|td|th|caption|html|body)$/.test(element.name)) return;
      if (element.name !== 'p' || element.isSvg) continue;
      element.name = 'div';
      this.parts[element.start] = (this.parts[element.start] ?? '').replace('<p', '<div');
      return;
    }
  }

  private attributes({ attributes }: SaxesTagPlain, element: string): string {
    const { attribute } = this.options;
    let html = '';
    for (const [name, value] of Object.entries(attributes)) {
      if (name === 'xmlns' || name.startsWith('xmlns:')) continue;
      if (name === 'xml:lang' && attributes.lang !== undefined) continue;
      const written = attribute === undefined ? value : attribute(name, value, element);
      if (written !== null) html += ` ${name === 'xml:lang' ? 'lang' : name}="${escapeHtml(written)}"`;
    }
    return html;
  }
}

/**
 * Converts XHTML to HTML with the same elements: self-closed elements are empty, CDATA is text, and scripts and styles end at
 * their end tags. Returns null if the XML is not well-formed.
 */
export function xhtmlToHtml(xhtml: string, options: XhtmlOptions = {}): string | null {
  const writer = new HtmlWriter(options);
  const parser = new SaxesParser({ xmlns: false, position: false });
  const entities = createDeclaredEntities(htmlEntity);
  parser.ENTITIES = entities.table;
  parser.on('doctype', entities.declare);
  parser.on('opentag', (tag) => writer.start(tag));
  parser.on('closetag', () => writer.end());
  parser.on('text', (text) => writer.text(text));
  parser.on('cdata', (text) => writer.text(text));
  let isMalformed = false;
  parser.on('error', () => {
    isMalformed = true;
    throw new SyntaxError('The XML is not well-formed.');
  });
  try {
    parser.write(xhtml.trimStart()).close();
  } catch (error) {
    if (isMalformed) return null;
    throw error;
  }
  return `<!doctype html>${writer.parts.join('')}`;
}

/** Returns true for a page that is served as XML, which browsers parse by the rules of XML. */
function isServedAsXml({ kind, type }: MediaType): boolean {
  return kind === 'html' && /[+/]xml$/.test(type);
}

/** HTML of a page that is served as XML. */
export interface XhtmlReading {
  html: string;
  /** True if it is the source itself because that is not well-formed. */
  isMalformed: boolean;
}

/** Returns the HTML of a page: that of its XML if it is served as such and well-formed, else its text. */
export function readXhtml(text: string, media: MediaType): XhtmlReading {
  if (!isServedAsXml(media)) return { html: text, isMalformed: false };
  const html = xhtmlToHtml(text);
  return { html: html ?? text, isMalformed: html === null };
}
