import { hiding, hidingOf, isOpenable, openedIds } from './hidden.ts';
import { attribute } from './parse/attributes.ts';
import { tagSet } from './parse/tag-sets.ts';
import { tag } from './parse/tags.ts';
import { attributeOf, hasAttribute, previousSibling, type Tree, textFlag } from './tree.ts';

/** Elements whose content is never shown as text. */
export const isNeverShown = tagSet(
  'head script style template noframes noembed area base link meta title param source track rp',
);

/** Elements that start and end a line (WHATWG HTML 15.3, "Flow content"), parts of tables and lists among them. */
export const isBlock = tagSet(
  `html body address article aside blockquote center details dialog dir div dl dd dt fieldset figcaption figure footer form
  frameset h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main menu nav ol optgroup option p plaintext pre search
  section summary table caption colgroup col tbody thead tfoot tr td th ul xmp`,
);

/** How a node takes part in the flow; values of {@link Flow.kind}. */
export const flowKind = { inline: 0, block: 1, skipped: 2 } as const;

/** What a page's nodes are in the flow of text, one entry a node. */
export interface Flow {
  kind: Uint8Array;
  /** 1 where an element holds a block, at whatever depth. */
  holdsBlock: Uint8Array;
}

/** Whether a script holds TeX for MathJax, which shows it. */
export function isMathScript(tree: Tree, node: number): boolean {
  return (
    tree.tag[node] === tag.script && (attributeOf(tree, node, attribute.type) ?? '').startsWith('math/tex')
  );
}

const renderedMath = /(?:^|\s)MathJax(?:_Preview|_Display|_CHTML|_SVG)?(?:$|\s)/;

/** Whether an element repeats, as pictures of letters, what a script beside it says in TeX. */
function isRenderedMath(tree: Tree, node: number): boolean {
  return renderedMath.test(attributeOf(tree, node, attribute.class) ?? '');
}

/** Whether `noscript` holds the picture that a script would put in its place, and nothing else. */
function isLazyImage(tree: Tree, noscript: number): boolean {
  const end = tree.end[noscript] as number;
  let images = 0;
  for (let node = noscript + 1; node < end; node++) {
    if (tree.tag[node] === tag.text && ((tree.flags[node] as number) & textFlag.blank) === 0) return false;
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

const lazySources = [
  attribute.dataSrc,
  attribute.dataSrcset,
  attribute.dataLazySrc,
  attribute.dataLazySrcset,
  attribute.dataOriginal,
  attribute.srcset,
];

/** Options of {@link flowOf}. */
export interface FlowOptions {
  /** Content of `noscript` is shown as well. */
  readsNoscript: boolean;
  /** Elements hidden by their own attributes are left out; else those alone that nobody is ever to see. */
  skipsHidden: boolean;
}

/** A flow, and whether anything was left out of it because its own attributes hide it. */
export interface ClassifiedFlow extends Flow {
  leftOutHidden: boolean;
}

/** Classifies every node once, for all formats. */
export function flowOf(tree: Tree, options: FlowOptions): ClassifiedFlow {
  const kind = new Uint8Array(tree.count);
  const holdsBlock = new Uint8Array(tree.count);
  let leftOutHidden = false;
  let ids: ReadonlySet<string> | null = null;
  const opened = (): ReadonlySet<string> => {
    ids ??= openedIds(tree);
    return ids;
  };
  const hasTexScripts = tree.source.includes('math/tex');
  kind[0] = flowKind.block;
  for (let node = 1; node < tree.count; node++) {
    const tagId = tree.tag[node] as number;
    if (tagId === tag.text) continue;
    const isUnseen =
      (isNeverShown[tagId] === 1 && !isMathScript(tree, node)) ||
      (tagId === tag.noscript && !options.readsNoscript && !isLazyImage(tree, node)) ||
      (hasTexScripts && (tagId === tag.span || tagId === tag.div) && isRenderedMath(tree, node)) ||
      (tagId === tag.input && attributeOf(tree, node, attribute.type) === 'hidden');
    const hides =
      isUnseen || tree.to[node] === tree.from[node] || tagId === tag.body
        ? hiding.none
        : hidingOf(tree, node);
    const isLeftOut =
      hides === hiding.removed ||
      (hides === hiding.hidden && (options.skipsHidden || !isOpenable(tree, node, opened)));
    if (isLeftOut) leftOutHidden = true;
    if (isUnseen || isLeftOut) {
      const end = tree.end[node] as number;
      kind.fill(flowKind.skipped, node, end);
      node = end - 1;
      continue;
    }
    // What stands in a frame is for browsers without frames; the frame itself may be a film.
    if (tagId === tag.iframe) kind.fill(flowKind.skipped, node + 1, tree.end[node]);
    if (isBlock[tagId] !== 1) continue;
    kind[node] = flowKind.block;
    for (
      let up = tree.parent[node] as number;
      up > 0 && holdsBlock[up] === 0;
      up = tree.parent[up] as number
    ) {
      holdsBlock[up] = 1;
    }
  }
  return { kind, holdsBlock, leftOutHidden };
}

/** Whether a table carries data rather than a layout. */
export function isDataTable(tree: Tree, table: number): boolean {
  const role = attributeOf(tree, table, attribute.role);
  if (role === 'presentation' || role === 'none') return false;
  const end = tree.end[table] as number;
  let rows = 0;
  let widest = 0;
  let cells = 0;
  let hasHeader = false;
  let heavy = 0;
  let cellsInRow = 0;
  for (let node = table + 1; node < end; node++) {
    const tagId = tree.tag[node] as number;
    if (tagId === tag.table) {
      // A small table in a cell of one that has headings is a value; around anything bigger the outer one is a layout.
      const inner = tree.end[node] as number;
      if (!hasHeader || (inner - node) * 4 > end - table) return false;
      node = inner - 1;
      continue;
    }
    if (tagId === tag.tr) {
      rows++;
      cellsInRow = 0;
    } else if (tagId === tag.td || tagId === tag.th) {
      cells++;
      if (tagId === tag.th) hasHeader = true;
      widest = Math.max(widest, ++cellsInRow);
    } else if (tagId === tag.thead || tagId === tag.caption) hasHeader = true;
    else if (isLayoutSign[tagId] === 1) heavy++;
  }
  if (cells === 0) return false;
  if (hasHeader && heavy <= cells) return true;
  if (widest < 2 || rows < 2) return false;
  return heavy * 4 <= cells;
}

/** Blocks that cells of data tables seldom hold. */
const isLayoutSign = tagSet('h1 h2 h3 h4 h5 h6 article section form nav aside header footer figure');
