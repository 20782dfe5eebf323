import type { ModelClient, ModelQuestion } from '../../domain/model.ts';

/** A question whose answer shows that the model reads and answers in JSON. */
const question: ModelQuestion = {
  system:
    'You read facts off a text. Answer with one JSON object of this JSON Schema and nothing else: {"type":"object","properties":{"colour":{"type":"string"}},"required":["colour"]}',
  turns: [{ role: 'user', text: 'Text: The bicycle is green. What colour is the bicycle?' }],
  schema: { type: 'object', properties: { colour: { type: 'string' } }, required: ['colour'] },
  maxTokens: 300,
  withinMs: 60_000,
};

/** How a model did when it was asked for real. */
export interface ModelTrial {
  works: boolean;
  /** What was found, in a line. */
  detail: string;
}

/** Asks the model a small question for real; never throws but for the signal. */
export async function checkModel(client: ModelClient, signal: AbortSignal): Promise<ModelTrial> {
  const reply = await client.ask(question, signal);
  const { name } = client.state();
  if (reply.kind === 'fault') return { works: false, detail: `${name}: ${reply.message}` };
  const { colour } = reply.value as { colour?: unknown };
  if (typeof colour !== 'string' || !/green/i.test(colour)) {
    return { works: false, detail: `${name} answers, but could not read a fact off one sentence` };
  }
  const seconds = (reply.ms / 1000).toFixed(1);
  return {
    works: true,
    detail: `${name}, answers in ${seconds} s (kept to JSON by ${rungWords[reply.rung]})`,
  };
}

const rungWords = {
  strict_schema: 'a strict schema',
  schema: 'a schema',
  grammar: 'a grammar',
  json_object: 'JSON mode',
  text: 'words alone',
} as const;
