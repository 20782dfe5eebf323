import { parseIdentifier, wordsIn } from './identifiers.ts';
import { separateWords } from './separate-words.ts';

/**
 * Expression over texts that PostgreSQL converts to lexemes: a text is a word, or several words in this order. Texts
 * that consist of stop words are left out.
 */
export type TermExpression =
  | { text: string }
  | { all: readonly TermExpression[] }
  | { any: readonly TermExpression[] };

/** A wanted or excluded part of a query. */
export interface SearchTerm {
  /** As written in the query. */
  shown: string;
  isExcluded: boolean;
  expression: TermExpression;
  /** Texts that strengthen a result: an identifier as one word. */
  whole: string | null;
}

const maxTerms = 16;
const queryParts = /-?"[^"]*"|\S+/g;

const wordsOf = (text: string): string[] => wordsIn(separateWords(text));

function createPhrase(text: string): TermExpression {
  return { text: wordsOf(text).join(' ') };
}

/** An identifier matches as one word, or with all its segments if it has several. */
function createIdentifierTerm(word: string, isExcluded: boolean): SearchTerm | null {
  const identifier = parseIdentifier(word);
  if (identifier === null) return null;
  const { segments, whole } = identifier;
  const split: TermExpression = { all: segments.map((text) => ({ text })) };
  const expression = segments.length === 1 ? { text: whole } : { any: [{ text: whole }, split] };
  return { shown: word, isExcluded, expression, whole };
}

function trimPunctuation(word: string): string {
  return word.replace(/^[^\p{L}\p{N}_$]+/u, '').replace(/(?<![^\p{L}\p{N}_$+#])[^\p{L}\p{N}_$+#]+$/u, '');
}

function createTerms(part: string): SearchTerm[] {
  const isOption = part.startsWith('--');
  const isExcluded = part.startsWith('-') && !isOption && part.length > 1;
  const text = isExcluded ? part.slice(1) : part;
  if (text.startsWith('"')) {
    const expression = createPhrase(text);
    return [{ shown: text, isExcluded, expression, whole: null }];
  }
  const identifier = createIdentifierTerm(trimPunctuation(text), isExcluded);
  if (identifier !== null) return [identifier];
  return wordsOf(text).map((word) => ({ shown: word, isExcluded, expression: { text: word }, whole: null }));
}

function joinAlternatives(first: SearchTerm, second: SearchTerm): SearchTerm {
  return {
    shown: `${first.shown} or ${second.shown}`,
    isExcluded: first.isExcluded,
    expression: { any: [first.expression, second.expression] },
    whole: null,
  };
}

/**
 * Parses a query: words, identifiers, `"phrases"`, `-excluded` and `or` between two terms. At most 16 terms are used.
 */
export function parseSearchTerms(query: string): SearchTerm[] {
  const terms: SearchTerm[] = [];
  let isAlternative = false;
  for (const [part] of query.replaceAll('\0', ' ').matchAll(queryParts)) {
    if (/^or$/i.test(part)) {
      isAlternative = terms.length > 0;
      continue;
    }
    const [first, ...rest] = createTerms(part);
    if (first === undefined) continue;
    const previous = isAlternative && !first.isExcluded ? terms.pop() : undefined;
    terms.push(previous === undefined ? first : joinAlternatives(previous, first), ...rest);
    isAlternative = false;
    if (terms.length >= maxTerms) break;
  }
  return terms.slice(0, maxTerms);
}

/** Returns all texts of an expression. */
export function textsOf(expression: TermExpression): string[] {
  if ('text' in expression) return [expression.text];
  return ('all' in expression ? expression.all : expression.any).flatMap(textsOf);
}

/**
 * Writes an expression in PostgreSQL's notation with the lexemes of its texts; null if it has only stop words.
 */
export function renderExpression(
  expression: TermExpression,
  lexemes: ReadonlyMap<string, string>,
): string | null {
  if ('text' in expression) {
    const query = lexemes.get(expression.text);
    return query === undefined || query === '' ? null : `(${query})`;
  }
  const isAll = 'all' in expression;
  const items = (isAll ? expression.all : expression.any).flatMap(
    (item) => renderExpression(item, lexemes) ?? [],
  );
  return items.length === 0 ? null : `(${items.join(isAll ? ' & ' : ' | ')})`;
}
