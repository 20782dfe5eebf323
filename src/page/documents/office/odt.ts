import { escapeHtml } from '../../../domain/values/escape-html.ts';
import type { HtmlDocument } from '../html-document.ts';
import { readCoreProperties } from './core-properties.ts';
import { parseXml } from './parse-xml.ts';
import { createEntryReader, toText } from './read-xml-entry.ts';
import type { ZipEntry } from './zip.ts';

/** HTML elements for elements of a text document (OpenDocument 1.3, part 3) without attributes of interest. */
const elements: Readonly<Record<string, string>> = {
  p: 'p',
  list: 'ul',
  'list-item': 'li',
  'list-header': 'li',
  table: 'table',
  'table-row': 'tr',
  'table-cell': 'td',
};
/** Elements whose content is not part of the text. */
const skipped: ReadonlySet<string> = new Set([
  'annotation',
  'tracked-changes',
  'sequence-decls',
  'forms',
  'index-source',
  'table-of-content-source',
]);
const maxSpaces = 100;

/** Returns the start tag for an element; empty for elements without an equivalent. */
function startTag(name: string, attributes: Record<string, string>): string {
  if (name === 'h') return `<h${headingLevel(attributes)}>`;
  if (name === 'a') return `<a href="${escapeHtml(attributes['xlink:href'] ?? '')}">`;
  if (name === 's') return ' '.repeat(Math.min(maxSpaces, Number(attributes['text:c'] ?? 1) || 1));
  if (name === 'tab') return ' ';
  if (name === 'line-break') return '<br>';
  const element = elements[name];
  return element === undefined ? '' : `<${element}>`;
}

function headingLevel(attributes: Record<string, string>): number {
  return Math.min(6, Math.max(1, Number(attributes['text:outline-level'] ?? 1) || 1));
}

/** Converts the text of an OpenDocument text or presentation to HTML. */
function contentToHtml(xml: Uint8Array): string {
  const parts: string[] = [];
  const levels: number[] = [];
  let skippedDepth = 0;
  let bodyDepth = 0;
  parseXml(xml, {
    open(name, attributes) {
      if (skippedDepth > 0 || skipped.has(name)) skippedDepth += 1;
      else if (bodyDepth > 0 || name === 'body') {
        bodyDepth += 1;
        if (name === 'h') levels.push(headingLevel(attributes));
        parts.push(startTag(name, attributes));
      }
    },
    close(name) {
      if (skippedDepth > 0) {
        skippedDepth -= 1;
        return;
      }
      if (bodyDepth === 0) return;
      bodyDepth -= 1;
      if (name === 'h') parts.push(`</h${levels.pop() ?? 1}>`);
      else if (name === 'a') parts.push('</a>');
      else if (elements[name] !== undefined) parts.push(`</${elements[name]}>`);
    },
    text(text) {
      if (bodyDepth > 0 && skippedDepth === 0) parts.push(escapeHtml(text));
    },
  });
  return parts.join('');
}

/** Converts an OpenDocument text (ODT) to HTML: headings, paragraphs, lists, tables and links. */
export async function odtToHtml(bytes: Uint8Array, entries: readonly ZipEntry[]): Promise<HtmlDocument> {
  const read = createEntryReader(bytes, entries);
  const content = read('content.xml');
  if (content === null) throw new Error('The document has no content.');
  return {
    html: contentToHtml(content),
    metadata: readCoreProperties(toText(read('meta.xml'))),
    warnings: [],
  };
}
