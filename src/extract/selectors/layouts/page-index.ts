import { integerAt, itemAt } from '../../../domain/values/elements.ts';
import { attribute } from '../../../page/parse/attributes.ts';
import { tag } from '../../../page/parse/names/tags.ts';
import { attributeValue, type Tree, tagOf } from '../../../page/tree/tree.ts';
import { createPageLetters, type PageLetters } from '../../page-view/page-letters.ts';
import { isStableName } from '../../page-view/stable-name.ts';

/** Attributes that state the meaning of an element, in addition to `data-*`. */
const semanticNames = new Set(['itemprop', 'property', 'rel', 'name', 'headers', 'aria-label']);
/** Link relations without a meaning for the content. */
const linkRelations =
  /^(?:nofollow|noopener|noreferrer|external|ugc|sponsored|stylesheet|preload|prefetch|preconnect)/i;
/** Attributes that contain a value for machines or in another form. */
const valueNames = new Set(['content', 'datetime', 'href', 'src', 'value', 'alt', 'title']);
const word = /^[a-zA-Z][a-zA-Z:._ -]{1,59}$/;
/** Maximum length of a label, in letters. */
const maxLabelLength = 60;
/** Maximum length of an attribute value. */
const maxValueLength = 2000;

/** An attribute that states the meaning of its element. */
export interface SemanticAttribute {
  name: string;
  value: string;
}

/** An attribute that may contain a value. */
export interface ValueAttribute {
  node: number;
  name: string;
  value: string;
}

/** Lookup tables of one page for locators; all lists are in document order. */
export interface PageIndex extends PageLetters {
  byId: ReadonlyMap<string, number[]>;
  byClass: ReadonlyMap<string, number[]>;
  /** Elements by `name=value` of attributes that state their meaning. */
  bySemantics: ReadonlyMap<string, number[]>;
  /** Attributes that may contain a value. */
  valueAttributes: readonly ValueAttribute[];
  /** Returns the short text nodes with these letters; labels may differ in the plural: "Director", "Directors". */
  byLabel(label: string): readonly number[];
}

function isSemanticValue(name: string, value: string): boolean {
  if (name === 'rel' && linkRelations.test(value)) return false;
  if (semanticNames.has(name)) return value.length <= 60 && word.test(value);
  return name.startsWith('data-') && name.length <= 40 && value.length <= 40 && word.test(value);
}

/** Returns the stable classes of an element in their order. */
export function getStableClasses(tree: Tree, node: number): string[] {
  const to = integerAt(tree.to, node);
  for (let row = integerAt(tree.from, node); row < to; row++) {
    if (tree.attributeName[row] === attribute.class) return stableClasses(attributeValue(tree, row));
  }
  return [];
}

const classCache = new Map<string, string[]>();

/**
 * Class attributes repeat within and across pages, so the results are cached. The cache is cleared when it is
 * full.
 */
function stableClasses(classAttribute: string): string[] {
  let names = classCache.get(classAttribute);
  if (names === undefined) {
    names = [...new Set(classAttribute.split(/\s+/).filter(isStableName))].slice(0, 8);
    if (classCache.size >= 5000) classCache.clear();
    if (classAttribute.length <= 300) classCache.set(classAttribute, names);
  }
  return names;
}

/** Returns the attributes that state an element's meaning. */
export function getSemanticAttributes(tree: Tree, node: number): SemanticAttribute[] {
  const attributes: SemanticAttribute[] = [];
  const to = integerAt(tree.to, node);
  for (let row = integerAt(tree.from, node); row < to && attributes.length < 6; row++) {
    const name = itemAt(tree.attributeNames, integerAt(tree.attributeName, row));
    if (!semanticNames.has(name) && !name.startsWith('data-')) continue;
    const value = attributeValue(tree, row);
    if (isSemanticValue(name, value)) attributes.push({ name, value });
  }
  return attributes;
}

function add(map: Map<string, number[]>, key: string, node: number): void {
  const nodes = map.get(key);
  if (nodes === undefined) map.set(key, [node]);
  else nodes.push(node);
}

interface CollectedAttributes {
  byId: Map<string, number[]>;
  byClass: Map<string, number[]>;
  bySemantics: Map<string, number[]>;
  valueAttributes: ValueAttribute[];
}

function collectAttribute(
  tree: Tree,
  node: number,
  row: number,
  { byId, byClass, bySemantics, valueAttributes }: CollectedAttributes,
): void {
  const id = integerAt(tree.attributeName, row);
  if (id === attribute.id) add(byId, attributeValue(tree, row), node);
  else if (id === attribute.class) {
    for (const one of stableClasses(attributeValue(tree, row))) add(byClass, one, node);
  } else {
    const name = itemAt(tree.attributeNames, id);
    const isDataAttribute = name.startsWith('data-');
    const isSemantic = isDataAttribute || semanticNames.has(name);
    const canHaveValue = isDataAttribute || valueNames.has(name);
    if (!isSemantic && !canHaveValue) return;
    const value = attributeValue(tree, row);
    if (isSemantic && isSemanticValue(name, value)) add(bySemantics, `${name}=${value}`, node);
    if (canHaveValue && value !== '' && value.length <= maxValueLength)
      valueAttributes.push({ node, name, value });
  }
}

/** Indexes a page's attributes and texts once for all locators. */
export function indexPage(tree: Tree, letters = createPageLetters(tree)): PageIndex {
  const collected: CollectedAttributes = {
    byId: new Map(),
    byClass: new Map(),
    bySemantics: new Map(),
    valueAttributes: [],
  };
  for (let node = 1; node < tree.count; node++) {
    if (tagOf(tree, node) <= tag.document) continue;
    const to = integerAt(tree.to, node);
    for (let row = integerAt(tree.from, node); row < to; row++) collectAttribute(tree, node, row, collected);
  }
  let labels: Map<string, number[]> | null = null;
  const byLabel = (label: string) => {
    labels ??= indexLabels(letters);
    return labels.get(toLabelKey(label)) ?? [];
  };
  return { ...letters, ...collected, byLabel };
}

/** Returns the letters of a text node. */
export function lettersAt(page: PageLetters, node: number): string {
  return page.letters.slice(page.from[node], page.to[node]);
}

/** Minimum length of a label of which the plural has the same key. */
const minPluralLength = 5;

function toLabelKey(letters: string): string {
  return letters.length >= minPluralLength && letters.endsWith('s') ? letters.slice(0, -1) : letters;
}

function indexLabels(page: PageLetters): Map<string, number[]> {
  const labels = new Map<string, number[]>();
  for (const node of page.texts) {
    const length = integerAt(page.to, node) - integerAt(page.from, node);
    if (length >= 1 && length <= maxLabelLength) add(labels, toLabelKey(lettersAt(page, node)), node);
  }
  return labels;
}
