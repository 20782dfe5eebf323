import type { PageError } from '../../domain/pages/outcome.ts';

/** Returns the sentences of a text. */
function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?]) /).filter((sentence) => sentence !== '');
}

/** Returns advice for an agent as advice for the person who types the command. */
function adviceForPeople(advice: string): string {
  return advice
    .replaceAll('Ask the user for', 'Use')
    .replaceAll(/, or (?:tell|ask) the user[^.]{0,200}/g, '')
    .replaceAll(/Tell the user[^.]{0,200}\. ?/g, '')
    .trim();
}

/** Returns the message of an error with what to do next; what the message says already is not repeated. */
export function errorText({ code, message, advice }: PageError): string {
  const said = new Set(sentencesOf(message));
  const next = sentencesOf(adviceForPeople(advice ?? '')).filter((sentence) => !said.has(sentence));
  return [`(${code}): ${message}`, ...next].join(' ');
}
