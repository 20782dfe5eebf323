import { isObject } from '../../domain/values/is-object.ts';

/** Parts of one streamed choice, joined. */
interface JoinedChoice {
  content: string;
  reasoning: string;
  refusal: string;
  toolCalls: string[];
  finishReason: unknown;
}

/** Returns whether a body is a stream of server-sent events (WHATWG HTML section 9.2) or starts with its comments. */
function isEventStream(body: string): boolean {
  return /^\s*(?:data:|event:|id:|:)/.test(body);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function addToolCalls(joined: JoinedChoice, calls: unknown): void {
  if (!Array.isArray(calls)) return;
  for (const call of calls as unknown[]) {
    if (!isObject(call) || !isObject(call.function)) continue;
    const at = typeof call.index === 'number' && call.index >= 0 && call.index < 10 ? call.index : 0;
    joined.toolCalls[at] = (joined.toolCalls[at] ?? '') + textOf(call.function.arguments);
  }
}

function addChoice(joined: JoinedChoice, choice: unknown): void {
  if (!isObject(choice)) return;
  const delta = isObject(choice.delta) ? choice.delta : choice.message;
  if (isObject(delta)) {
    joined.content += textOf(delta.content);
    joined.reasoning += textOf(delta.reasoning_content ?? delta.reasoning);
    joined.refusal += textOf(delta.refusal);
    addToolCalls(joined, delta.tool_calls);
  }
  joined.finishReason = choice.finish_reason ?? joined.finishReason;
}

function parseEvent(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line.slice('data:'.length));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * Returns the body of a chat completion in one JSON document. Some gateways stream the answer although the request sets
 * `stream` to false; their events are joined to the document that they would have sent. Other bodies are returned
 * unchanged.
 */
export function joinStream(body: string): string {
  if (!isEventStream(body)) return body;
  const joined: JoinedChoice = { content: '', reasoning: '', refusal: '', toolCalls: [], finishReason: null };
  let hasChoice = false;
  let usage: unknown;
  for (const line of body.split(/\r?\n/)) {
    const event = line.startsWith('data:') ? parseEvent(line) : null;
    if (event === null) continue;
    if (event.error !== undefined && event.error !== null) return JSON.stringify({ error: event.error });
    usage = event.usage ?? usage;
    const [choice] = Array.isArray(event.choices) ? (event.choices as unknown[]) : [];
    hasChoice ||= choice !== undefined;
    addChoice(joined, choice);
  }
  if (!hasChoice) return body;
  const { content, reasoning, refusal, toolCalls, finishReason } = joined;
  const message = {
    content,
    reasoning_content: reasoning,
    refusal: refusal === '' ? null : refusal,
    tool_calls: toolCalls.map((text) => ({ function: { arguments: text } })),
  };
  return JSON.stringify({ choices: [{ message, finish_reason: finishReason }], usage });
}
