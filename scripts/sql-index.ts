import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));
const schemaFile = 'src/store/schema.ts';
const readMethods = new Set(['selectFrom', 'innerJoin', 'leftJoin', 'from', 'using']);
const writeMethods = new Set(['insertInto', 'updateTable', 'deleteFrom', 'replaceInto', 'mergeInto']);
const writeClause =
  /\b(?:insert\s+into|update|delete\s+from|truncate(?:\s+table)?)\s+(?:only\s+)?([a-z_]+)/gi;
const readClause = /\b(?:from|join|using)\s+(?:only\s+)?([a-z_]+)/gi;

/** Table, and the files of `src` whose SQL names it. */
export interface IndexedTable {
  name: string;
  /** First paragraph of the docstring of its type; empty if there is none. */
  description: string;
  /** Paths from the root of the repository, sorted. */
  writers: string[];
  readers: string[];
}

interface Uses {
  written: Set<string>;
  read: Set<string>;
}

function parse(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true);
}

function docOf(node: ts.Node): string {
  const docs = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  const text = ts.getTextOfJSDocComment(docs.at(-1)?.comment) ?? '';
  return (text.split(/\n\s*\n/)[0] ?? '').replaceAll(/\s+/g, ' ').trim();
}

/** Returns names and descriptions of the tables, in the order of the schema. */
function tablesOf(schema: ts.SourceFile): Map<string, string> {
  const interfaces = new Map<string, ts.InterfaceDeclaration>();
  schema.forEachChild((node) => {
    if (ts.isInterfaceDeclaration(node)) interfaces.set(node.name.text, node);
  });
  const members = interfaces.get('Schema')?.members.filter(ts.isPropertySignature) ?? [];
  return new Map(
    members.map((member) => {
      const type = interfaces.get(member.type?.getText(schema) ?? '');
      return [member.name.getText(schema), type === undefined ? '' : docOf(type)];
    }),
  );
}

function addMatches(
  text: string,
  clause: RegExp,
  tables: ReadonlyMap<string, string>,
  to: Set<string>,
): void {
  for (const [, name = ''] of text.matchAll(clause)) if (tables.has(name)) to.add(name);
}

function isSqlTag(tag: ts.Expression): boolean {
  return /^sql\b/.test(tag.getText());
}

/** Returns the text of a template with a space for each expression. */
function templateText({ template }: ts.TaggedTemplateExpression): string {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text;
  return [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)].join(' ');
}

function collect(node: ts.Node, tables: ReadonlyMap<string, string>, uses: Uses): void {
  if (ts.isTaggedTemplateExpression(node) && isSqlTag(node.tag)) {
    const text = templateText(node);
    addMatches(text, writeClause, tables, uses.written);
    addMatches(text.replaceAll(/\bdelete\s+from\b/gi, 'delete'), readClause, tables, uses.read);
  }
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const method = node.expression.name.text;
    const [first] = node.arguments;
    const table = first !== undefined && ts.isStringLiteralLike(first) ? first.text.split(' ')[0] : undefined;
    if (table !== undefined && tables.has(table)) {
      if (writeMethods.has(method)) uses.written.add(table);
      if (readMethods.has(method)) uses.read.add(table);
    }
  }
  ts.forEachChild(node, (child) => collect(child, tables, uses));
}

/** Finds the SQL of each table in `src`, without tests and migrations. */
export async function indexSql(): Promise<IndexedTable[]> {
  const tables = tablesOf(parse(schemaFile));
  const index = new Map(
    [...tables].map(([name, description]): [string, IndexedTable] => [
      name,
      { name, description, writers: [], readers: [] },
    ]),
  );
  const files = (await Array.fromAsync(glob('src/**/*.ts', { cwd: root })))
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.endsWith('.test.ts') && !file.startsWith('src/store/migrations/'))
    .sort();
  for (const file of files) {
    const uses: Uses = { written: new Set(), read: new Set() };
    collect(parse(file), tables, uses);
    for (const name of uses.written) index.get(name)?.writers.push(file);
    for (const name of uses.read) index.get(name)?.readers.push(file);
  }
  return [...index.values()];
}
