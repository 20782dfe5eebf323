import type { FoundValue } from '../../src/domain/pages/extraction.ts';
import { createPageFacts } from '../../src/extract/facts/create-page-facts.ts';
import { toJsonLd } from '../../src/extract/facts/entity.ts';
import { embeddedStates } from '../../src/extract/page-data/embedded-state.ts';
import { plainText } from '../../src/extract/page-data/raw-values.ts';
import type { PageView } from '../../src/extract/page-view/page-view.ts';
import { foldLetters } from '../../src/extract/words/words.ts';
import type { ParsedPage } from '../../src/page/parsed-page.ts';
import { isElement } from '../../src/page/tree/tree.ts';

/** Data of the page that locators such as `json_ld[0].offers.price` are paths in. */
const dataPath = /^(?:json_ld|microdata|rdfa|embedded)/;

function attributesOf(page: PageView, node: number): string {
  const { tree } = page;
  const texts: string[] = [];
  for (let row = tree.from[node] ?? 0; row < (tree.to[node] ?? 0); row++) {
    const name = tree.attributeNames[tree.attributeName[row] ?? 0] ?? '';
    texts.push(page.attributeOf(node, name) ?? '');
  }
  return texts.join(' ');
}

/** Returns the letters of the text and the attributes of the elements with a locator, and of what they contain. */
function lettersAt(page: PageView, locator: string): string {
  const { tree } = page;
  const texts: string[] = [];
  for (let node = 1; node < tree.count; node++) {
    if (!isElement(tree, node) || page.locatorOf(node) !== locator) continue;
    texts.push(page.textOf(node), attributesOf(page, node));
  }
  return foldLetters(texts.join(' '));
}

/** Returns the value at a path such as `json_ld[1].offers[0].price`, or undefined. */
function valueAt(root: unknown, path: string): unknown {
  let at: unknown = root;
  for (const part of path.match(/[^.[\]]+/g) ?? []) {
    if (Array.isArray(at) && !/^\d+$/.test(part)) at = at[0];
    at = typeof at === 'object' && at !== null ? Reflect.get(at, part) : undefined;
  }
  return at;
}

/** Returns the texts and numbers in a value, at most 1,000. */
function textsIn(value: unknown, into: string[] = []): string[] {
  if (into.length >= 1_000) return into;
  if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) textsIn(inner, into);
  else if (value !== null && value !== undefined) into.push(String(value));
  return into;
}

/** Checks each part of a derived value: locators and quotes are joined in the same order. */
function checkParts(
  parsed: ParsedPage,
  pointer: string,
  { locator, quote, source }: FoundValue['evidence'],
): string | null {
  const [locators, quotes] = [locator.split(' + '), quote.split(' + ')];
  if (locators.length < 2 || locators.length !== quotes.length)
    return `${pointer}: ${locator} names no parts`;
  const part = { pointer, value: '', isGrounded: false, confidence: 1, node: -1 };
  for (const [at, one] of locators.entries()) {
    const evidence = { method: 'heuristic' as const, source, locator: one, quote: quotes[at] ?? '' };
    const error = findEvidenceError(parsed, { ...part, evidence });
    if (error !== null) return error;
  }
  return null;
}

/**
 * Returns why the locator of a value does not lead to its quote, or null. Locators are paths in the page's data, names
 * of meta tags, or paths of elements followed by a reason in brackets; a derived value has one for each part.
 */
export function findEvidenceError(parsed: ParsedPage, { pointer, evidence }: FoundValue): string | null {
  const page = createPageFacts(parsed);
  const { locator, quote, method } = evidence;
  const fail = (reason: string) => `${pointer}: ${locator} ${reason} ${JSON.stringify(quote)}`;
  const letters = foldLetters(quote);
  if (method === 'derived') return checkParts(parsed, pointer, evidence);
  if (dataPath.test(locator)) {
    const { microdata, rdfa, ...others } = page.structured();
    const rest = { ...others, embedded: embeddedStates(page) };
    const inOneForm = (items: readonly unknown[]) => items.map((item) => toJsonLd(item));
    const root = { ...rest, microdata: inOneForm(microdata), rdfa: inOneForm(rdfa) };
    const found = valueAt(root, locator.replace(/ .*$/s, ''));
    const text = foldLetters(plainText(textsIn(found).join(' ')));
    return found === undefined || !(text.includes(letters) || letters.includes(text)) ? fail('is not') : null;
  }
  if (locator.startsWith('meta')) {
    let text = '';
    for (let node = 1; node < page.tree.count; node++) {
      if (page.tree.names[page.tree.name[node] ?? 0] === 'meta')
        text += ` ${page.attributeOf(node, 'content')}`;
    }
    return foldLetters(text).includes(letters) ? null : fail('does not state');
  }
  if (method === 'selector') return null;
  const path = locator.replace(/ \([^()]*(?:\([^()]*\)[^()]*)*\)$/, '');
  return lettersAt(page, path).includes(letters) ? null : fail('does not contain');
}
