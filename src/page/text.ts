import { withoutTagCharacters } from './code-points.ts';
import { LongText } from './long-text.ts';
import { tagSet } from './parse/tag-sets.ts';
import { tag } from './parse/tags.ts';
import { previousSibling, type Tree, textFlag, textOf } from './tree.ts';
import { type Flow, flowKind } from './visible.ts';

/** Blocks with an empty line around them. */
const standsApart = tagSet(
  'p h1 h2 h3 h4 h5 h6 ul ol dl pre listing blockquote table figure hr article section details fieldset',
);

/**
 * Plain text as a browser would show it: a line a block, an empty line around paragraphs, tabs between cells. `limit` bounds
 * the UTF-16 length that is worked for.
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
    writer.need(2);
    writeRange(tree, flow, root, writer, limit);
    writer.need(2);
  }
  return withoutTagCharacters(writer.text.toString());
}

/** Lays text out in lines. */
class TextWriter {
  readonly text = new LongText();
  private lineBreaks = 0;
  private hasSpace = false;

  /** Asks for so many line breaks before the next text. */
  need(lineBreaks: number): void {
    if (this.lineBreaks < lineBreaks) this.lineBreaks = lineBreaks;
  }

  lineBreak(isPreformatted: boolean): void {
    if (isPreformatted) this.addPreformatted('\n');
    else this.need(1);
  }

  tab(): void {
    if (this.lineBreaks === 0 && this.text.length > 0) this.text.add('\t');
    this.hasSpace = false;
  }

  private begin(): void {
    if (this.text.length > 0 && this.lineBreaks > 0) this.text.add(this.lineBreaks > 1 ? '\n\n' : '\n');
    else if (this.hasSpace && this.text.length > 0) this.text.add(' ');
    this.lineBreaks = 0;
    this.hasSpace = false;
  }

  addPreformatted(text: string): void {
    if (text === '') return;
    this.begin();
    this.text.add(text);
  }

  add(text: string): void {
    const words = collapsed(text);
    if (words === '') return;
    if (words === ' ') {
      this.hasSpace = true;
      return;
    }
    if (words.startsWith(' ')) this.hasSpace = true;
    this.begin();
    this.text.add(words.trim());
    this.hasSpace = words.endsWith(' ');
  }
}

/** White space drawn together; most text has nothing to draw together, and looking is cheaper than rewriting. */
function collapsed(text: string): string {
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
  const end = tree.end[root] as number;
  // Blocks that end before the node at hand still owe their line breaks.
  const ends: number[] = [];
  const endNeeds: number[] = [];
  let preformattedEnd = -1;
  for (let node = root; node < end && writer.text.length <= limit; node++) {
    while (ends.length > 0 && (ends[ends.length - 1] as number) <= node) {
      ends.pop();
      writer.need(endNeeds.pop() as number);
    }
    if (flow.kind[node] === flowKind.skipped) {
      node = (tree.tag[node] === tag.text ? node + 1 : (tree.end[node] as number)) - 1;
      continue;
    }
    const tagId = tree.tag[node] as number;
    if (tagId === tag.text) {
      writeText(tree, node, writer, node < preformattedEnd);
    } else if (tagId === tag.br) {
      writer.lineBreak(node < preformattedEnd);
    } else if (tagId === tag.td || tagId === tag.th) {
      if (isLaterCell(tree, node)) writer.tab();
    } else if (flow.kind[node] === flowKind.block) {
      const need = standsApart[tagId] === 1 ? 2 : 1;
      writer.need(need);
      ends.push(tree.end[node] as number);
      endNeeds.push(need);
      if (tagId === tag.pre || tagId === tag.listing || tagId === tag.textarea) {
        preformattedEnd = Math.max(preformattedEnd, tree.end[node] as number);
      }
    }
  }
  writer.need(1);
}

function writeText(tree: Tree, node: number, writer: TextWriter, isPreformatted: boolean): void {
  if (isPreformatted) writer.addPreformatted(textOf(tree, node));
  else if (((tree.flags[node] as number) & textFlag.blank) !== 0) writer.add(' ');
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
