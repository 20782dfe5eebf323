import { namespace } from '../tree.ts';
import { attribute } from './attributes.ts';
import type { Builder } from './builder.ts';
import { tagSet } from './tag-sets.ts';
import { tag } from './tags.ts';

/** Start tags that end foreign content (WHATWG HTML 13.2.6.5). */
const breaksOut = tagSet(
  `b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr
  ol p pre ruby s small span strong strike sub sup table tt u ul var`,
);

const isTextIntegration = tagSet('mi mo mn ms mtext');

/** Elements of MathML and SVG that bound scopes. */
function isBoundary(name: number, space: number): boolean {
  if (space === namespace.math) return isTextIntegration[name] === 1 || name === tag['annotation-xml'];
  return name === tag.foreignobject || name === tag.desc || name === tag.title;
}

/** Inserts a foreign element for the token at hand. */
export function startForeign(builder: Builder, space: number): void {
  const { token } = builder;
  let kind: number = tag.foreign;
  if (isBoundary(token.name, space)) kind = tag.foreignBoundary;
  else if (token.name === tag.svg && space === namespace.svg) kind = tag.svg;
  else if (token.name === tag.math && space === namespace.math) kind = tag.math;
  if (token.selfClosing) builder.place(builder.store.create(kind, token.name, space, token.from, token.to));
  else builder.insertElement(kind, token.name, space, token.from, token.to);
}

function isHtmlIntegration(builder: Builder, node: number): boolean {
  const { store } = builder;
  const name = store.name[node] as number;
  if (store.namespace[node] === namespace.svg) return isBoundary(name, namespace.svg);
  if (name !== tag['annotation-xml']) return false;
  for (let row = store.from[node] as number; row < (store.to[node] as number); row++) {
    if (store.attributeName[row] !== attribute.encoding) continue;
    const value = builder.source.slice(store.attributeFrom[row], store.attributeTo[row]).toLowerCase();
    return value === 'text/html' || value === 'application/xhtml+xml';
  }
  return false;
}

function isMathText(builder: Builder, node: number): boolean {
  const { store } = builder;
  return store.namespace[node] === namespace.math && isTextIntegration[store.name[node] as number] === 1;
}

/** Whether the token at hand is foreign content ("tree construction dispatcher"). */
export function isForeignStart(builder: Builder): boolean {
  const node = builder.open.current;
  const { store, token } = builder;
  if (node === -1 || store.namespace[node] === namespace.html) return false;
  if (isMathText(builder, node)) return token.name === tag.mglyph || token.name === tag.malignmark;
  if (store.name[node] === tag['annotation-xml'] && token.tag === tag.svg) return false;
  return !isHtmlIntegration(builder, node);
}

/** Whether text at this place is foreign content. */
export function isForeignText(builder: Builder): boolean {
  const node = builder.open.current;
  if (node === -1 || builder.store.namespace[node] === namespace.html) return false;
  return !isMathText(builder, node) && !isHtmlIntegration(builder, node);
}

/** Whether the current element is foreign, for CDATA sections and end tags. */
export function isInForeign(builder: Builder): boolean {
  const node = builder.open.current;
  return node !== -1 && builder.store.namespace[node] !== namespace.html;
}

function isBreakout(builder: Builder): boolean {
  const { store, token } = builder;
  if (token.tag !== tag.font) return breaksOut[token.tag] === 1;
  for (let row = token.from; row < token.to; row++) {
    const name = store.attributeName[row];
    if (name === attribute.color || name === attribute.face || name === attribute.size) return true;
  }
  return false;
}

function leaveForeign(builder: Builder): void {
  const { open, store } = builder;
  while (open.nodes.length > 0) {
    const node = open.current;
    if (
      store.namespace[node] === namespace.html ||
      isMathText(builder, node) ||
      isHtmlIntegration(builder, node)
    ) {
      return;
    }
    open.pop();
  }
}

/** A start tag in foreign content; false when it left foreign content and has to be processed again. */
export function startInForeign(builder: Builder): boolean {
  if (isBreakout(builder)) {
    leaveForeign(builder);
    return false;
  }
  startForeign(builder, builder.store.namespace[builder.open.current] as number);
  return true;
}

/** An end tag in foreign content; false when it is for the HTML around it. */
export function endInForeign(builder: Builder): boolean {
  const { open, store, token } = builder;
  if (token.tag === tag.br || token.tag === tag.p) {
    leaveForeign(builder);
    return false;
  }
  for (let i = open.nodes.length - 1; i > 0; i--) {
    const node = open.nodes[i] as number;
    if (store.namespace[node] === namespace.html) return false;
    if (store.name[node] === token.name) {
      open.shorten(i);
      return true;
    }
  }
  return true;
}
