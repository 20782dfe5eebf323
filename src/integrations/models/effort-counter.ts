import type { ModelCallStats, ModelRequest, SchemaMode } from '../../domain/resources/model.ts';
import { estimateTokens } from '../../domain/values/estimate-tokens.ts';

/** Counts calls, tokens and time of one question. */
export interface EffortCounter {
  /** Counts a request that is being sent. */
  addCall(schemaMode: SchemaMode): void;
  /** Counts the tokens of an answer; numbers that the endpoint does not state are estimated from the texts. */
  addTokens(question: ModelRequest, answer: string, input: number | null, output: number | null): void;
  total(): ModelCallStats;
}

/** Creates a counter that starts now, before the first request. */
export function createEffortCounter(model: string, schemaMode: SchemaMode): EffortCounter {
  const startedAt = performance.now();
  const tokens = { input: 0, output: 0, estimated: false };
  let calls = 0;
  let last = schemaMode;
  return {
    addCall(now) {
      calls += 1;
      last = now;
    },
    addTokens(question, answer, input, output) {
      tokens.input += input ?? estimateTokens(joinQuestionText(question));
      tokens.output += output ?? estimateTokens(answer);
      tokens.estimated ||= input === null || output === null;
    },
    total: () => ({
      model,
      schemaMode: last,
      calls,
      tokens: { ...tokens },
      ms: Math.round(performance.now() - startedAt),
    }),
  };
}

function joinQuestionText({ system, messages }: ModelRequest): string {
  return [system, ...messages.map(({ text }) => text)].join('\n');
}
