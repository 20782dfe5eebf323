import { RE2JS, RE2JSException } from 're2js';
import { Failure, type Fault, messageOf } from '../domain/failure.ts';

/** Expressions that the path of a page must and must not match. */
export interface PathExpressions {
  include: readonly string[] | null;
  exclude: readonly string[] | null;
}

/** Compiled expressions. */
export interface PathRules {
  /** Whether a page at this absolute address is wanted: some include matches (or there is none), and no exclude. */
  allows(address: string | URL): boolean;
}

/** Where the lists stand in the request, as JSON pointers (RFC 6901). */
export interface PathPointers {
  include: string;
  exclude: string;
}

const mostExpressions = 100;
const longestExpression = 1000;
/** Instructions of one list together: matching takes time by this times the length of the path. */
const largestProgram = 3000;
const longestPath = 2000;

function compileOne(expression: string): RE2JS | string {
  if (expression.length > longestExpression) return `longer than ${longestExpression} characters`;
  try {
    return RE2JS.compile(expression);
  } catch (error) {
    if (error instanceof RE2JSException) return `is no RE2 expression: ${messageOf(error)}`;
    throw error;
  }
}

function compileList(expressions: readonly string[] | null, pointer: string, faults: Fault[]): RE2JS[] {
  if (expressions === null) return [];
  if (expressions.length > mostExpressions) {
    faults.push({ pointer, detail: `at most ${mostExpressions} expressions` });
    return [];
  }
  const compiled: RE2JS[] = [];
  let size = 0;
  for (const [at, expression] of expressions.entries()) {
    const result = compileOne(expression);
    if (typeof result === 'string') {
      faults.push({ pointer: `${pointer}/${at}`, detail: result });
      continue;
    }
    compiled.push(result);
    const before = size;
    size += result.programSize();
    if (before <= largestProgram && size > largestProgram) {
      faults.push({ pointer: `${pointer}/${at}`, detail: 'the expressions are too large together' });
    }
  }
  return compiled;
}

/** The path as it stands in the address and, when that differs, as people read it. */
function spellingsOf(path: string): string[] {
  if (!path.includes('%')) return [path];
  try {
    return [path, decodeURIComponent(path)];
  } catch {
    return [path];
  }
}

/**
 * Compiles expressions in RE2 syntax, which match in linear time and may match anywhere in the path (without the query)
 * unless anchored; a path of more than 2,000 characters is never wanted then. Throws Failure `invalid` with a pointer for each that cannot be used. An empty list is no list. With
 * `wholeAddress` they are matched against the whole address instead.
 */
export function compilePathRules(
  expressions: PathExpressions,
  pointers: PathPointers = { include: '/include_paths', exclude: '/exclude_paths' },
  wholeAddress = false,
): PathRules {
  const faults: Fault[] = [];
  const include = compileList(expressions.include, pointers.include, faults);
  const exclude = compileList(expressions.exclude, pointers.exclude, faults);
  const [first] = faults;
  if (first !== undefined) throw new Failure('invalid', `${first.pointer}: ${first.detail}`, { faults });
  return {
    allows(address) {
      if (include.length === 0 && exclude.length === 0) return true;
      const url = typeof address === 'string' ? URL.parse(address) : address;
      const text = url === null ? null : wholeAddress ? url.href : url.pathname;
      if (text === null || text.length > longestPath) return false;
      const spellings = spellingsOf(text);
      const matches = (rule: RE2JS) => spellings.some((path) => rule.test(path));
      return (include.length === 0 || include.some(matches)) && !exclude.some(matches);
    },
  };
}
