import type { JsonSchema } from './extraction.ts';

/**
 * How an answer was kept to its schema, strongest first: by the endpoint's strict schema, its plain one, a grammar of
 * the inference server, plain JSON, or words alone.
 */
export const modelRungs = ['strict_schema', 'schema', 'grammar', 'json_object', 'text'] as const;

/** One of {@link modelRungs}. */
export type ModelRung = (typeof modelRungs)[number];

/** One turn of what is said to a model. What a page says stands in a `user` turn and is marked there as data. */
export interface ModelTurn {
  role: 'user' | 'assistant';
  text: string;
}

/** What a model is asked. */
export interface ModelQuestion {
  /** What it has to do, in our words alone. */
  system: string;
  turns: readonly ModelTurn[];
  /** The shape of the answer. It also has to be told in `system` or a turn, as not every endpoint knows schemas. */
  schema: JsonSchema;
  /** Most tokens of the answer. */
  maxTokens: number;
  /** Milliseconds that all of it may take: waiting one's turn, tries and pauses included. */
  withinMs: number;
}

/** Tokens read and written, all tries together. */
export interface ModelTokens {
  input: number;
  output: number;
  /** True when the endpoint did not say and they were guessed from the length of the texts. */
  estimated: boolean;
}

/** What asking took, whatever came of it. */
export interface ModelEffort {
  model: string;
  /** The rung of the last try. */
  rung: ModelRung;
  /** Requests sent, those that were refused or repeated included. */
  calls: number;
  tokens: ModelTokens;
  ms: number;
}

/** An answer that holds JSON, which has NOT been validated against the schema. */
export interface ModelAnswer extends ModelEffort {
  kind: 'answer';
  value: unknown;
  /** The answer as it was written, for a turn that asks to mend it. */
  text: string;
  /** False when the answer broke off, or JSON had to be picked out of it or mended. */
  isWhole: boolean;
}

/** Why there is no answer. */
export type ModelFaultCode =
  | 'timeout'
  | 'unreachable'
  | 'rate_limited'
  | 'unauthorized'
  | 'refused'
  | 'too_large'
  | 'no_json'
  | 'not_installed';

/** No answer; the message is safe to show and holds no secret. */
export interface ModelFault extends ModelEffort {
  kind: 'fault';
  code: ModelFaultCode;
  message: string;
}

/** What came of a question. */
export type ModelReply = ModelAnswer | ModelFault;

/** How a model is, as far as is known without asking it. */
export interface ModelState {
  /** What it is and where, in a line without secrets. */
  name: string;
  /** What came of the last question of this process, null before the first. */
  last: { kind: 'answer' } | { kind: 'fault'; message: string } | null;
}

/** A small language model, wherever it runs. */
export interface ModelClient {
  /** Asks. What the model or its endpoint does is a value; rejects only when `signal` aborts, with its reason. */
  ask(question: ModelQuestion, signal: AbortSignal): Promise<ModelReply>;
  state(): ModelState;
  /** Lets go of connections and memory. */
  close(): Promise<void>;
}

/** What a model cost a result. A document: it stands in receipts. */
export interface ModelUse {
  model: string;
  rung: ModelRung;
  /** Requests to the model, repeated ones included. */
  calls: number;
  input_tokens: number;
  output_tokens: number;
  /** True when the endpoint did not count, and lengths of texts were counted in its place. */
  estimated: boolean;
  ms: number;
}

/** What several questions took together; null for none. */
export function modelUseOf(efforts: readonly ModelEffort[]): ModelUse | null {
  return efforts.map(useOf).reduce<ModelUse | null>(summedUse, null);
}

function useOf({ model, rung, calls, tokens, ms }: ModelEffort): ModelUse {
  const { input, output, estimated } = tokens;
  return { model, rung, calls, input_tokens: input, output_tokens: output, estimated, ms };
}

/** Two uses as one. */
export function summedUse(first: ModelUse | null, second: ModelUse | null): ModelUse | null {
  if (first === null || second === null) return first ?? second;
  return {
    model: second.model,
    rung: second.rung,
    calls: first.calls + second.calls,
    input_tokens: first.input_tokens + second.input_tokens,
    output_tokens: first.output_tokens + second.output_tokens,
    estimated: first.estimated || second.estimated,
    ms: first.ms + second.ms,
  };
}
