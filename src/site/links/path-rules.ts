import { RE2JS, RE2JSException } from 're2js';
import { errorMessage, Failure, type ValidationError } from '../../domain/system/failure.ts';

/** RE2 expressions that the path of a page must or must not match. */
export interface PathExpressions {
  include: readonly string[] | null;
  exclude: readonly string[] | null;
}

/** Compiled expressions. */
export interface PathRules {
  /** Returns true if some include expression matches the absolute URL (or there is none) and no exclude expression does. */
  matches(address: string | URL): boolean;
}

/** JSON Pointers (RFC 6901) of the lists in the request. */
export interface PathPointers {
  include: string;
  exclude: string;
}

const maxExpressions = 100;
const maxExpressionLength = 1000;
/** Maximum program size of one list, in instructions; matching takes time proportional to it and to the path length. */
const maxProgramSize = 3000;
const maxPathLength = 2000;

function compileExpression(expression: string): RE2JS | string {
  if (expression.length > maxExpressionLength) {
    return `The expression has ${expression.length} characters. Use at most ${maxExpressionLength}.`;
  }
  try {
    return RE2JS.compile(expression);
  } catch (error) {
    if (error instanceof RE2JSException) {
      const reason = errorMessage(error).replace(/^error parsing regexp: /, '');
      return `The expression is not valid RE2 syntax: ${reason}. Correct it. RE2 has no look-around and no back references.`;
    }
    throw error;
  }
}

function compileList(
  expressions: readonly string[] | null,
  pointer: string,
  errors: ValidationError[],
): RE2JS[] {
  if (expressions === null) return [];
  if (expressions.length > maxExpressions) {
    errors.push({
      pointer,
      detail: `The list has ${expressions.length} expressions. Use at most ${maxExpressions}.`,
    });
    return [];
  }
  const compiled: RE2JS[] = [];
  let size = 0;
  for (const [at, expression] of expressions.entries()) {
    const result = compileExpression(expression);
    if (typeof result === 'string') {
      errors.push({ pointer: `${pointer}/${at}`, detail: result });
      continue;
    }
    compiled.push(result);
    const before = size;
    size += result.programSize();
    if (before <= maxProgramSize && size > maxProgramSize) {
      errors.push({
        pointer: `${pointer}/${at}`,
        detail: 'The expressions of the list are too large together. Use fewer or shorter expressions.',
      });
    }
  }
  return compiled;
}

/** Returns the path as given and, if different, percent-decoded. */
function pathForms(path: string): string[] {
  if (!path.includes('%')) return [path];
  try {
    return [path, decodeURIComponent(path)];
  } catch {
    return [path];
  }
}

/**
 * Compiles expressions in RE2 syntax. They match in linear time, anywhere in the path (without the query) unless
 * anchored, or in the whole URL if `matchesWholeUrl` is set. Paths above 2,000 characters never match. An empty list is no
 * list. Throws Failure `invalid` with one pointer per unusable expression.
 */
export function compilePathRules(
  expressions: PathExpressions,
  pointers: PathPointers = { include: '/include_paths', exclude: '/exclude_paths' },
  matchesWholeUrl = false,
): PathRules {
  const errors: ValidationError[] = [];
  const include = compileList(expressions.include, pointers.include, errors);
  const exclude = compileList(expressions.exclude, pointers.exclude, errors);
  const [firstError] = errors;
  if (firstError !== undefined)
    throw new Failure('invalid', `${firstError.pointer}: ${firstError.detail}`, { errors });
  return {
    matches(address) {
      if (include.length === 0 && exclude.length === 0) return true;
      const url = typeof address === 'string' ? URL.parse(address) : address;
      const text = url === null ? null : matchesWholeUrl ? url.href : url.pathname;
      if (text === null || text.length > maxPathLength) return false;
      const forms = pathForms(text);
      const matchesRule = (rule: RE2JS) => forms.some((path) => rule.test(path));
      return (include.length === 0 || include.some(matchesRule)) && !exclude.some(matchesRule);
    },
  };
}
