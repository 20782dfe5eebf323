import { parseMoney } from '../../../extract/typed/money.ts';
import { functionWords } from '../../../page/text/function-words.ts';
import { foldText } from '../../../page/text/sections.ts';
import { toEnglishGoal } from './to-english-goal.ts';

/** Movement of a value that a goal waits for. */
export type Movement =
  | 'falls'
  | 'rises'
  | 'below'
  | 'above'
  | 'changes'
  | 'added'
  | 'removed'
  | 'in_stock'
  | 'out_of_stock';

/** One condition of a goal: a subject and what happens to it. */
export interface GoalClause {
  /** Content words of the subject, folded; empty if the movement names it. */
  subject: string[];
  movement: Movement;
  /** Bound of `below` and `above`; minimum difference of `falls` and `rises`; else null. */
  amount: number | null;
  isPercent: boolean;
  /** Currency that the amount is written with, ISO 4217; null for none, or for a sign that several currencies share. */
  currency: string | null;
  /** Words in quotation marks that appear or disappear, as they were written. */
  quoted?: string;
}

/** Words that state each movement, in folded English; the first match applies. */
const movements: ReadonlyArray<readonly [Movement, RegExp]> = [
  ['out_of_stock', /\b(?:out of stock|sold out|unavailable)\b/],
  ['in_stock', /\b(?:(?:back |again )?in stock(?: again)?|back on sale|available(?: again)?)\b/],
  [
    'below',
    /\b(?:(?:falls?|drops?|goes|sinks?) )?(?:below|under|less than|lower than|cheaper than) (?=[^a-z]{0,4}\d)/,
  ],
  ['above', /\b(?:(?:rises?|climbs?|goes) )?(?:above|over|more than|higher than) (?=[^a-z]{0,4}\d)/],
  [
    'falls',
    /\b(?:falls?|drops?|decreases?|sinks?|goes down|gets? (?:lower|cheaper)|is (?:lowered|reduced|lower|cheaper))\b/,
  ],
  [
    'rises',
    /\b(?:rises?|increases?|climbs?|goes up|gets? (?:higher|more expensive)|is (?:raised|increased|higher))\b/,
  ],
  ['removed', /\b(?:(?:is|are|gets?) (?:removed|deleted|gone)|disappears?)\b/],
  ['added', /\b(?:(?:is|are|gets?) added|appears?|is (?:published|listed|posted))\b/],
  ['changes', /\b(?:changes?|(?:is|are|gets?) (?:changed|updated|different|moved|postponed))\b/],
];

/** Words that negate or limit a clause, which no rule decides. */
const limits = /\b(?:not|no|never|unless|except|without|but|only|until|while|both|than|if and)\b/;
/** Words of a request that say nothing about its subject. */
const requestWords = new Set(
  'tell notify alert inform warn let know please message send ping watch wait until soon once again new any some another whenever moment page item product article gets goes becomes comes falls rises'.split(
    ' ',
  ),
);
/** The bound of `below` and `above`. */
const boundShape =
  /(?:[^\sa-z\d]{1,2} ?)?(\d{1,9}(?:\.\d{1,4})?)(?: ?[€£¥]| (?:eur|usd|gbp|jpy|euros?|dollars?|pounds?|yen)\b)? ?(%|percent)?/;
/** The minimum difference of `falls` and `rises`. */
const differenceShape =
  /\bby (?:at least |more than )?(?:[^\sa-z\d]{1,2} ?)?(\d{1,9}(?:\.\d{1,4})?) ?(%|percent)?/;
/** Currencies by their names. Several currencies are called dollar, but one is meant without a country. */
const currencyNames: Readonly<Record<string, string>> = {
  euro: 'EUR',
  dollar: 'USD',
  pound: 'GBP',
  yen: 'JPY',
};
const maxClauses = 6;

/** Words in quotation marks: "open", “open”, „open“, «open». */
const quotation = /["“”„«»]\s?([^"“”„«»]{2,200}?)\s?["“”„«»]/g;
/** Words that stand for quoted words in a goal that is parsed: nobody writes them. */
const quotedNames = ['quotedwordsa', 'quotedwordsb', 'quotedwordsc'];
/** Words that call quoted words what they are, in the languages of goals. */
const textWords = new Set(
  'text word words phrase sentence line heading wort worte worter satz zeile uberschrift texte mot mots titre texto palabra palabras frase titulo'.split(
    ' ',
  ),
);

/**
 * Reads a goal as clauses, of which any one meets it. Null if a part of it is not a movement of one subject, so that only
 * a model can decide it.
 */
export function parseGoal(goal: string): GoalClause[] | null {
  const quotes: string[] = [];
  const unquoted = goal.replace(quotation, (_, words: string) => {
    quotes.push(words);
    return ` ${quotedNames[quotes.length - 1] ?? '"'} `;
  });
  const folded = foldText(unquoted);
  const clauses = parseEnglish(folded) ?? parseEnglish(toEnglishGoal(folded));
  if (quotes.length === 0 || clauses === null) return clauses;
  const named = clauses.map((clause) => withQuotedWords(clause, quotes));
  const isComplete = named.every((clause) => clause !== null);
  const used = new Set(named.flatMap((clause) => clause?.quoted ?? []));
  return isComplete && quotes.every((words) => used.has(words)) ? named : null;
}

/** Returns a clause with the quoted words that are its subject; null for one that says another thing about them. */
function withQuotedWords(clause: GoalClause, quotes: readonly string[]): GoalClause | null {
  const { subject, movement } = clause;
  const name = subject.find((word) => quotedNames.includes(word));
  if (name === undefined) return clause;
  const quoted = quotes[quotedNames.indexOf(name)];
  const isOnlySubject = subject.every((word) => word === name || textWords.has(word));
  const canMove = movement === 'added' || movement === 'removed';
  return isOnlySubject && canMove && quoted !== undefined ? { ...clause, quoted } : null;
}

function parseEnglish(goal: string): GoalClause[] | null {
  const parts = goal
    .split(/[;,]| or | and (?:when|if|whenever) |[.!?](?:\s|$)/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const clauses: GoalClause[] = [];
  let subjects: string[][] = [];
  for (const part of parts) {
    if (limits.test(part.replace(/\b(?:less|lower|cheaper|more|higher) than\b/g, '')) || / and /.test(part))
      return null;
    const found = movements.find(([, words]) => words.test(part));
    if (found === undefined) {
      // "the price or the shipping costs fall": the movement follows.
      const subject = subjectOf(part);
      if (subject.length === 0) continue;
      subjects.push(subject);
      continue;
    }
    const clause = readClause(part, found);
    if (clause === null) return null;
    if (clause.subject.length === 0 && !isStock(clause)) {
      const previous = clauses.at(-1);
      if (previous === undefined || subjects.length > 0) return null;
      clause.subject = previous.subject;
    }
    clauses.push(...subjects.map((subject) => ({ ...clause, subject })), clause);
    subjects = [];
  }
  return clauses.length > 0 && clauses.length <= maxClauses && subjects.length === 0 ? clauses : null;
}

/** Returns true for a clause about availability, which names its subject by its movement. */
export function isStock({ movement }: GoalClause): boolean {
  return movement === 'in_stock' || movement === 'out_of_stock';
}

function readClause(part: string, [movement, words]: readonly [Movement, RegExp]): GoalClause | null {
  let rest = part.replace(words, ' ');
  let amount: number | null = null;
  let isPercent = false;
  let currency: string | null = null;
  if (/\d/.test(rest)) {
    const isBound = movement === 'below' || movement === 'above';
    const isDifference = movement === 'falls' || movement === 'rises';
    const match = isBound ? boundShape.exec(rest) : isDifference ? differenceShape.exec(rest) : null;
    if (match === null) return null;
    amount = Number(match[1]);
    currency = currencyOf(match[0]);
    isPercent = match[2] !== undefined;
    rest = rest.replace(match[0], ' ');
    if (/\d/.test(rest) || (isPercent && isBound)) return null;
  }
  return { subject: subjectOf(rest), movement, amount, isPercent, currency };
}

function currencyOf(text: string): string | null {
  const word = /[a-z]+/.exec(text)?.[0];
  const named = word === undefined ? undefined : currencyNames[word.replace(/s$/, '')];
  return named ?? parseMoney(text, { language: null, country: null, currency: null })?.currency ?? null;
}

function subjectOf(text: string): string[] {
  return (text.match(/\p{L}[\p{L}\p{M}]*/gu) ?? []).filter(
    (word) => !functionWords.has(word) && !requestWords.has(word),
  );
}
