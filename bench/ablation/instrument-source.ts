import { type Node, parseSync } from 'oxc-parser';
import type { Heuristic } from './switches.ts';

/** What a heuristic answers when it is off, and how an answer is told from that. Both are expressions of JavaScript. */
interface Neutral {
  answer: string;
  /** Expression that is true if `result` differs from the neutral answer. */
  differs: string;
}

interface Edit {
  from: number;
  to: number;
  text: string;
}

interface Declared {
  name: string;
  parameters: readonly Node[];
  returnType: Node | null;
}

// biome-ignore lint/suspicious/noExplicitAny: the tree has a type of its own for each of some 150 kinds of nodes
type Tree = any;

const firstParameter = 'p0';

function typeName(node: Tree): string {
  return node?.type === 'TSTypeReference' ? String(node.typeName?.name ?? '') : '';
}

function isArrayType(node: Tree): boolean {
  if (node?.type === 'TSTypeOperator') return isArrayType(node.typeAnnotation);
  return node?.type === 'TSArrayType' || ['Array', 'ReadonlyArray'].includes(typeName(node));
}

function isNull(node: Tree): boolean {
  return (
    node.type === 'TSNullKeyword' ||
    (node.type === 'TSLiteralType' && node.literal?.value === null && node.literal?.raw === 'null')
  );
}

/** Returns the neutral answer of a function by its declared types, or null if it has none. */
function neutralOf({ name, parameters, returnType }: Declared, source: string): Neutral | null {
  const type: Tree = (returnType as Tree)?.typeAnnotation;
  if (!type) return null;
  const given: Tree = (parameters[0] as Tree)?.typeAnnotation?.typeAnnotation;
  const textOf = (node: Tree): string => source.slice(node.start, node.end).replace(/^readonly\s+/, '');
  switch (type.type) {
    case 'TSBooleanKeyword':
    case 'TSTypePredicate':
      return { answer: 'false', differs: 'result !== false' };
    case 'TSVoidKeyword':
      return { answer: 'undefined', differs: 'true' };
    case 'TSNumberKeyword':
      if (!/score|bonus|penalty|weight|evidence|support/i.test(name)) return null;
      return { answer: '0', differs: 'result !== 0' };
  }
  if (type.type === 'TSUnionType') {
    if (type.types.some(isNull)) return { answer: 'null', differs: 'result !== null' };
    if (type.types.some((one: Tree) => one.type === 'TSUndefinedKeyword'))
      return { answer: 'undefined', differs: 'result !== undefined' };
  }
  const isSameType = given !== undefined && textOf(given) === textOf(type);
  if (isSameType && type.type === 'TSStringKeyword')
    return { answer: firstParameter, differs: `result !== ${firstParameter}` };
  if (isArrayType(type))
    return isSameType
      ? {
          answer: firstParameter,
          differs: `(result.length !== ${firstParameter}.length || result.some((one, at) => one !== ${firstParameter}[at]))`,
        }
      : { answer: '[]', differs: 'result.length > 0' };
  if (['Set', 'ReadonlySet'].includes(typeName(type)))
    return { answer: 'new Set()', differs: 'result.size > 0' };
  if (['Map', 'ReadonlyMap'].includes(typeName(type)))
    return { answer: 'new Map()', differs: 'result.size > 0' };
  return null;
}

/** Returns the parameters of a wrapper of a function, and how they are handed on. */
function parameterLists(parameters: readonly Node[]): { declared: string; passed: string } {
  const names = parameters.map((one, at) => ((one as Tree).type === 'RestElement' ? `...p${at}` : `p${at}`));
  return { declared: names.join(', '), passed: names.join(', ') };
}

function wrapperBody(id: number, own: string, declared: Declared, neutral: Neutral): string {
  const { passed } = parameterLists(declared.parameters);
  return (
    `{ if ($switches.off === ${id}) return ${neutral.answer}; ` +
    `const start = $switches.isTiming ? performance.now() : 0; const result = ${own}(${passed}); ` +
    `if ($switches.isTiming) $switches.times[${id}] += performance.now() - start; ` +
    `if (${neutral.differs}) $switches.fired[${id}] = 1; return result; }`
  );
}

/**
 * Returns a module with a switch in front of each of its functions whose declared type has a neutral answer (`false`,
 * `null`, nothing, an empty list, the text that it was given), of its patterns and of its sets of words. `register` numbers
 * them. Functions within functions, generators and asynchronous ones stay as they are.
 */
export function instrumentSource(
  file: string,
  source: string,
  register: (heuristic: Omit<Heuristic, 'id'>) => number,
): string {
  const { program } = parseSync(file, source, { lang: 'ts' });
  const edits: Edit[] = [];
  const appended: string[] = [];
  const linesOf = (node: Tree): number => source.slice(node.start, node.end).split('\n').length;

  const wrapFunction = (statement: Tree, node: Tree, isExported: boolean): void => {
    if (node.async || node.generator || !node.id || !node.body) return;
    const declared = { name: node.id.name, parameters: node.params, returnType: node.returnType };
    const neutral = neutralOf(declared, source);
    if (neutral === null) return;
    const id = register({ file, name: declared.name, kind: 'function', lines: linesOf(node) });
    const own = `${declared.name}$own`;
    edits.push({ from: node.id.start, to: node.id.end, text: own });
    if (isExported) edits.push({ from: statement.start, to: node.start, text: '' });
    const head = `${isExported ? 'export ' : ''}function ${declared.name}(${parameterLists(node.params).declared})`;
    appended.push(`${head} ${wrapperBody(id, own, declared, neutral)}`);
  };

  const wrapVariable = (node: Tree): void => {
    const { init } = node;
    if (!init || node.id.type !== 'Identifier') return;
    const { name } = node.id;
    const enclose = (before: string, after: string): void => {
      edits.push({ from: init.start, to: init.start, text: before });
      edits.push({ from: init.end, to: init.end, text: after });
    };
    if (init.type === 'Literal' && init.regex) {
      const id = register({ file, name, kind: 'pattern', lines: linesOf(node) });
      enclose(`$switches.pattern(${id}, `, ')');
    } else if (init.type === 'NewExpression' && init.callee.name === 'Set' && init.arguments.length === 1) {
      const id = register({ file, name, kind: 'words', lines: linesOf(node) });
      enclose(`$switches.words(${id}, `, ')');
    } else if (init.type === 'ArrowFunctionExpression' && !init.async) {
      const declared = { name, parameters: init.params, returnType: init.returnType };
      const neutral = neutralOf(declared, source);
      if (neutral === null) return;
      const id = register({ file, name, kind: 'function', lines: linesOf(node) });
      const head = `((own) => (${parameterLists(init.params).declared}) => `;
      enclose(`${head} ${wrapperBody(id, 'own', declared, neutral)})(`, ')');
    }
  };

  for (const statement of program.body as Tree[]) {
    const isExported = statement.type === 'ExportNamedDeclaration' && statement.declaration;
    const node = isExported ? statement.declaration : statement;
    if (node.type === 'FunctionDeclaration') wrapFunction(statement, node, Boolean(isExported));
    else if (node.type === 'VariableDeclaration') for (const one of node.declarations) wrapVariable(one);
  }
  let code = source;
  for (const { from, to, text } of edits.toSorted((one, other) => other.from - one.from || other.to - one.to))
    code = code.slice(0, from) + text + code.slice(to);
  return `const $switches = globalThis.webdataSwitches;\n${code}\n${appended.join('\n')}\n`;
}
