import type { FoundValue } from '../../domain/extraction.ts';
import { tag } from '../../page/parse/tags.ts';
import { coerce, type Scalar } from '../coerce.ts';
import { formOf } from '../concepts.ts';
import type { Field } from '../field.ts';
import type { Mapping } from '../page-data/map-entity.ts';
import type { PageView } from '../page-view.ts';
import type { Method } from '../value.ts';
import type { Candidate } from './candidate.ts';
import { gatherCandidates } from './gather-candidates.ts';
import { listCandidates } from './lists.ts';
import { namesOf } from './matches.ts';
import { isInList, mainTitleNode, sidePenalty } from './place.ts';

/** From here on a value is answered, and from the other on without saying that it is weak. */
const answered = 0.5;
const strong = 0.68;

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
interface Scored {
  candidate: Candidate;
  value: Scalar;
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

/** Each candidate that fits the field's type, with its strength and what its place says. */
function scoredOf(
  field: Field,
  candidates: readonly Candidate[],
  page: PageView,
  mapping: Mapping,
): Scored[] {
  const scored: Scored[] = [];
  const repeats = new Map<string, number>();
  const form = formOf(mapping.concepts(field)[0]);
  for (const candidate of candidates) {
    if (!hasKindOfText(field, candidate.text)) continue;
    const source = candidate.source === 'visible' ? 'person' : 'machine';
    const value = coerce(field, candidate.text, source, mapping.reading);
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

/** The strongest candidate, strengthened by signs of other sorts for the same value and weakened by rivals. */
function bestOf(scored: readonly Scored[]): Scored | null {
  const sorts = new Map<Scalar, Set<string>>();
  for (const { value, candidate } of scored) {
    sorts.set(value, (sorts.get(value) ?? new Set()).add(candidate.reason.split(' ')[0] as string));
  }
  let best: Scored | null = null;
  for (const one of scored) {
    const score = one.score + 0.05 * ((sorts.get(one.value)?.size ?? 1) - 1);
    if (best === null || score > best.score + 1e-9) best = { ...one, score };
  }
  if (best === null) return null;
  const top = best.score;
  // Where one sign speaks for many values, the first is no better than the rest.
  const rivals = new Set(scored.filter((one) => one.score >= top - 0.001).map((one) => one.value)).size;
  return { ...best, score: top - (rivals > 3 ? 0.15 : rivals > 1 ? 0.04 : 0) };
}

function toFound(
  field: Field,
  pointer: string,
  scored: Scored,
  page: PageView,
  mapping: Mapping,
): FoundValue {
  const { candidate, value, score } = scored;
  const element =
    page.tree.tag[candidate.node] === tag.text
      ? (page.tree.parent[candidate.node] as number)
      : candidate.node;
  const isWeak = score < strong;
  return {
    pointer,
    value,
    evidence: {
      method: 'heuristic',
      source: candidate.source,
      locator: `${page.locatorOf(element)} (${candidate.reason})`,
      quote: candidate.text.slice(0, 300),
      ...(isWeak && { weak: true as const }),
    },
    isGrounded: candidate.source === 'visible' || mapping.isShown(field, value),
    confidence: Math.min(0.97, score),
    node: candidate.node,
  };
}

function scalarOf(field: Field, page: PageView, mapping: Mapping, hasTitle: boolean): FoundValue[] {
  const names = namesOf(field, mapping.concepts(field));
  const best = bestOf(scoredOf(field, gatherCandidates(field, names, page, hasTitle), page, mapping));
  return best === null || best.score < answered ? [] : [toFound(field, field.pointer, best, page, mapping)];
}

function listOf(field: Field, page: PageView, mapping: Mapping): FoundValue[] {
  const names = namesOf(field, mapping.concepts(field));
  for (const { entries, strength } of listCandidates(page, names)) {
    const values: FoundValue[] = [];
    for (const candidate of entries) {
      const value = coerce(field, candidate.text, 'person', mapping.reading);
      if (value === null || values.length >= (field.maxItems ?? Number.POSITIVE_INFINITY)) continue;
      values.push(
        toFound(
          field,
          `${field.pointer}/${values.length}`,
          { candidate, value, score: strength },
          page,
          mapping,
        ),
      );
    }
    if (values.length * 2 > entries.length && strength >= answered) return values;
  }
  return [];
}

/**
 * Values by what the page shows: semantic attributes, labels, names of elements, headings, shapes. No learning, no model. `fields` are all
 * that is asked, whether open or not: what else is wanted tells what a name is for.
 */
export function createHeuristics(fields: readonly Field[], mappingOf: (page: PageView) => Mapping): Method {
  const hasTitle = fields.some((field) => field.kind === 'title');
  return {
    name: 'heuristic',
    find(fields, page) {
      const mapping = mappingOf(page);
      return fields.flatMap((field) => {
        if (field.structure === 'records') return [];
        return field.structure === 'list'
          ? listOf(field, page, mapping)
          : scalarOf(field, page, mapping, hasTitle);
      });
    },
  };
}
