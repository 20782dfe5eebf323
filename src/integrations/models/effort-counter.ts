import type { ModelCallStats, ModelRequest, SchemaMode } from '../../domain/resources/model.ts';
import { estimateTokens } from '../../domain/values/estimate-tokens.ts';

/** An answer and the numbers of tokens that its endpoint reported; null if it states none. */
export interface AnswerTokens {
  text: string;
  inputTokens: number | null;
  outputTokens: number | null;
  /** Part of the input that was read from a prompt cache. */
  cachedTokens: number;
}

/** Counts calls, tokens and time of one question. */
export interface EffortCounter {
  /** Counts a request that is being sent. */
  addCall(schemaMode: SchemaMode): void;
  /** Counts the tokens of an answer; numbers that the endpoint does not state are estimated from the texts. */
  addTokens(question: ModelRequest, answer: AnswerTokens): void;
  total(): ModelCallStats;
}

/** Creates a counter that starts now, before the first request. */
export function createEffortCounter(model: string, schemaMode: SchemaMode): EffortCounter {
  const startedAt = performance.now();
  const tokens = { input: 0, output: 0, cached: 0, estimated: false };
  let calls = 0;
  let last = schemaMode;
  return {
    addCall(now) {
      calls += 1;
      last = now;
    },
    addTokens(question, { text, inputTokens, outputTokens, cachedTokens }) {
      tokens.input += inputTokens ?? estimateInputTokens(question);
      tokens.output += outputTokens ?? estimateTokens(text);
      tokens.cached += cachedTokens;
      tokens.estimated ||= inputTokens === null || outputTokens === null;
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

/** Estimates the tokens of a question with its schema. */
export function estimateInputTokens({ system, messages, schema }: ModelRequest): number {
  return estimateTokens([system, JSON.stringify(schema), ...messages.map(({ text }) => text)].join('\n'));
}
