import type { ModelQuestion, ModelRung } from '../../domain/model.ts';
import { wireSchema } from './wire-schema.ts';

/** What an endpoint was found to understand. */
export interface Manners {
  rung: ModelRung;
  /** Whether an answer kept to the schema by the book on this rung, so that one slip does not count against it. */
  isProven: boolean;
  /** How the most tokens are called; services renamed it. */
  tokenLimit: 'max_tokens' | 'max_completion_tokens';
  /** Whether it may be told to choose the likeliest word; some models refuse. */
  takesTemperature: boolean;
}

/** What is assumed of an endpoint that nobody has asked yet. */
export const firstManners: Manners = {
  rung: 'strict_schema',
  isProven: false,
  tokenLimit: 'max_tokens',
  takesTemperature: true,
};

/** The body of a chat completion request. */
export function chatBody(question: ModelQuestion, model: string, manners: Manners): Record<string, unknown> {
  const turns = question.turns.map(({ role, text }) => ({ role, content: text }));
  return {
    model,
    messages: [{ role: 'system', content: question.system }, ...turns],
    [manners.tokenLimit]: question.maxTokens,
    ...(manners.takesTemperature && { temperature: 0 }),
    stream: false,
    ...constraint(question, manners.rung),
  };
}

/** How each rung asks for JSON. `grammar` speaks the dialects of inference servers, which pass over each other's. */
function constraint(question: ModelQuestion, rung: ModelRung): Record<string, unknown> {
  const schema = wireSchema(question.schema);
  switch (rung) {
    case 'strict_schema':
      return formatOf({ type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } });
    case 'schema':
      return formatOf({ type: 'json_schema', json_schema: { name: 'answer', schema } });
    case 'grammar':
      return { json_schema: schema, guided_json: schema, structured_outputs: { json: schema } };
    case 'json_object':
      return formatOf({ type: 'json_object' });
    case 'text':
      return {};
  }
}

function formatOf(format: Record<string, unknown>) {
  return { response_format: format };
}

/** What a chat completion says. */
export interface Completion {
  text: string;
  /** Whether the most tokens were reached. */
  isCut: boolean;
  /** As reported; null when the endpoint does not say. */
  inputTokens: number | null;
  outputTokens: number | null;
}

/** Reads the body of a 2xx answer; null when it is no chat completion. */
export function readCompletion(body: string): Completion | null {
  let document: Partial<CompletionDocument> | null;
  try {
    document = JSON.parse(body) as Partial<CompletionDocument> | null;
  } catch {
    return null;
  }
  const choice = document?.choices?.[0];
  if (choice === undefined || choice === null) return null;
  return {
    text: contentText(choice.message?.content),
    isCut: choice.finish_reason === 'length',
    inputTokens: count(document?.usage?.prompt_tokens),
    outputTokens: count(document?.usage?.completion_tokens),
  };
}

interface CompletionDocument {
  choices: Array<{ message?: { content?: unknown } | null; finish_reason?: unknown } | null>;
  usage: { prompt_tokens?: unknown; completion_tokens?: unknown } | null;
}

/** Content is a text, or a list of parts that hold one each. */
function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: { text?: unknown } | null) => (typeof part?.text === 'string' ? part.text : ''))
    .join('');
}

function count(value: unknown): number | null {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : null;
}

/** What an endpoint says of a request that it does not take: its message, in a line of bounded length. */
export function readRefusal(body: string): string {
  let said = body;
  try {
    const document = JSON.parse(body) as { error?: unknown; message?: unknown; detail?: unknown };
    const error = document.error ?? document.message ?? document.detail;
    const nested = (error as { message?: unknown } | null | undefined)?.message;
    said =
      typeof nested === 'string' ? nested : typeof error === 'string' ? error : JSON.stringify(error ?? '');
  } catch {
    // Not every server refuses in JSON.
  }
  return said.replace(/\s+/g, ' ').trim().slice(0, 300);
}
