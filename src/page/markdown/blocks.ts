import { attribute } from '../parse/attributes.ts';
import { tagSet } from '../parse/tag-sets.ts';
import { tag } from '../parse/tags.ts';
import { attributeOf, findTag, subtreeText } from '../tree.ts';
import { flowKind, isDataTable } from '../visible.ts';
import { codeText, fenced, isGutter, languageOf } from './code.ts';
import { type Context, forEachChild } from './context.ts';
import { destination } from './escape.ts';
import { headingLevel, holdsHeading } from './heading-level.ts';
import { plainStyles, type Styles, writeInline, writeInlineContent } from './inline.ts';
import { InlineWriter } from './inline-writer.ts';
import { isTightItem, writeList } from './lists.ts';
import { isMath, writeMath } from './math.ts';
import { recordingAddress } from './media.ts';
import { writeTable } from './tables.ts';

const isFrame = tagSet('iframe video audio embed object');
const isListTag = tagSet('ul ol menu dir');

/** A link around blocks. */
interface BlockLink {
  address: string;
  /** Its heading takes the address, not the picture or label before it. */
  wantsHeading: boolean;
}

const loneImage = /^!\[(?:[^\\[\]]|\\.)*\]\([^()\s]*\)$/;

/** Writes content as blocks: inline runs become paragraphs, blocks become what they are. */
export class BlockFlow {
  private readonly context: Context;
  private run = new InlineWriter();
  /** The link around blocks whose address has not been written yet. */
  private pendingLink: BlockLink | null = null;

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
    if (text !== '') this.context.blocks.block(this.linked(text, false));
  }

  /** Text inside the link that a block-level `a` owes, given to the first run in it that can take it. */
  private linked(text: string, isHeading: boolean): string {
    const link = this.pendingLink;
    if (link === null || (link.wantsHeading && !isHeading)) return text;
    if (text.includes('\n\n') || (text.includes('](') && !loneImage.test(text))) return text;
    this.pendingLink = null;
    const label = loneImage.test(text)
      ? text
      : text.replace(/\\.|[[\]]/g, (found) => (found.length > 1 ? found : `\\${found}`));
    return `[${label}](${destination(link.address)})`;
  }

  /** Writes one node of the flow. */
  node(node: number): void {
    const { tree, flow } = this.context;
    if (flow.kind[node] === flowKind.skipped) return;
    const tagId = tree.tag[node] as number;
    if (flow.kind[node] === flowKind.block) {
      this.block(node, tagId);
      return;
    }
    if (isFrame[tagId] === 1) {
      this.recording(node);
      return;
    }
    if (flow.holdsBlock[node] === 0) {
      writeInline(this.context, node, this.run, plainStyles);
      return;
    }
    if (tagId === tag.a) {
      this.linkedBlocks(node);
      return;
    }
    this.children(node);
  }

  private block(node: number, tagId: number): void {
    this.flush();
    const level = headingLevel(this.context.tree, node);
    if (level > 0) {
      this.heading(node, level);
      return;
    }
    if (tagId === tag.pre || tagId === tag.listing || tagId === tag.xmp || tagId === tag.plaintext) {
      this.code(node);
      return;
    }
    if (tagId === tag.table) {
      this.table(node);
      return;
    }
    if (isListTag[tagId] === 1) {
      this.list(node);
      return;
    }
    if (this.context.flow.holdsBlock[node] === 0 && isMath(this.context.tree, node)) {
      writeMath(this.context, node, this.run);
      this.flush();
      return;
    }
    switch (tagId) {
      case tag.blockquote:
        this.quote(node);
        return;
      case tag.hr:
        if (!this.context.blocks.isAtStart) this.context.blocks.block('---');
        return;
      case tag.dl:
        this.definitions(node);
        return;
      case tag.summary:
      case tag.legend:
        this.strongLine(node);
        return;
      case tag.li:
        this.orphanItem(node);
        return;
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
    const plain = text
      .replace(/^\\(?=[#>+=~|-])/, '')
      .replace(/^(\d{1,9})\\(?=[.)])/, '$1')
      .replace(/(\s)(#+)$/, '$1\\$2');
    context.blocks.block(`${'#'.repeat(level)} ${this.linked(plain, true)}`);
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
    if (code !== -1) {
      this.code(code);
      return;
    }
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

  /** An item outside of any list is one all the same. */
  private orphanItem(node: number): void {
    const { blocks } = this.context;
    blocks.enter('- ', '  ', isTightItem(this.context, node));
    this.content(node);
    blocks.leave();
    blocks.follow(true);
  }

  private quote(node: number): void {
    const { blocks } = this.context;
    const length = blocks.length;
    if (
      subtreeText(this.context.tree, node, 1).length === 0 &&
      findTag(this.context.tree, node, tag.img) === -1
    )
      return;
    blocks.enter('> ', '> ', false);
    this.content(node);
    if (blocks.length === length) blocks.abandon();
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
    const length = blocks.length;
    blocks.enter('- ', '  ', isTightItem(this.context, node));
    this.content(node);
    if (blocks.length === length) blocks.abandon();
    blocks.leave();
    blocks.follow(false);
  }

  /** A term or a summary: a line in bold, or its blocks when it holds any. */
  private strongLine(node: number): void {
    const { context } = this;
    this.flush();
    if (context.flow.holdsBlock[node] === 1) {
      this.content(node);
      return;
    }
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
    const address = reference === '' ? null : addresses.resolve(reference);
    this.pendingLink = address === null ? null : { address, wantsHeading: holdsHeading(tree, node) };
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

  /** The content of an element on one line, its blocks apart by `<br>`. */
  line(node: number): string {
    const out = new InlineWriter('html');
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
    const lines = codeText(tree, flow, node).replace(/^\n+/, '').trimEnd().split('\n');
    for (const line of lines) {
      out.codeText(line.replaceAll('\t', '    '));
      out.lineBreak();
    }
  }
}
