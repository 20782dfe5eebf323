import { byteAt, integerAt } from '../../domain/values/elements.ts';
import { attribute } from '../parse/attributes.ts';
import { tagSet } from '../parse/names/tag-sets.ts';
import { tag } from '../parse/names/tags.ts';
import { concealsManyElements, hidingMode, hidingModes, isOpenable, openedIds } from './hidden-elements.ts';
import { isHiddenWikiPart, isPageControl } from './page-controls.ts';
import { isSpokenAmount } from './spoken-amount.ts';
import {
  attributeOf,
  endOf,
  hasAttribute,
  parentOf,
  previousSibling,
  subtreeText,
  type Tree,
  tagOf,
  textFlag,
} from './tree.ts';

/** Elements whose content is never rendered as text. */
const isNeverRendered = tagSet(
  'head script style template noframes noembed area base link meta title param source track rp',
);

/** SVG elements whose content is never rendered where it stands (SVG 2, 5.6 and 14). */
const neverRenderedSvg: ReadonlySet<string> = new Set(['style', 'script', 'metadata', 'defs', 'symbol']);

function isNeverRenderedSvg(tree: Tree, node: number): boolean {
  return tree.tag[node] === tag.foreign && neverRenderedSvg.has(tree.names[tree.name[node] ?? -1] ?? '');
}

/** Elements that start and end a line (WHATWG HTML 15.3, "Flow content"), including parts of tables and lists. */
export const isBlock = tagSet(
  `html body address article aside blockquote center details dialog dir div dl dd dt fieldset figcaption figure footer form
  frameset h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main menu nav ol optgroup option p plaintext pre search
  section summary table caption colgroup col tbody thead tfoot tr td th ul xmp`,
);

/** Role of a node in the flow; values of {@link Flow.kind}. */
export const flowKind = { inline: 0, block: 1, skipped: 2 } as const;

/** Roles of a page's nodes in the text flow, one entry per node. */
export interface Flow {
  kind: Uint8Array;
  /** 1 if an element contains a block at any depth. */
  containsBlock: Uint8Array;
}

/** Returns true for a script with TeX that MathJax renders. */
export function isMathScript(tree: Tree, node: number): boolean {
  return (
    tree.tag[node] === tag.script && (attributeOf(tree, node, attribute.type) ?? '').startsWith('math/tex')
  );
}

function hasMathScript(tree: Tree): boolean {
  for (let node = 1; node < tree.count; node++) if (isMathScript(tree, node)) return true;
  return false;
}

const renderedMath = /(?:^|\s)MathJax(?:_Preview|_Display|_CHTML|_SVG)?(?:$|\s)/;

/** Returns true for an element that repeats the TeX of an adjacent script in rendered form. */
function isRenderedMath(tree: Tree, node: number): boolean {
  return renderedMath.test(attributeOf(tree, node, attribute.class) ?? '');
}

/** Returns true if `noscript` contains only the image that a script would insert. */
function isLazyImage(tree: Tree, noscript: number): boolean {
  const end = endOf(tree, noscript);
  let images = 0;
  for (let node = noscript + 1; node < end; node++) {
    if (tree.tag[node] === tag.text && (byteAt(tree.flags, node) & textFlag.blank) === 0) return false;
    if (tree.tag[node] === tag.img) images++;
  }
  return images === 1 && !followsImage(tree, noscript);
}

function followsImage(tree: Tree, node: number): boolean {
  let previous = previousSibling(tree, node);
  if (previous !== -1 && tree.tag[previous] === tag.text) previous = previousSibling(tree, previous);
  if (previous === -1 || tree.tag[previous] !== tag.img) return false;
  const hasLazy = lazySources.some((name) => hasAttribute(tree, previous, name));
  return hasLazy || /^(?!data:)./.test(attributeOf(tree, previous, attribute.src) ?? '');
}

/** Maximum length of a notice, and minimum length of the text that ends the notices, in UTF-16 code units. */
const noticeLimits = { max: 300, minText: 60 };
const scriptName = /java\s?script/i;
/** Stems of words that ask for something to be turned on, in the languages of such notices. */
const demand =
  /requir|need|enabl|disabl|turn(?:ed)? o|activ|aktiv|habilit|ativ|attiv|abilit|włącz|zapn|bekapcsol|включ|выключ|必要|有効|启用|啟用/i;

/** Returns the text of an element that contains no other block; null for other elements. */
function lineOf(tree: Tree, node: number): string | null {
  if (isBlock[tagOf(tree, node)] !== 1) return null;
  for (let inner = node + 1; inner < endOf(tree, node); inner++)
    if (isBlock[tagOf(tree, inner)] === 1) return null;
  return subtreeText(tree, node, noticeLimits.max + 1).trim();
}

function isScriptNotice(tree: Tree, node: number): boolean {
  const line = lineOf(tree, node);
  return line !== null && line.length <= noticeLimits.max && scriptName.test(line) && demand.test(line);
}

/** Returns the end of the lines at the start of `noscript` that ask readers to turn scripts on; later ones are content. */
function noticesEnd(tree: Tree, noscript: number): number {
  for (let node = noscript + 1; node < endOf(tree, noscript); node++) {
    const line = tree.tag[node] === tag.text ? null : lineOf(tree, node);
    if (line !== null && line.length >= noticeLimits.minText && !isScriptNotice(tree, node)) return node;
  }
  return endOf(tree, noscript);
}

const lazySources = [
  attribute.dataSrc,
  attribute.dataSrcset,
  attribute.dataLazySrc,
  attribute.dataLazySrcset,
  attribute.dataOriginal,
  attribute.srcset,
];

/** Options of {@link computeFlow}. */
export interface FlowOptions {
  /** Includes the content of `noscript`. */
  readsNoscript: boolean;
  /** Omits all elements that their own attributes hide, not only those that are never shown. */
  skipsHidden: boolean;
  /** Elements that are included although their own attributes hide them; absent for none. */
  shown?: ReadonlySet<number>;
}

/** Flow of a page, and whether elements were omitted because their own attributes hide them. */
export interface ClassifiedFlow extends Flow {
  hasOmittedHidden: boolean;
}

/** Returns true for an element that a page never shows as text, or shows only as a control of itself. */
function isNeverShown(tree: Tree, node: number, options: FlowOptions, hasTexScripts: boolean): boolean {
  const tagId = tagOf(tree, node);
  return (
    (isNeverRendered[tagId] === 1 && !isMathScript(tree, node)) ||
    isNeverRenderedSvg(tree, node) ||
    (tagId === tag.noscript && !options.readsNoscript && !isLazyImage(tree, node)) ||
    (hasTexScripts && (tagId === tag.span || tagId === tag.div) && isRenderedMath(tree, node)) ||
    (tagId === tag.input && attributeOf(tree, node, attribute.type) === 'hidden') ||
    isPageControl(tree, node)
  );
}

/** Length of the part of the source that names the generator of a page, in UTF-16 code units. */
const maxHeadLength = 20_000;

/** Classifies all nodes once for all formats. */
export function computeFlow(tree: Tree, options: FlowOptions): ClassifiedFlow {
  const kind = new Uint8Array(tree.count);
  const containsBlock = new Uint8Array(tree.count);
  let hasOmittedHidden = false;
  let noticeEnd = 0;
  let ids: ReadonlySet<string> | null = null;
  const getOpenedIds = (): ReadonlySet<string> => {
    ids ??= openedIds(tree);
    return ids;
  };
  let isRevealing: boolean | null = null;
  const concealsMany = (): boolean => {
    isRevealing ??= concealsManyElements(tree);
    return isRevealing;
  };
  const hasTexScripts = hasMathScript(tree);
  const hasSpokenForms = tree.source.includes('aria-hidden');
  const isWiki = /\bmediawiki\b/i.test(tree.source.slice(0, maxHeadLength));
  kind[0] = flowKind.block;
  for (let node = 1; node < tree.count; node++) {
    const tagId = tagOf(tree, node);
    if (tagId === tag.text) continue;
    if (tagId === tag.noscript) noticeEnd = options.readsNoscript ? noticesEnd(tree, node) : 0;
    const isNotRendered =
      isNeverShown(tree, node, options, hasTexScripts) ||
      (node < noticeEnd && isScriptNotice(tree, node)) ||
      (hasSpokenForms && isSpokenAmount(tree, node)) ||
      (isWiki && isHiddenWikiPart(tree, node));
    const mode =
      isNotRendered ||
      tree.to[node] === tree.from[node] ||
      tagId === tag.body ||
      options.shown?.has(node) === true
        ? hidingModes.none
        : hidingMode(tree, node, concealsMany);
    const isOmitted =
      mode === hidingModes.removed ||
      (mode === hidingModes.hidden && (options.skipsHidden || !isOpenable(tree, node, getOpenedIds)));
    if (isOmitted) hasOmittedHidden = true;
    if (isNotRendered || isOmitted) {
      const end = endOf(tree, node);
      kind.fill(flowKind.skipped, node, end);
      node = end - 1;
      continue;
    }
    // The content of a frame is a fallback for old browsers; the frame itself may be a video.
    if (tagId === tag.iframe) kind.fill(flowKind.skipped, node + 1, tree.end[node]);
    if (isBlock[tagId] !== 1) continue;
    kind[node] = flowKind.block;
    for (
      let ancestor = parentOf(tree, node);
      ancestor > 0 && containsBlock[ancestor] === 0;
      ancestor = parentOf(tree, ancestor)
    ) {
      containsBlock[ancestor] = 1;
    }
  }
  return { kind, containsBlock, hasOmittedHidden };
}

/** Returns true if a table contains data and is not used for layout. */
export function isDataTable(tree: Tree, table: number): boolean {
  const role = attributeOf(tree, table, attribute.role);
  if (role === 'presentation' || role === 'none') return false;
  const end = endOf(tree, table);
  let rows = 0;
  let maxCellsInRow = 0;
  let cells = 0;
  let hasHeader = false;
  let layoutElementCount = 0;
  let cellsInRow = 0;
  let innerSize = 0;
  for (let node = table + 1; node < end; node++) {
    const tagId = tagOf(tree, node);
    if (tagId === tag.table) {
      const innerEnd = endOf(tree, node);
      innerSize = Math.max(innerSize, innerEnd - node);
      node = innerEnd - 1;
      continue;
    }
    if (tagId === tag.tr) {
      rows++;
      cellsInRow = 0;
    } else if (tagId === tag.td || tagId === tag.th) {
      cells++;
      if (tagId === tag.th) hasHeader = true;
      maxCellsInRow = Math.max(maxCellsInRow, ++cellsInRow);
    } else if (tagId === tag.thead || tagId === tag.caption) hasHeader = true;
    else if (isLayoutElement[tagId] === 1) layoutElementCount++;
  }
  if (cells === 0) return false;
  // A small table in a cell of a table with headers is a value, or the page numbers above them; a bigger one makes the outer table
  // a layout.
  if (innerSize > 0 && (!hasHeader || innerSize * 4 > end - table)) return false;
  if (hasHeader && layoutElementCount <= cells) return true;
  if (maxCellsInRow < 2) return false;
  if (rows < 2) return layoutElementCount === 0 && hasShortCells(tree, table);
  return layoutElementCount * 4 <= cells;
}

/** Maximum length of the text of a cell in a table of one row, in UTF-16 code units of source. */
const maxShortCell = 80;

/** Returns true if all cells of a table contain short text and nothing that a layout would place. */
function hasShortCells(tree: Tree, table: number): boolean {
  const end = endOf(tree, table);
  let length = -1;
  for (let node = table + 1; node < end; node++) {
    const tagId = tagOf(tree, node);
    if (tagId === tag.td) {
      if (length === 0) return false;
      length = 0;
    } else if (tagId === tag.text) {
      if ((byteAt(tree.flags, node) & textFlag.blank) === 0)
        length += integerAt(tree.to, node) - integerAt(tree.from, node);
      if (length > maxShortCell) return false;
    } else if (isPartOfRow[tagId] !== 1 && (isBlock[tagId] === 1 || tagId === tag.a || tagId === tag.img))
      return false;
  }
  return length > 0;
}

/** Parts of a row, and the blocks of short text in its cells. */
const isPartOfRow = tagSet('tbody tr p pre');

/** Blocks that are rare in cells of data tables. */
const isLayoutElement = tagSet('h1 h2 h3 h4 h5 h6 article section form nav aside header footer figure');
