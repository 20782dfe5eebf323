import { type DefaultTreeAdapterMap, defaultTreeAdapter, parse } from 'parse5';

import { attribute } from '../../src/page/parse/attributes.ts';
import { tag } from '../../src/page/parse/names/tags.ts';
import { parseHtml } from '../../src/page/parse/parse-html.ts';
import { attributeOf, namespace, textOf } from '../../src/page/tree/tree.ts';

/**
 * Results in which two parsers must agree: all text outside of script, style and template, and link targets in order.
 */
export interface Reading {
  text: string;
  links: string[];
}

/** Returns the reading of the project's own parser. */
export function ourReading(html: string): Reading {
  const tree = parseHtml(html);
  const reading: Reading = { text: '', links: [] };
  for (let node = 1; node < tree.count; node++) {
    const tagId = tree.tag[node];
    if (tagId === tag.text) reading.text += textOf(tree, node);
    else if (tagId === tag.script || tagId === tag.style || tagId === tag.template) {
      node = (tree.end[node] as number) - 1;
    } else if (tagId === tag.a && tree.namespace[node] === namespace.html) {
      const reference = attributeOf(tree, node, attribute.href);
      if (reference !== null) reading.links.push(reference);
    }
  }
  return reading;
}

const xhtml = 'http://www.w3.org/1999/xhtml';
const unread = new Set(['script', 'style', 'template']);

/** Returns the reading of parse5, which implements the standard's algorithm. */
export function oracleReading(html: string): Reading {
  const reading: Reading = { text: '', links: [] };
  const waiting: DefaultTreeAdapterMap['node'][] = [parse(html, { scriptingEnabled: false })];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (defaultTreeAdapter.isTextNode(node)) reading.text += node.value;
    if (defaultTreeAdapter.isElementNode(node) && node.namespaceURI === xhtml) {
      if (unread.has(node.tagName)) continue;
      const reference = node.attrs.find((one) => one.name === 'href');
      if (node.tagName === 'a' && reference !== undefined) reading.links.push(reference.value);
    }
    if ('childNodes' in node) waiting.push(...node.childNodes.toReversed());
  }
  return reading;
}
