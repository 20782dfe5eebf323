import { conceptSet } from './concept-words.ts';
import type { ConceptEvent } from './find-events.ts';

/** Marks of chat templates and of calls and results of tools; text of a page has no reason to contain them. */
const tokens = [
  '<|',
  '<<SYS>>',
  '<</SYS>>',
  '<tool_call',
  '<tool_result',
  '</tool_result',
  '<function_call',
  '<function_result',
  '</function_result',
  '<system>',
  '</system>',
  '<system_prompt>',
  '</system_prompt>',
  '[INST]',
  '[/INST]',
  '[system](#',
  '[SYSTEM]',
  '### Instruction:',
  '### Response:',
  '### System:',
  '###System',
];
/** Tokens that start with a letter. */
const wordTokens = ['SYSTEM:', 'system_message'];
const chatToken = conceptSet('chatToken');
/** Maximum number of tokens that are examined. */
const maxTokens = 200;

/**
 * Returns the events of tokens in the order of the text. `marks` are the indexes at which tokens with brackets can start. A
 * token has the position of the word after it.
 */
export function findChatTokens(
  text: string,
  marks: readonly number[],
  words: readonly ConceptEvent[],
): ConceptEvent[] {
  const events: ConceptEvent[] = [];
  const add = (at: number, token: string): void => {
    const position = positionAt(words, at);
    events.push({ concepts: chatToken, start: position, end: position, from: at, to: at + token.length });
  };
  for (const at of marks) {
    if (events.length >= maxTokens) break;
    const token = tokens.find((one) => text.startsWith(one, at));
    if (token !== undefined) add(at, token);
  }
  for (const token of wordTokens) {
    const at = text.indexOf(token);
    if (at !== -1) add(at, token);
  }
  return events;
}

/** Returns the position of the first word after an index, or of the last one. */
function positionAt(words: readonly ConceptEvent[], at: number): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle]?.from ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return (words[low] ?? words.at(-1))?.start ?? 0;
}
