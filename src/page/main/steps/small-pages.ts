import { floatAt } from '../../../domain/values/elements.ts';
import type { Selection } from '../selection.ts';

/** Maximum correction of a leaf in logits, and the number of leaves at which a factor of 1/e of it remains. */
const ruleTrust = { maxLogits: 2, decayLeaves: 30 };

/** Corrects the probabilities by the selection of the rules, the more the smaller the page. */
export function trustRulesOnSmallPages({ leaves, isRuled, probabilities }: Selection): void {
  const step = Math.exp(ruleTrust.maxLogits * Math.exp(-leaves.count / ruleTrust.decayLeaves));
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const p = floatAt(probabilities, leaf);
    const odds = ((p + 1e-6) / (1 - p + 1e-6)) * (isRuled[leaf] === 1 ? step : 1 / step);
    probabilities[leaf] = odds / (1 + odds);
  }
}
