import { attribute } from '../parse/attributes.ts';
import { tag } from '../parse/tags.ts';
import { attributeOf, subtreeText, type Tree } from '../tree.ts';
import { isMathScript } from '../visible.ts';
import type { Context } from './context.ts';
import type { InlineWriter } from './inline-writer.ts';
import { texOf } from './mathml.ts';

const mathClass =
  /(?:^|\s)(?:katex|katex-display|MathJax(?:_Display|_CHTML|_SVG)?|mwe-math-element|math-tex|math inline|math display)(?:$|\s)/;

/** Names of elements that hold TeX alone, as Pandoc, Sphinx, forums and plug-ins write them. */
const sourceClass = /(?:^|\s)(?:math|math-container|math-inline|math-display|math-block|arithmatex)(?:$|\s)/;
const delimiters = /^(?:\\\[([\s\S]+)\\\]|\\\(([\s\S]+)\\\)|\$\$([\s\S]+)\$\$|\$([^$]+)\$)$/;

/** Whether an element holds a formula that has TeX or MathML in it. */
export function isMath(tree: Tree, node: number): boolean {
  if (tree.tag[node] === tag.math || isMathScript(tree, node)) return true;
  const name = tree.names[tree.name[node] as number];
  if (name === 'mjx-container') return true;
  const className = attributeOf(tree, node, attribute.class);
  if (className === null) return false;
  if (mathClass.test(className) && findMath(tree, node) !== -1) return true;
  return sourceClass.test(className) && delimited(tree, node) !== null;
}

/** TeX between the delimiters that scripts look for, in an element that says it holds nothing else; null without them. */
function delimited(tree: Tree, node: number): { tex: string; isDisplay: boolean } | null {
  const text = subtreeText(tree, node, 20_000).trim();
  const found = delimiters.exec(text);
  if (found === null) return null;
  const [, bracketed, parenthesised, doubled, single] = found;
  const tex = bracketed ?? doubled ?? parenthesised ?? single ?? '';
  return { tex, isDisplay: bracketed !== undefined || doubled !== undefined };
}

function findMath(tree: Tree, node: number): number {
  const end = tree.end[node] as number;
  for (let i = node + 1; i < end; i++) if (tree.tag[i] === tag.math) return i;
  return -1;
}

/** TeX of a `math` element: as its author wrote it, else made from its parts. */
function texIn(tree: Tree, math: number): string {
  const end = tree.end[math] as number;
  for (let node = math + 1; node < end; node++) {
    if (tree.name[node] !== tag.annotation) continue;
    if (/tex/i.test(attributeOf(tree, node, attribute.encoding) ?? '')) return subtreeText(tree, node);
  }
  return attributeOf(tree, math, attribute.alttext) ?? texOf(tree, math);
}

/** Writes a formula between dollar signs. */
export function writeMath(context: Context, node: number, out: InlineWriter): void {
  const { tree } = context;
  if (isMathScript(tree, node)) {
    const isDisplay = /mode\s*=\s*display/.test(attributeOf(tree, node, attribute.type) ?? '');
    writeTex(subtreeText(tree, node), isDisplay, out);
    return;
  }
  const math = tree.tag[node] === tag.math ? node : findMath(tree, node);
  if (math === -1) {
    const source = delimited(tree, node);
    if (source !== null) writeTex(source.tex, source.isDisplay, out);
    return;
  }
  const className = attributeOf(tree, node, attribute.class) ?? '';
  const isDisplay =
    attributeOf(tree, math, attribute.display) === 'block' ||
    /display/i.test(className) ||
    isInDisplay(tree, node);
  writeTex(texIn(tree, math), isDisplay, out);
}

function isInDisplay(tree: Tree, node: number): boolean {
  const parent = tree.parent[node] as number;
  return /katex-display/.test(attributeOf(tree, parent, attribute.class) ?? '');
}

function writeTex(source: string, isDisplay: boolean, out: InlineWriter): void {
  const tex = source
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\{\\displaystyle (.*)\}$/, '$1')
    .trim();
  if (tex === '') return;
  out.raw(isDisplay ? `$$${tex}$$` : `$${tex}$`);
}
