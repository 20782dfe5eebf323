import { RE2JS, RE2JSException } from 're2js';
import { errorMessage } from '../../../domain/system/failure.ts';
import { groupOf } from '../../../domain/values/elements.ts';
import { isJsonPath, jsonPathError } from '../../../page/text/json-path.ts';
import { selectorError } from '../../../page/tree/select.ts';
import { isXPath } from '../../../page/tree/xpath.ts';
import type { IgnoreRule } from './monitor-settings.ts';

/** Compiled ignore rules. */
export interface IgnoredContent {
  /** Selectors of elements that are removed before the page is read. */
  selectors: string[];
  /** JSONPath queries of values that are removed before values are compared. */
  paths: string[];
  /** Removes content that is neither compared nor shown. */
  removeHidden(text: string): string;
  /** Removes content that is shown but not compared. */
  removeUncompared(text: string): string;
}

const maxExpressionLength = 1_000;
const maxProgramSize = 1_000;
const flagBits: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  s: RE2JS.DOTALL,
  m: RE2JS.MULTILINE,
};

function compileExpression(source: string, flags: number): RE2JS {
  if (source.length > maxExpressionLength)
    throw new Error(`must have at most ${maxExpressionLength} characters`);
  const compiled = RE2JS.compile(source, flags);
  if (compiled.programSize() > maxProgramSize) throw new Error('is too complex: simplify the expression');
  // An expression that matches the empty text would match everywhere.
  if (compiled.matcher('').matches()) throw new Error('must not match the empty text');
  return compiled;
}

/** Parses an expression between slashes with its flags `i`, `s` and `m`; null for any other text, such as an XPath expression. */
function parseSlashed(text: string): { source: string; flags: number } | null {
  if (isXPath(text)) return null;
  const match = /^\/(.+)\/([ims]*)$/s.exec(text);
  if (match === null) return null;
  const flags = [...groupOf(match, 2)].reduce((bits, flag) => bits | (flagBits[flag] as number), 0);
  return { source: groupOf(match, 1), flags };
}

/** Parses an RE2 expression, with or without slashes. Throws an Error whose message is the validation error. */
export function parseExpression(text: string): RE2JS {
  const { source, flags } = parseSlashed(text) ?? { source: text, flags: 0 };
  try {
    return compileExpression(source, flags);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    throw new Error(`must be an RE2 expression: ${errorMessage(error)}`, { cause: error });
  }
}

/** Returns the validation error of a rule, or null. */
export function ignoreRuleError(rule: IgnoreRule): string | null {
  if (typeof rule === 'string' && parseSlashed(rule) === null)
    return isJsonPath(rule) ? jsonPathError(rule) : selectorError(rule);
  try {
    parseExpression(typeof rule === 'string' ? rule : rule.expression);
    return null;
  } catch (error) {
    return errorMessage(error);
  }
}

function removeMatches(expressions: readonly RE2JS[]): (text: string) => string {
  return (text) => expressions.reduce((rest, expression) => expression.matcher(rest).replaceAll(''), text);
}

/** Compiles rules without validation errors ({@link ignoreRuleError}). */
export function compileIgnoreRules(rules: readonly IgnoreRule[]): IgnoredContent {
  const selectors: string[] = [];
  const paths: string[] = [];
  const hidden: RE2JS[] = [];
  const uncompared: RE2JS[] = [];
  for (const rule of rules) {
    if (typeof rule === 'string' && parseSlashed(rule) === null)
      (isJsonPath(rule) ? paths : selectors).push(rule);
    else if (typeof rule === 'string') hidden.push(parseExpression(rule));
    else (rule.shown ? uncompared : hidden).push(parseExpression(rule.expression));
  }
  return {
    selectors,
    paths,
    removeHidden: removeMatches(hidden),
    removeUncompared: removeMatches(uncompared),
  };
}
