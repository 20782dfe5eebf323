import { estimateTokens } from '../../../domain/values/estimate-tokens.ts';
import type { AgentText, SuggestedCall } from '../../../operations/declaration/answer-view.ts';
import type { ToolCall } from '../tools/tools.ts';
import { type LimitedText, limitItems, limitText } from './limited-text.ts';

/** The parts of an answer for a model. */
export interface AnswerText {
  /** The words of the service. */
  essence: string;
  /** Text from the web, or null. */
  untrusted: string | null;
  /** The call that continues the answer, or null. */
  next: string | null;
}

/** Tokens of the marks around text from the web and of the call that continues. */
const frameTokens = 150;
/** Share of an answer that its first lines may take. */
const essenceShare = 0.6;

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

function describeCut({ shown, isItemCut }: LimitedText, body: string | readonly string[]): string {
  if (typeof body === 'string') return `The answer is cut after ${shown} characters.`;
  const item = isItemCut ? ` The item is cut: it has about ${estimateTokens(body[0] ?? '')} tokens.` : '';
  return `The answer shows ${shown} of ${body.length} items.${item}`;
}

/** Writes an answer within the tokens of its call, and the call that continues it. */
export function createAnswerText(text: AgentText, call: ToolCall): AnswerText {
  const { maxTokens } = call;
  const essence = limitText(text.essence, Math.floor(maxTokens * essenceShare)).text;
  const rest = Math.max(50, maxTokens - estimateTokens(essence) - frameTokens);
  const introduction = limitText(text.untrusted ?? '', rest).text;
  const { body = '' } = text;
  const limited = limitBody(body, Math.max(50, rest - estimateTokens(introduction)));
  const { shown, isCut } = limited;
  // Without a better continuation, the same call with more tokens shows everything.
  const whole = { tool: null, args: { max_tokens: maxTokens + totalTokens(body) } };
  const suggested = text.continuation?.(shown, isCut) ?? (isCut ? whole : null);
  const next = suggested === null ? null : `Next: ${callText(suggested, call)}`;
  return {
    essence,
    untrusted: [introduction, limited.text].filter(Boolean).join('\n\n') || null,
    next: isCut && next !== null ? `${describeCut(limited, body)} ${next}` : next,
  };
}
