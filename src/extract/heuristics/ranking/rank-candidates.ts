import type { PageFacts } from '../../facts/page-facts.ts';
import type { Mapping } from '../../page-data/map-entity.ts';
import type { Field } from '../../schema/field.ts';
import { getFieldNames } from '../../schema/name-match.ts';
import { asksForTitle, gatherCandidates } from '../candidates/gather-candidates.ts';
import { candidateFeatures } from './candidate-features.ts';
import { withoutEntryRivals } from './entry-rivals.ts';
import { type ScoredCandidate, scoreCandidates, sortCandidates } from './scored-candidate.ts';

/** Maximum number of candidates that are evaluated. */
const maxEvaluated = 60;

/** Candidates of a field, sorted by rule score, with the features for the ranker. */
export interface RankedCandidates {
  candidates: readonly ScoredCandidate[];
  features: Float32Array;
}

/** Collects the candidates of a field and sorts them by the rules. `asked` are all fields of the schema. */
export function rankCandidates(
  field: Field,
  page: PageFacts,
  mapping: Mapping,
  asked: readonly Field[],
): RankedCandidates {
  const names = getFieldNames(field, mapping.concepts(field));
  const unscored = gatherCandidates(field, names, page, asked);
  const isPrice = field.kind === 'currency' || names.concepts[0]?.amount !== undefined;
  const all = scoreCandidates(field, unscored, page, mapping);
  // Which of several headings is the title, their places say.
  const scored =
    field.kind === 'title' ? all : withoutEntryRivals(page.tree, all, { words: field.words, isPrice });
  const candidates = sortCandidates(scored).slice(0, maxEvaluated);
  const features = candidateFeatures({ field, names, page, hasTitle: asksForTitle(asked) }, candidates);
  return { candidates, features };
}
