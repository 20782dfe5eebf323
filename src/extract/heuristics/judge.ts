import type { Field } from '../field.ts';
import type { Mapping } from '../page-data/map-entity.ts';
import type { PageView } from '../page-view.ts';
import { candidateFeatures } from './candidate-features.ts';
import { gatherCandidates } from './gather-candidates.ts';
import { namesOf } from './matches.ts';
import { ordered, type Scored, scoredOf } from './scored.ts';

/** Candidates that are looked at closely. */
const mostJudged = 60;

/** The candidates of a field, best first by the rules, with what the ranker sees of each. */
export interface Judged {
  candidates: readonly Scored[];
  features: Float32Array;
}

/** Gathers what may be a field's value and puts it in order by the rules. */
export function judge(field: Field, page: PageView, mapping: Mapping, hasTitle: boolean): Judged {
  const names = namesOf(field, mapping.concepts(field));
  const gathered = gatherCandidates(field, names, page, hasTitle);
  const candidates = ordered(scoredOf(field, gathered, page, mapping)).slice(0, mostJudged);
  return { candidates, features: candidateFeatures({ field, names, page, hasTitle }, candidates) };
}
