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
import type { Scored } from './scored.ts';

/** From here on a value is answered, and from the other on without saying that it is weak. */
const answered = 0.5;
const strong = 0.68;

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
  const best = judge(field, page, mapping, hasTitle).candidates[0];
  return best === undefined || best.score < answered
    ? []
    : [toFound(field, field.pointer, best, page, mapping)];
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
