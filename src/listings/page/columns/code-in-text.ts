import { lastOf } from '../../../domain/values/elements.ts';

/** Maximum number of characters of a text in which a code is looked for. */
const maxTextLength = 600;
const minCodeLength = 4;
/** Signs of a number in front of it: `No. A-142`, `Nr. 7`, `nº 5`, `# 21-2913`. */
const numberSign = /(?:^|[^\p{L}])(?:no|nr|nos|núm|num|n[º°]|№|#)\.?:?$/iu;
/** Letters and digits with the signs that join the parts of a code. */
const word = /[\p{L}\d]+(?:(?:[-/:_]|\.(?=\d))[\p{L}\d]+)*/gu;
/** Forms of numbers that are no codes: dates, times, counts and years. */
const plainForm =
  /^(?:\d{1,3}|(?:19|20)\d{2}|\d{1,2}[./-]\d{1,2}[./-](?:\d{2}|\d{4})|\d{4}-\d{2}-\d{2}|\d{1,2}[:.]\d{2}|\d{1,3}(?:st|nd|rd|th))$/;

/** A number with its unit: the size of a file, a distance. */
const measure = /^\d+(?:[.,]\d+)?\p{L}{1,2}$/u;

/** Returns true if a word has the form of a code: digits, and letters or signs or many digits beside them. */
function isCodeWord(text: string): boolean {
  return text.length >= minCodeLength && /\d{2}/.test(text) && !plainForm.test(text) && !measure.test(text);
}

/** The name of a file, whose number is not that of its content. */
const fileEnd = /^\.\p{L}{2,4}(?![\p{L}\d])/u;

/**
 * Returns the number of a file or an article that a text states beside other words: the one behind the sign of a number, else the
 * only one. Null if there is none, or if several may be meant.
 */
export function codeInText(text: string): string | null {
  if (text.length > maxTextLength) return null;
  const codes: string[] = [];
  const signed: string[] = [];
  for (const match of text.matchAll(word)) {
    const [found] = match;
    const before = text.slice(Math.max(0, match.index - 8), match.index).trimEnd();
    const isSigned = numberSign.test(before) && /\d/.test(found);
    if (fileEnd.test(text.slice(match.index + found.length, match.index + found.length + 6))) continue;
    if (isSigned) signed.push(found);
    if (isSigned || isCodeWord(found)) codes.push(found);
  }
  const own = signed.length > 0 ? signed : codes;
  return new Set(own).size === 1 ? lastOf(own) : null;
}
