import { itemAt } from '../../../domain/values/elements.ts';
import { attribute } from '../../parse/attributes.ts';
import { tag } from '../../parse/names/tags.ts';
import type { Flow } from '../../tree/flow.ts';
import { attributeOf, endOf, findTag, parentOf, type Tree } from '../../tree/tree.ts';
import { codeLanguage, codeText, isGutter } from './code.ts';

/** Maximum number of nodes of a table that are searched for its code. */
const maxNodes = 200;
/** Maximum length of a class attribute that is searched, in UTF-16 code units. */
const maxClassLength = 400;
/** Number of ancestors of a table whose class can name a highlighter. */
const wrapperLevels = 4;

/** Class names that only highlighters give to a column of line numbers, to code, or to the element around both. */
const highlighterName =
  /(?:^|\s)(?:linenos|blob-(?:num|code)\S*|hljs\S*|rouge-\S+|(?:code)?hilite|highlight(?:table)?|highlighter\S*|syntaxhighlighter|prettyprint|pygments|chroma|lntable|shiki|prism\S*|sourceCode)(?:$|\s)/;

/**
 * Returns the element with the code of a table that places line numbers beside code: its `pre`, or the table itself if
 * a highlighter wrote each line into a row. Returns -1 for any other table. Numbers alone never make a table code,
 * because the cells of data contain numbers in every form.
 */
export function codeOfTable(tree: Tree, flow: Flow, table: number): number {
  const { numberCells, codeCells } = readCells(tree, table);
  const block = findTag(tree, table, tag.pre);
  if (block === -1) {
    return numberCells.length > 0 && isHighlighted(tree, table, codeCells) ? table : -1;
  }
  // Line numbers in a `pre` of their own come first.
  if (numberCells.length > 0) {
    return codeCells.length === 1 ? findTag(tree, itemAt(codeCells, 0), tag.pre) : -1;
  }
  return codeBesideNumbers(tree, flow, codeCells);
}

interface Cells {
  /** Cells that their class marks as line numbers. */
  numberCells: number[];
  /** Other cells, except headers. */
  codeCells: number[];
}

function readCells(tree: Tree, table: number): Cells {
  const cells: Cells = { numberCells: [], codeCells: [] };
  const end = Math.min(endOf(tree, table), table + maxNodes);
  for (let node = table + 1; node < end; node++) {
    if (tree.tag[node] !== tag.td) continue;
    (isGutter(tree, node) ? cells.numberCells : cells.codeCells).push(node);
    node = endOf(tree, node) - 1;
  }
  return cells;
}

/**
 * Returns true if the language or class of a highlighter, or a `code` element in each cell, says that the lines of a
 * table are code.
 */
function isHighlighted(tree: Tree, table: number, codeCells: readonly number[]): boolean {
  if (codeLanguage(tree, table) !== '') return true;
  if (codeCells.length > 0 && codeCells.every((cell) => findTag(tree, cell, tag.code) !== -1)) return true;
  const end = Math.min(endOf(tree, table), table + maxNodes);
  for (let node = table; node < end; node++) if (hasHighlighterName(tree, node)) return true;
  let ancestor = parentOf(tree, table);
  for (let level = 0; level < wrapperLevels && ancestor > 0; level++, ancestor = parentOf(tree, ancestor)) {
    if (hasHighlighterName(tree, ancestor)) return true;
  }
  return false;
}

function hasHighlighterName(tree: Tree, node: number): boolean {
  if (tree.tag[node] === tag.text) return false;
  const className = attributeOf(tree, node, attribute.class);
  return className !== null && className.length < maxClassLength && highlighterName.test(className);
}

/**
 * Returns the `pre` of a table with two cells, of which the first contains one line number beside each line of the
 * `pre`; -1 for other cells.
 */
function codeBesideNumbers(tree: Tree, flow: Flow, cells: readonly number[]): number {
  if (cells.length !== 2) return -1;
  const code = findTag(tree, itemAt(cells, 1), tag.pre);
  if (code === -1) return -1;
  const numbers = linesOf(codeText(tree, flow, itemAt(cells, 0)));
  return areLineNumbers(numbers) && numbers.length >= linesOf(codeText(tree, flow, code)).length ? code : -1;
}

function linesOf(text: string): string[] {
  return text
    .trim()
    .split('\n')
    .map((line) => line.trim());
}

/** Returns true for at least two lines with one number each that count up by one. */
function areLineNumbers(lines: readonly string[]): boolean {
  if (lines.length < 2) return false;
  const first = Number(lines[0]);
  return lines.every((line, at) => /^\d{1,7}$/.test(line) && Number(line) === first + at);
}
