import type { FoundValue } from '../../domain/pages/extraction.ts';
import { tag } from '../../page/parse/names/tags.ts';
import { parentOf } from '../../page/tree/tree.ts';
import type { Method } from '../facts/method.ts';
import type { PageFacts } from '../facts/page-facts.ts';
import { type Mapping, maxRecords } from '../page-data/map-entity.ts';
import type { Field } from '../schema/field.ts';
import { getFieldNames } from '../schema/name-match.ts';
import { coerce } from '../values/coerce.ts';
import type { Agreement, RankedAnswer } from './agreement.ts';
import { listCandidates } from './candidates/list-candidates.ts';
import { rankCandidates } from './ranking/rank-candidates.ts';
import { getDefaultRanker, type RatedCandidate } from './ranking/ranker.ts';
import type { ScoredCandidate } from './ranking/scored-candidate.ts';

/** Minimum confidence of a returned value, and of one without the weak mark. */
const minConfidence = 0.2;
const minStrongConfidence = 0.6;
/** Minimum rule score of a value that is returned regardless of the ranker. */
const minRuleScore = 0.75;
/** Thresholds for lists, which only the rules score. */
const minListStrength = 0.5;
const minStrongListStrength = 0.68;

/** Types of reasons that rest only on a text's shape or place, the page's head, or a label with a similar meaning. */
const weakReasons = /^(?:shape|head|name beside|related)\b/;

interface Answer {
  scored: Pick<ScoredCandidate, 'candidate' | 'value'>;
  confidence: number;
  isWeak: boolean;
}

function toFoundValue(
  field: Field,
  pointer: string,
  { scored, confidence, isWeak }: Answer,
  page: PageFacts,
  mapping: Mapping,
): FoundValue {
  const { candidate, value } = scored;
  const element =
    page.tree.tag[candidate.node] === tag.text ? parentOf(page.tree, candidate.node) : candidate.node;
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

/** Maximum number of candidates that are compared with earlier pages. */
const maxCompared = 12;
/** Reasons that name the field on the page. */
const namingReasons = /^(?:label|itemprop|property)\b/;
const minLabelFit = 0.8;

function toRankedAnswer({ chosen, confidence }: RatedCandidate): RankedAnswer {
  const { candidate, value } = chosen;
  return {
    value,
    node: candidate.node,
    confidence,
    isWeak: confidence < minStrongConfidence || weakReasons.test(candidate.reason),
    isLabelled: namingReasons.test(candidate.reason) && candidate.fit >= minLabelFit,
  };
}

function findScalar(
  field: Field,
  page: PageFacts,
  mapping: Mapping,
  asked: readonly Field[],
  agreement: Agreement | null,
): FoundValue[] {
  const ranked = getDefaultRanker()
    .rank(rankCandidates(field, page, mapping, asked))
    .slice(0, maxCompared);
  const answers = ranked.map(toRankedAnswer);
  const agreed = agreement?.choose(field, answers) ?? null;
  if (agreed?.from === 'place') return [agreed.value];
  const at = agreed?.at ?? 0;
  const [best, first] = [ranked[at], answers[at]];
  if (best === undefined || first === undefined) return [];
  if (best.chosen.isRange) return [];
  const { confidence, isWeak } = agreed ?? first;
  if (confidence < minConfidence && best.chosen.score < minRuleScore) return [];
  return [toFoundValue(field, field.pointer, { scored: best.chosen, confidence, isWeak }, page, mapping)];
}

function findList(field: Field, page: PageFacts, mapping: Mapping): FoundValue[] {
  const names = getFieldNames(field, mapping.concepts(field));
  const limit = field.maxItems ?? maxRecords;
  for (const { entries, strength } of listCandidates(page, names)) {
    const values: FoundValue[] = [];
    let shown = 0;
    for (const candidate of entries) {
      const value = coerce(field, candidate.text, 'person', mapping.parseContext);
      if (value === null) continue;
      shown++;
      if (values.length >= limit) continue;
      values.push(
        toFoundValue(
          field,
          `${field.pointer}/${values.length}`,
          { scored: { candidate, value }, confidence: strength, isWeak: strength < minStrongListStrength },
          page,
          mapping,
        ),
      );
    }
    if (shown * 2 <= entries.length || strength < minListStrength) continue;
    if (field.maxItems === null && shown > limit)
      mapping.cuts.set(field.pointer, { shown, returned: values.length });
    return values;
  }
  return [];
}

/** Reads the entries of a field that is an array of objects. `isOnlyListing`: the schema has no other such field. */
export type FindRecords = (
  field: Field,
  page: PageFacts,
  mapping: Mapping,
  isOnlyListing: boolean,
) => FoundValue[];

export interface HeuristicsOptions {
  /** Knowledge from earlier pages of the layout, or null. */
  agreement: Agreement | null;
  /** All fields of the schema, with or without a value. They show to which field a name on the page belongs. */
  fields: readonly Field[];
  mapping: Mapping;
  findRecords: FindRecords;
}

/**
 * Creates the heuristic method: finds values by semantic attributes, labels, element names, headings and
 * shapes, scored by rules and the bundled ranker, and compared with earlier pages of the layout. It uses no language
 * model.
 */
export function createHeuristics({
  agreement,
  fields: asked,
  mapping,
  findRecords,
}: HeuristicsOptions): Method {
  const hasOneListing = asked.filter((field) => field.structure === 'records').length === 1;
  return {
    name: 'heuristic',
    find(fields, page) {
      return fields.flatMap((field) => {
        if (field.structure === 'records') return findRecords(field, page, mapping, hasOneListing);
        return field.structure === 'list'
          ? findList(field, page, mapping)
          : findScalar(field, page, mapping, asked, agreement);
      });
    },
  };
}
