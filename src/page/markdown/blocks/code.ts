import { byteAt, numberAt } from '../../../domain/values/elements.ts';
import { attribute } from '../../parse/attributes.ts';
import { tagSet } from '../../parse/names/tag-sets.ts';
import { tag } from '../../parse/names/tags.ts';
import { type Flow, flowKind } from '../../tree/flow.ts';
import {
  attributeOf,
  endOf,
  hasAttribute,
  parentOf,
  type Tree,
  tagOf,
  textFlag,
  textOf,
} from '../../tree/tree.ts';
import { longestRun } from '../inline/escape.ts';

const prefixedLanguage =
  /(?:^|\s)(?:(?:language|lang|highlight-source|highlight-text|highlight|source|code)[-:_]\s?|brush:\s*|sourceCode\s+)([a-z][\w+#.-]*)/i;
const knownLanguage =
  /^(?:bash|sh|shell|zsh|console|c|cpp|c\+\+|csharp|cs|css|scss|less|diff|dockerfile|go|golang|graphql|graphviz|haskell|html|ini|java|javascript|js|json|jsx|julia|kotlin|lua|makefile|markdown|matlab|mermaid|nginx|objectivec|ocaml|perl|php|plantuml|powershell|python|py|r|ruby|rb|rust|rs|scala|sql|swift|toml|ts|tsx|typescript|vim|wavedrom|xml|yaml|yml)$/i;
/** Class names that look like languages but are not. */
const ignoredNames = new Set(
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

function languageOfClass(value: string | null): string | null {
  if (value === null || value.length > 400) return null;
  const prefixed = prefixedLanguage.exec(value)?.[1]?.toLowerCase();
  if (prefixed !== undefined && !ignoredNames.has(prefixed)) return prefixed;
  for (const name of value.split(/\s+/)) if (knownLanguage.test(name)) return name.toLowerCase();
  return null;
}

function languageOfElement(tree: Tree, node: number): string | null {
  for (const name of [attribute.dataLang, attribute.dataLanguage, attribute.dataCodeLanguage]) {
    const value = attributeOf(tree, node, name)?.trim().toLowerCase();
    if (value && /^[a-z][\w+#.-]{0,30}$/.test(value) && !ignoredNames.has(value)) return value;
  }
  return languageOfClass(attributeOf(tree, node, attribute.class));
}

/** Returns the language of a code block: its own, that of its `code` element, or that of an ancestor; empty if unknown. */
export function codeLanguage(tree: Tree, pre: number): string {
  const ownLanguage = languageOfElement(tree, pre);
  if (ownLanguage !== null) return ownLanguage;
  const end = Math.min(endOf(tree, pre), pre + 40);
  for (let node = pre + 1; node < end; node++) {
    if (tree.tag[node] !== tag.code) continue;
    const innerLanguage = languageOfElement(tree, node);
    if (innerLanguage !== null) return innerLanguage;
  }
  let ancestor = parentOf(tree, pre);
  for (let level = 0; level < 6 && ancestor > 0; level++, ancestor = parentOf(tree, ancestor)) {
    if (
      tree.tag[ancestor] === tag.body ||
      tree.tag[ancestor] === tag.article ||
      tree.tag[ancestor] === tag.main
    )
      break;
    const outerLanguage =
      level < 3 || tree.tag[ancestor] === tag.td ? languageOfElement(tree, ancestor) : null;
    if (outerLanguage !== null) return outerLanguage;
  }
  return '';
}

/** Returns true for an element that only contains line numbers. */
export function isGutter(tree: Tree, node: number): boolean {
  if (hasAttribute(tree, node, attribute.dataLineNumber) && endOf(tree, node) <= node + 2) return true;
  const className = attributeOf(tree, node, attribute.class);
  return className !== null && className.length < 400 && gutter.test(className);
}

/** Collects pieces of code. Tracks the last character, because reading it from the joined text would copy the text. */
class CodeBuilder {
  private readonly pieces: string[] = [];
  private isAtLineStart = true;

  add(piece: string): void {
    if (piece === '') return;
    this.pieces.push(piece);
    this.isAtLineStart = piece.endsWith('\n');
  }

  /** Starts a new line unless the position is at the start of one. */
  breakLine(): void {
    if (!this.isAtLineStart) this.add('\n');
  }

  join(): string {
    return this.pieces.join('');
  }
}

/** Returns the text of a code block, with line breaks where only elements separate lines. */
export function codeText(tree: Tree, flow: Flow, root: number): string {
  const code = new CodeBuilder();
  const lineEnds: number[] = [];
  const end = endOf(tree, root);
  for (let node = root + 1; node < end; node++) {
    while (lineEnds.length > 0 && numberAt(lineEnds, lineEnds.length - 1) <= node) {
      lineEnds.pop();
      code.breakLine();
    }
    const tagId = tagOf(tree, node);
    if (tagId === tag.text) {
      if (!isFormatting(tree, node, root)) code.add(textOf(tree, node));
    } else if (tagId === tag.br) code.add('\n');
    else if (tagId === tag.button || flow.kind[node] === flowKind.skipped || isCodeControl(tree, node)) {
      node = endOf(tree, node) - 1;
    } else if (isLine[tagId] === 1 || isLineSpan(tree, node)) {
      code.breakLine();
      lineEnds.push(endOf(tree, node));
      // An empty line element still makes a line.
      if (tree.end[node] === node + 1) code.add('\n');
    }
  }
  return code.join();
}

const isTablePart = tagSet('table thead tbody tfoot tr');

/**
 * Returns true for white space with a line feed that only formats the source: between the parts of a table, and in cells
 * outside of elements that preserve white space, if the code is a table.
 */
function isFormatting(tree: Tree, node: number, root: number): boolean {
  if ((byteAt(tree.flags, node) & textFlag.blank) === 0) return false;
  const parent = parentOf(tree, node);
  if (isTablePart[tagOf(tree, parent)] === 1) return true;
  if (isTablePart[tagOf(tree, root)] !== 1 || !textOf(tree, node).includes('\n')) return false;
  for (let ancestor = parent; ancestor > root; ancestor = parentOf(tree, ancestor)) {
    if (tree.tag[ancestor] === tag.td) return true;
    const className = attributeOf(tree, ancestor, attribute.class);
    if (tree.tag[ancestor] === tag.pre || (className !== null && lineClass.test(className))) return false;
  }
  return true;
}

function isCodeControl(tree: Tree, node: number): boolean {
  if (isGutter(tree, node)) return true;
  const className = attributeOf(tree, node, attribute.class);
  return className !== null && className.length < 200 && copyControl.test(className);
}

/** Returns true for a `span` that represents a line, unless it contains or precedes a line feed. */
function isLineSpan(tree: Tree, node: number): boolean {
  if (tree.tag[node] !== tag.span && tree.tag[node] !== tag.code) return false;
  const className = attributeOf(tree, node, attribute.class);
  if (className === null || !lineClass.test(className)) return false;
  const last = endOf(tree, node) - 1;
  const next = endOf(tree, node);
  const parentEnd = endOf(tree, parentOf(tree, node));
  if (tree.tag[last] === tag.text && textOf(tree, last).endsWith('\n')) return false;
  if (next < parentEnd && tree.tag[next] === tag.text && textOf(tree, next).includes('\n')) return false;
  return true;
}

/** Returns a fenced code block (GFM 4.5). */
export function fencedCodeBlock(text: string, language: string): string {
  const body = text.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
  const fence = '`'.repeat(Math.max(3, longestRun(body, '`') + 1));
  return `${fence}${language}\n${body === '' ? '' : `${body}\n`}${fence}`;
}
