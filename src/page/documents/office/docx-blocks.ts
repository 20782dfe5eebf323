import { escapeHtml } from '../../../domain/values/escape-html.ts';
import { BlockList } from './block-list.ts';
import { boxSign, DocxFields, hyperlinkOf } from './docx-fields.ts';
import { type DocxNumbering, indentOf, type Numbering } from './docx-numbering.ts';
import type { DocxStyles } from './docx-styles.ts';
import { docxTableHtml } from './docx-table-html.ts';
import { graphicsHtml, imageTextHtml } from './graphics.ts';
import { type InlinePiece, joinPieces, tagsOf } from './inline-html.ts';
import type { OfficePackage, Relation } from './office-package.ts';
import { ommlToHtml } from './omml.ts';
import { symbolCharacter } from './symbol-character.ts';
import {
  alternative,
  childOf,
  descendantsOf,
  elementAt,
  isOn,
  settingOf,
  switchOf,
  textIn,
  type XmlElement,
} from './xml-tree.ts';

/** Parts of a document that its text refers to. */
export interface DocxContext {
  document: OfficePackage;
  styles: DocxStyles;
  numbering: DocxNumbering;
  /** Relationships of the part that is read. */
  relations: ReadonlyMap<string, Relation>;
  /** Returns the HTML of the reference to a note. */
  note(kind: 'footnote' | 'endnote', id: string): string;
}

/** Elements whose text a reader with all changes accepted does not see, and properties. */
const omitted: ReadonlySet<string> = new Set([
  ...['del', 'moveFrom', 'rPr', 'pPr', 'sectPr', 'sdtPr', 'sdtEndPr', 'delText', 'delInstrText', 'proofErr'],
  ...['bookmarkStart', 'bookmarkEnd', 'commentRangeStart', 'commentRangeEnd', 'annotationRef', 'customXmlPr'],
]);

/** Content of a paragraph that is collected while its runs are read. */
interface Paragraph {
  pieces: InlinePiece[];
  /** Blocks that are anchored in the paragraph, such as text boxes; they follow it. */
  anchored: string[];
  styleChain: readonly XmlElement[];
  /** True if all text is in a font of one width. */
  isCode: boolean;
  hasText: boolean;
}

/** Entry of the stack of open lists. */
type OpenItem = Pick<Numbering, 'list' | 'level' | 'indent'>;

/** Converts a sequence of blocks, such as the body, a cell or a note, to HTML. */
export class DocxBlocks {
  readonly #context: DocxContext;
  readonly #isInCell: boolean;
  readonly #blocks = new BlockList();
  readonly #fields = new DocxFields();
  #items: OpenItem[] = [];
  /** Text of paragraphs whose end was deleted; it belongs to the next one. */
  #carried: InlinePiece[] = [];
  #paragraph: Paragraph = emptyParagraph([]);

  constructor(context: DocxContext, isInCell = false) {
    this.#context = context;
    this.#isInCell = isInCell;
  }

  /** Returns the HTML of the blocks in an element. */
  read(element: XmlElement): string {
    this.#addBlocks(element);
    if (this.#carried.length > 0) this.#blocks.block(`<p>${joinPieces(this.#carried)}</p>`);
    return this.#blocks.html();
  }

  #addBlocks(parent: XmlElement): void {
    for (const element of parent.children) {
      if (element.name === 'p') this.#addParagraph(element);
      else if (element.name === 'tbl') {
        this.#items = [];
        this.#blocks.block(docxTableHtml(element, (cell) => new DocxBlocks(this.#context, true).read(cell)));
      } else if (element.name === 'oMathPara') this.#blocks.block(`<p>${mathHtml(element, true)}</p>`);
      else if (element.name === 'AlternateContent') this.#addBlocks(alternative(element));
      else if (!omitted.has(element.name)) this.#addBlocks(element);
    }
  }

  #addParagraph(element: XmlElement): void {
    const properties = childOf(element, 'pPr');
    const { styles, numbering } = this.#context;
    const outer = this.#paragraph;
    this.#paragraph = emptyParagraph(styles.chain(settingOf(properties, 'pStyle')));
    this.#paragraph.pieces.push(...this.#carried.splice(0));
    this.#addInlines(element);
    const { pieces, anchored } = this.#paragraph;
    if (endsWithoutBreak(properties)) this.#carried = pieces;
    else if (this.#paragraph.hasText) {
      const position = numbering.next(properties);
      const level = this.#isInCell ? null : styles.headingLevel(properties);
      if (level !== null) this.#addHeading(level, position?.label ?? '');
      else if (position !== null) this.#addItem(position);
      else this.#addText(properties);
    }
    for (const block of anchored) {
      this.#items = [];
      this.#blocks.block(block);
    }
    this.#paragraph = outer;
  }

  #addHeading(level: number, label: string): void {
    this.#items = [];
    const text = joinPieces(this.#paragraph.pieces);
    this.#blocks.block(`<h${level}>${label === '' ? '' : `${escapeHtml(label)} `}${text}</h${level}>`);
  }

  #addItem(position: Numbering): void {
    const html = joinPieces(this.#paragraph.pieces);
    // A level without a sign continues the item before it; pandoc writes its further paragraphs so.
    if (position.isBlank) {
      if (this.#blocks.isInList) this.#blocks.continueItem(`<p>${html}</p>`);
      else this.#blocks.block(`<p>${html}</p>`);
      return;
    }
    while (this.#items.length > 0 && depthOrder(position, this.#items.at(-1) as OpenItem) < 0)
      this.#items.pop();
    const last = this.#items.at(-1);
    if (last !== undefined && depthOrder(position, last) === 0) this.#items.pop();
    this.#items.push(position);
    this.#blocks.item({ level: this.#items.length - 1, number: position.number }, html);
  }

  #addText(properties: XmlElement | undefined): void {
    const { pieces, isCode } = this.#paragraph;
    const indent = indentOf(properties) ?? 0;
    const item = this.#items.at(-1);
    if (item !== undefined && indent > 0 && indent >= item.indent) {
      this.#blocks.continueItem(`<p>${joinPieces(pieces)}</p>`);
      return;
    }
    this.#items = [];
    if (isCode && !this.#isInCell) this.#blocks.wrapped('pre', codeText(pieces));
    else if (this.#context.styles.isQuote(properties))
      this.#blocks.wrapped('blockquote', `<p>${joinPieces(pieces)}</p>`);
    else {
      const html = joinPieces(pieces);
      // A caption may repeat the text of the image above it.
      this.#blocks.removeLast(`<p> <em>${html}</em> </p>`);
      this.#blocks.block(`<p>${html}</p>`);
    }
  }

  #addInlines(parent: XmlElement, href?: string): void {
    for (const element of parent.children) this.#addInline(element, href);
  }

  #addInline(element: XmlElement, href: string | undefined): void {
    switch (element.name) {
      case 'r':
        this.#addRun(element, href);
        return;
      case 'hyperlink':
        this.#addInlines(element, this.#targetOf(element) ?? href);
        return;
      case 'fldSimple':
        this.#addInlines(element, hyperlinkOf(element.attributes.instr ?? '') ?? href);
        return;
      case 'oMath':
      case 'oMathPara':
        this.#addPiece({ tags: [], html: mathHtml(element, element.name === 'oMathPara') });
        return;
      case 'sdt':
        this.#addControl(element, href);
        return;
      case 'AlternateContent':
        this.#addInlines(alternative(element), href);
        return;
      default:
        if (!omitted.has(element.name)) this.#addInlines(element, href);
    }
  }

  /** Returns the external target of a hyperlink; those within the document are text. */
  #targetOf({ attributes }: XmlElement): string | undefined {
    const relation = this.#context.relations.get(attributes.id ?? '');
    if (relation?.isExternal !== true) return undefined;
    const { anchor } = attributes;
    return anchor === undefined || relation.target.includes('#')
      ? relation.target
      : `${relation.target}#${anchor}`;
  }

  /** Adds the content of a content control; that of a check box is its sign. */
  #addControl(element: XmlElement, href: string | undefined): void {
    const box = elementAt(element, 'sdtPr', 'checkbox');
    if (box === undefined) this.#addInlines(element, href);
    else this.#addPiece({ tags: [], html: boxSign(isOn(settingOf(box, 'checked'))) });
  }

  #addPiece(piece: InlinePiece): void {
    this.#paragraph.pieces.push(piece);
    if (piece.html.trim() === '') return;
    this.#paragraph.hasText = true;
    if (piece.html !== '<br>' && !piece.tags.includes('<code>')) this.#paragraph.isCode = false;
  }

  #addRun(run: XmlElement, href: string | undefined): void {
    const { styles } = this.#context;
    const { styleChain } = this.#paragraph;
    const properties = childOf(run, 'rPr');
    if (styles.isHidden(properties, styleChain)) return;
    const isSet = (name: string) => styles.runValue(properties, [], (one) => switchOf(one, name)) === true;
    const vertical = styles.runValue(properties, [], (one) => settingOf(one, 'vertAlign'));
    const style = {
      isBold: isSet('b'),
      isItalic: isSet('i'),
      isStruck: isSet('strike') || isSet('dstrike'),
      isCode: styles.isCode(properties, styleChain),
      position: positions.get(vertical ?? ''),
    };
    for (const child of run.children) {
      const html = this.#runContent(child);
      if (html === '') continue;
      // The reference to a note is raised by itself.
      const isReference = child.name.endsWith('noteReference');
      const tags = isReference ? [] : tagsOf({ ...style, href: this.#fields.href ?? href });
      this.#addPiece({ tags, html });
    }
  }

  /** Returns the HTML of a part of a run; empty if it is not text. */
  #runContent(element: XmlElement): string {
    if (element.name === 'fldChar') return this.#fields.mark(element);
    if (element.name === 'instrText') this.#fields.addCode(element.text);
    if (this.#fields.isInCode) return '';
    switch (element.name) {
      case 't':
        return escapeHtml(element.text);
      case 'tab':
      case 'ptab':
        return this.#paragraph.isCode ? '\t' : ' ';
      case 'br':
        return /^(?:page|column)$/.test(element.attributes.type ?? '') ? ' ' : '<br>';
      case 'cr':
        return '<br>';
      case 'noBreakHyphen':
        return '-';
      case 'sym':
        return escapeHtml(symbolCharacter(element.attributes.font ?? '', element.attributes.char ?? ''));
      case 'footnoteReference':
        return this.#context.note('footnote', element.attributes.id ?? '');
      case 'endnoteReference':
        return this.#context.note('endnote', element.attributes.id ?? '');
      case 'ruby':
        return this.#ruby(element);
      case 'drawing':
      case 'pict':
      case 'object':
        return this.#drawing(element);
      case 'AlternateContent':
        return alternative(element)
          .children.map((child) => this.#runContent(child))
          .join('');
      default:
        return '';
    }
  }

  #ruby(element: XmlElement): string {
    const [base, reading] = ['rubyBase', 'rt'].map((name) => escapeHtml(textIn(childOf(element, name), 't')));
    return `<ruby>${base}<rt>${reading}</rt></ruby>`;
  }

  /** Returns the texts of images; text boxes and charts follow the paragraph. */
  #drawing(element: XmlElement): string {
    const { document, relations } = this.#context;
    const texts = new Set<string>();
    const visit = (parent: XmlElement, isDescribed = false): void => {
      // The text of a drawing stands for the images in it.
      const whole = imageTextHtml(childOf(parent, 'docPr'));
      texts.add(whole);
      for (const child of parent.children) {
        if (child.name === 'cNvPr' && !isDescribed) texts.add(imageTextHtml(child));
        else if (child.name === 'shape' || child.name === 'rect') texts.add(vectorText(child));
        if (child.name === 'txbxContent')
          this.#paragraph.anchored.push(new DocxBlocks(this.#context).read(child));
        else
          visit(child.name === 'AlternateContent' ? alternative(child) : child, isDescribed || whole !== '');
      }
    };
    visit(element);
    this.#paragraph.anchored.push(graphicsHtml(element, document, relations));
    texts.delete('');
    // Images that follow each other are no sentence.
    return texts.size === 0 ? '' : ` ${[...texts].join(' ')} `;
  }
}

const positions: ReadonlyMap<string, 'sup' | 'sub'> = new Map([
  ['superscript', 'sup'],
  ['subscript', 'sub'],
]);

function emptyParagraph(styleChain: readonly XmlElement[]): Paragraph {
  return { pieces: [], anchored: [], styleChain, isCode: true, hasText: false };
}

/** Returns true if the end of a paragraph was deleted or moved, or if it is the large first letter of the next one. */
function endsWithoutBreak(properties: XmlElement | undefined): boolean {
  const mark = childOf(properties, 'rPr');
  const dropCap = childOf(properties, 'framePr')?.attributes.dropCap;
  const isDeleted = childOf(mark, 'del') !== undefined || childOf(mark, 'moveFrom') !== undefined;
  return isDeleted || dropCap === 'drop' || dropCap === 'margin';
}

/** Returns a negative, zero or positive number if an item is higher than, as high as or deeper than another. */
function depthOrder(item: OpenItem, other: OpenItem): number {
  return item.list === other.list ? item.level - other.level : item.indent - other.indent;
}

function mathHtml(element: XmlElement, isDisplay: boolean): string {
  const formulas = isDisplay ? descendantsOf(element, 'oMath') : [element];
  return formulas.map((formula) => ommlToHtml(formula, isDisplay)).join(' ');
}

/** Returns the alternative text or the lettering of a shape in Vector Markup Language. */
function vectorText(shape: XmlElement): string {
  const lettering = descendantsOf(shape, 'textpath').map(({ attributes }) => attributes.string ?? '');
  const text = (shape.attributes.alt ?? lettering.join(' ')).trim();
  return text === '' ? '' : `<em>${escapeHtml(text)}</em>`;
}

/** Returns the text of a program line without styles. */
function codeText(pieces: readonly InlinePiece[]): string {
  return pieces.map(({ html }) => html.replaceAll('<br>', '\n')).join('');
}
