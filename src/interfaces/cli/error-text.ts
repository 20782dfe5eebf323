import type { PageError } from '../../domain/pages/outcome.ts';

/** Returns the sentences of a text. */
function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?]) /).filter((sentence) => sentence !== '');
}

/** Ends of sentences that speak to an agent about its user. */
const agentEnds = [', or tell the user', ', or ask the user'];

/** Returns a sentence of advice for an agent as one for the person who types the command; empty if it has none. */
function forPeople(sentence: string): string {
  if (sentence.startsWith('Tell the user')) return '';
  const end = agentEnds.map((words) => sentence.indexOf(words)).find((at) => at >= 0);
  const kept = end === undefined ? sentence : `${sentence.slice(0, end)}.`;
  return kept.replace('Ask the user for', 'Use');
}

/** Returns the message of an error with what to do next; what the message says already is not repeated. */
export function errorText({ code, message, advice }: PageError): string {
  const said = new Set(sentencesOf(message));
  const next = sentencesOf(advice ?? '')
    .map(forPeople)
    .filter((sentence) => sentence !== '' && !said.has(sentence));
  return [`(${code}): ${message}`, ...next].join(' ');
}
