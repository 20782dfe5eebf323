import type { AnswerView } from '../declaration/answer-view.ts';
import type { Estimate } from '../declaration/estimate.ts';

/** Shows the answer to a dry run. */
export const estimateView: AnswerView<{ estimate: Estimate }> = {
  agentText: ({ estimate: { min, max } }) => ({
    essence: `Estimate: ${min} to ${max} credits. Nothing was done or charged.`,
    untrusted: null,
  }),
};
