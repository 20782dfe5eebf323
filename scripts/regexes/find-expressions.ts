import * as ts from 'typescript';

/** Regular expression in the source code. */
export interface Expression {
  /** Path in the repository. */
  file: string;
  /** Line of the file, from 1. */
  line: number;
  source: string;
  flags: string;
  /** Maximum length of its texts in characters, according to its comment; null without such a comment. */
  maxLength: number | null;
}

/** Call of `RegExp` with a computed pattern. */
export interface ComputedExpression {
  file: string;
  line: number;
  maxLength: number | null;
}

/** Expressions of a file. */
export interface FoundExpressions {
  literals: Expression[];
  computed: ComputedExpression[];
}

/** `// regex: at most 2,000 characters, a header's value`, on the line of an expression, or above it or its statement. */
const bound = /\/\/ regex: at most (\d[\d,]*) characters?, \S/;

/** Finds the regular expression literals and the calls of `RegExp` in one TypeScript file. */
export function findExpressions(file: string, text: string): FoundExpressions {
  const found: FoundExpressions = { literals: [], computed: [] };
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const lines = text.split('\n');
  const lineOf = (node: ts.Node) => tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
  const visit = (node: ts.Node, outer: ts.Node): void => {
    const owner = ts.isStatement(node) || ts.isPropertyAssignment(node) ? node : outer;
    const isLiteral = ts.isRegularExpressionLiteral(node);
    if (isLiteral || isRegExpCall(node)) {
      const line = lineOf(node);
      const maxLength = maxLengthAt(lines, line) ?? maxLengthAt(lines, lineOf(owner));
      const place = { file, line, maxLength };
      if (isLiteral) {
        const end = node.text.lastIndexOf('/');
        found.literals.push({ ...place, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
      } else found.computed.push(place);
    }
    ts.forEachChild(node, (child) => visit(child, owner));
  };
  visit(tree, tree);
  return found;
}

function isRegExpCall(node: ts.Node): boolean {
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return false;
  return ts.isIdentifier(node.expression) && node.expression.text === 'RegExp';
}

function maxLengthAt(lines: readonly string[], line: number): number | null {
  let at = line - 1;
  let match = bound.exec(lines[at] ?? '');
  while (match === null && at > 0 && lines[at - 1]?.trim().startsWith('//')) {
    at -= 1;
    match = bound.exec(lines[at] ?? '');
  }
  return match?.[1] === undefined ? null : Number(match[1].replaceAll(',', ''));
}
