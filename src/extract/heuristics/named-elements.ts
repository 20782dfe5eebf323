import { attribute } from '../../page/parse/attributes.ts';
import { attributeValue, isElement } from '../../page/tree.ts';
import { flowKind } from '../../page/visible.ts';
import { labelPhrase } from '../concepts.ts';
import type { PageView } from '../page-view.ts';
import { wordsOf } from '../words.ts';

/** An element that its author named: by class, id or an attribute that says what it holds. */
export interface NamedElement {
  element: number;
  /** The name's words as labels are compared. */
  phrase: string;
  words: readonly string[];
  /** For the evidence: `class "price"`. */
  reason: string;
  /** 0 to 1: how much such a name means. */
  strength: number;
}

const mostNamed = 20_000;
const mostTokens = 8;

/** Attributes that name what an element holds, and how much they mean. */
const naming: ReadonlyMap<string, number> = new Map([
  ['itemprop', 0.95],
  ['property', 0.9],
  ['id', 0.82],
  ['class', 0.76],
  ['data-testid', 0.84],
  ['data-test', 0.84],
  ['data-qa', 0.84],
  ['data-automation', 0.84],
  ['data-field', 0.85],
  ['data-label', 0.85],
  ['data-name', 0.8],
  ['aria-label', 0.7],
  ['name', 0.7],
]);

interface NameWords {
  phrase: string;
  words: readonly string[];
}

const nameWords = new Map<string, NameWords>();

function wordsOfName(name: string): NameWords {
  let known = nameWords.get(name);
  if (known === undefined) {
    const words = wordsOf(name);
    known = { phrase: labelPhrase(words), words };
    if (nameWords.size > 20_000) nameWords.clear();
    nameWords.set(name, known);
  }
  return known;
}

function gather(page: PageView): NamedElement[] {
  const { tree, flow } = page;
  const strengths = new Map<number, [string, number]>();
  tree.attributeNames.forEach((name, id) => {
    const strength = naming.get(name);
    if (strength !== undefined) strengths.set(id, [name, strength]);
  });
  const found: NamedElement[] = [];
  for (let node = 1; node < tree.count && found.length < mostNamed; node++) {
    if (!isElement(tree, node)) continue;
    if (flow.kind[node] === flowKind.skipped) {
      node = (tree.end[node] as number) - 1;
      continue;
    }
    for (let row = tree.from[node] as number; row < (tree.to[node] as number); row++) {
      const named = strengths.get(tree.attributeName[row] as number);
      if (named === undefined) continue;
      const value = attributeValue(tree, row);
      if (value === '' || value.length > 400) continue;
      const isTokens = tree.attributeName[row] === attribute.class || named[0] === 'itemprop';
      const names = isTokens ? value.trim().split(/\s+/, mostTokens) : [value];
      for (const name of names) {
        const { phrase, words } = wordsOfName(name);
        if (words.length === 0 || words.length > 5) continue;
        found.push({ element: node, phrase, words, reason: `${named[0]} "${name}"`, strength: named[1] });
      }
    }
  }
  return found;
}

const known = new WeakMap<PageView, readonly NamedElement[]>();

/** All shown elements that were named, in document order; made once a page. */
export function namedElementsOf(page: PageView): readonly NamedElement[] {
  let named = known.get(page);
  if (named === undefined) {
    named = gather(page);
    known.set(page, named);
  }
  return named;
}
