import { itemAt } from '../../../domain/values/elements.ts';
import { tag } from '../../../page/parse/names/tags.ts';
import { parentOf, tagOf } from '../../../page/tree/tree.ts';
import type { PageFacts } from '../../facts/page-facts.ts';
import { formOf } from '../../schema/concepts.ts';
import type { Field, FieldKind } from '../../schema/field.ts';
import { hasKindSign } from '../../schema/kind-signs.ts';
import { type FieldNames, scoreNameMatch } from '../../schema/name-match.ts';
import { foldText } from '../../words/words.ts';
import type { ScoredCandidate } from './scored-candidate.ts';

/** A field, its names and the page: the input of a row of features. */
export interface FeatureContext {
  field: Field;
  names: FieldNames;
  page: PageFacts;
  /** True if the schema has a field for the title of the page's subject. */
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
/** Groups of the first words of reasons, each with about the same meaning. */
const reasonGroups: readonly (readonly string[])[] = [
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
const ancestorTags: readonly (readonly number[])[] = [
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
const reasonGroupIndex = new Map(
  reasonGroups.flatMap((names, at) => names.map((name) => [name, at] as const)),
);
const ancestorTagIndex = new Map(ancestorTags.flatMap((tags, at) => tags.map((one) => [one, at] as const)));

const rivalFeatureCount = 9;
const textFeatureCount = 14;
/** Number of columns of a row. Trained weights depend on the order of the columns: retrain after a change. */
export const rowWidth =
  2 + rivalFeatureCount + reasonGroups.length + kinds.length + ancestorTags.length + textFeatureCount + 3;

const splitWords = (text: string) => foldText(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

function reasonTypeOf({ candidate }: ScoredCandidate): string {
  return itemAt(candidate.reason.split(' ', 1), 0);
}

const log = (count: number) => Math.log1p(count);

/** Compares a candidate with the other candidates. */
function rivalFeatures(one: ScoredCandidate, rank: number, all: readonly ScoredCandidate[]): number[] {
  const reasonType = reasonTypeOf(one);
  let [same, near, others, sameReason] = [0, 0, 0, 0];
  let best = -1;
  let supportingScore = 0;
  const reasonTypesOfSame = new Set<string>();
  const rivals = new Set<unknown>();
  for (const other of all) {
    if (other.candidate.reason === one.candidate.reason) sameReason++;
    if (other.value === one.value) {
      same++;
      reasonTypesOfSame.add(reasonTypeOf(other));
      if (reasonTypeOf(other) !== reasonType) supportingScore = Math.max(supportingScore, other.score);
    } else {
      others++;
      best = Math.max(best, other.score);
      if (Math.abs(other.score - one.score) < 0.05) rivals.add(other.value);
    }
  }
  near = rivals.size;
  const gap = best === -1 ? 1 : one.score - best;
  return [
    gap,
    rank,
    log(all.length),
    near,
    reasonTypesOfSame.size,
    log(same),
    supportingScore,
    log(sameReason),
    log(others),
  ];
}

/** Returns 1 for each group of tags that an ancestor of the candidate belongs to, else 0. */
function ancestorFeatures(page: PageFacts, node: number): number[] {
  const row = ancestorTags.map(() => 0);
  for (let at = node, steps = 0; at > 0 && steps < 40; at = parentOf(page.tree, at), steps++) {
    const tagIndex = ancestorTagIndex.get(tagOf(page.tree, at));
    if (tagIndex !== undefined) row[tagIndex] = 1;
  }
  return row;
}

function shareOf(items: readonly string[], of: ReadonlySet<string>): number {
  if (items.length === 0) return 0;
  return items.filter((word) => of.has(word)).length / items.length;
}

/** Describes the form of a candidate's text and its labels. */
function textFeatures(
  { field, names, page }: FeatureContext,
  { candidate }: ScoredCandidate,
  title: ReadonlySet<string>,
): number[] {
  const { text } = candidate;
  const textWords = splitWords(text.slice(0, 400));
  const form = formOf(names.concepts[0]);
  const valueLabels = page.labelsByValue().get(text) ?? [];
  const hasMatchingLabel = valueLabels.some((pair) => scoreNameMatch(names, pair.phrase, pair.words) > 0);
  const letters = Math.max(1, text.length);
  return [
    form === null ? 0 : form.test(text) ? 1 : -1,
    hasKindSign(field.kind, text) ? 1 : 0,
    log(text.length),
    log(textWords.length),
    (text.match(/\d/g)?.length ?? 0) / letters,
    (text.match(/(?<![\p{L}\p{N}])\p{Lu}/gu)?.length ?? 0) / Math.max(1, textWords.length),
    /[.!?]$/.test(text) ? 1 : 0,
    /[:：]/.test(text) ? 1 : 0,
    /[,;|]/.test(text) ? 1 : 0,
    shareOf(textWords, title),
    shareOf([...title], new Set(textWords)),
    valueLabels.length === 0 ? 0 : hasMatchingLabel ? 1 : -1,
    candidate.source === 'visible' ? 1 : 0,
    page.flow.containsBlock[candidate.node] === 1 ? 1 : 0,
  ];
}

/** Returns a row of {@link rowWidth} numbers for each candidate. `all` must be sorted by score, best first. */
export function candidateFeatures(context: FeatureContext, all: readonly ScoredCandidate[]): Float32Array {
  const rows = new Float32Array(all.length * rowWidth);
  const { field, names, page, hasTitle } = context;
  const title = page.titleNode();
  const titleWords = new Set(splitWords(page.metadata.title ?? ''));
  const byKind = kinds.map((kind) => (kind === field.kind ? 1 : 0));
  all.forEach((one, rank) => {
    const { candidate } = one;
    const reasonType = reasonGroupIndex.get(reasonTypeOf(one));
    const distance = title === -1 ? 0 : candidate.node - title;
    const row = [
      candidate.strength,
      candidate.fit,
      ...rivalFeatures(one, rank, all),
      ...reasonGroups.map((_, at) => (at === reasonType ? 1 : 0)),
      ...byKind,
      ...ancestorFeatures(page, candidate.node),
      ...textFeatures(context, one, titleWords),
      Math.sign(distance) * log(Math.abs(distance)),
      names.concepts.length > 0 ? 1 : 0,
      hasTitle ? 1 : 0,
    ];
    rows.set(row, rank * rowWidth);
  });
  return rows;
}
