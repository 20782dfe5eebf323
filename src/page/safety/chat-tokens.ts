import { conceptSet } from './concept-words.ts';
import type { ConceptEvent } from './find-events.ts';

/** Marks of chat templates and of calls and results of tools; text of a page has no reason to contain them. */
const tokens = [
  '<|',
  '[INST]',
  '[/INST]',
  '<<SYS>>',
  '<</SYS>>',
  '### Instruction:',
  '### Response:',
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
  '[system](#',
  'SYSTEM:',
  '[SYSTEM]',
];
const chatToken = conceptSet('chatToken');
/** Maximum number of occurrences of each token that are examined. */
const maxOccurrences = 200;

/** Returns the events of chat tokens, with the position of the word before each; not in order. */
export function findChatTokens(text: string, words: readonly ConceptEvent[]): ConceptEvent[] {
  return tokens.flatMap((token) => occurrencesOf(token, text, words));
}

function occurrencesOf(token: string, text: string, words: readonly ConceptEvent[]): ConceptEvent[] {
  const events: ConceptEvent[] = [];
  for (
    let at = text.indexOf(token);
    at !== -1 && events.length < maxOccurrences;
    at = text.indexOf(token, at + token.length)
  ) {
    const position = positionAt(words, at);
    events.push({ concepts: chatToken, start: position, end: position, from: at, to: at + token.length });
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
