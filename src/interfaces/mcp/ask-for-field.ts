import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server';
import type { ToolCall } from './tools/tools.ts';
import type { UserPrompt } from './user-input.ts';

const notes = {
  unable: 'This client cannot ask its user. Ask the user yourself, then make the call with the answer in',
  decline: 'The user declined to answer. Nothing was done.',
  cancel: 'The user closed the question without an answer. Nothing was done.',
  changed:
    'The question has changed since the user was asked, so the answer was not used. Make the call again.',
};

function textResult(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] };
}

/** Returns the arguments of a call that say where the response goes, for the user. */
function describeUse({ fields, tool }: ToolCall): string {
  const { sid, target } = fields;
  const place = [sid, target].filter((part) => typeof part === 'string' || typeof part === 'number');
  return `${tool} ${place.join(', ')}`.trim();
}

/**
 * Asks the user for a field of a call, so that the value never reaches the model. Returns the call with the field, or the
 * result that is sent instead of a call.
 */
export async function askForField(
  call: ToolCall,
  { field, text, with: others }: NonNullable<ToolCall['question']>,
  user: UserPrompt,
): Promise<{ call: ToolCall } | { result: CallToolResult | InputRequiredResult }> {
  if (!user.canAsk) return { result: textResult(`${notes.unable} \`${field}\`.`) };
  const input = await user.ask({
    message: `The agent asks: ${text} (Your answer goes into the page of ${describeUse(call)}, not to the model.)`,
    schema: {
      type: 'object',
      properties: { answer: { type: 'string', title: 'Answer' } },
      required: ['answer'],
    },
    state: JSON.stringify([call.tool, call.fields, text]),
  });
  if (input.kind === 'request') return { result: input.request };
  if (!input.isCurrent) return { result: textResult(notes.changed) };
  const { action, content } = input.result;
  if (action !== 'accept') return { result: textResult(notes[action]) };
  return { call: { ...call, fields: { ...call.fields, ...others, [field]: String(content?.answer ?? '') } } };
}
