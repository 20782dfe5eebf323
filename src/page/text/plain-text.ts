import { byteAt, numberAt } from '../../domain/values/elements.ts';
import { tagSet } from '../parse/names/tag-sets.ts';
import { tag } from '../parse/names/tags.ts';
import { removeInvisibleCharacters } from '../safety/invisible-characters.ts';
import { type Flow, flowKind } from '../tree/flow.ts';
import { standsApart } from '../tree/stands-apart.ts';
import { endOf, previousSibling, type Tree, tagOf, textFlag, textOf } from '../tree/tree.ts';
import { TextBuilder } from './text-builder.ts';

/** Blocks that are separated by empty lines. */
const isParagraphLike = tagSet(
  'p h1 h2 h3 h4 h5 h6 ul ol dl pre listing blockquote table figure hr article section details fieldset',
);

/**
 * Returns plain text as a browser would show it: one line per block, empty lines around paragraphs, tabs between cells. Stops
 * after about `limit` UTF-16 code units.
 */
export function plainText(
  tree: Tree,
  flow: Flow,
  roots: readonly number[],
  limit = Number.POSITIVE_INFINITY,
): string {
  const writer = new TextWriter();
  for (const root of roots) {
    if (writer.text.length > limit) break;
    writer.requireLineBreaks(2);
    writeRange(tree, flow, root, writer, limit);
    writer.requireLineBreaks(2);
  }
  return removeInvisibleCharacters(writer.text.toString());
}

/** Writes text in lines. */
class TextWriter {
  readonly text = new TextBuilder();
  private lineBreaks = 0;
  private hasSpace = false;

  /** Requires a minimum number of line breaks before the next text. */
  requireLineBreaks(lineBreaks: number): void {
    if (this.lineBreaks < lineBreaks) this.lineBreaks = lineBreaks;
  }

  lineBreak(isPreformatted: boolean): void {
    if (isPreformatted) this.addPreformatted('\n');
    else this.requireLineBreaks(1);
  }

  tab(): void {
    if (this.lineBreaks === 0 && this.text.length > 0) this.text.add('\t');
    this.hasSpace = false;
  }

  private writePending(): void {
    if (this.text.length > 0 && this.lineBreaks > 0) this.text.add(this.lineBreaks > 1 ? '\n\n' : '\n');
    else if (this.hasSpace && this.text.length > 0) this.text.add(' ');
    this.lineBreaks = 0;
    this.hasSpace = false;
  }

  addPreformatted(text: string): void {
    if (text === '') return;
    this.writePending();
    this.text.add(text);
  }

  add(text: string): void {
    const words = collapseWhitespace(text);
    if (words === '') return;
    if (words === ' ') {
      this.hasSpace = true;
      return;
    }
    if (words.startsWith(' ')) this.hasSpace = true;
    this.writePending();
    this.text.add(words.trim());
    this.hasSpace = words.endsWith(' ');
  }
}

/** Collapses white space. Checks first, because most text has none to collapse and rewriting is slower. */
function collapseWhitespace(text: string): string {
  let wasSpace = false;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const isSpace = unit === 32;
    if ((isSpace && wasSpace) || (unit < 32 && unit >= 9) || unit >= 0xa0) {
      return text.replace(/\s+/g, ' ');
    }
    wasSpace = isSpace;
  }
  return text;
}

function writeRange(tree: Tree, flow: Flow, root: number, writer: TextWriter, limit: number): void {
  const end = endOf(tree, root);
  // Ends of the open blocks, which require line breaks.
  const blockEnds: number[] = [];
  const endLineBreaks: number[] = [];
  let preformattedEnd = -1;
  for (let node = root; node < end && writer.text.length <= limit; node++) {
    while (blockEnds.length > 0 && numberAt(blockEnds, blockEnds.length - 1) <= node) {
      blockEnds.pop();
      writer.requireLineBreaks(endLineBreaks.pop() as number);
    }
    if (flow.kind[node] === flowKind.skipped) {
      node = (tree.tag[node] === tag.text ? node + 1 : endOf(tree, node)) - 1;
      continue;
    }
    const tagId = tagOf(tree, node);
    writeGap(tree, flow, node, writer, preformattedEnd);
    if (tagId === tag.text) {
      writeText(tree, node, writer, node < preformattedEnd);
    } else if (tagId === tag.br) {
      writer.lineBreak(node < preformattedEnd);
    } else if (tagId === tag.td || tagId === tag.th) {
      if (isLaterCell(tree, node)) writer.tab();
    } else if (flow.kind[node] === flowKind.block) {
      const requiredBreaks = isParagraphLike[tagId] === 1 ? 2 : 1;
      writer.requireLineBreaks(requiredBreaks);
      blockEnds.push(endOf(tree, node));
      endLineBreaks.push(requiredBreaks);
      if (tagId === tag.pre || tagId === tag.listing || tagId === tag.textarea) {
        preformattedEnd = Math.max(preformattedEnd, endOf(tree, node));
      }
    }
  }
  writer.requireLineBreaks(1);
}

/** Writes white space before an inline box that a page shows apart from the text before. */
function writeGap(tree: Tree, flow: Flow, node: number, writer: TextWriter, preformattedEnd: number): void {
  if (node >= preformattedEnd && flow.kind[node] === flowKind.inline && standsApart(tree, node))
    writer.add(' ');
}

function writeText(tree: Tree, node: number, writer: TextWriter, isPreformatted: boolean): void {
  if (isPreformatted) writer.addPreformatted(textOf(tree, node));
  else if ((byteAt(tree.flags, node) & textFlag.blank) !== 0) writer.add(' ');
  else writer.add(textOf(tree, node));
}

function isLaterCell(tree: Tree, cell: number): boolean {
  for (let node = previousSibling(tree, cell); node !== -1; node = previousSibling(tree, node)) {
    const tagId = tree.tag[node];
    if (tagId === tag.td || tagId === tag.th) return true;
    if (tagId !== tag.text) return false;
  }
  return false;
}
