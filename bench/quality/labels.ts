import { wordsOf } from './words.ts';

/** Maximum distance in words between a leaf and the position for which its trigrams vote. */
const slack = 12;

/** Returns the positions of every trigram of the reference. */
function trigramPlaces(reference: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (let i = 0; i + 2 < reference.length; i++) {
    const key = `${reference[i]} ${reference[i + 1]} ${reference[i + 2]}`;
    const list = places.get(key);
    if (list === undefined) places.set(key, [i]);
    else if (list.length < 20) list.push(i);
  }
  return places;
}

interface Placed {
  leaf: number;
  /** Word of the reference at which the leaf begins. */
  start: number;
  weight: number;
}

/**
 * Returns the positions of a leaf in the reference, best first: those with votes of most of its trigrams (or of its
 * words, in short leaves).
 */
function placesOf(
  words: readonly string[],
  places: Map<string, number[]>,
  single: Map<string, number[]>,
): Map<number, number> {
  const votes = new Map<number, number>();
  const vote = (start: number): void => {
    votes.set(start, (votes.get(start) ?? 0) + 1);
  };
  if (words.length < 3) {
    for (const place of single.get(words.join(' ')) ?? []) vote(place);
    return votes;
  }
  for (let i = 0; i + 2 < words.length; i++) {
    for (const place of places.get(`${words[i]} ${words[i + 1]} ${words[i + 2]}`) ?? []) vote(place - i);
  }
  return votes;
}

function shortPlaces(reference: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  const add = (key: string, at: number): void => {
    const list = places.get(key);
    if (list === undefined) places.set(key, [at]);
    else if (list.length < 30) list.push(at);
  };
  reference.forEach((word, i) => {
    add(word, i);
    if (i + 1 < reference.length) add(`${word} ${reference[i + 1]}`, i);
  });
  return places;
}

/** Returns the subset of placed leaves with the largest weight whose positions increase with their order. */
function heaviestInOrder(placed: readonly Placed[], length: number): Placed[] {
  // best[i]: heaviest chain that ends at or before reference word i, as a Fenwick tree of maxima.
  const weight = new Float64Array(length + 2);
  const link = new Int32Array(length + 2).fill(-1);
  const before = new Int32Array(placed.length).fill(-1);
  const total = new Float64Array(placed.length);
  for (let from = 0; from < placed.length; ) {
    let to = from;
    while (to < placed.length && placed[to]?.leaf === placed[from]?.leaf) to++;
    for (let i = from; i < to; i++) {
      const one = placed[i] as Placed;
      let best = 0;
      for (let at = Math.max(1, one.start + 1); at > 0; at -= at & -at) {
        if ((weight[at] as number) > best) {
          best = weight[at] as number;
          before[i] = link[at] as number;
        }
      }
      total[i] = best + one.weight;
    }
    for (let i = from; i < to; i++) {
      const one = placed[i] as Placed;
      for (let at = Math.max(1, one.start + 1) + 1; at < length + 2; at += at & -at) {
        if ((total[i] as number) <= (weight[at] as number)) continue;
        weight[at] = total[i] as number;
        link[at] = i;
      }
    }
    from = to;
  }
  let last = -1;
  for (let i = 0; i < placed.length; i++)
    if (last === -1 || (total[i] as number) > (total[last] as number)) last = i;
  const chosen: Placed[] = [];
  for (; last !== -1; last = before[last] as number) chosen.push(placed[last] as Placed);
  return chosen.reverse();
}

/**
 * Returns the share of each leaf's words that the reference contains, 0 to 1: leaves are placed in the reference in
 * order, then the remaining ones out of order if they are well covered.
 */
export function coverageOf(leaves: readonly string[], reference: string): Float32Array {
  const wanted = wordsOf(reference);
  const coverage = new Float32Array(leaves.length);
  const trigrams = trigramPlaces(wanted);
  const single = shortPlaces(wanted);
  const words = leaves.map((leaf) => wordsOf(leaf));
  const placed: Placed[] = [];
  words.forEach((list, leaf) => {
    const votes = [...placesOf(list, trigrams, single)].sort((one, other) => other[1] - one[1]).slice(0, 12);
    for (const [start, count] of votes)
      placed.push({ leaf, start: Math.max(0, start), weight: count * (list.length < 3 ? 0.5 : 1) });
  });
  const used = new Uint8Array(wanted.length);
  const chosen = heaviestInOrder(placed, wanted.length);
  for (const { leaf, start } of chosen) coverage[leaf] = take(words[leaf] as string[], wanted, used, start);
  const rest = words.map((_, leaf) => leaf).filter((leaf) => coverage[leaf] === 0);
  rest.sort((one, other) => (words[other] as string[]).length - (words[one] as string[]).length);
  for (const leaf of rest) coverage[leaf] = takeAnywhere(words[leaf] as string[], wanted, used, placed, leaf);
  return coverage;
}

function foldText(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').trim();
}

/** Returns the leaves that a snippet touches, for each of its occurrences in the text of a page. */
function occurrencesOf(text: string, starts: readonly number[], snippet: string): number[][] {
  const occurrences: number[][] = [];
  for (let at = text.indexOf(snippet); at !== -1; at = text.indexOf(snippet, at + 1)) {
    const touched: number[] = [];
    starts.forEach((start, leaf) => {
      const end = (starts[leaf + 1] ?? text.length + 1) - 1;
      if (start < at + snippet.length && end > at) touched.push(leaf);
    });
    occurrences.push(touched);
  }
  return occurrences;
}

/**
 * Returns 1 for leaves with a snippet that must be kept, 0 for leaves with one that must not be, and -1 for all others,
 * about which the reference says nothing. A snippet that must be kept counts if the page has it once.
 */
export function coverageOfSnippets(
  leaves: readonly string[],
  mustHave: readonly string[],
  mustNot: readonly string[],
): Float32Array {
  const coverage = new Float32Array(leaves.length).fill(-1);
  const starts: number[] = [];
  let text = '';
  for (const leaf of leaves) {
    starts.push(text.length);
    text += `${foldText(leaf)} `;
  }
  for (const snippet of mustNot)
    for (const touched of occurrencesOf(text, starts, foldText(snippet)))
      for (const leaf of touched) coverage[leaf] = 0;
  for (const snippet of mustHave) {
    const [only, ...others] = occurrencesOf(text, starts, foldText(snippet));
    if (only !== undefined && others.length === 0) for (const leaf of only) coverage[leaf] = 1;
  }
  return coverage;
}

function take(words: readonly string[], wanted: readonly string[], used: Uint8Array, start: number): number {
  let hits = 0;
  let at = start;
  for (const word of words) {
    for (let i = at; i < Math.min(wanted.length, at + slack); i++) {
      if (wanted[i] !== word || used[i] === 1) continue;
      used[i] = 1;
      hits++;
      at = i + 1;
      break;
    }
  }
  return words.length === 0 ? 0 : hits / words.length;
}

function takeAnywhere(
  words: readonly string[],
  wanted: readonly string[],
  used: Uint8Array,
  placed: readonly Placed[],
  leaf: number,
): number {
  for (const one of placed) {
    if (one.leaf !== leaf) continue;
    let hits = 0;
    for (let i = 0; i < words.length; i++)
      if (wanted[one.start + i] === words[i] && used[one.start + i] === 0) hits++;
    if (hits >= words.length * 0.8) return take(words, wanted, used, one.start);
  }
  return 0;
}
