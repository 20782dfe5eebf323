import { embeddedState } from './embedded-state.ts';
import { flightHtml } from './flight-html.ts';
import { parseJson } from './json.ts';
import { parseHtml } from './parse/scan.ts';
import { tag } from './parse/tags.ts';
import { stateHtml } from './state-html.ts';
import { attributeValue, type Tree } from './tree.ts';

/** A page with fewer words than this on show may have its text in its data. */
const littleText = 80;
/** Words that data must bring, how many times as many as the page shows, and what is the whole text for sure. */
const enough = { words: 40, times: 3, whole: 200 };
/** Attributes that hold data are longer than this, and there are at most so many. */
const attributeData = { length: 300, most: 50, total: 8_000_000 };
const flightName = '__next_f';

/**
 * A document made of the text in a page's data, for a page that shows next to nothing before its scripts run: JSON-LD first,
 * then the elements, then the prose in the state that frameworks leave; the first that is long, else the longest. Null when the page shows enough or its data says too little.
 */
export function treeOfPageData(tree: Tree, shownWords: number, jsonLd: readonly unknown[]): Tree | null {
  if (shownWords >= littleText) return null;
  let best = { html: '', words: Math.max(enough.words, shownWords * enough.times) - 1 };
  for (const source of [() => stateHtml(jsonLd), () => laidOut(tree), () => stateHtml(statesOf(tree))]) {
    const html = source();
    const words = wordsIn(html);
    if (words > best.words) best = { html, words };
    if (best.html !== '' && best.words >= enough.whole) break;
  }
  return best.html === '' ? null : parseHtml(`<!doctype html><html><body>${best.html}</body></html>`);
}

function laidOut(tree: Tree): string {
  const { [flightName]: flight } = embeddedState(tree);
  return typeof flight === 'object' && flight !== null ? flightHtml({ ...flight }) : '';
}

function statesOf(tree: Tree): unknown[] {
  return [...Object.values(embeddedState(tree)), ...attributeValues(tree)];
}

/** Words in markup, two characters of a script without spaces counted as one. */
function wordsIn(html: string): number {
  const text = html.replace(/<[^<>]{0,5000}>/g, ' ');
  return (
    (text.match(/\S+/g)?.length ?? 0) + (text.match(/[\p{Script=Han}\p{Script=Hiragana}]/gu)?.length ?? 0) / 2
  );
}

/** Values of attributes that hold JSON, as server-side frameworks hand data to their scripts. */
export function attributeValues(tree: Tree): unknown[] {
  const values: unknown[] = [];
  let size = 0;
  for (let node = 1; node < tree.count && values.length < attributeData.most; node++) {
    if (tree.tag[node] === tag.text) continue;
    const to = tree.to[node] as number;
    for (let row = tree.from[node] as number; row < to; row++) {
      const from = tree.attributeFrom[row] as number;
      const length = (tree.attributeTo[row] as number) - from;
      const first = tree.source.charCodeAt(from);
      if (length < attributeData.length || (first !== 123 && first !== 91)) continue;
      size += length;
      if (size > attributeData.total) return values;
      const value = parseJson(attributeValue(tree, row));
      if (value !== undefined) values.push(value);
    }
  }
  return values;
}
