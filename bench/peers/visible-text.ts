import { type DefaultTreeAdapterMap, parse } from 'parse5';

type Node = DefaultTreeAdapterMap['childNode'];

const hidden = new Set(['head', 'script', 'style', 'template', 'noscript', 'svg']);
const inline = new Set([
  'a',
  'abbr',
  'b',
  'code',
  'em',
  'i',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'time',
]);

function collect(nodes: readonly Node[], parts: string[]): void {
  for (const node of nodes) {
    if ('value' in node) parts.push(node.value.replace(/\s+/g, ' '));
    else if ('childNodes' in node && !hidden.has(node.nodeName)) {
      const edge = inline.has(node.nodeName) ? '' : '\n';
      parts.push(edge);
      collect(node.childNodes, parts);
      parts.push(edge);
    }
  }
}

/** Returns the text of a whole page for a reader, one line for each block; independent of the systems that are compared. */
export function visibleText(html: string): string {
  const parts: string[] = [];
  collect(parse(html).childNodes, parts);
  const lines = parts.join('').split('\n');
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}
