import {
  createInstructionsWarning,
  instructionsStatement,
} from '../../../domain/pages/instructions-warning.ts';
import { isObject } from '../../../domain/values/is-object.ts';
import type { AgentText } from '../../../operations/declaration/answer-view.ts';
import type { Operation } from '../../../operations/declaration/operation.ts';
import { jsonRows } from '../../../operations/views/json-rows.ts';
import { originRows } from '../../../operations/views/origin-rows.ts';
import { warningLines, webWarnings } from '../../../operations/views/page-text.ts';

/** Returns a quote of the first passage that gives instructions to a language model, or null. */
export type FindInstructions = (text: string) => string | null;

/** Maximum length of the texts that are searched for instructions, in UTF-16 code units. */
const maxSearched = 200_000;

/**
 * Writes a response without a view: the fields of the service as its words, and the fields that contain text from a page
 * as the body.
 */
export function plainText(value: unknown, { output }: Pick<Operation, 'output'>): AgentText {
  if (!isObject(value)) return { essence: jsonRows(value).join('\n'), untrusted: null };
  const { own, page } = originRows(output, value);
  const essence = own.join('\n') || 'done';
  return page.length === 0 ? { essence, untrusted: null } : { essence, untrusted: null, body: page };
}

/**
 * Moves the lines of the service that repeat the words of a page to the text from the web, so that the words of the service
 * never contain those of others. A URL has no words.
 */
export function originText(text: AgentText, texts: readonly string[]): AgentText {
  const phrases = texts.map(singleLine).filter((phrase) => phrase.length > 3 && phrase.includes(' '));
  const own: string[] = [];
  const repeated: string[] = [];
  for (const line of text.essence.split('\n')) {
    const shown = singleLine(line);
    (phrases.some((phrase) => shown.includes(phrase)) ? repeated : own).push(line);
  }
  if (repeated.length === 0) return text;
  const untrusted = [...repeated, text.untrusted ?? ''].filter(Boolean).join('\n');
  return { ...text, essence: own.join('\n') || 'done', untrusted };
}

function singleLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Adds the warning about instructions in the text of a page, unless the answer has it already. */
export function addInstructionsWarning(
  text: AgentText,
  texts: readonly string[],
  findInstructions: FindInstructions,
): AgentText {
  if (texts.length === 0 || text.essence.includes(instructionsStatement)) return text;
  const quote = findInstructions(texts.join('\n\n').slice(0, maxSearched));
  if (quote === null) return text;
  const warnings = [createInstructionsWarning(quote)];
  return {
    ...text,
    essence: [text.essence, ...warningLines(warnings)].join('\n'),
    untrusted: [text.untrusted ?? '', ...webWarnings(warnings)].filter(Boolean).join('\n'),
  };
}
