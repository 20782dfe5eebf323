import { functionWords } from '../../../page/text/function-words.ts';
import { normalizeDigits, scaleAfter } from '../../../page/text/number.ts';
import { hasKindSign } from '../../schema/kind-signs.ts';
import { parseEmail } from '../../typed/contact.ts';
import { parseDate } from '../../typed/date.ts';
import { isUnit } from '../../typed/quantity.ts';
import { foldText } from '../../words/words.ts';
import { linePartsOf } from '../line-parts.ts';
import { maxLabelLength } from './label-collector.ts';

/** A label and its value, stated by a part of a line. */
export interface Statement {
  label: string;
  value: string;
  /** True if a colon separates them; else the form of the value ends the label. */
  hasColon: boolean;
  /** Position of the label in the line. */
  from: number;
}

const maxLineLength = 400;
const maxLabelWords = 4;
const maxFormLength = 60;
const colonForm = /^(\p{L}[^:：\d]{1,44})[:：](?!\/\/)\s*(?=\S)/u;
const letters = /[\p{L}\p{M}]+/gu;
/** Where the value of a label without a colon starts: a word with a digit, or an address of mail. */
const valueStart = /\s(?=[^\s\p{L}]{0,3}\d|\p{Lu}{1,5}-?\d|\S{1,64}@)/u;
const clockWords = /^(?:uhr|h|am|pm|a|p|m)$/u;
const minCodeLength = 4;

/** Returns true if a text may be a label: few words, of which the first says what is meant. */
function isLabel(text: string): boolean {
  const words = text.split(' ');
  if (text.length > maxLabelLength || words.length > maxLabelWords || !/^[\p{L}\p{M} '’&/().-]+$/u.test(text))
    return false;
  return !functionWords.has(foldText(words[0] ?? ''));
}

/** Returns true if a word belongs to the number in front of it: a unit, a scale, a currency or a part of a time. */
function isMeasureWord(word: string): boolean {
  return (
    isUnit(word) ||
    scaleAfter(` ${word}`) !== 1 ||
    hasKindSign('currency', word) ||
    clockWords.test(foldText(word))
  );
}

/**
 * Returns true if a text is a value by its form alone: a date, a time, a code, a year, an address of mail, a telephone number or
 * a number with its unit. "Table 2" and "Step 3" are names of things.
 */
function isValueForm(text: string, language: string | null): boolean {
  if (text.length > maxFormLength) return false;
  if (parseEmail(text)?.length === text.length) return true;
  const plain = normalizeDigits(text);
  const date = parseDate(plain, language);
  if (date !== null && date.quote.length >= plain.length - 1) return true;
  if (hasKindSign('phone', plain)) return !/\p{L}/u.test(plain);
  const words = plain.match(letters) ?? [];
  if (!/\s/.test(plain) && !/^[\d.,]+$/.test(plain))
    return /\d/.test(plain) && (words.length < 2 || /[-/.:]/.test(plain));
  if (words.length === 0)
    return plain.replace(/\D/g, '').length >= minCodeLength || /[%°\p{Sc}]/u.test(plain);
  return words.every(isMeasureWord);
}

function readPart(part: string, language: string | null): Omit<Statement, 'from'> | null {
  const [prefix, label = ''] = colonForm.exec(part) ?? [];
  if (prefix !== undefined)
    return isLabel(label.trim())
      ? { label: label.trim(), value: part.slice(prefix.length), hasColon: true }
      : null;
  const at = part.length <= maxLabelLength + maxFormLength ? part.search(valueStart) : -1;
  if (at < 2) return null;
  const [before, value] = [part.slice(0, at), part.slice(at + 1)];
  if (!isLabel(before) || !/^\p{Lu}/u.test(before) || !isValueForm(value, language)) return null;
  return { label: before, value, hasColon: false };
}

/**
 * Returns the labels and values that the parts of a line state, if it has several parts: `Organiser: Quay e.V., Doors 18:45` or
 * `Founded 2011. Reference LV-4471.` The value behind a colon reaches to the next statement.
 */
export function readStatements(line: string, language: string | null): Statement[] {
  if (line.length > maxLineLength || !/[\d:：@]/.test(line)) return [];
  const parts = linePartsOf(line);
  if (parts.length < 2) return [];
  const found = parts.flatMap(({ text, from }, at) => {
    const statement = readPart(text, language);
    return statement === null ? [] : [{ ...statement, from, endBefore: parts[at - 1]?.to ?? 0 }];
  });
  return found.map(({ endBefore: _, ...statement }, at) => {
    if (!statement.hasColon) return statement;
    const end = found[at + 1]?.endBefore ?? line.length;
    const prefix = colonForm.exec(line.slice(statement.from))?.[0].length ?? 0;
    return { ...statement, value: line.slice(statement.from + prefix, end).trim() };
  });
}
