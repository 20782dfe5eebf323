import { tag } from '../../page/parse/tags.ts';
import { formOf } from '../concepts.ts';
import type { Field, FieldKind } from '../field.ts';
import { hasKindSign } from '../kind-signs.ts';
import type { PageView } from '../page-view.ts';
import { folded } from '../words.ts';
import { labelPairsOf } from './label-pairs.ts';
import { type FieldNames, fitOf } from './matches.ts';
import { mainTitleNode } from './place.ts';
import type { Scored } from './scored.ts';

/** What a row of features is made of. */
export interface AskedField {
  field: Field;
  names: FieldNames;
  page: PageView;
  /** Whether something that is asked for is the name of the thing. */
  hasTitle: boolean;
}

const kinds: readonly FieldKind[] = [
  'text',
  'title',
  'long_text',
  'person',
  'money',
  'currency',
  'number',
  'rating',
  'date',
  'duration',
  'phone',
  'email',
  'url',
  'image',
  'identifier',
  'choice',
  'yes_no',
];
/** First words of reasons, those that mean about the same together. */
const sorts: readonly (readonly string[])[] = [
  ['label'],
  ['itemprop', 'property'],
  ['id'],
  ['class'],
  ['data-testid', 'data-test', 'data-qa', 'data-automation', 'data-field', 'data-label', 'data-name'],
  ['aria-label', 'name'],
  ['h1'],
  ['h2'],
  ['title'],
  ['part'],
  ['begins'],
  ['head'],
  ['link'],
  ['form'],
  ['shape'],
  ['address'],
];
const places: readonly (readonly number[])[] = [
  [tag.nav],
  [tag.footer],
  [tag.aside],
  [tag.header],
  [tag.form],
  [tag.li],
  [tag.table],
  [tag.article, tag.main],
  [tag.a],
  [tag.h1, tag.h2, tag.h3, tag.h4],
];
const sortAt = new Map(sorts.flatMap((names, at) => names.map((name) => [name, at] as const)));
const placeAt = new Map(places.flatMap((tags, at) => tags.map((one) => [one, at] as const)));

const ofRivals = 9;
const ofText = 14;
/** Numbers in a row. The order is part of the weights: change both or none. */
export const rowWidth = 2 + ofRivals + sorts.length + kinds.length + places.length + ofText + 3;

const words = (text: string) => folded(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

function titleWords(page: PageView): ReadonlySet<string> {
  return new Set(words(page.metadata.title ?? ''));
}

/** What stands beside a text as its label, by the text. */
function labelsByValue(page: PageView): Map<string, { phrase: string; words: readonly string[] }[]> {
  const found = new Map<string, { phrase: string; words: readonly string[] }[]>();
  for (const pair of labelPairsOf(page)) {
    if (pair.value.length > 120 || pair.strength < 0.7) continue;
    const known = found.get(pair.value);
    if (known === undefined) found.set(pair.value, [pair]);
    else known.push(pair);
  }
  return found;
}

interface PageFacts {
  title: ReadonlySet<string>;
  labels: ReturnType<typeof labelsByValue>;
}

const facts = new WeakMap<PageView, PageFacts>();

function factsOf(page: PageView): PageFacts {
  let known = facts.get(page);
  if (known === undefined) {
    known = { title: titleWords(page), labels: labelsByValue(page) };
    facts.set(page, known);
  }
  return known;
}

function sortOf({ candidate }: Scored): string {
  return candidate.reason.split(' ', 1)[0] as string;
}

const log = (count: number) => Math.log1p(count);

/** How a candidate stands among the others. */
function rivalFeatures(one: Scored, rank: number, all: readonly Scored[]): number[] {
  const sort = sortOf(one);
  let [same, near, others, alike] = [0, 0, 0, 0];
  let best = -1;
  let seconded = 0;
  const sortsOfSame = new Set<string>();
  const rivals = new Set<unknown>();
  for (const other of all) {
    if (other.candidate.reason === one.candidate.reason) alike++;
    if (other.value === one.value) {
      same++;
      sortsOfSame.add(sortOf(other));
      if (sortOf(other) !== sort) seconded = Math.max(seconded, other.score);
    } else {
      others++;
      best = Math.max(best, other.score);
      if (Math.abs(other.score - one.score) < 0.05) rivals.add(other.value);
    }
  }
  near = rivals.size;
  const gap = best === -1 ? 1 : one.score - best;
  return [gap, rank, log(all.length), near, sortsOfSame.size, log(same), seconded, log(alike), log(others)];
}

/** The elements around a candidate that tell something, each 1 or 0. */
function placeFeatures(page: PageView, node: number): number[] {
  const row = places.map(() => 0);
  for (let at = node, steps = 0; at > 0 && steps < 40; at = page.tree.parent[at] as number, steps++) {
    const place = placeAt.get(page.tree.tag[at] as number);
    if (place !== undefined) row[place] = 1;
  }
  return row;
}

function shareOf(these: readonly string[], of: ReadonlySet<string>): number {
  if (these.length === 0) return 0;
  return these.filter((word) => of.has(word)).length / these.length;
}

/** What a candidate's text looks like, and what labels call it. */
function textFeatures({ field, names, page }: AskedField, { candidate }: Scored): number[] {
  const { text } = candidate;
  const { title, labels } = factsOf(page);
  const said = words(text.slice(0, 400));
  const form = formOf(names.concepts[0]);
  const called = labels.get(text) ?? [];
  const isCalledSo = called.some((pair) => fitOf(names, pair.phrase, pair.words) > 0);
  const letters = Math.max(1, text.length);
  return [
    form === null ? 0 : form.test(text) ? 1 : -1,
    hasKindSign(field.kind, text) ? 1 : 0,
    log(text.length),
    log(said.length),
    (text.match(/\d/g)?.length ?? 0) / letters,
    (text.match(/(?<![\p{L}\p{N}])\p{Lu}/gu)?.length ?? 0) / Math.max(1, said.length),
    /[.!?]$/.test(text) ? 1 : 0,
    /[:：]/.test(text) ? 1 : 0,
    /[,;|]/.test(text) ? 1 : 0,
    shareOf(said, title),
    shareOf([...title], new Set(said)),
    called.length === 0 ? 0 : isCalledSo ? 1 : -1,
    candidate.source === 'visible' ? 1 : 0,
    page.flow.holdsBlock[candidate.node] === 1 ? 1 : 0,
  ];
}

/** A row of {@link rowWidth} numbers for each candidate; `all` are sorted by their score, the best first. */
export function candidateFeatures(asked: AskedField, all: readonly Scored[]): Float32Array {
  const rows = new Float32Array(all.length * rowWidth);
  const { field, names, page, hasTitle } = asked;
  const title = mainTitleNode(page);
  const byKind = kinds.map((kind) => (kind === field.kind ? 1 : 0));
  all.forEach((one, rank) => {
    const { candidate } = one;
    const sort = sortAt.get(sortOf(one));
    const apart = title === -1 ? 0 : candidate.node - title;
    const row = [
      candidate.strength,
      candidate.fit,
      ...rivalFeatures(one, rank, all),
      ...sorts.map((_, at) => (at === sort ? 1 : 0)),
      ...byKind,
      ...placeFeatures(page, candidate.node),
      ...textFeatures(asked, one),
      Math.sign(apart) * log(Math.abs(apart)),
      names.concepts.length > 0 ? 1 : 0,
      hasTitle ? 1 : 0,
    ];
    rows.set(row, rank * rowWidth);
  });
  return rows;
}
