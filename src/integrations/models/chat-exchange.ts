import type { ModelRequest, SchemaMode } from '../../domain/resources/model.ts';
import { isObject } from '../../domain/values/is-object.ts';
import { readJson } from './read-json.ts';
import { createWireSchema } from './wire-schema.ts';

/** Capabilities of an endpoint, learned from its responses. */
export interface EndpointCapabilities {
  schemaMode: SchemaMode;
  /** True if an answer on this way matched the schema, so that one wrong answer does not count against it. */
  isProven: boolean;
  /** True if answers matched the schema only while the prompt stated it. */
  needsSchemaText: boolean;
  /** Name of the parameter for the maximum number of tokens; some services renamed it. */
  tokenLimit: 'max_tokens' | 'max_completion_tokens';
  /** True if the endpoint accepts `temperature`; some models reject it. */
  takesTemperature: boolean;
}

/** Capabilities assumed before the first response. */
export const defaultCapabilities: EndpointCapabilities = {
  schemaMode: 'strict_schema',
  isProven: false,
  needsSchemaText: false,
  tokenLimit: 'max_tokens',
  takesTemperature: true,
};

/**
 * Returns whether the prompt states the schema. An endpoint that followed a schema gets it once, in the response format,
 * because both count as input.
 */
export function statesSchema({ schemaMode, isProven, needsSchemaText }: EndpointCapabilities): boolean {
  return !isProven || needsSchemaText || (schemaMode !== 'strict_schema' && schemaMode !== 'schema');
}

/** Returns the instructions of a question with the schema of its answer. */
export function systemTextOf({ system, schema }: ModelRequest): string {
  return `${system}\n\nJSON Schema of the answer: ${JSON.stringify(schema)}`;
}

/**
 * Returns the body of a chat completion request. Parts that questions share come first, so that endpoints read them
 * from their prompt caches.
 */
export function createChatBody(
  question: ModelRequest,
  model: string,
  capabilities: EndpointCapabilities,
): Record<string, unknown> {
  const system = statesSchema(capabilities) ? systemTextOf(question) : question.system;
  const turns = question.messages.map(({ role, text }) => ({ role, content: text }));
  return {
    model,
    messages: [{ role: 'system', content: system }, ...turns],
    [capabilities.tokenLimit]: question.maxTokens,
    ...(capabilities.takesTemperature && { temperature: 0 }),
    stream: false,
    ...createConstraint(question, capabilities.schemaMode),
  };
}

/**
 * Returns the parameters that request JSON. `grammar` sends the dialects of several inference servers, which ignore
 * each other's.
 */
function createConstraint(question: ModelRequest, schemaMode: SchemaMode): Record<string, unknown> {
  const schema = createWireSchema(question.schema);
  switch (schemaMode) {
    case 'strict_schema':
      return createResponseFormat({
        type: 'json_schema',
        json_schema: { name: 'answer', strict: true, schema },
      });
    case 'schema':
      return createResponseFormat({ type: 'json_schema', json_schema: { name: 'answer', schema } });
    case 'grammar':
      return { json_schema: schema, guided_json: schema, structured_outputs: { json: schema } };
    case 'json_object':
      return createResponseFormat({ type: 'json_object' });
    case 'text':
      return {};
  }
}

function createResponseFormat(format: Record<string, unknown>) {
  return { response_format: format };
}

/** Parsed chat completion. */
export interface Completion {
  /** The answer: the content, else the arguments of the first tool call, else reasoning that is JSON and nothing else. */
  text: string;
  /** Reason that the model or a content filter gave for not answering; null if it answered. */
  refusal: string | null;
  /** True if the model wrote reasoning and no answer. */
  isReasoningOnly: boolean;
  /** True if the maximum number of tokens was reached. */
  isCut: boolean;
  /** Numbers of tokens as reported; null if the endpoint does not state them. */
  inputTokens: number | null;
  outputTokens: number | null;
  /** Part of the input that was read from the endpoint's prompt cache; 0 if it states none. */
  cachedTokens: number;
}

/** Parses the body of a 2xx response; null if it is not a chat completion. */
export function parseCompletion(body: string): Completion | null {
  let document: Partial<CompletionDocument> | null;
  try {
    document = JSON.parse(body) as Partial<CompletionDocument> | null;
  } catch {
    return null;
  }
  const choice = document?.choices?.[0];
  if (choice === undefined || choice === null) return null;
  const { message, finish_reason: finishReason } = choice;
  const text = extractAnswerText(message);
  const usage = document?.usage;
  return {
    text,
    refusal: extractRefusal(message?.refusal, finishReason, text),
    isReasoningOnly: text === '' && extractReasoning(message) !== '',
    isCut: finishReason === 'length' || finishReason === 'max_tokens',
    inputTokens: parseTokenCount(usage?.prompt_tokens),
    outputTokens: parseTokenCount(usage?.completion_tokens),
    cachedTokens:
      parseTokenCount(usage?.prompt_tokens_details?.cached_tokens ?? usage?.prompt_cache_hit_tokens) ?? 0,
  };
}

function extractRefusal(refusal: unknown, finishReason: unknown, text: string): string | null {
  if (typeof refusal === 'string' && refusal.trim() !== '') return oneLine(refusal);
  if (finishReason === 'refusal') return oneLine(text) || 'no reason given';
  return finishReason === 'content_filter' ? 'its content filter stopped the answer' : null;
}

function extractAnswerText(message: CompletionMessage | null | undefined): string {
  const content = extractContentText(message?.content);
  if (content.trim() !== '') return content;
  const calls = message?.tool_calls;
  const [call] = Array.isArray(calls) ? (calls as Array<{ function?: { arguments?: unknown } } | null>) : [];
  const called = extractContentText(call?.function?.arguments);
  if (called !== '') return called;
  // Some servers take an answer that is bound to a schema for reasoning.
  const reasoning = extractReasoning(message).trim();
  return readJson(reasoning)?.isWhole === true ? reasoning : '';
}

function extractReasoning(message: CompletionMessage | null | undefined): string {
  const reasoning = message?.reasoning_content ?? message?.reasoning;
  return typeof reasoning === 'string' ? reasoning : '';
}

interface CompletionMessage {
  content?: unknown;
  reasoning?: unknown;
  reasoning_content?: unknown;
  refusal?: unknown;
  tool_calls?: unknown;
}

interface CompletionDocument {
  choices: Array<{ message?: CompletionMessage | null; finish_reason?: unknown } | null>;
  usage: {
    prompt_tokens?: unknown;
    completion_tokens?: unknown;
    prompt_tokens_details?: { cached_tokens?: unknown } | null;
    prompt_cache_hit_tokens?: unknown;
  } | null;
}

/** Returns the text of a content, which is a string, a list of parts, or a JSON value that a gateway parsed. */
function extractContentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (isObject(content)) return JSON.stringify(content);
  if (!Array.isArray(content)) return '';
  return content
    .map((part: { text?: unknown } | null) => (typeof part?.text === 'string' ? part.text : ''))
    .join('');
}

function parseTokenCount(value: unknown): number | null {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : null;
}

/**
 * Returns the HTTP status and message of an error that a gateway reports inside a response with status 200: in the
 * document or its first choice, or as a document without choices that only describes it. The status is 400 if the error
 * has no HTTP status as its code. Returns null if there is no error.
 */
export function findEmbeddedError(body: string): { statusCode: number; message: string } | null {
  let document: unknown;
  try {
    document = JSON.parse(body);
  } catch {
    return null;
  }
  if (!isObject(document)) return null;
  const { choices, error: own, errors, detail, object, message } = document as EmbeddedErrors;
  const named = object === 'error' ? message : undefined;
  const reason = choices === undefined ? (errors ?? detail ?? named) : undefined;
  const error = own ?? choices?.[0]?.error ?? (Array.isArray(reason) ? reason[0] : reason);
  if (error === undefined || error === null || error === false || error === '') return null;
  const { code, status } = error as { code?: unknown; status?: unknown };
  const statusCode = [code, status].map(Number).find((value) => value >= 400 && value < 600) ?? 400;
  return { statusCode, message: parseErrorMessage(JSON.stringify({ error })) };
}

interface EmbeddedErrors {
  error?: unknown;
  choices?: Array<{ error?: unknown } | null>;
  errors?: unknown;
  detail?: unknown;
  object?: unknown;
  message?: unknown;
}

/** Returns the error message of a response in one line of limited length. */
export function parseErrorMessage(body: string): string {
  let message = body;
  try {
    const document = JSON.parse(body) as { error?: unknown; message?: unknown; detail?: unknown };
    const error = document.error ?? document.message ?? document.detail;
    const nested = (error as { message?: unknown } | null | undefined)?.message;
    message =
      typeof nested === 'string' ? nested : typeof error === 'string' ? error : JSON.stringify(error ?? '');
  } catch {
    // Some servers return errors that are not JSON.
  }
  return oneLine(message);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 300);
}
