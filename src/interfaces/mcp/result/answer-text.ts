import { estimateTokens } from '../../../domain/values/estimate-tokens.ts';
import type { AgentText, SuggestedCall } from '../../../operations/declaration/answer-view.ts';
import { inputSchema } from '../../../operations/json-schema.ts';
import { maxTokensRange, type ToolCall } from '../tools/tools.ts';
import { type LimitedText, limitItems, limitText, skipCodePoints } from './limited-text.ts';
import { outlineText } from './outline-text.ts';

/** The parts of an answer for a model. */
export interface AnswerText {
  /** The words of the service. */
  essence: string;
  /** Text from the web, or null. */
  untrusted: string | null;
  /** The calls that continue the answer or its items, or null. */
  next: string | null;
}

/** Tokens of the marks around text from the web and of the call that continues. */
const frameTokens = 150;
/** Share of an answer that its first lines may take. */
const essenceShare = 0.6;
/** Share of an answer that the names of the sections which are not shown may take. */
const outlineShare = 0.1;
const sectionHint = '`section` of the tool read reads a later section.';

/** Writes a call as a model makes it: the tool and its arguments. */
function callText({ tool, args }: SuggestedCall, call: Pick<ToolCall, 'tool' | 'args'>): string {
  const whole = tool === null ? { ...call.args, ...args } : args;
  return `${tool ?? call.tool} ${JSON.stringify(whole)}`;
}

function limitBody(body: string | readonly string[], maxTokens: number): LimitedText {
  return typeof body === 'string' ? limitText(body, maxTokens) : limitItems(body, maxTokens);
}

function totalTokens(body: string | readonly string[]): number {
  return estimateTokens(typeof body === 'string' ? body : body.join('\n'));
}

/** Returns the part of a body after so many code points of a text, or items of a list. */
function skipShown(body: string | readonly string[], skip: number): string | readonly string[] {
  if (skip === 0) return body;
  return typeof body === 'string' ? skipCodePoints(body, skip) : body.slice(skip);
}

function describeCut({ shown, isItemCut }: LimitedText, body: string | readonly string[], skip: number) {
  const end = skip + shown;
  if (typeof body === 'string') return `The answer is cut after ${end} characters.`;
  const item = isItemCut ? ` The item is cut: it has about ${estimateTokens(body[skip] ?? '')} tokens.` : '';
  const range = skip === 0 ? `${shown}` : `items ${skip + 1} to ${end}`;
  return `The answer shows ${range} of ${body.length} items.${item}`;
}

/** Returns the call that shows more of an answer whose view has no continuation. */
function continueAnswer(
  { shown, isItemCut }: LimitedText,
  body: string | readonly string[],
  { maxTokens, stored }: ToolCall,
  answerId: string | null,
): SuggestedCall {
  const whole = { max_tokens: maxTokens + totalTokens(body) };
  // Without a stored answer, the same call with more tokens shows everything.
  if (answerId === null) return { tool: null, args: whole };
  const skip = stored?.skip ?? 0;
  // A single item that is too long needs more tokens, not another position.
  const position = isItemCut ? { ...whole, skip } : { skip: skip + shown };
  return { tool: null, args: { answer_id: answerId, ...position } };
}

/** Returns the call that shows the first lines of an answer whole, which no other call continues; null at the highest limit. */
function wholeHead(
  { essence, untrusted }: AgentText,
  { maxTokens }: ToolCall,
  answerId: string | null,
): SuggestedCall | null {
  if (maxTokens === maxTokensRange.max) return null;
  const own = estimateTokens(essence);
  const all = own + estimateTokens(untrusted ?? '') + 2 * frameTokens;
  const args = { max_tokens: Math.min(maxTokensRange.max, Math.max(Math.ceil(own / essenceShare) + 1, all)) };
  return { tool: null, args: answerId === null ? args : { answer_id: answerId, ...args } };
}

/** Returns the call that does the rest of a call which ended at its time limit. */
function continueCall({ operation, args }: ToolCall, token: string): SuggestedCall {
  const { required = [] } = inputSchema(operation) as { required?: string[] };
  const names = ['action', ...required].filter((name) => name in args);
  const kept = Object.fromEntries(names.map((name) => [name, args[name]]));
  return { tool: operation.agent?.tool ?? operation.name, args: { ...kept, continue: token } };
}

/**
 * Writes an answer within the tokens of its call, and the calls that continue it; `answerId` identifies the answer if it is
 * stored, `continueToken` the work that it left.
 */
export function createAnswerText(
  text: AgentText,
  call: ToolCall,
  { answerId, continueToken }: { answerId: string | null; continueToken: string | null },
): AnswerText {
  const { maxTokens } = call;
  const skip = call.stored?.skip ?? 0;
  const essence = limitText(text.essence, Math.floor(maxTokens * essenceShare));
  const rest = Math.max(50, maxTokens - estimateTokens(essence.text) - frameTokens);
  const introduction = limitText(skip === 0 ? (text.untrusted ?? '') : '', rest);
  const isHeadCut = essence.isCut || introduction.isCut;
  const { body: wholeBody = '' } = text;
  const body = skipShown(wholeBody, skip);
  const outlineTokens = text.sections === undefined ? 0 : Math.floor(maxTokens * outlineShare);
  const limited = limitBody(body, Math.max(50, rest - estimateTokens(introduction.text) - outlineTokens));
  const { shown, isCut } = limited;
  const suggested =
    text.continuation?.(skip + shown, isCut) ??
    (isCut ? continueAnswer(limited, wholeBody, call, answerId) : null);
  const outline = suggested === null ? '' : outlineText(text.sections ?? [], skip + shown, outlineTokens);
  const next = suggested === null ? null : `Next: ${callText(suggested, call)}`;
  const nextLine = isCut && next !== null ? `${describeCut(limited, wholeBody, skip)} ${next}` : next;
  const headCall = isHeadCut ? wholeHead(text, call, answerId) : null;
  const headLine = [
    isHeadCut ? 'The first part of the answer is cut.' : '',
    headCall === null ? '' : `Next: ${callText(headCall, call)}`,
  ];
  const shownRest = outline === '' ? nextLine : `${sectionHint} ${nextLine}`;
  const notes = (text.itemNotes ?? []).slice(skip, skip + shown);
  const workRest =
    continueToken === null
      ? null
      : `The work is not complete. Next: ${callText(continueCall(call, continueToken), call)}`;
  return {
    essence: essence.text,
    untrusted: [introduction.text, limited.text, outline].filter(Boolean).join('\n\n') || null,
    next:
      [...notes, headLine.filter(Boolean).join(' '), shownRest, workRest].filter(Boolean).join('\n') || null,
  };
}
