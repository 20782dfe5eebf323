import { coerce, type Scalar } from '../coerce.ts';
import { type Concept, formOf, labelFit, labelPhrase } from '../concepts.ts';
import type { Field } from '../field.ts';
import type { Mapping } from '../page-data/map-entity.ts';
import type { PageView } from '../page-view.ts';
import { wordsOf } from '../words.ts';
import type { Candidate } from './candidate.ts';
import { isInList, mainTitleNode, sidePenalty } from './place.ts';

const longestByKind: Readonly<Partial<Record<Field['kind'], number>>> = {
  text: 200,
  title: 300,
  person: 120,
  identifier: 60,
  money: 90,
  number: 60,
  rating: 60,
  date: 90,
  duration: 60,
  phone: 90,
  email: 120,
  choice: 60,
  yes_no: 40,
  currency: 40,
};
const longestLabel = 40;

/** A candidate that fits the field's type. */
export interface Scored {
  candidate: Candidate;
  value: Scalar;
  /** Its strength with what form, place and rivals say, about 0 to 1. */
  score: number;
}

function hasKindOfText(field: Field, text: string): boolean {
  const longest = longestByKind[field.kind];
  if (longest !== undefined && text.length > longest) return false;
  if (field.kind === 'long_text') return text.length >= 15;
  if (field.kind === 'person') return /\p{L}/u.test(text) && !/\d{3}/.test(text);
  if (field.kind === 'rating') return /\d/.test(text);
  return true;
}

/** Whether a text is only what the field is called: "Written by", "The author". */
function isLabel(field: Field, text: string, concepts: readonly Concept[]): boolean {
  if (text.length > longestLabel || field.kind === 'yes_no') return false;
  const words = wordsOf(text).filter((word) => word !== 'the');
  return words.length > 0 && words.length <= 3 && labelFit(labelPhrase(words), concepts) > 0.9;
}

/** Each candidate that fits the field's type, with its strength and what its place says. */
export function scoredOf(
  field: Field,
  candidates: readonly Candidate[],
  page: PageView,
  mapping: Mapping,
): Scored[] {
  const scored: Scored[] = [];
  const repeats = new Map<string, number>();
  const concepts = mapping.concepts(field);
  const form = formOf(concepts[0]);
  for (const candidate of candidates) {
    if (!hasKindOfText(field, candidate.text) || isLabel(field, candidate.text, concepts)) continue;
    const source = candidate.source === 'visible' ? 'person' : 'machine';
    const said = field.kind === 'person' ? mapping.cleaned(field, candidate.text) : candidate.text;
    const value = said === null ? null : coerce(field, said, source, mapping.reading);
    if (value === null) continue;
    const fits = form === null ? 0 : form.test(candidate.text) ? 0.03 : -0.25;
    scored.push({
      candidate,
      value,
      score: candidate.strength + fits - sidePenalty(page, candidate.node, field),
    });
    repeats.set(candidate.reason, (repeats.get(candidate.reason) ?? 0) + 1);
  }
  const title = mainTitleNode(page);
  for (const one of scored) {
    const { node, reason } = one.candidate;
    // What the page is about stands behind its title; many of one name are entries of a list of others.
    if (title !== -1 && node !== title) one.score += node > title ? 0.02 : -0.03;
    if ((repeats.get(reason) as number) > 3) one.score -= isInList(page, node) ? 0.15 : 0.05;
  }
  return scored;
}

/**
 * Candidates with what others say of them, the strongest first: signs of other sorts for the same value strengthen it, and
 * where one sign speaks for many values, the first is no better than the rest.
 */
export function ordered(scored: readonly Scored[]): Scored[] {
  const sorts = new Map<Scalar, Set<string>>();
  for (const { value, candidate } of scored) {
    sorts.set(value, (sorts.get(value) ?? new Set()).add(candidate.reason.split(' ')[0] as string));
  }
  const all = scored
    .map((one) => ({ ...one, score: one.score + 0.05 * ((sorts.get(one.value)?.size ?? 1) - 1) }))
    .sort((one, other) => other.score - one.score);
  const top = all[0]?.score ?? 0;
  const rivals = new Set(all.filter((one) => one.score >= top - 0.001).map((one) => one.value)).size;
  const penalty = rivals > 3 ? 0.15 : rivals > 1 ? 0.04 : 0;
  return penalty === 0 ? all : all.map((one) => ({ ...one, score: one.score - penalty }));
}
