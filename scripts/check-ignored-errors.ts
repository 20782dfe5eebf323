// Part of `npm run check`: code that ignores an error must state the reason in a comment. This applies to promise
// handlers (`catch(() => …)` and the second one of `then`) that do not use their error, and to `catch` blocks that
// are empty or that ignore the error of an awaited call. A comment counts inside the handler, on its first line, or
// above its statement.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Maximum number of lines between the first line of a commented statement and the handler. */
const maxLinesBelow = 6;

function some(node: ts.Node, isSo: (child: ts.Node) => boolean): boolean {
  return ts.forEachChild(node, (child) => isSo(child) || undefined) === true;
}

function uses(node: ts.Node, name: string): boolean {
  return (ts.isIdentifier(node) && node.text === name) || some(node, (child) => uses(child, name));
}

function awaits(node: ts.Node): boolean {
  if (ts.isAwaitExpression(node) || (ts.isForOfStatement(node) && node.awaitModifier !== undefined))
    return true;
  return !ts.isFunctionLike(node) && some(node, awaits);
}

/** Returns whether `body` does not use the error bound to `name`. */
function isUnused(name: ts.BindingName | undefined, body: ts.Node): boolean {
  return name === undefined || (ts.isIdentifier(name) && !uses(body, name.text));
}

/** Returns the part of the node that ignores an error; null if there is none. */
function silentPart(node: ts.Node): ts.Node | null {
  if (ts.isTryStatement(node) && node.catchClause !== undefined) {
    const { variableDeclaration: error, block } = node.catchClause;
    const matters = block.statements.length === 0 || awaits(node.tryBlock);
    return matters && isUnused(error?.name, block) ? node.catchClause : null;
  }
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return null;
  const place = { catch: 0, then: 1 }[node.expression.name.text];
  const handler = place === undefined ? undefined : node.arguments[place];
  if (handler === undefined || !(ts.isArrowFunction(handler) || ts.isFunctionExpression(handler)))
    return null;
  return isUnused(handler.parameters[0]?.name, handler.body) ? handler : null;
}

const lineOf = (source: ts.SourceFile, position: number) =>
  source.getLineAndCharacterOfPosition(position).line;

/** Returns the lines, from 0, that contain a comment other than a docstring. */
function commentLines(source: ts.SourceFile): Set<number> {
  const lines = new Set<number>();
  function visit(node: ts.Node): void {
    const children = node.getChildren(source);
    for (const child of children) visit(child);
    if (children.length > 0) return;
    const ranges = [
      ...(ts.getLeadingCommentRanges(source.text, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(source.text, node.getEnd()) ?? []),
    ];
    for (const { pos, end } of ranges) {
      if (source.text.startsWith('/**', pos)) continue;
      for (let line = lineOf(source, pos); line <= lineOf(source, end); line += 1) lines.add(line);
    }
  }
  visit(source);
  return lines;
}

/** Returns whether there is a comment in the part, or above its statement or member. */
function isExplained(source: ts.SourceFile, comments: ReadonlySet<number>, part: ts.Node): boolean {
  const first = lineOf(source, part.getStart(source));
  const last = lineOf(source, part.getEnd());
  for (let line = first - 1; line <= last; line += 1) if (comments.has(line)) return true;
  for (let node = part.parent; node !== undefined; node = node.parent) {
    const start = lineOf(source, node.getStart(source));
    if (first - start > maxLinesBelow || ts.isSourceFile(node)) return false;
    if (comments.has(start - 1)) return true;
  }
  return false;
}

function findSilent(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8');
  if (!/\b(catch|then)\b/.test(text)) return [];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const comments = commentLines(source);
  const found: string[] = [];
  function visit(node: ts.Node): void {
    const part = silentPart(node);
    if (part !== null && !isExplained(source, comments, part)) {
      found.push(`${path}:${lineOf(source, part.getStart(source)) + 1}`);
    }
    ts.forEachChild(node, visit);
  }
  visit(source);
  return found;
}

const files = globSync('src/**/*.ts', { cwd: root }).filter((path) => !path.endsWith('.test.ts'));
const silent = files.sort().flatMap(findSilent);
for (const place of silent)
  console.error(`${place}: an error is ignored. Add a comment that says why, or handle it.`);
if (silent.length > 0) process.exitCode = 1;
