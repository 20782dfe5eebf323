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
  '### Instruction:\n',
  '### Instruction: ',
  '### Response:\n',
  '### Response: ',
  '### System:',
  '###System',
];
/** Tokens that start with a letter. */
const wordTokens = ['\nSYSTEM: ', '# SYSTEM: ', '* SYSTEM: ', '(system_message)'];
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
  const turn = findFakeTurn(text);
  if (turn !== -1) add(turn, 'User:');
  return events;
}

const turnOfAssistant = 'Assistant: ';
const turnsOfUser = ['User: ', 'Human: '];
/** Maximum distance between two turns of a chat, in UTF-16 code units. */
const maxTurnLength = 400;
/** Maximum number of turns of an assistant that are examined. */
const maxTurns = 20;

/** Returns the index of a turn of a user near one of an assistant, or -1. */
function findFakeTurn(text: string): number {
  let at = text.indexOf(turnOfAssistant.trim());
  for (let turns = 0; at !== -1 && turns < maxTurns; turns++) {
    const near = text.slice(Math.max(0, at - maxTurnLength), at + maxTurnLength);
    for (const turn of turnsOfUser) {
      const found = near.indexOf(turn);
      if (found !== -1) return Math.max(0, at - maxTurnLength) + found;
    }
    at = text.indexOf(turnOfAssistant, at + 1);
  }
  return -1;
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
