import { attribute } from '../../page/parse/attributes.ts';
import { tag } from '../../page/parse/tags.ts';
import { attributeValue, type Tree } from '../../page/tree.ts';
import { type PageLetters, pageLettersOf } from './page-letters.ts';
import { isStableName } from './stable-name.ts';

/** Attributes that say what an element means, beside `data-*`. */
const semanticNames = new Set(['itemprop', 'property', 'rel', 'name', 'headers', 'aria-label']);
/** Relations that say something of the link alone. */
const linkOnly =
  /^(?:nofollow|noopener|noreferrer|external|ugc|sponsored|stylesheet|preload|prefetch|preconnect)/i;
/** Attributes that hold a value meant for machines or shown in another form. */
const valueNames = new Set(['content', 'datetime', 'href', 'src', 'value', 'alt', 'title']);
const word = /^[a-zA-Z][a-zA-Z:._ -]{1,59}$/;
/** Longest label, in letters. */
const longestLabel = 60;
/** Longest attribute that may hold a value. */
const longestHeld = 2000;

/** An attribute that says what its element means. */
export interface Meaning {
  name: string;
  value: string;
}

/** An attribute of an element that may hold a value. */
export interface HeldValue {
  node: number;
  name: string;
  value: string;
}

/** What locators look up on one page; everything is in document order. */
export interface PageIndex extends PageLetters {
  byId: ReadonlyMap<string, number[]>;
  byClass: ReadonlyMap<string, number[]>;
  /** By `name=value` of attributes that say what an element means. */
  byMeaning: ReadonlyMap<string, number[]>;
  /** Attributes that may hold a value. */
  held: readonly HeldValue[];
  /** Text nodes by their letters, short ones only. */
  byLabel(label: string): readonly number[];
}

function isMeaning(name: string, value: string): boolean {
  if (name === 'rel' && linkOnly.test(value)) return false;
  if (semanticNames.has(name)) return value.length <= 60 && word.test(value);
  return name.startsWith('data-') && name.length <= 40 && value.length <= 40 && word.test(value);
}

/** The stable classes of an element, in their order. */
export function stableClassesOf(tree: Tree, node: number): string[] {
  const to = tree.to[node] as number;
  for (let row = tree.from[node] as number; row < to; row++) {
    if (tree.attributeName[row] === attribute.class) return stableClasses(attributeValue(tree, row));
  }
  return [];
}

const classCache = new Map<string, string[]>();

/** Spellings repeat within and across pages; the memory of them is small and starts anew when full. */
function stableClasses(written: string): string[] {
  let names = classCache.get(written);
  if (names === undefined) {
    names = [...new Set(written.split(/\s+/).filter(isStableName))].slice(0, 8);
    if (classCache.size >= 5000) classCache.clear();
    if (written.length <= 300) classCache.set(written, names);
  }
  return names;
}

/** What an element's attributes say it means. */
export function meaningsOf(tree: Tree, node: number): Meaning[] {
  const found: Meaning[] = [];
  const to = tree.to[node] as number;
  for (let row = tree.from[node] as number; row < to && found.length < 6; row++) {
    const name = tree.attributeNames[tree.attributeName[row] as number] as string;
    if (!semanticNames.has(name) && !name.startsWith('data-')) continue;
    const value = attributeValue(tree, row);
    if (isMeaning(name, value)) found.push({ name, value });
  }
  return found;
}

function add(map: Map<string, number[]>, key: string, node: number): void {
  const nodes = map.get(key);
  if (nodes === undefined) map.set(key, [node]);
  else nodes.push(node);
}

interface Collected {
  byId: Map<string, number[]>;
  byClass: Map<string, number[]>;
  byMeaning: Map<string, number[]>;
  held: HeldValue[];
}

function collect(tree: Tree, node: number, row: number, { byId, byClass, byMeaning, held }: Collected): void {
  const id = tree.attributeName[row] as number;
  if (id === attribute.id) add(byId, attributeValue(tree, row), node);
  else if (id === attribute.class) {
    for (const one of stableClasses(attributeValue(tree, row))) add(byClass, one, node);
  } else {
    const name = tree.attributeNames[id] as string;
    const isOwn = name.startsWith('data-');
    const mayMean = isOwn || semanticNames.has(name);
    const mayHold = isOwn || valueNames.has(name);
    if (!mayMean && !mayHold) return;
    const value = attributeValue(tree, row);
    if (mayMean && isMeaning(name, value)) add(byMeaning, `${name}=${value}`, node);
    if (mayHold && value !== '' && value.length <= longestHeld) held.push({ node, name, value });
  }
}

/** Reads a page's attributes and texts once, for all locators. */
export function indexPage(tree: Tree): PageIndex {
  const found: Collected = { byId: new Map(), byClass: new Map(), byMeaning: new Map(), held: [] };
  for (let node = 1; node < tree.count; node++) {
    if ((tree.tag[node] as number) <= tag.document) continue;
    const to = tree.to[node] as number;
    for (let row = tree.from[node] as number; row < to; row++) collect(tree, node, row, found);
  }
  const letters = pageLettersOf(tree);
  let labels: Map<string, number[]> | null = null;
  const byLabel = (label: string) => {
    labels ??= labelsOf(letters);
    return labels.get(label) ?? [];
  };
  return { ...letters, ...found, byLabel };
}

/** The letters of a text node. */
export function lettersAt(page: PageLetters, node: number): string {
  return page.letters.slice(page.from[node], page.to[node]);
}

function labelsOf(page: PageLetters): Map<string, number[]> {
  const labels = new Map<string, number[]>();
  for (const node of page.texts) {
    const length = (page.to[node] as number) - (page.from[node] as number);
    if (length >= 1 && length <= longestLabel) add(labels, lettersAt(page, node), node);
  }
  return labels;
}
