import { integerAt } from '../../domain/values/elements.ts';
import { tag } from '../parse/names/tags.ts';
import { parseHtml } from '../parse/parse-html.ts';
import { parseJson } from '../text/json.ts';
import { attributeValue, type Tree } from '../tree/tree.ts';
import { readEmbeddedState } from './embedded-state.ts';
import { flightToHtml } from './flight-html.ts';
import { stateToHtml } from './state-html.ts';

/** Number of visible words below which the text may be in the page's data. */
const minVisibleWords = 80;
/** Minimum words of data text, as a number and as a multiple of visible words, and number of words that ends the search. */
const minDataWords = { words: 40, factor: 3, conclusive: 200 };
/** Minimum length of attributes with data, and maximum number and total length of such attributes. */
const attributeData = { minLength: 300, maxCount: 50, maxTotalLength: 8_000_000 };
const flightName = '__next_f';

/**
 * Creates a document from the text in a page's data if the page shows almost none before its scripts run. Tries JSON-LD, then
 * server component elements, then framework state; takes the first long text, else the longest. Returns null if the page
 * shows enough text or its data contains too little.
 */
export function parsePageData(tree: Tree, visibleWords: number, jsonLd: readonly unknown[]): Tree | null {
  if (visibleWords >= minVisibleWords) return null;
  let best = { html: '', words: Math.max(minDataWords.words, visibleWords * minDataWords.factor) - 1 };
  for (const source of [
    () => stateToHtml(jsonLd),
    () => flightElementsHtml(tree),
    () => stateToHtml(collectStates(tree)),
  ]) {
    const html = source();
    const words = countMarkupWords(html);
    if (words > best.words) best = { html, words };
    if (best.html !== '' && best.words >= minDataWords.conclusive) break;
  }
  return best.html === '' ? null : parseHtml(`<!doctype html><html><body>${best.html}</body></html>`);
}

function flightElementsHtml(tree: Tree): string {
  const { [flightName]: flight } = readEmbeddedState(tree);
  return typeof flight === 'object' && flight !== null ? flightToHtml({ ...flight }) : '';
}

function collectStates(tree: Tree): unknown[] {
  return [...Object.values(readEmbeddedState(tree)), ...readAttributeData(tree)];
}

/** Counts the words in markup; two characters of a script without spaces count as one. */
function countMarkupWords(html: string): number {
  const text = html.replace(/<[^<>]{0,5000}>/g, ' ');
  return (
    (text.match(/\S+/g)?.length ?? 0) + (text.match(/[\p{Script=Han}\p{Script=Hiragana}]/gu)?.length ?? 0) / 2
  );
}

/** Returns the values of attributes with JSON, in which server-side frameworks pass data to scripts. */
export function readAttributeData(tree: Tree): unknown[] {
  const values: unknown[] = [];
  let size = 0;
  for (let node = 1; node < tree.count && values.length < attributeData.maxCount; node++) {
    if (tree.tag[node] === tag.text) continue;
    const to = integerAt(tree.to, node);
    for (let row = integerAt(tree.from, node); row < to; row++) {
      const from = integerAt(tree.attributeFrom, row);
      const length = integerAt(tree.attributeTo, row) - from;
      const first = tree.source.charCodeAt(from);
      if (length < attributeData.minLength || (first !== 123 && first !== 91)) continue;
      size += length;
      if (size > attributeData.maxTotalLength) return values;
      const value = parseJson(attributeValue(tree, row));
      if (value !== undefined) values.push(value);
    }
  }
  return values;
}
