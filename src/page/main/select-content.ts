import type { RuledContent } from './content-by-rules.ts';
import type { Candidates, PageKind } from './forest/candidates.ts';
import {
  computeKindProbabilities,
  computeLeafProbabilities,
  mostProbableKind,
} from './forest/probabilities.ts';
import type { Weights } from './forest/weights.ts';
import { keepLeaves } from './keep-leaves.ts';
import type { Selection } from './selection.ts';
import { selectionSteps } from './selection-steps.ts';

/** Selection of the trained models. */
export interface ModelSelection {
  kind: PageKind;
  content: RuledContent;
  /** Expected F1 score of the selected words, from 0 to 1. */
  expected: number;
}

/** What a selection is made of, apart from its candidates. */
type SelectionInput = Pick<Selection, 'flow' | 'body' | 'url' | 'panels'>;

/**
 * Selects the main content: the models give each leaf a probability, and {@link selectionSteps} correct it and what is kept.
 * The flow may omit candidates, which count as context and are never selected.
 */
export function selectContent(
  candidates: Candidates,
  input: SelectionInput,
  weights: Weights,
): ModelSelection {
  const { tree, leaves } = candidates;
  const { flow, body, url } = input;
  const kinds = computeKindProbabilities(candidates, weights, url);
  const selection: Selection = {
    ...candidates,
    ...input,
    kinds,
    kind: mostProbableKind(kinds),
    probabilities: computeLeafProbabilities(candidates, weights, kinds),
    isKept: new Uint8Array(leaves.count),
    expected: 0,
  };
  for (const { apply } of selectionSteps) apply(selection);
  const content = keepLeaves(tree, flow, leaves, selection.isKept, body, url);
  return { kind: selection.kind, expected: selection.expected, content };
}
