import { byteAt, integerAt, numberAt } from '../../../domain/values/elements.ts';
import { namespace } from '../../tree/tree.ts';
import { attribute } from '../attributes.ts';
import type { TreeBuilder } from '../builder.ts';
import { tagSet } from '../names/tag-sets.ts';
import { tag } from '../names/tags.ts';

/** Start tags that end foreign content (WHATWG HTML 13.2.6.5). */
const breakoutTags = tagSet(
  `b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr
  ol p pre ruby s small span strong strike sub sup table tt u ul var`,
);

const isTextIntegration = tagSet('mi mo mn ms mtext');

/** Returns true for MathML and SVG elements that bound scopes. */
function isScopeBoundary(name: number, namespaceId: number): boolean {
  if (namespaceId === namespace.math) return isTextIntegration[name] === 1 || name === tag['annotation-xml'];
  return name === tag.foreignobject || name === tag.desc || name === tag.title;
}

/** Inserts a foreign element for the current token. */
export function startForeign(builder: TreeBuilder, namespaceId: number): void {
  const { token } = builder;
  let kind: number = tag.foreign;
  if (isScopeBoundary(token.name, namespaceId)) kind = tag.foreignBoundary;
  else if (token.name === tag.svg && namespaceId === namespace.svg) kind = tag.svg;
  else if (token.name === tag.math && namespaceId === namespace.math) kind = tag.math;
  if (token.selfClosing)
    builder.insertNode(builder.store.create(kind, token.name, namespaceId, token.from, token.to));
  else builder.insertElement(kind, token.name, namespaceId, token.from, token.to);
}

function isHtmlIntegration(builder: TreeBuilder, node: number): boolean {
  const { store } = builder;
  const name = integerAt(store.name, node);
  if (store.namespace[node] === namespace.svg) return isScopeBoundary(name, namespace.svg);
  if (name !== tag['annotation-xml']) return false;
  for (let row = integerAt(store.from, node); row < integerAt(store.to, node); row++) {
    if (store.attributeName[row] !== attribute.encoding) continue;
    const value = builder.source.slice(store.attributeFrom[row], store.attributeTo[row]).toLowerCase();
    return value === 'text/html' || value === 'application/xhtml+xml';
  }
  return false;
}

function isMathTextIntegration(builder: TreeBuilder, node: number): boolean {
  const { store } = builder;
  return store.namespace[node] === namespace.math && isTextIntegration[integerAt(store.name, node)] === 1;
}

/** Returns true if the current token is foreign content ("tree construction dispatcher"). */
export function isForeignStart(builder: TreeBuilder): boolean {
  const node = builder.open.current;
  const { store, token } = builder;
  if (node === -1 || store.namespace[node] === namespace.html) return false;
  if (isMathTextIntegration(builder, node)) return token.name === tag.mglyph || token.name === tag.malignmark;
  if (store.name[node] === tag['annotation-xml'] && token.tag === tag.svg) return false;
  return !isHtmlIntegration(builder, node);
}

/** Returns true if text at the current place is foreign content. */
export function isForeignText(builder: TreeBuilder): boolean {
  const node = builder.open.current;
  if (node === -1 || builder.store.namespace[node] === namespace.html) return false;
  return !isMathTextIntegration(builder, node) && !isHtmlIntegration(builder, node);
}

/** Returns true if the current element is foreign, for CDATA sections and end tags. */
export function isInForeign(builder: TreeBuilder): boolean {
  const node = builder.open.current;
  return node !== -1 && builder.store.namespace[node] !== namespace.html;
}

function isBreakout(builder: TreeBuilder): boolean {
  const { store, token } = builder;
  if (token.tag !== tag.font) return breakoutTags[token.tag] === 1;
  for (let row = token.from; row < token.to; row++) {
    const name = store.attributeName[row];
    if (name === attribute.color || name === attribute.face || name === attribute.size) return true;
  }
  return false;
}

function exitForeignContent(builder: TreeBuilder): void {
  const { open, store } = builder;
  while (open.nodes.length > 0) {
    const node = open.current;
    if (
      store.namespace[node] === namespace.html ||
      isMathTextIntegration(builder, node) ||
      isHtmlIntegration(builder, node)
    ) {
      return;
    }
    open.pop();
  }
}

/** Processes a start tag in foreign content. Returns false if the tag ends foreign content and must be reprocessed. */
export function startInForeign(builder: TreeBuilder): boolean {
  if (isBreakout(builder)) {
    exitForeignContent(builder);
    return false;
  }
  startForeign(builder, byteAt(builder.store.namespace, builder.open.current));
  return true;
}

/** Processes an end tag in foreign content. Returns false if the tag belongs to the surrounding HTML. */
export function endInForeign(builder: TreeBuilder): boolean {
  const { open, store, token } = builder;
  if (token.tag === tag.br || token.tag === tag.p) {
    exitForeignContent(builder);
    return false;
  }
  for (let i = open.nodes.length - 1; i > 0; i--) {
    const node = numberAt(open.nodes, i);
    if (store.namespace[node] === namespace.html) return false;
    if (store.name[node] === token.name) {
      open.truncate(i);
      return true;
    }
  }
  return true;
}
