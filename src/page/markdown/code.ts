import { attribute } from '../parse/attributes.ts';
import { tagSet } from '../parse/tag-sets.ts';
import { tag } from '../parse/tags.ts';
import { attributeOf, hasAttribute, type Tree, textOf } from '../tree.ts';
import { type Flow, flowKind } from '../visible.ts';
import { longestRun } from './escape.ts';

const namedLanguage =
  /(?:^|\s)(?:(?:language|lang|highlight-source|highlight-text|highlight|source|code)[-:_]\s?|brush:\s*|sourceCode\s+)([a-z][\w+#.-]*)/i;
const listedLanguage =
  /^(?:bash|sh|shell|zsh|console|c|cpp|c\+\+|csharp|cs|css|scss|less|diff|dockerfile|go|golang|graphql|haskell|html|ini|java|javascript|js|json|jsx|julia|kotlin|lua|makefile|markdown|matlab|nginx|objectivec|ocaml|perl|php|powershell|python|py|r|ruby|rb|rust|rs|scala|sql|swift|toml|ts|tsx|typescript|vim|xml|yaml|yml)$/i;
/** Names that look like languages and are not. */
const notLanguages = new Set(
  'none plain plaintext plain-text text txt default block box wrapper container line lines number numbers toolbar source code notranslate highlight fence snippet example auto nohighlight sourcecode inline'.split(
    ' ',
  ),
);
const gutter =
  /(?:^|[\s_-])(?:gutter|linenos?|line-?numbers?(?:-rows)?|lineno|blob-num|hljs-ln-numbers|hljs-ln-n|rouge-gutter|code-line-numbers?|ln-num|line-num)(?:$|[\s_-])/i;
const lineClass =
  /(?:^|\s)(?:line|code-line|token-line|view-line|ec-line|cl|CodeMirror-line|hljs-ln-line)(?:$|\s)/;
const copyControl = /(?:^|[\s_-])(?:copy|clipboard|copybtn|copy-button|code-copy)(?:$|[\s_-])/i;

const isLine = tagSet('div p li tr');

function languageIn(value: string | null): string | null {
  if (value === null || value.length > 400) return null;
  const named = namedLanguage.exec(value)?.[1]?.toLowerCase();
  if (named !== undefined && !notLanguages.has(named)) return named;
  for (const name of value.split(/\s+/)) if (listedLanguage.test(name)) return name.toLowerCase();
  return null;
}

function languageOfElement(tree: Tree, node: number): string | null {
  for (const name of [attribute.dataLang, attribute.dataLanguage, attribute.dataCodeLanguage]) {
    const value = attributeOf(tree, node, name)?.trim().toLowerCase();
    if (value && /^[a-z][\w+#.-]{0,30}$/.test(value) && !notLanguages.has(value)) return value;
  }
  return languageIn(attributeOf(tree, node, attribute.class));
}

/** The language of a code block: its own, its `code`'s, or that of what wraps it. */
export function languageOf(tree: Tree, pre: number): string {
  const own = languageOfElement(tree, pre);
  if (own !== null) return own;
  const end = Math.min(tree.end[pre] as number, pre + 40);
  for (let node = pre + 1; node < end; node++) {
    if (tree.tag[node] !== tag.code) continue;
    const inner = languageOfElement(tree, node);
    if (inner !== null) return inner;
  }
  let up = tree.parent[pre] as number;
  for (let level = 0; level < 6 && up > 0; level++, up = tree.parent[up] as number) {
    if (tree.tag[up] === tag.body || tree.tag[up] === tag.article || tree.tag[up] === tag.main) break;
    const outer = level < 3 || tree.tag[up] === tag.td ? languageOfElement(tree, up) : null;
    if (outer !== null) return outer;
  }
  return '';
}

/** Whether an element only numbers the lines of code. */
export function isGutter(tree: Tree, node: number): boolean {
  if (hasAttribute(tree, node, attribute.dataLineNumber) && (tree.end[node] as number) <= node + 2)
    return true;
  const className = attributeOf(tree, node, attribute.class);
  return className !== null && className.length < 400 && gutter.test(className);
}

/** Code put together from pieces; remembers how it ends, because asking the text itself would copy it each time. */
class CodePieces {
  private readonly pieces: string[] = [];
  private isAtLineStart = true;

  add(piece: string): void {
    if (piece === '') return;
    this.pieces.push(piece);
    this.isAtLineStart = piece.endsWith('\n');
  }

  /** Starts a new line unless one has just started. */
  breakLine(): void {
    if (!this.isAtLineStart) this.add('\n');
  }

  join(): string {
    return this.pieces.join('');
  }
}

/** The text of a code block: as it stands, with line breaks where only elements make them. */
export function codeText(tree: Tree, flow: Flow, root: number): string {
  const code = new CodePieces();
  const lineEnds: number[] = [];
  const end = tree.end[root] as number;
  for (let node = root + 1; node < end; node++) {
    while (lineEnds.length > 0 && (lineEnds[lineEnds.length - 1] as number) <= node) {
      lineEnds.pop();
      code.breakLine();
    }
    const tagId = tree.tag[node] as number;
    if (tagId === tag.text) code.add(textOf(tree, node));
    else if (tagId === tag.br) code.add('\n');
    else if (tagId === tag.button || flow.kind[node] === flowKind.skipped || isCodeFurniture(tree, node)) {
      node = (tree.end[node] as number) - 1;
    } else if (isLine[tagId] === 1 || isLineSpan(tree, node)) {
      code.breakLine();
      lineEnds.push(tree.end[node] as number);
      // An empty line is a line all the same.
      if (tree.end[node] === node + 1) code.add('\n');
    }
  }
  return code.join();
}

function isCodeFurniture(tree: Tree, node: number): boolean {
  if (isGutter(tree, node)) return true;
  const className = attributeOf(tree, node, attribute.class);
  return className !== null && className.length < 200 && copyControl.test(className);
}

/** A `span` that stands for a line; those that bring their own line feed are recognised when the text is put together. */
function isLineSpan(tree: Tree, node: number): boolean {
  if (tree.tag[node] !== tag.span && tree.tag[node] !== tag.code) return false;
  const className = attributeOf(tree, node, attribute.class);
  if (className === null || !lineClass.test(className)) return false;
  const last = (tree.end[node] as number) - 1;
  const next = tree.end[node] as number;
  const parentEnd = tree.end[tree.parent[node] as number] as number;
  if (tree.tag[last] === tag.text && textOf(tree, last).endsWith('\n')) return false;
  if (next < parentEnd && tree.tag[next] === tag.text && textOf(tree, next).includes('\n')) return false;
  return true;
}

/** A fenced code block (GFM 4.5) around text. */
export function fenced(text: string, language: string): string {
  const body = text.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
  const fence = '`'.repeat(Math.max(3, longestRun(body, '`') + 1));
  return `${fence}${language}\n${body === '' ? '' : `${body}\n`}${fence}`;
}
