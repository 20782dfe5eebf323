import { flightChunks, flightRows } from './flight-rows.ts';
import { parseJson, parseTolerant, stringEnd } from './json.ts';
import { resolvedApollo } from './json-references.ts';
import { define } from './microdata.ts';
import { unfoldedPayload } from './nuxt-payload.ts';
import { attribute } from './parse/attributes.ts';
import { tag } from './parse/tags.ts';
import { attributeOf, subtreeText, type Tree } from './tree.ts';

/** Most states, and their size together in UTF-16 units. */
const maxStates = 100;
const maxSize = 8_000_000;

const assignment =
  /(?:^|[;\s,({}])(?:(?:window|self|globalThis|top)\s*(?:\.\s*([\w$]+)|\[\s*["']([^"'\]]{1,100})["']\s*\])|(?:var|let|const)\s+([\w$]+))\s*=\s*(?=[{["J])/g;
const jsonCall = /^JSON\.parse\(\s*(?=["'])/;

/**
 * State that frameworks leave in a page: scripts of a JSON type by their id, and JSON literals assigned to variables by the
 * variable's name. Literals are parsed as JSON; what is not JSON is left out.
 */
export function embeddedState(tree: Tree): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  let states = 0;
  let size = 0;
  let flight = '';
  for (let node = 1; node < tree.count && states < maxStates; node++) {
    if (tree.tag[node] !== tag.script || tree.end[node] === node + 1) continue;
    const type = (attributeOf(tree, node, attribute.type) ?? '').trim().toLowerCase();
    const isJson = type === 'application/json' || type === 'text/json';
    if (!isJson && type !== '' && !/javascript|module/.test(type)) continue;
    const text = subtreeText(tree, node);
    size += text.length;
    if (size > maxSize) break;
    if (isJson) {
      const value = parseTolerant(text);
      if (value === undefined) continue;
      const name = nameOf(tree, node, states);
      define(found, name, unpacked(name, value));
      states++;
    } else {
      if (text.includes('__next_f')) flight += flightChunks(text);
      states += addAssigned(found, text, maxStates - states);
    }
  }
  if (flight !== '') define(found, '__next_f', flightRows(flight));
  return found;
}

/** State as it is meant, where a framework keeps it in a form of its own. */
function unpacked(name: string, value: unknown): unknown {
  if (name === '__NUXT_DATA__') return unfoldedPayload(value) ?? value;
  return withApollo(value, 0);
}

const apolloName = /apollo_*state|apollo_*cache/i;

/** A value with the caches of Apollo resolved that stand a few levels down in it. */
function withApollo(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > 4) return value;
  if ('ROOT_QUERY' in value) return resolvedApollo(value);
  for (const [name, inner] of Object.entries(value)) {
    if (apolloName.test(name)) define(value, name, resolvedApollo(inner));
    else if (name === 'props' || name === 'pageProps') define(value, name, withApollo(inner, depth + 1));
  }
  return value;
}

function nameOf(tree: Tree, node: number, index: number): string {
  for (const name of [attribute.id, attribute.dataTestid, attribute.name, attribute.class]) {
    const value = attributeOf(tree, node, name)?.trim();
    if (value) return value.slice(0, 200);
  }
  return `script_${index + 1}`;
}

function addAssigned(found: Record<string, unknown>, text: string, most: number): number {
  let count = 0;
  // Literals that never end would be searched to the end of the script again and again.
  let budget = 4 * text.length;
  // Only what stands outside of a literal already read is looked at, so that the work stays linear.
  assignment.lastIndex = 0;
  for (
    let match = assignment.exec(text);
    match !== null && count < most && budget > 0;
    match = assignment.exec(text)
  ) {
    const start = assignment.lastIndex;
    const { value, end } = literalAt(text, start);
    budget -= end > start ? end - start : text.length - start;
    if (end > start) assignment.lastIndex = end;
    if (typeof value !== 'object' || value === null) continue;
    const name = match[1] ?? match[2] ?? match[3];
    if (name === undefined || Object.hasOwn(found, name)) continue;
    define(found, name, unpacked(name, value));
    count++;
  }
  return count;
}

function literalAt(text: string, start: number): { value: unknown; end: number } {
  const first = text.charCodeAt(start);
  if (first === 123 || first === 91) {
    const end = literalEnd(text, start);
    return end === -1
      ? { value: undefined, end: start }
      : { value: parseTolerant(text.slice(start, end)), end };
  }
  const call = jsonCall.exec(text.slice(start, start + 40));
  if (call === null) return { value: undefined, end: start };
  return quotedJson(text, start + call[0].length);
}

/** `JSON.parse("...")`: a JSON text inside a string literal. */
function quotedJson(text: string, start: number): { value: unknown; end: number } {
  if (text[start] === '"') {
    const end = stringEnd(text, start) + 1;
    const inner = parseJson(text.slice(start, end));
    return { value: typeof inner === 'string' ? parseJson(inner) : undefined, end };
  }
  let end = start + 1;
  while (end < text.length && text[end] !== "'") end += text[end] === '\\' ? 2 : 1;
  const body = text
    .slice(start + 1, end)
    .replace(/\\'/g, "'")
    .replace(/(?<!\\)"/g, '\\"');
  const inner = parseJson(`"${body}"`);
  return {
    value: typeof inner === 'string' ? parseJson(inner) : undefined,
    end: Math.min(end + 1, text.length),
  };
}

/** Where the object or array that starts at `start` ends, or -1. */
function literalEnd(text: string, start: number): number {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 34) i = stringEnd(text, i);
    else if (unit === 123 || unit === 91) depth++;
    else if ((unit === 125 || unit === 93) && --depth === 0) return i + 1;
  }
  return -1;
}
