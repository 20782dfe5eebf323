import { attribute } from '../../parse/attributes.ts';
import { tagSet } from '../../parse/names/tag-sets.ts';
import { tag } from '../../parse/names/tags.ts';
import { flowKind, isDataTable } from '../../tree/flow.ts';
import { attributeOf, findTag, subtreeText, tagOf } from '../../tree/tree.ts';
import { forEachChild, type MarkdownContext } from '../context.ts';
import {
  plainStyles,
  type Styles,
  writeFigureImage,
  writeInline,
  writeInlineContent,
} from '../inline/inline.ts';
import { InlineWriter } from '../inline/inline-writer.ts';
import { isMath, writeMath } from '../inline/math.ts';
import { mediaUrl } from '../inline/media.ts';
import { codeLanguage, codeText, fencedCodeBlock, isGutter } from './code.ts';
import { codeOfTable } from './code-table.ts';
import { containsHeading, headingLevel } from './heading-level.ts';
import { isOnlyList, isTightItem, itemNumber, startNumber, writeList } from './lists.ts';
import { writeTable } from './tables.ts';

const isFrame = tagSet('iframe video audio embed object');
const isListTag = tagSet('ul ol menu dir');

/** Link around blocks. */
interface BlockLink {
  url: string;
  /** True if the link goes to the heading inside, not to the image or label before it. */
  linksHeading: boolean;
}

const singleImage = /^!\[(?:[^\\[\]]|\\.)*\](?:\([^()\s]*\)|\[\d+\])$/;
/** The end of a link's label and the start of its address. */
const linkEnd = /\][([]/;

/** Writes content as blocks; runs of inline content become paragraphs. */
export class BlockFlow {
  private readonly context: MarkdownContext;
  private inlineRun: InlineWriter;
  /** Open link around blocks that is not written yet. */
  private pendingLink: BlockLink | null = null;

  constructor(context: MarkdownContext) {
    this.context = context;
    this.inlineRun = new InlineWriter(context.links);
  }

  /** Writes the content of a node. */
  content(node: number): void {
    this.flush();
    this.children(node);
    this.flush();
  }

  private children(node: number): void {
    forEachChild(this.context, node, (child) => this.node(child));
  }

  /** Ends the current paragraph. */
  flush(): void {
    if (this.inlineRun.isEmpty) return;
    const text = this.inlineRun.finish();
    if (text !== '') this.context.blocks.block(this.applyPendingLink(text, false));
  }

  /** Wraps the first suitable run of text inside a block-level `a` in its link. */
  private applyPendingLink(text: string, isHeading: boolean): string {
    const link = this.pendingLink;
    if (link === null || (link.linksHeading && !isHeading)) return text;
    if (text.includes('\n\n') || (linkEnd.test(text) && !singleImage.test(text))) return text;
    this.pendingLink = null;
    const { links } = this.context;
    if (links.form === 'none') return text;
    const label = singleImage.test(text)
      ? text
      : text.replace(/\\.|[[\]]/g, (match) => (match.length > 1 ? match : `\\${match}`));
    return links.link(label, link.url);
  }

  /** Writes one node of the flow. */
  node(node: number): void {
    const { tree, flow } = this.context;
    if (flow.kind[node] === flowKind.skipped) return;
    const tagId = tagOf(tree, node);
    if (flow.kind[node] === flowKind.block) {
      this.block(node, tagId);
      return;
    }
    if (isFrame[tagId] === 1) {
      this.mediaFrame(node);
      return;
    }
    if (flow.containsBlock[node] === 0) {
      writeInline(this.context, node, this.inlineRun, plainStyles);
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
    if (this.context.flow.containsBlock[node] === 0 && isMath(this.context.tree, node)) {
      writeMath(this.context, node, this.inlineRun);
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
        this.boldLine(node);
        return;
      case tag.li:
        this.orphanItem(node);
        return;
      case tag.figure:
        writeFigureImage(this.context, node, this.inlineRun);
        this.content(node);
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
    const out = new InlineWriter(this.context.links, 'space');
    writeInlineContent(context, node, out, styles);
    const text = out.finish();
    if (text === '') return;
    const unescaped = text
      .replace(/^\\(?=[#>+=~|-])/, '')
      .replace(/^(\d{1,9})\\(?=[.)])/, '$1')
      .replace(/(\s)(#+)$/, '$1\\$2');
    context.blocks.block(`${'#'.repeat(level)} ${this.applyPendingLink(unescaped, true)}`);
  }

  private code(node: number): void {
    const { tree, flow, blocks } = this.context;
    const text = codeText(tree, flow, node);
    if (text.trim() === '' || isGutter(tree, node)) return;
    blocks.block(fencedCodeBlock(text, codeLanguage(tree, node)));
  }

  private table(node: number): void {
    const { tree, flow } = this.context;
    const code = codeOfTable(tree, flow, node);
    if (code !== -1) {
      this.code(code);
      return;
    }
    if (isDataTable(tree, node)) writeTable(this.context, node);
    else this.content(node);
  }

  private list(node: number): void {
    writeList(this.context, node);
  }

  /** Writes an item outside of a list as a list item. */
  private orphanItem(node: number): void {
    const { blocks } = this.context;
    blocks.enter('- ', '  ', isTightItem(this.context, node));
    this.content(node);
    blocks.leave();
    blocks.setNextTight(true);
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
      if (tagId === tag.dt) this.boldLine(child);
      else if (tagId === tag.div) this.definitions(child);
      else if (tagId === tag.dd) this.definition(child);
      else this.node(child);
    });
    this.flush();
  }

  private definition(node: number): void {
    const { blocks } = this.context;
    const length = blocks.length;
    if (isOnlyList(this.context, node)) {
      // The items of the list stand for the description; another marker around them would be empty.
      this.content(node);
      return;
    }
    blocks.enter('- ', '  ', isTightItem(this.context, node));
    this.content(node);
    if (blocks.length === length) blocks.abandon();
    blocks.leave();
    blocks.setNextTight(false);
  }

  /** Writes a term or summary as a bold line, or as blocks if it contains any. */
  private boldLine(node: number): void {
    const { context } = this;
    this.flush();
    if (context.flow.containsBlock[node] === 1) {
      this.content(node);
      return;
    }
    const out = new InlineWriter(this.context.links, 'space');
    out.open('**');
    writeInlineContent(context, node, out, { ...plainStyles, isStrong: true });
    out.close('**');
    const text = out.finish();
    if (text !== '') context.blocks.block(text);
  }

  /** Writes a link around blocks: its first heading or line becomes the link. */
  private linkedBlocks(node: number): void {
    const { tree, urls } = this.context;
    this.flush();
    const reference = attributeOf(tree, node, attribute.href)?.trim() ?? '';
    const outerLink = this.pendingLink;
    const url = reference === '' ? null : urls.resolve(reference);
    this.pendingLink = url === null ? null : { url, linksHeading: containsHeading(tree, node) };
    this.children(node);
    this.flush();
    this.pendingLink = outerLink;
  }

  /** Writes a video or audio element as a link to its source; other frames are skipped. */
  private mediaFrame(node: number): void {
    const { tree, urls, blocks } = this.context;
    const tagId = tree.tag[node];
    if (tagId !== tag.iframe && tagId !== tag.video && tagId !== tag.audio) return;
    let url = tagId === tag.iframe ? mediaUrl(tree, urls, node) : this.mediaSource(node);
    if (url === null && tagId === tag.video) {
      url = urls.resolveWeb(attributeOf(tree, node, attribute.poster) ?? '');
    }
    if (url === null) return;
    this.flush();
    const title = attributeOf(tree, node, attribute.title) || attributeOf(tree, node, attribute.ariaLabel);
    const out = new InlineWriter(this.context.links, 'space');
    out.openLink();
    out.text(title?.trim() || (tagId === tag.audio ? 'Audio' : 'Video'));
    out.closeLink(url);
    blocks.block(out.finish());
  }

  private mediaSource(node: number): string | null {
    const { tree, urls } = this.context;
    const src = urls.resolveWeb(attributeOf(tree, node, attribute.src) ?? '');
    if (src !== null) return src;
    const source = findTag(tree, node, tag.source);
    return source === -1 ? null : urls.resolveWeb(attributeOf(tree, source, attribute.src) ?? '');
  }

  /** Returns the content of an element on one line, with `<br>` between blocks. */
  line(node: number): string {
    const out = new InlineWriter(this.context.links, 'html');
    this.lineContent(node, out, plainStyles);
    return out.finish().replaceAll('\n', ' ');
  }

  private lineContent(node: number, out: InlineWriter, styles: Styles): void {
    const { context } = this;
    const { tree, flow } = context;
    let number = tree.tag[node] === tag.ol ? startNumber(context, node) : null;
    forEachChild(context, node, (child) => {
      const tagId = tagOf(tree, child);
      if (flow.kind[child] !== flowKind.block && flow.containsBlock[child] === 0) {
        return writeInline(context, child, out, styles);
      }
      if (flow.kind[child] === flowKind.block) out.lineBreak();
      if (tagId === tag.pre) this.codeLines(child, out);
      else if (tagId === tag.li) {
        if (number === null) out.raw('- ');
        else {
          number = itemNumber(context, child) ?? number;
          out.raw(`${number++}. `);
        }
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
      out.inlineCode(line.replaceAll('\t', '    '));
      out.lineBreak();
    }
  }
}
