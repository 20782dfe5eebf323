import type { JsonSchema } from '../pages/extraction.ts';

/**
 * How the output was constrained to the schema, strongest first: the endpoint's strict schema, its plain schema, a
 * grammar of the inference server, JSON mode, or the prompt alone.
 */
export const schemaModes = ['strict_schema', 'schema', 'grammar', 'json_object', 'text'] as const;

/** One of {@link schemaModes}. */
export type SchemaMode = (typeof schemaModes)[number];

/** One message to a model. Page text is sent in `user` messages and marked as data. */
export interface ModelMessage {
  role: 'user' | 'assistant';
  text: string;
}

/** A request to a model. */
export interface ModelRequest {
  /** Instructions; never contains page text. */
  system: string;
  messages: readonly ModelMessage[];
  /** JSON Schema of the answer. The client states it in the prompt unless the endpoint binds the answer to it. */
  schema: JsonSchema;
  /** Account whose tokens of the day the request uses; null for a test by the operator. */
  accountId: string | null;
  /** Maximum tokens of the answer. */
  maxTokens: number;
  /** Milliseconds for the whole request, including queueing, retries and pauses. */
  timeoutMs: number;
}

/** Tokens read and written, all attempts together. */
export interface ModelTokens {
  input: number;
  output: number;
  /** Part of `input` that the endpoint read from its prompt cache; 0 if it states none. */
  cached: number;
  /** True if the endpoint did not report them and they were estimated from text lengths. */
  estimated: boolean;
}

/** Cost of a request to a model, successful or not. */
export interface ModelCallStats {
  model: string;
  /** Mode of the last attempt. */
  schemaMode: SchemaMode;
  /** Requests sent, including failed and repeated ones. */
  calls: number;
  tokens: ModelTokens;
  ms: number;
}

/** An answer that contains JSON, NOT yet validated against the schema. */
export interface ModelAnswer extends ModelCallStats {
  kind: 'answer';
  value: unknown;
  /** The answer as written, for a follow-up that asks for a correction. */
  text: string;
  /** False if the answer was cut off, or JSON had to be found in it or repaired. */
  isWhole: boolean;
}

/** Reason why there is no answer. */
export type ModelErrorCode =
  | 'timeout'
  | 'unreachable'
  | 'rate_limited'
  | 'unauthorized'
  | 'refused'
  | 'too_large'
  | 'no_json'
  | 'token_limit'
  | 'not_installed';

/** No answer; the message is safe to show and contains no secret. */
export interface ModelError extends ModelCallStats {
  kind: 'fault';
  code: ModelErrorCode;
  message: string;
}

export type ModelResponse = ModelAnswer | ModelError;

/** Last known state of a model, without a request to it. */
export interface ModelState {
  /** Name and location of the model in one line, without secrets. */
  name: string;
  /** Result of the last request of this process; null before the first. */
  last: (({ kind: 'answer' } | { kind: 'fault'; message: string }) & { at: Date }) | null;
}

/** Client of a small language model. */
export interface ModelClient {
  /**
   * Sends a request. Errors of the model or its endpoint are values; rejects only if `signal` aborts, with its reason.
   */
  generate(request: ModelRequest, signal: AbortSignal): Promise<ModelResponse>;
  state(): ModelState;
  /** Closes connections and frees memory. */
  close(): Promise<void>;
}

/** Model usage of a result. Part of receipts. */
export interface ModelUse {
  model: string;
  schema_mode: SchemaMode;
  /** Requests to the model, including repeated ones. */
  calls: number;
  input_tokens: number;
  output_tokens: number;
  /** Part of `input_tokens` that the endpoint read from its prompt cache; absent if it states none. */
  cached_tokens?: number;
  /** True if the endpoint did not report tokens and they were estimated from text lengths. */
  estimated: boolean;
  ms: number;
}

/** Sums the usage of several requests; null for none. */
export function modelUseOf(stats: readonly ModelCallStats[]): ModelUse | null {
  return stats.map(toModelUse).reduce<ModelUse | null>(addModelUse, null);
}

function toModelUse({ model, schemaMode, calls, tokens, ms }: ModelCallStats): ModelUse {
  const { input, output, cached, estimated } = tokens;
  return {
    model,
    schema_mode: schemaMode,
    calls,
    input_tokens: input,
    output_tokens: output,
    ...(cached > 0 && { cached_tokens: cached }),
    estimated,
    ms,
  };
}

/** Adds two usages. */
export function addModelUse(first: ModelUse | null, second: ModelUse | null): ModelUse | null {
  if (first === null || second === null) return first ?? second;
  const cached = (first.cached_tokens ?? 0) + (second.cached_tokens ?? 0);
  return {
    model: second.model,
    schema_mode: second.schema_mode,
    calls: first.calls + second.calls,
    input_tokens: first.input_tokens + second.input_tokens,
    output_tokens: first.output_tokens + second.output_tokens,
    ...(cached > 0 && { cached_tokens: cached }),
    estimated: first.estimated || second.estimated,
    ms: first.ms + second.ms,
  };
}
