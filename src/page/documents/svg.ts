import { SaxesParser, type SaxesTagPlain } from 'saxes';
import type { PageMetadata } from '../../domain/pages/page.ts';
import { collapseSpace } from '../../domain/values/collapse-space.ts';
import { escapeHtml } from '../../domain/values/escape-html.ts';
import { createDeclaredEntities, xmlEntities } from '../parse/declared-entities.ts';
import type { HtmlDocument } from './html-document.ts';

/** Elements that show nothing, or are shown only where something refers to them. */
const skipped: ReadonlySet<string> = new Set([
  'style',
  'script',
  'metadata',
  'defs',
  'symbol',
  'clipPath',
  'mask',
]);
const maxDepth = 1_000;

/** Collects the texts of a picture (SVG 2, 5.8 and 11). */
class TextCollector {
  readonly parts: string[] = [];
  title = '';
  private readonly open: string[] = [];
  private skippedDepth = 0;
  private text = '';
  /** Number of open elements when the text began; 0 outside of texts. */
  private textDepth = 0;

  start({ name, attributes }: SaxesTagPlain): void {
    const local = name.slice(name.indexOf(':') + 1);
    if (this.open.length >= maxDepth) throw new Error('Its elements are nested too deeply.');
    this.open.push(local);
    const isHidden = attributes.display?.trim() === 'none' || attributes.visibility?.trim() === 'hidden';
    if (this.skippedDepth > 0 || skipped.has(local) || isHidden) this.skippedDepth += 1;
    else if (this.textDepth === 0 && /^(?:text|title|desc|foreignObject)$/.test(local)) {
      this.textDepth = this.open.length;
      this.text = '';
    } else if (this.startsLine(attributes)) this.text += ' ';
  }

  end(): void {
    const name = this.open.pop();
    if (this.skippedDepth > 0) {
      this.skippedDepth -= 1;
      return;
    }
    if (this.textDepth !== this.open.length + 1) return;
    this.textDepth = 0;
    const text = collapseSpace(this.text);
    if (text === '') return;
    if (name === 'title' && this.open.length === 1 && this.title === '') this.title = text;
    this.parts.push(
      name === 'title' && this.open.length === 1
        ? `<h1>${escapeHtml(text)}</h1>`
        : `<p>${escapeHtml(text)}</p>`,
    );
  }

  addText(text: string): void {
    if (this.textDepth > 0 && this.skippedDepth === 0) this.text += text;
  }

  /** Returns true if a part of a text has a place of its own, or is an element of HTML. */
  private startsLine(attributes: SaxesTagPlain['attributes']): boolean {
    const isPlaced = ['x', 'y', 'dy'].some((name) => attributes[name] !== undefined);
    return this.textDepth > 0 && (isPlaced || this.open[this.textDepth - 1] === 'foreignObject');
  }
}

/** Returns the width and height in CSS pixels that the root element states, or that its view box has. */
function sizeOf({ attributes }: SaxesTagPlain): PageMetadata {
  const pixels = (name: string) => /^\s*(\d{1,6}(?:\.\d{1,6})?)(?:px)?\s*$/.exec(attributes[name] ?? '')?.[1];
  const [, , boxWidth, boxHeight] = (attributes.viewBox ?? '').trim().split(/[\s,]+/, 4);
  const width = Number(pixels('width') ?? boxWidth);
  const height = Number(pixels('height') ?? boxHeight);
  return width > 0 && height > 0 ? { width: Math.round(width), height: Math.round(height) } : {};
}

/** Converts an SVG picture to HTML: its title, and its texts in the order of the file. Throws if the XML is not well-formed. */
export function svgToHtml(xml: string): HtmlDocument {
  const collector = new TextCollector();
  let metadata: PageMetadata | null = null;
  const parser = new SaxesParser({ xmlns: false, position: false });
  // Drawing programs declare their namespaces as entities.
  const entities = createDeclaredEntities((name) => xmlEntities.get(name));
  parser.ENTITIES = entities.table;
  parser.on('doctype', entities.declare);
  parser.on('opentag', (tag) => {
    metadata ??= sizeOf(tag);
    collector.start(tag);
  });
  parser.on('closetag', () => collector.end());
  parser.on('text', (text) => collector.addText(text));
  parser.on('cdata', (text) => collector.addText(text));
  parser.on('error', (cause) => {
    throw new Error('The XML is not well-formed.', { cause });
  });
  parser.write(xml.trimStart()).close();
  return {
    html: collector.parts.join('\n'),
    metadata: { ...(metadata ?? {}), ...(collector.title !== '' && { title: collector.title }) },
    warnings: [],
  };
}
