import type { Candidate } from '../../facts/candidate.ts';
import type { PageFacts } from '../../facts/page-facts.ts';
import type { Field } from '../../schema/field.ts';
import { type FieldNames, scoreNameMatch } from '../../schema/name-match.ts';
import { findRelatedName } from '../../schema/related-name.ts';

/** Minimum certainty that a label belongs to its value. */
const minStrength = 0.5;
/** Strength of the value in proportion to that beside the field's own name. */
const relatedShare = 0.7;

/**
 * Returns the value beside the label whose meaning is close to the name of a field that has no label of its own name. `asked`
 * are all fields of the schema.
 */
export function relatedLabels(
  field: Field,
  names: FieldNames,
  page: PageFacts,
  asked: readonly Field[],
): Candidate[] {
  if (field.kind === 'title') return [];
  // A label of the field's own name was looked at, and rejected.
  const pairs = page
    .labels()
    .filter(
      ({ strength, phrase, words }) => strength >= minStrength && scoreNameMatch(names, phrase, words) === 0,
    );
  const others = asked.filter(({ pointer }) => pointer !== field.pointer).map(({ words }) => words);
  const related = findRelatedName(
    field,
    pairs.map(({ words }) => words),
    others,
  );
  const pair = related === null ? undefined : pairs[related.index];
  if (related === null || pair === undefined) return [];
  return [
    {
      text: pair.value,
      node: pair.node,
      source: 'visible',
      reason: `related label "${pair.label}"`,
      strength: pair.strength * relatedShare,
      fit: related.closeness,
    },
  ];
}
