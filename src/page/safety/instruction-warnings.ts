import { createInstructionsWarning } from '../../domain/pages/instructions-warning.ts';
import type { Warning } from '../../domain/pages/outcome.ts';
import { findInstructions } from './find-instructions.ts';

/** Maximum length of the texts beside the Markdown that are searched, in UTF-16 code units. */
const maxDataLength = 500_000;
const maxDepth = 100;

/**
 * Returns the warning `instructions_in_content` if a text addresses a language model, else nothing. `data` are further values
 * of the page that are returned, such as its metadata; their strings are searched as well.
 */
export function instructionWarnings(markdown: string, data: readonly unknown[]): Warning[] {
  const quote = findInstructions(markdown) ?? findInstructions(textOfData(data));
  return quote === null ? [] : [createInstructionsWarning(quote)];
}

/** Returns the strings of a value, one paragraph each. */
function textOfData(data: readonly unknown[]): string {
  const texts: string[] = [];
  let length = 0;
  const visit = (value: unknown, depth: number): void => {
    if (length >= maxDataLength) return;
    if (typeof value === 'string') {
      texts.push(value);
      length += value.length;
    } else if (typeof value === 'object' && value !== null && depth < maxDepth) {
      for (const one of Object.values(value)) visit(one, depth + 1);
    }
  };
  visit(data, 0);
  return texts.join('\n\n');
}
