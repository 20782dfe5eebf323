import { compile } from 'css-select';
import { RE2JS, RE2JSException } from 're2js';
import { messageOf } from '../../domain/failure.ts';
import type { IgnoreRule } from './watch.ts';

/** What of a page is not compared. */
export interface Ignored {
  /** CSS selectors: what they match is left out before the page is read. */
  selectors: string[];
  /** A text without what is not to be seen at all. */
  hide(text: string): string;
  /** A text as it decides: without what may be seen but counts for nothing. */
  mute(text: string): string;
}

const longestExpression = 1_000;
const largestProgram = 1_000;
const flagBits: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  s: RE2JS.DOTALL,
  m: RE2JS.MULTILINE,
};

function compileExpression(source: string, flags: number): RE2JS {
  if (source.length > longestExpression) throw new Error(`longer than ${longestExpression} characters`);
  const compiled = RE2JS.compile(source, flags);
  if (compiled.programSize() > largestProgram) throw new Error('the expression is too large');
  // What matches nothing would be found everywhere.
  if (compiled.matcher('').matches()) throw new Error('the expression matches the empty text');
  return compiled;
}

/** The expression between slashes with its flags `i`, `s` and `m`; null for a text that is none. */
function slashed(text: string): { source: string; flags: number } | null {
  const match = /^\/(.+)\/([ims]*)$/s.exec(text);
  if (match === null) return null;
  const flags = [...(match[2] as string)].reduce((bits, flag) => bits | (flagBits[flag] as number), 0);
  return { source: match[1] as string, flags };
}

/** An RE2 expression, with or without slashes; throws an Error that says what is wrong with it. */
export function readExpression(text: string): RE2JS {
  const { source, flags } = slashed(text) ?? { source: text, flags: 0 };
  try {
    return compileExpression(source, flags);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    throw new Error(`is no RE2 expression: ${messageOf(error)}`, { cause: error });
  }
}

/** Why a text is no CSS selector; null when it is one. */
export function selectorFault(text: string): string | null {
  try {
    compile(text);
    return null;
  } catch (error) {
    return `is no CSS selector: ${messageOf(error)}`;
  }
}

/** What is wrong with a rule, or null. */
export function ignoreFault(rule: IgnoreRule): string | null {
  if (typeof rule === 'string' && slashed(rule) === null) return selectorFault(rule);
  try {
    readExpression(typeof rule === 'string' ? rule : rule.expression);
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

function without(expressions: readonly RE2JS[]): (text: string) => string {
  return (text) => expressions.reduce((rest, expression) => expression.matcher(rest).replaceAll(''), text);
}

/** Makes rules that {@link ignoreFault} found nothing wrong with ready for use. */
export function compileIgnored(rules: readonly IgnoreRule[]): Ignored {
  const selectors: string[] = [];
  const hidden: RE2JS[] = [];
  const muted: RE2JS[] = [];
  for (const rule of rules) {
    if (typeof rule === 'string' && slashed(rule) === null) selectors.push(rule);
    else if (typeof rule === 'string') hidden.push(readExpression(rule));
    else (rule.shown ? muted : hidden).push(readExpression(rule.expression));
  }
  return { selectors, hide: without(hidden), mute: without(muted) };
}
