import { functionWords } from '../../page/text/function-words.ts';
import { foldText, wordsOf } from '../words/words.ts';
import { type Asked, type QuestionWord, questionWordAt } from './question-words.ts';

/** Words of a request that ask for nothing themselves. */
export const fillerWords: ReadonlySet<string> = new Set(
  'extract get find give return show fetch collect tell me us i we you need want would like know the a an any of from for to in on at and or as please page this that its it their his her website site information info data details detail following fields field values value include also only just about into json object extrahiere finde gib nenne zeige den die das der des von aus und oder seite diese dieser dieses im am zu extraire trouver donner donne les la le du des et ou de cette extrae dame muestra los las el y o pagina esta under unter sous bajo sotto dammi da do geef mij'.split(
    ' ',
  ),
);
const conjunctions: ReadonlySet<string> = new Set(
  'and or und oder sowie et y och og oraz ve и та'.split(' '),
);
/** Conjunctions that are other words in English, and in Spanish or Italian. */
const shortConjunctions: ReadonlySet<string> = new Set(['o', 'e', 'i', 'ou']);
const englishSigns: ReadonlySet<string> = new Set('the what how who when which where is of with'.split(' '));
const dutchSigns: ReadonlySet<string> = new Set(
  'het een dit deze hoe hoeveel wanneer welke zijn van'.split(' '),
);
/** Words before the names of the values of each record. */
const recordSigns: ReadonlySet<string> = new Set(
  'with mit avec con com met med including jeweils'.split(' '),
);

const maxPromptLength = 4_000;
const maxClauses = 60;

/** A part of a prompt that asks for one value, for the values of each record, or names one. */
export interface Clause {
  asked: Asked | null;
  /** Noun for the adjective behind "how". */
  measure: string | null;
  /** Folded words behind the question word. */
  words: readonly string[];
  /** Names of the values of each record; empty if records are not asked for. */
  columns: readonly (readonly string[])[];
  /** True if a conjunction joins it to the next one, without a comma. */
  isJoined: boolean;
}

/** Words that differ from a conjunction or noun only in their accent, with a word of the same meaning that does not. */
const accented: Readonly<Record<string, string>> = { où: 'ubi', è: 'es', é: 'es', är: 'ist' };

/** Returns the words and the punctuation of a prompt; French pronouns behind a verb are words of their own. */
function tokensOf(prompt: string): string[] {
  const text = prompt
    .slice(0, maxPromptLength)
    .replace(/(?<!\p{L})(?:où|è|é|är)(?!\p{L})/giu, (word) => accented[word.toLowerCase()] ?? word)
    .replace(/-(?:t-)?(ils?|elles?|on|ce|vous)(?!\p{L})/giu, ' $1');
  return foldText(text).match(/[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)*|[,;:.!?()\n]/gu) ?? [];
}

const isMark = (token: string) => !/[\p{L}\p{N}]/u.test(token);

/** Words between two marks or conjunctions; `end` is the mark behind them, or `and`. */
interface Part {
  words: string[];
  end: string;
}

/** Splits tokens at marks and conjunctions into parts, each with the mark that ends it. */
function partsOf(prompt: string): Part[] {
  const tokens = tokensOf(prompt);
  const isEnglish = tokens.some((token) => englishSigns.has(token));
  const isDutch = tokens.some((token) => dutchSigns.has(token));
  const isConjunction = (token: string) =>
    conjunctions.has(token) || (!isEnglish && shortConjunctions.has(token)) || (isDutch && token === 'en');
  const parts: Part[] = [];
  let words: string[] = [];
  for (const token of [...tokens, '.']) {
    if (!isMark(token) && !isConjunction(token)) {
      // Dutch "wie" is "who", and German "wie" is "how".
      words.push(isDutch && token === 'wie' ? 'kto' : token);
      continue;
    }
    if (words.length > 0 || token === ')') parts.push({ words, end: isMark(token) ? token : 'and' });
    words = [];
  }
  return parts.slice(0, maxClauses);
}

const asksNothing = (word: string) => fillerWords.has(word) || functionWords.has(word);

/** Returns the question word at the beginning of a part, behind words that ask for nothing, and the words behind it. */
function readQuestion(words: readonly string[]): { question: QuestionWord | null; rest: readonly string[] } {
  for (let at = 0; at < words.length; at += 1) {
    const question = questionWordAt(words, at);
    if (question?.asked === 'all') return { question, rest: behindAll(words.slice(at + question.length)) };
    if (question !== null) return { question, rest: words.slice(at + question.length) };
    if (!asksNothing(words[at] as string)) return { question: null, rest: words.slice(at) };
  }
  return { question: null, rest: [] };
}

/** Leaves out further words for "all": "list every". */
function behindAll(words: readonly string[]): readonly string[] {
  const again = questionWordAt(words, 0);
  return again?.asked === 'all' ? behindAll(words.slice(again.length)) : words;
}

function clauseOf(words: readonly string[], end: string): Clause {
  const { question, rest } = readQuestion(words);
  return {
    asked: question?.asked ?? null,
    measure: question?.measure ?? null,
    words: rest,
    columns: [],
    isJoined: end === 'and',
  };
}

/** Splits a part at the word before the names of values: "all plans with name" has the records before it. */
function splitAtRecordSign(words: readonly string[]): [string[], string[]] | null {
  const at = words.findIndex((word, index) => index > 0 && recordSigns.has(word));
  return at === -1 || at === words.length - 1 ? null : [words.slice(0, at), words.slice(at + 1)];
}

/** Words before "all" and "each" in "name and price of each plan". */
const belongingWords: ReadonlySet<string> = new Set('of for from von fur de di da do van av z из'.split(' '));
/** The same in one word: "Name und Preis aller Tarife". */
const ofAllWords: ReadonlySet<string> = new Set(['aller', 'jedes', 'jeder']);

/** Splits a part before "of all": "emails of all members" has the name of a value before it, and the records behind. */
function splitAtAll(words: readonly string[]): [column: string[], records: string[]] | null {
  for (let at = 1; at < words.length - 1; at += 1) {
    const word = words[at] as string;
    if (ofAllWords.has(word)) return [words.slice(0, at), words.slice(at + 1)];
    const question = belongingWords.has(word) ? questionWordAt(words, at + 1) : null;
    if (question?.asked === 'all')
      return [words.slice(0, at), [...behindAll(words.slice(at + 1 + question.length))]];
  }
  return null;
}

/** Reads "names, roles and emails of all members" from the parts at `from`: records whose values are named before them; or null. */
function readValuesOfAll(parts: readonly Part[], from: number): { clause: Clause; next: number } | null {
  const columns: string[][] = [];
  for (let at = from; at < parts.length; at += 1) {
    const { words, end } = parts[at] as Part;
    const [column, records] = splitAtAll(words) ?? [];
    if (column !== undefined && records !== undefined) {
      if (columns.length === 0) return null;
      const all = [...columns, column].map((one) => one.filter((word) => !asksNothing(word)));
      const clause = { asked: 'all' as const, measure: null, words: records, columns: all, isJoined: false };
      return { clause, next: at + 1 };
    }
    if (readQuestion(words).question !== null || (end !== ',' && end !== 'and')) return null;
    columns.push(words);
  }
  return null;
}

/** Reads the names of values from the parts at `from`; they end with the brackets, the sentence, or the next question. */
function readColumns(
  parts: readonly Part[],
  from: number,
  isBracket: boolean,
): { columns: string[][]; next: number } {
  const columns: string[][] = [];
  for (let next = from; next < parts.length; next += 1) {
    const { words, end } = parts[next] as Part;
    if (!isBracket && readQuestion(words).question !== null) return { columns, next };
    if (words.length > 0) columns.push(words);
    if (end !== ',' && end !== 'and') return { columns, next: next + 1 };
  }
  return { columns, next: parts.length };
}

/**
 * Splits a prompt into the parts that ask for something. "All plans with name, price and storage" and "members (name, phone)"
 * are one clause with columns, and so is "name and phone of all members".
 */
export function clausesOf(prompt: string): Clause[] {
  const parts = partsOf(prompt);
  const clauses: Clause[] = [];
  for (let at = 0; at < parts.length; at += 1) {
    const { words, end } = parts[at] as Part;
    const valuesOfAll = readValuesOfAll(parts, at);
    if (valuesOfAll !== null) {
      clauses.push(valuesOfAll.clause);
      at = valuesOfAll.next - 1;
      continue;
    }
    const [before, behind] = splitAtRecordSign(words) ?? [words, []];
    const isEnumeration = end === '(' || end === ':' || (behind.length > 0 && (end === ',' || end === 'and'));
    const { columns, next } = isEnumeration
      ? readColumns(parts, at + 1, end === '(')
      : { columns: [], next: at + 1 };
    if (behind.length > 0) columns.unshift(behind);
    const head = clauseOf(before, end);
    if (head.words.length > 0 && columns.length > 1) {
      clauses.push({ ...head, columns: columns.map((column) => column.flatMap((word) => wordsOf(word))) });
      at = next - 1;
    } else if (words.length > 0)
      clauses.push(behind.length > 0 && head.words.length === 0 ? clauseOf(behind, end) : head);
  }
  return clauses.filter(({ words, asked }) => words.length > 0 || asked !== null);
}
