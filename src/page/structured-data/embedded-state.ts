import { attribute } from '../parse/attributes.ts';
import { tag } from '../parse/names/tags.ts';
import { findStringEnd, parseJson, parseLenientJson } from '../text/json.ts';
import { attributeOf, subtreeText, type Tree } from '../tree/tree.ts';
import { parseFlightRows, readFlightChunks } from './flight-rows.ts';
import { resolveApolloCache } from './json-references.ts';
import { defineProperty } from './microdata.ts';
import { decodeNuxtPayload } from './nuxt-payload.ts';

/** Maximum number of states, and their maximum total size in UTF-16 code units. */
const maxStates = 100;
const maxSize = 8_000_000;

const assignmentPattern =
  /(?:^|[;\s,({}])(?:(?:window|self|globalThis|top)\s*(?:\.\s*([\w$]+)|\[\s*["']([^"'\]]{1,100})["']\s*\])|(?:var|let|const)\s+([\w$]+))\s*=\s*(?=[{["J])/g;
const jsonCall = /^JSON\.parse\(\s*(?=["'])/;

/**
 * Reads state that frameworks embed in a page: scripts with a JSON type by their id, and JSON literals that are assigned to
 * variables by the variable's name. Literals that are not valid JSON are skipped.
 */
export function readEmbeddedState(tree: Tree): Record<string, unknown> {
  const states: Record<string, unknown> = {};
  let stateCount = 0;
  let size = 0;
  let flight = '';
  for (let node = 1; node < tree.count && stateCount < maxStates; node++) {
    if (tree.tag[node] !== tag.script || tree.end[node] === node + 1) continue;
    const type = (attributeOf(tree, node, attribute.type) ?? '').trim().toLowerCase();
    const isJson = type === 'application/json' || type === 'text/json';
    if (!isJson && type !== '' && !/javascript|module/.test(type)) continue;
    const text = subtreeText(tree, node);
    size += text.length;
    if (size > maxSize) break;
    if (isJson) {
      const value = parseLenientJson(text);
      if (value === undefined) continue;
      const name = stateName(tree, node, stateCount);
      defineProperty(states, name, decodeState(name, value));
      stateCount++;
    } else {
      if (text.includes('__next_f')) flight += readFlightChunks(text);
      stateCount += addAssignedLiterals(states, text, maxStates - stateCount);
    }
  }
  if (flight !== '') defineProperty(states, '__next_f', parseFlightRows(flight));
  return states;
}

/** Decodes the special formats of frameworks. */
function decodeState(name: string, value: unknown): unknown {
  if (name === '__NUXT_DATA__') return decodeNuxtPayload(value) ?? value;
  return resolveApolloCaches(value, 0);
}

const apolloName = /apollo_*state|apollo_*cache/i;

/** Resolves Apollo caches in the first levels of a value. */
function resolveApolloCaches(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > 4) return value;
  if ('ROOT_QUERY' in value) return resolveApolloCache(value);
  for (const [name, inner] of Object.entries(value)) {
    if (apolloName.test(name)) defineProperty(value, name, resolveApolloCache(inner));
    else if (name === 'props' || name === 'pageProps')
      defineProperty(value, name, resolveApolloCaches(inner, depth + 1));
  }
  return value;
}

function stateName(tree: Tree, node: number, index: number): string {
  for (const name of [attribute.id, attribute.dataTestid, attribute.name, attribute.class]) {
    const value = attributeOf(tree, node, name)?.trim();
    if (value) return value.slice(0, 200);
  }
  return `script_${index + 1}`;
}

function addAssignedLiterals(states: Record<string, unknown>, text: string, maxCount: number): number {
  let count = 0;
  // Each unclosed literal would be searched up to the end of the script.
  let budget = 4 * text.length;
  // Continuing after each literal keeps the search linear.
  assignmentPattern.lastIndex = 0;
  for (
    let match = assignmentPattern.exec(text);
    match !== null && count < maxCount && budget > 0;
    match = assignmentPattern.exec(text)
  ) {
    const start = assignmentPattern.lastIndex;
    const { value, end } = readLiteral(text, start);
    budget -= end > start ? end - start : text.length - start;
    if (end > start) assignmentPattern.lastIndex = end;
    if (typeof value !== 'object' || value === null) continue;
    const name = match[1] ?? match[2] ?? match[3];
    if (name === undefined || Object.hasOwn(states, name)) continue;
    defineProperty(states, name, decodeState(name, value));
    count++;
  }
  return count;
}

function readLiteral(text: string, start: number): { value: unknown; end: number } {
  const first = text.charCodeAt(start);
  if (first === 123 || first === 91) {
    const end = findLiteralEnd(text, start);
    return end === -1
      ? { value: undefined, end: start }
      : { value: parseLenientJson(text.slice(start, end)), end };
  }
  const callMatch = jsonCall.exec(text.slice(start, start + 40));
  if (callMatch === null) return { value: undefined, end: start };
  return readQuotedJson(text, start + callMatch[0].length);
}

/** Reads the argument of `JSON.parse("...")`. */
function readQuotedJson(text: string, start: number): { value: unknown; end: number } {
  if (text[start] === '"') {
    const end = findStringEnd(text, start) + 1;
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

/** Returns the end of the object or array that starts at `start`, or -1. */
function findLiteralEnd(text: string, start: number): number {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 34) i = findStringEnd(text, i);
    else if (unit === 123 || unit === 91) depth++;
    else if ((unit === 125 || unit === 93) && --depth === 0) return i + 1;
  }
  return -1;
}
