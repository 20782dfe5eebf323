import { collapseSpace } from '../../../domain/values/collapse-space.ts';
import { integerAt } from '../../../domain/values/elements.ts';
import { attribute } from '../../parse/attributes.ts';
import { tag } from '../../parse/names/tags.ts';
import { isMathScript } from '../../tree/flow.ts';
import { attributeOf, endOf, parentOf, subtreeText, type Tree } from '../../tree/tree.ts';
import type { MarkdownContext } from '../context.ts';
import type { InlineWriter } from './inline-writer.ts';
import { mathmlToTex } from './mathml.ts';

const mathClass =
  /(?:^|\s)(?:katex|katex-display|MathJax(?:_Display|_CHTML|_SVG)?|mwe-math-element|math-tex|math inline|math display)(?:$|\s)/;

/** Classes of elements that contain only TeX, from Pandoc, Sphinx, forums and plug-ins. */
const texClass = /(?:^|\s)(?:math|math-container|math-inline|math-display|math-block|arithmatex)(?:$|\s)/;
const delimiters = /^(?:\\\[([\s\S]+)\\\]|\\\(([\s\S]+)\\\)|\$\$([\s\S]+)\$\$|\$([^$]+)\$)$/;

/** Returns true for an element with a formula in TeX or MathML. */
export function isMath(tree: Tree, node: number): boolean {
  if (tree.tag[node] === tag.math || isMathScript(tree, node)) return true;
  const name = tree.names[integerAt(tree.name, node)];
  if (name === 'mjx-container') return true;
  const className = attributeOf(tree, node, attribute.class);
  if (className === null) return false;
  if (mathClass.test(className) && findMathElement(tree, node) !== -1) return true;
  return texClass.test(className) && parseDelimitedTex(tree, node) !== null;
}

/** Returns the TeX of an element that consists of one delimited formula, or null. */
function parseDelimitedTex(tree: Tree, node: number): { tex: string; isDisplay: boolean } | null {
  const text = subtreeText(tree, node, 20_000).trim();
  const match = delimiters.exec(text);
  if (match === null) return null;
  const [, displayBrackets, inlineParentheses, displayDollars, inlineDollars] = match;
  const tex = displayBrackets ?? displayDollars ?? inlineParentheses ?? inlineDollars ?? '';
  return { tex, isDisplay: displayBrackets !== undefined || displayDollars !== undefined };
}

function findMathElement(tree: Tree, node: number): number {
  const end = endOf(tree, node);
  for (let i = node + 1; i < end; i++) if (tree.tag[i] === tag.math) return i;
  return -1;
}

/** Returns the TeX annotation of a `math` element, or TeX converted from its MathML. */
function texOfMath(tree: Tree, math: number): string {
  const end = endOf(tree, math);
  for (let node = math + 1; node < end; node++) {
    if (tree.name[node] !== tag.annotation) continue;
    if (/tex/i.test(attributeOf(tree, node, attribute.encoding) ?? '')) return subtreeText(tree, node);
  }
  return attributeOf(tree, math, attribute.alttext) ?? mathmlToTex(tree, math);
}

/** Writes a formula between dollar signs. */
export function writeMath(context: MarkdownContext, node: number, out: InlineWriter): void {
  const { tree } = context;
  if (isMathScript(tree, node)) {
    const isDisplay = /mode\s*=\s*display/.test(attributeOf(tree, node, attribute.type) ?? '');
    writeTex(subtreeText(tree, node), isDisplay, out);
    return;
  }
  const math = tree.tag[node] === tag.math ? node : findMathElement(tree, node);
  if (math === -1) {
    const source = parseDelimitedTex(tree, node);
    if (source !== null) writeTex(source.tex, source.isDisplay, out);
    return;
  }
  const className = attributeOf(tree, node, attribute.class) ?? '';
  const isDisplay =
    attributeOf(tree, math, attribute.display) === 'block' ||
    /display/i.test(className) ||
    isInDisplay(tree, node);
  writeTex(texOfMath(tree, math), isDisplay, out);
}

function isInDisplay(tree: Tree, node: number): boolean {
  const parent = parentOf(tree, node);
  return /katex-display/.test(attributeOf(tree, parent, attribute.class) ?? '');
}

function writeTex(source: string, isDisplay: boolean, out: InlineWriter): void {
  const tex = collapseSpace(source)
    .replace(/^\{\\displaystyle (.*)\}$/, '$1')
    .trim();
  if (tex === '') return;
  out.raw(isDisplay ? `$$${tex}$$` : `$${tex}$`);
}
