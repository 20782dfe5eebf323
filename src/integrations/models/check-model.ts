import type { ModelClient, ModelRequest } from '../../domain/resources/model.ts';

/** Question whose answer shows that the model reads text and answers in JSON. */
const question: ModelRequest = {
  system: 'You read facts off a text. Answer with one JSON object and nothing else.',
  messages: [{ role: 'user', text: 'Text: The bicycle is green. What colour is the bicycle?' }],
  schema: { type: 'object', properties: { colour: { type: 'string' } }, required: ['colour'] },
  accountId: null,
  maxTokens: 300,
  timeoutMs: 60_000,
};

/** Result of a test request to a model. */
export interface ModelCheck {
  works: boolean;
  /** Result in one line. */
  detail: string;
}

/** Sends a small test request to the model; throws only when the signal aborts. */
export async function checkModel(client: ModelClient, signal: AbortSignal): Promise<ModelCheck> {
  const reply = await client.generate(question, signal);
  const { name } = client.state();
  if (reply.kind === 'fault') return { works: false, detail: `${name}: ${reply.message}` };
  const { colour } = reply.value as { colour?: unknown };
  if (typeof colour !== 'string' || !/green/i.test(colour)) {
    return {
      works: false,
      detail: `${name} answers, but did not find a fact in one sentence. Use a larger model.`,
    };
  }
  const { tokens } = reply;
  const seconds = (reply.ms / 1000).toFixed(1);
  return {
    works: true,
    detail: `${name}, answers in ${seconds} s with ${tokens.input + tokens.output} tokens (JSON by ${jsonMethodNames[reply.schemaMode]})`,
  };
}

const jsonMethodNames = {
  strict_schema: 'a strict schema',
  schema: 'a schema',
  grammar: 'a grammar',
  json_object: 'JSON mode',
  text: 'the prompt alone',
} as const;
