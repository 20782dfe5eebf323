import type { FoundValue } from '../../domain/extraction.ts';
import { tag } from '../../page/parse/tags.ts';
import { coerce } from '../coerce.ts';
import type { Field } from '../field.ts';
import type { Mapping } from '../page-data/map-entity.ts';
import type { PageView } from '../page-view.ts';
import type { Method } from '../value.ts';
import { judge } from './judge.ts';
import { listCandidates } from './lists.ts';
import { namesOf } from './matches.ts';
import { shippedRanker } from './ranker.ts';
import { recordsOf } from './repeated-records.ts';
import type { Scored } from './scored.ts';

/** From this confidence on a value is answered, and from the other on without saying that it is weak. */
const answered = 0.2;
const strong = 0.6;
/** What the rules find so strong is answered whatever the ranker believes. */
const precise = 0.75;
/** Lists are judged by the rules alone. */
const answeredList = 0.5;
const strongList = 0.68;

/** First words of reasons for which nothing but a text's shape, or the page's head, speaks. */
const weakSorts = /^(?:shape|head)\b/;

interface Answer {
  scored: Omit<Scored, 'score'>;
  confidence: number;
  isWeak: boolean;
}

function toFound(
  field: Field,
  pointer: string,
  { scored, confidence, isWeak }: Answer,
  page: PageView,
  mapping: Mapping,
): FoundValue {
  const { candidate, value } = scored;
  const element =
    page.tree.tag[candidate.node] === tag.text
      ? (page.tree.parent[candidate.node] as number)
      : candidate.node;
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
    confidence: Math.min(0.97, confidence),
    node: candidate.node,
  };
}

function scalarOf(field: Field, page: PageView, mapping: Mapping, hasTitle: boolean): FoundValue[] {
  const best = shippedRanker().choose(judge(field, page, mapping, hasTitle));
  if (best === null) return [];
  const { chosen, confidence } = best;
  if (confidence < answered && chosen.score < precise) return [];
  const isWeak = confidence < strong || weakSorts.test(chosen.candidate.reason);
  return [toFound(field, field.pointer, { scored: chosen, confidence, isWeak }, page, mapping)];
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
          { scored: { candidate, value }, confidence: strength, isWeak: strength < strongList },
          page,
          mapping,
        ),
      );
    }
    if (values.length * 2 > entries.length && strength >= answeredList) return values;
  }
  return [];
}

/**
 * Values by what the page shows: semantic attributes, labels, names of elements, headings, shapes, weighed by rules and the
 * ranker that webdata comes with. No learning, no language model. `fields` are all that is asked, whether open or not: what
 * else is wanted tells what a name is for.
 */
export function createHeuristics(fields: readonly Field[], mappingOf: (page: PageView) => Mapping): Method {
  const hasTitle = fields.some((field) => field.kind === 'title');
  const hasOneListing = fields.filter((field) => field.structure === 'records').length === 1;
  return {
    name: 'heuristic',
    find(fields, page) {
      const mapping = mappingOf(page);
      return fields.flatMap((field) => {
        if (field.structure === 'records') return recordsOf(field, page, mapping, hasOneListing);
        return field.structure === 'list'
          ? listOf(field, page, mapping)
          : scalarOf(field, page, mapping, hasTitle);
      });
    },
  };
}
