import { estimateTokens } from '../../domain/estimate-tokens.ts';
import type { ModelEffort, ModelQuestion, ModelRung } from '../../domain/model.ts';

/** Counts what one question takes. */
export interface EffortCount {
  /** Notes a request that is being sent. */
  call(rung: ModelRung): void;
  /** Notes what an answer cost; what the endpoint does not say is guessed from the texts. */
  spend(question: ModelQuestion, answer: string, input: number | null, output: number | null): void;
  soFar(): ModelEffort;
}

/** A count that starts now, before the first request on a rung. */
export function countEffort(model: string, rung: ModelRung): EffortCount {
  const startedAt = performance.now();
  const tokens = { input: 0, output: 0, estimated: false };
  let calls = 0;
  let last = rung;
  return {
    call(now) {
      calls += 1;
      last = now;
    },
    spend(question, answer, input, output) {
      tokens.input += input ?? estimateTokens(questionText(question));
      tokens.output += output ?? estimateTokens(answer);
      tokens.estimated ||= input === null || output === null;
    },
    soFar: () => ({
      model,
      rung: last,
      calls,
      tokens: { ...tokens },
      ms: Math.round(performance.now() - startedAt),
    }),
  };
}

function questionText({ system, turns }: ModelQuestion): string {
  return [system, ...turns.map(({ text }) => text)].join('\n');
}
