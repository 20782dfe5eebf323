// Part of `npm run check`: the form of the files in `src`. A file with one exported value is named after it: each word of its
// name is a word of an export or of its folders. A function has at most 70 lines of its own, without the functions in
// it, and takes at most six parameters.
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));
const maxOwnLines = 70;
const maxParameters = 6;
/** Files that each capability has under the same name. */
const conventionalNames = new Set(['index', 'agent-tools', 'prompt', 'thread-handlers', 'thread-work']);

/** Returns the words of a name in kebab-case or camelCase, in lower case and in the singular. */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()
    .split('-')
    .map((word) =>
      word
        .replace(/ies$/, 'y')
        .replace(/(?<=s|x|ch|sh)es$/, '')
        .replace(/(?<!s)s$/, ''),
    );
}

interface Exports {
  values: string[];
  types: string[];
}

function exportsOf(source: ts.SourceFile): Exports {
  const found: Exports = { values: [], types: [] };
  for (const statement of source.statements) {
    if (!ts.canHaveModifiers(statement)) continue;
    const isExported = ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (isExported !== true) continue;
    if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement))
      found.types.push(statement.name.text);
    else if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) {
      if (statement.name !== undefined && !found.values.includes(statement.name.text))
        found.values.push(statement.name.text);
    } else if (ts.isVariableStatement(statement))
      for (const { name } of statement.declarationList.declarations) {
        if (ts.isIdentifier(name)) found.values.push(name.text);
        else for (const element of name.elements) found.values.push(element.getText(source));
      }
  }
  return found;
}

function isNamedAfter(file: string, { values, types }: Exports): boolean {
  const name = basename(file, '.ts');
  const names = [...values, ...types];
  if (values.length > 1 || types.length > 1 || names.length === 0 || conventionalNames.has(name)) return true;
  const folders = dirname(file).split(/[/\\]/).slice(1).flatMap(wordsOf);
  return names.some((one) => {
    const own = wordsOf(one);
    const parts = wordsOf(name);
    const isKnown = (word: string) =>
      own.includes(word) || folders.includes(word) || (word === 'text' && own.includes('view'));
    return parts.some((word) => own.includes(word)) && parts.every(isKnown);
  });
}

/** Returns the number of lines of a function without those of the functions in it. */
function ownLines(source: ts.SourceFile, node: ts.Node): number {
  const linesOf = (one: ts.Node): number =>
    source.getLineAndCharacterOfPosition(one.end).line -
    source.getLineAndCharacterOfPosition(one.getStart(source)).line;
  let lines = linesOf(node) + 1;
  const visit = (child: ts.Node): void => {
    if (ts.isFunctionLike(child)) lines -= linesOf(child);
    else ts.forEachChild(child, visit);
  };
  ts.forEachChild(node, visit);
  return lines;
}

const problems: string[] = [];
let count = 0;
for (const file of globSync('src/**/*.ts', { cwd: root }).sort()) {
  if (/\.test\.ts$|\.d\.ts$|[/\\]migrations[/\\]/.test(file)) continue;
  count++;
  const source = ts.createSourceFile(
    file,
    readFileSync(join(root, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const exported = exportsOf(source);
  if (!isNamedAfter(file, exported))
    problems.push(
      `${file}: name the file after its export ${[...exported.values, ...exported.types].join(', ')}`,
    );
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const place = `${file}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`;
      const lines = ownLines(source, node);
      if (lines > maxOwnLines)
        problems.push(`${place}: a function of ${lines} lines; at most ${maxOwnLines}`);
      if (node.parameters.length > maxParameters)
        problems.push(`${place}: ${node.parameters.length} parameters; at most ${maxParameters}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}
process.stdout.write(`${count} files checked, ${problems.length} problems of structure\n`);
for (const problem of problems) process.stdout.write(`${problem}\n`);
if (problems.length > 0) process.exitCode = 1;
