import { attribute } from '../parse/attributes.ts';
import { isHeading, tagSet } from '../parse/tag-sets.ts';
import { tag } from '../parse/tags.ts';
import { attributeOf, findTag, subtreeText } from '../tree.ts';
import { flowKind, isDataTable } from '../visible.ts';
import { codeText, fenced, isGutter, languageOf } from './code.ts';
import { type Context, forEachChild } from './context.ts';
import { destination } from './escape.ts';
import { plainStyles, type Styles, writeInline, writeInlineContent } from './inline.ts';
import { InlineWriter } from './inline-writer.ts';
import { writeList } from './lists.ts';
import { recordingAddress } from './media.ts';
import { writeTable } from './tables.ts';

const isFrame = tagSet('iframe video audio embed object');
const isListTag = tagSet('ul ol menu dir');

/** Writes content as blocks: inline runs become paragraphs, blocks become what they are. */
export class BlockFlow {
  private readonly context: Context;
  private run = new InlineWriter();
  /** The address that the next run of a link around blocks is linked to. */
  private pendingLink: string | null = null;

  constructor(context: Context) {
    this.context = context;
  }

  /** Writes everything under a node. */
  content(node: number): void {
    this.flush();
    this.children(node);
    this.flush();
  }

  private children(node: number): void {
    forEachChild(this.context, node, (child) => this.node(child));
  }

  /** Ends the paragraph at hand. */
  flush(): void {
    if (this.run.isEmpty) return;
    const text = this.run.take();
    if (text !== '') this.context.blocks.block(this.linked(text));
  }

  /** Text inside the link that a block-level `a` owes, given to the first run in it. */
  private linked(text: string): string {
    const address = this.pendingLink;
    if (address === null || text.includes('](') || text.includes('\n\n')) return text;
    this.pendingLink = null;
    return `[${text.replace(/[[\]]/g, '\\$&').replaceAll('\\\\', '\\')}](${destination(address)})`;
  }

  /** Writes one node of the flow. */
  node(node: number): void {
    const { tree, flow } = this.context;
    if (flow.kind[node] === flowKind.skipped) return;
    const tagId = tree.tag[node] as number;
    if (flow.kind[node] === flowKind.block) return this.block(node, tagId);
    if (isFrame[tagId] === 1) return this.recording(node);
    if (flow.holdsBlock[node] === 0) return writeInline(this.context, node, this.run, plainStyles);
    if (tagId === tag.a) return this.linkedBlocks(node);
    this.children(node);
  }

  private block(node: number, tagId: number): void {
    this.flush();
    if (isHeading[tagId] === 1) return this.heading(node, tagId - tag.h1 + 1);
    if (tagId === tag.pre || tagId === tag.listing || tagId === tag.xmp || tagId === tag.plaintext) {
      return this.code(node);
    }
    if (tagId === tag.table) return this.table(node);
    if (isListTag[tagId] === 1) return this.list(node);
    switch (tagId) {
      case tag.blockquote:
        return this.quote(node);
      case tag.hr:
        return this.context.blocks.block('---');
      case tag.dl:
        return this.definitions(node);
      case tag.summary:
      case tag.legend:
        return this.strongLine(node);
      case tag.option:
      case tag.optgroup:
        return;
      default:
        this.content(node);
    }
  }

  private heading(node: number, level: number): void {
    const { context } = this;
    const styles: Styles = { ...plainStyles, isInHeading: true };
    const out = new InlineWriter('space');
    writeInlineContent(context, node, out, styles);
    const text = out.take();
    if (text === '') return;
    const plain = text.replace(/^\\(?=[#>+=~|-]|\d)/, '').replace(/(\s)(#+)$/, '$1\\$2');
    context.blocks.block(`${'#'.repeat(level)} ${this.linked(plain)}`);
  }

  private code(node: number): void {
    const { tree, flow, blocks } = this.context;
    const text = codeText(tree, flow, node);
    if (text.trim() === '' || isGutter(tree, node)) return;
    blocks.block(fenced(text, languageOf(tree, node)));
  }

  private table(node: number): void {
    const { tree } = this.context;
    const code = this.codeCell(node);
    if (code !== -1) return this.code(code);
    if (isDataTable(tree, node)) writeTable(this.context, node);
    else this.content(node);
  }

  /** The `pre` or cell that holds the code of a table whose other column numbers its lines, or -1. */
  private codeCell(table: number): number {
    const { tree } = this.context;
    const end = tree.end[table] as number;
    let hasGutter = false;
    let code = -1;
    let codes = 0;
    for (let node = table + 1; node < end && node < table + 200; node++) {
      if (tree.tag[node] === tag.td && isGutter(tree, node)) {
        hasGutter = true;
        node = (tree.end[node] as number) - 1;
      } else if (tree.tag[node] === tag.pre) {
        code = node;
        codes++;
        node = (tree.end[node] as number) - 1;
      }
    }
    if (!hasGutter) return -1;
    return codes === 1 ? code : codes === 0 ? table : -1;
  }

  private list(node: number): void {
    writeList(this.context, node);
  }

  private quote(node: number): void {
    const { blocks } = this.context;
    const length = blocks.text.length;
    if (
      subtreeText(this.context.tree, node, 1).length === 0 &&
      findTag(this.context.tree, node, tag.img) === -1
    )
      return;
    blocks.enter('> ', '> ', false);
    this.content(node);
    if (blocks.text.length === length) blocks.abandon();
    blocks.leave();
  }

  private definitions(node: number): void {
    this.flush();
    forEachChild(this.context, node, (child) => {
      const tagId = this.context.tree.tag[child];
      if (tagId === tag.dt) this.strongLine(child);
      else if (tagId === tag.div) this.definitions(child);
      else if (tagId === tag.dd) this.definition(child);
      else this.node(child);
    });
    this.flush();
  }

  private definition(node: number): void {
    const { blocks } = this.context;
    const length = blocks.text.length;
    blocks.enter('- ', '  ', true);
    this.content(node);
    if (blocks.text.length === length) blocks.abandon();
    blocks.leave();
    blocks.follow(false);
  }

  /** A term or a summary: a line in bold, or its blocks when it holds any. */
  private strongLine(node: number): void {
    const { context } = this;
    this.flush();
    if (context.flow.holdsBlock[node] === 1) return this.content(node);
    const out = new InlineWriter('space');
    out.open('**');
    writeInlineContent(context, node, out, { ...plainStyles, isStrong: true });
    out.close('**');
    const text = out.take();
    if (text !== '') context.blocks.block(text);
  }

  /** A link around blocks: its first heading or line carries the address. */
  private linkedBlocks(node: number): void {
    const { tree, addresses } = this.context;
    this.flush();
    const reference = attributeOf(tree, node, attribute.href)?.trim() ?? '';
    const before = this.pendingLink;
    this.pendingLink = reference === '' ? null : addresses.resolve(reference);
    this.children(node);
    this.flush();
    this.pendingLink = before;
  }

  /** A film or a sound becomes a link to it; other frames say nothing. */
  private recording(node: number): void {
    const { tree, addresses, blocks } = this.context;
    const tagId = tree.tag[node];
    if (tagId !== tag.iframe && tagId !== tag.video && tagId !== tag.audio) return;
    let address = tagId === tag.iframe ? recordingAddress(tree, addresses, node) : this.sourceOf(node);
    if (address === null && tagId === tag.video) {
      address = addresses.resolveWeb(attributeOf(tree, node, attribute.poster) ?? '');
    }
    if (address === null) return;
    this.flush();
    const title = attributeOf(tree, node, attribute.title) || attributeOf(tree, node, attribute.ariaLabel);
    const out = new InlineWriter('space');
    out.openLink();
    out.text(title?.trim() || (tagId === tag.audio ? 'Audio' : 'Video'));
    out.closeLink(address);
    blocks.block(out.take());
  }

  private sourceOf(node: number): string | null {
    const { tree, addresses } = this.context;
    const own = addresses.resolveWeb(attributeOf(tree, node, attribute.src) ?? '');
    if (own !== null) return own;
    const source = findTag(tree, node, tag.source);
    return source === -1 ? null : addresses.resolveWeb(attributeOf(tree, source, attribute.src) ?? '');
  }

  /** The content of an element on one line, its blocks apart by line breaks of the given style. */
  line(node: number, breakStyle: 'html' | 'space'): string {
    const out = new InlineWriter(breakStyle);
    this.lineContent(node, out, plainStyles);
    return out.take().replaceAll('\n', ' ');
  }

  private lineContent(node: number, out: InlineWriter, styles: Styles): void {
    const { context } = this;
    const { tree, flow } = context;
    forEachChild(context, node, (child) => {
      const tagId = tree.tag[child] as number;
      if (flow.kind[child] !== flowKind.block && flow.holdsBlock[child] === 0) {
        return writeInline(context, child, out, styles);
      }
      if (flow.kind[child] === flowKind.block) out.lineBreak();
      if (tagId === tag.pre) this.codeLines(child, out);
      else if (tagId === tag.li) {
        out.raw('- ');
        this.lineContent(child, out, styles);
      } else if (tagId === tag.hr) out.space();
      else this.lineContent(child, out, styles);
      if (flow.kind[child] === flowKind.block) out.lineBreak();
    });
  }

  private codeLines(node: number, out: InlineWriter): void {
    const { tree, flow } = this.context;
    const lines = codeText(tree, flow, node)
      .replace(/^\n+|\s+$/g, '')
      .split('\n');
    for (const line of lines) {
      out.codeText(line.replaceAll('\t', '    '));
      out.lineBreak();
    }
  }
}
