import { collapseSpace } from '../../../domain/values/collapse-space.ts';
import { escapeHtml } from '../../../domain/values/escape-html.ts';
import { parseXml } from '../office/parse-xml.ts';
import { type ListFrame, ListNumbers } from './list-numbers.ts';
import type { ResolvedStyle, Styles, TextProperties } from './styles.ts';

/** What the converter of a text needs of the document around it. */
export interface TextSource {
  styles: Styles;
  /** Returns the HTML of the formula in an embedded object; empty for other objects. */
  formula(reference: string): string;
}

/** Ends an element: writes what follows its content. */
type Close = () => void;

interface Paragraph {
  /** HTML of text boxes and tables that are anchored in the paragraph. */
  floating: string[];
  isHidden: boolean;
}

interface Frame {
  /** Class of a placeholder of a slide, such as `title`. */
  role: string;
  formula: string;
  title: string;
  description: string;
  hasText: boolean;
  /** Number of paragraphs and parts that are open around the frame. */
  depth: number;
}

/** Elements whose content is not part of the text. */
const skipped: ReadonlySet<string> = new Set([
  'annotation',
  'tracked-changes',
  'sequence-decls',
  'variable-decls',
  'user-field-decls',
  'dde-connection-decls',
  'forms',
  'index-source',
  'table-of-content-source',
  'illustration-index-source',
  'table-index-source',
  'object-index-source',
  'user-index-source',
  'alphabetical-index-source',
  'bibliography-source',
  'event-listeners',
  'binary-data',
  'page-thumbnail',
  'ruby-text',
  'covered-table-cell',
  // The number of a heading or item, as the writer computed it.
  'number',
]);
/** Drawn shapes, which contain paragraphs. */
const shapes = [
  'custom-shape',
  'rect',
  'circle',
  'ellipse',
  'polygon',
  'regular-polygon',
  'path',
  'line',
  'connector',
  'measure',
  'caption',
];
/** Placeholders of slides that repeat on every slide. */
const repeatedRoles: ReadonlySet<string> = new Set(['date-time', 'footer', 'header', 'page-number']);
/** Names of the styles of code within a text. */
const codeStyle = /^(?:Source Text|Teletype|Verbatim Char)$/;
const maxSpaces = 100;
/** Maximum depth of elements; each level of some of them copies its content. */
const maxDepth = 1_000;
/** Maximum number of copies of a repeated cell, and of columns that a cell spans. */
const maxColumns = 200;
const maxRowSpan = 1_000;
/** Maximum number of copies of cells in a document. */
const maxCopies = 50_000;

function boundedCount(value: string | undefined, max: number): number {
  const count = Number(value ?? 1);
  return Number.isInteger(count) && count > 0 ? Math.min(max, count) : 1;
}

/** Returns the start and end tags of the format of a text. */
function formatTags(style: TextProperties, isCode = false): [string, string] {
  const names = [
    ...(isCode ? ['code'] : []),
    ...(style.isBold === true ? ['b'] : []),
    ...(style.isItalic === true ? ['i'] : []),
    ...(style.isStruck === true ? ['s'] : []),
    ...(style.position === undefined ? [] : [style.position]),
  ];
  return [
    names.map((name) => `<${name}>`).join(''),
    names
      .toReversed()
      .map((name) => `</${name}>`)
      .join(''),
  ];
}

/** Returns the element of a paragraph, by the names of its style that all writers use. */
function paragraphElement({ names }: ResolvedStyle): string {
  for (const name of names) {
    if (name === 'Title') return 'h1';
    const level = /^Heading (\d{1,2})$/.exec(name)?.[1];
    if (level !== undefined) return `h${Math.min(6, Math.max(1, Number(level)))}`;
    if (/^(?:Preformatted Text|Source Code)$/.test(name)) return 'pre';
    if (/^(?:Quotations|Quote|Block Text|Intense Quote)$/.test(name)) return 'blockquote';
  }
  return 'p';
}

/** Converts the body of an OpenDocument text, presentation or drawing to HTML, element by element. */
export class TextConverter {
  private readonly source: TextSource;
  private readonly closers: Close[] = [];
  /** HTML of the document, and of the parts of it that are written elsewhere. */
  private readonly outputs: string[][] = [[]];
  private readonly paragraphs: (Paragraph | null)[] = [];
  private readonly lists: ListFrame[] = [];
  private readonly listStyles: (string | null)[] = [];
  private readonly numbers = new ListNumbers();
  private readonly frames: Frame[] = [];
  private readonly notes: string[] = [];
  private caption: 'title' | 'description' | null = null;
  private headerRows = 0;
  /** Number of rows of the open tables so far. */
  private readonly rows: number[] = [];
  private isOnSlide = false;
  private remainingCopies = maxCopies;
  private skippedDepth = 0;
  private bodyDepth = 0;

  /** Elements with a meaning; others are read through. */
  private readonly openers: Readonly<Record<string, (attributes: Record<string, string>) => Close | 'skip'>> =
    {
      p: (attributes) => this.openParagraph(attributes, null),
      h: (attributes) => this.openParagraph(attributes, boundedCount(attributes['text:outline-level'], 6)),
      span: (attributes) => this.openSpan(attributes),
      a: (attributes) => this.openLink(attributes),
      s: ({ 'text:c': count }) => this.empty(' '.repeat(boundedCount(count, maxSpaces))),
      tab: () => this.empty(' '),
      'line-break': () => this.empty('<br>'),
      list: (attributes) => this.openList(attributes),
      'list-item': (attributes) => this.openItem(attributes),
      'list-header': () =>
        this.pushFrame({ element: 'li', attributes: '', isOpen: false, isList: false, continues: false }),
      section: (attributes) => this.openSection(attributes),
      'hidden-text': ({ 'text:is-hidden': isHidden }) => (isHidden === 'true' ? 'skip' : nothing),
      'hidden-paragraph': ({ 'text:is-hidden': isHidden }) => this.hideParagraph(isHidden === 'true'),
      'note-citation': () => this.openCitation(),
      'note-body': () => this.openNoteBody(),
      table: (attributes) => this.openTable(attributes),
      'table-header-rows': () => this.openHeaderRows(),
      'table-row': () => this.openRow(),
      'table-cell': (attributes) => this.openCell(attributes),
      page: (attributes) => this.openSlide(attributes),
      notes: () => this.openSpeakerNotes(),
      frame: (attributes) => this.openFrame(attributes),
      object: (attributes) => this.openObject(attributes),
      'text-box': () => this.openFloating(),
      ...Object.fromEntries(shapes.map((name) => [name, () => this.openFloating()])),
      title: () => this.openCaption('title'),
      desc: () => this.openCaption('description'),
    };

  constructor(source: TextSource) {
    this.source = source;
  }

  /** Reads the content of a document. Throws if the XML is not well-formed. */
  convert(xml: Uint8Array): string {
    parseXml(xml, {
      open: (name, attributes) => this.open(name, attributes),
      close: () => this.close(),
      text: (text) => this.text(text),
    });
    const notes = this.notes.map((html, index) => `<li id="footnote-${index + 1}">${html}</li>`);
    if (notes.length > 0) this.write(`<section class="footnotes"><ol>${notes.join('')}</ol></section>`);
    // Lines of code and paragraphs of a quotation are paragraphs of their own.
    return (this.outputs[0] ?? [])
      .join('')
      .replaceAll('</pre><pre>', '\n')
      .replaceAll('</blockquote><blockquote>', '');
  }

  private open(name: string, attributes: Record<string, string>): void {
    if (this.skippedDepth > 0) {
      this.skippedDepth += 1;
      return;
    }
    if (this.bodyDepth === 0 && name !== 'body') return;
    if (this.bodyDepth >= maxDepth) throw new Error('Its elements are nested too deeply.');
    this.bodyDepth += 1;
    const close = skipped.has(name) ? 'skip' : (this.opener(name)?.(attributes) ?? nothing);
    if (close === 'skip') this.skippedDepth = 1;
    this.closers.push(close === 'skip' ? nothing : close);
  }

  /** Returns the function for an element; none for a name that all objects have, such as `constructor`. */
  private opener(name: string): ((attributes: Record<string, string>) => Close | 'skip') | undefined {
    return Object.hasOwn(this.openers, name) ? this.openers[name] : undefined;
  }

  private close(): void {
    if (this.skippedDepth > 1) {
      this.skippedDepth -= 1;
      return;
    }
    this.skippedDepth = 0;
    if (this.bodyDepth === 0) return;
    this.bodyDepth -= 1;
    this.closers.pop()?.();
  }

  private text(text: string): void {
    if (this.skippedDepth > 0) return;
    const frame = this.frames.at(-1);
    if (this.caption !== null && frame !== undefined) frame[this.caption] += text;
    // White space between paragraphs is not part of the text; within them, it is collapsed.
    else if (this.paragraphs.at(-1) != null) this.write(escapeHtml(text.replace(/[ \t\r\n]+/g, ' ')));
  }

  private write(html: string): void {
    this.outputs.at(-1)?.push(html);
  }

  private element(name: string, attributes = ''): Close {
    this.write(`<${name}${attributes}>`);
    return () => this.write(`</${name}>`);
  }

  private empty(html: string): Close {
    if (this.paragraphs.at(-1) != null) this.write(html);
    return nothing;
  }

  /** Writes the start tags of the lists and items around the text that follows. */
  private startLists(): void {
    for (const [index, frame] of this.lists.entries()) {
      if (frame.isOpen) continue;
      frame.isOpen = true;
      // Writers divide a list with nested lists of another style: the item of the outer list that follows has no text.
      const isWrapper = frame.isList && this.lists[index + 2]?.isList === true;
      const previous = this.outputs.at(-1)?.at(-1);
      const joined = (['ol', 'ul'] as const).find((name) => frame.isList && previous === `</${name}>`);
      if (joined !== undefined && (isWrapper || frame.continues)) this.reopen(frame, joined, isWrapper);
      else this.write(`<${frame.element}${frame.attributes}>`);
    }
  }

  /** Continues the list that ended last, and its last item if the list that follows belongs to that. */
  private reopen(list: ListFrame, element: 'ol' | 'ul', isWrapper: boolean): void {
    const output = this.outputs.at(-1);
    output?.pop();
    list.element = element;
    const item = this.lists[this.lists.indexOf(list) + 1];
    if (!isWrapper || item === undefined || output?.at(-1) !== '</li>') return;
    output.pop();
    item.isOpen = true;
    item.element = 'li';
  }

  private openParagraph(attributes: Record<string, string>, outlineLevel: number | null): Close | 'skip' {
    const style = this.source.styles.resolve('paragraph', attributes['text:style-name']);
    if (style.isHidden === true) return 'skip';
    const isSlideTitle = this.frames.at(-1)?.role === 'title';
    const element = isSlideTitle
      ? 'h2'
      : outlineLevel === null
        ? paragraphElement(style)
        : `h${outlineLevel}`;
    const isHeading = /^h\d$/.test(element);
    // A heading can be the only content of an item that numbers it.
    if (!isHeading) this.startLists();
    const isMarked = !isHeading && element !== 'pre' && style.isAutomatic && this.headerRows === 0;
    const [start, end] = isMarked ? formatTags(style.own) : ['', ''];
    const inner =
      element === 'blockquote' ? ['<blockquote><p>', '</p></blockquote>'] : [`<${element}>`, `</${element}>`];
    const paragraph: Paragraph = { floating: [], isHidden: false };
    this.outputs.push([]);
    this.paragraphs.push(paragraph);
    return () => {
      this.paragraphs.pop();
      const content = (this.outputs.pop() ?? []).join('');
      if (!paragraph.isHidden && content.trim() !== '')
        this.write(`${inner[0]}${start}${displayFormula(content)}${end}${inner[1]}`);
      else if (element === 'pre') this.write('<pre></pre>');
      this.write(paragraph.floating.join(''));
    };
  }

  private hideParagraph(isHidden: boolean): Close {
    const paragraph = this.paragraphs.at(-1);
    if (isHidden && paragraph != null) paragraph.isHidden = true;
    return nothing;
  }

  private openSpan({ 'text:style-name': name }: Record<string, string>): Close | 'skip' {
    const style = this.source.styles.resolve('text', name);
    if (style.isHidden === true) return 'skip';
    const [start, end] = formatTags(
      style,
      style.names.some((each) => codeStyle.test(each)),
    );
    this.write(start);
    return () => this.write(end);
  }

  private openLink(attributes: Record<string, string>): Close {
    const reference = attributes['xlink:href'] ?? '';
    if (reference === '' || reference.startsWith('#')) return nothing;
    return this.element('a', ` href="${escapeHtml(reference)}"`);
  }

  private openSection(attributes: Record<string, string>): Close | 'skip' {
    const display = attributes['text:display'];
    const isHidden =
      display === 'none' || (display === 'condition' && attributes['text:is-hidden'] === 'true');
    return isHidden ? 'skip' : nothing;
  }

  private pushFrame(frame: ListFrame): Close {
    this.lists.push(frame);
    return () => {
      this.lists.pop();
      if (frame.isOpen) this.write(`</${frame.element}>`);
    };
  }

  private openList(attributes: Record<string, string>): Close {
    const level = this.lists.filter(({ isList }) => isList).length + 1;
    const style = attributes['text:style-name'] ?? this.listStyles.at(-1) ?? null;
    const format = this.source.styles.listLevel(style, level) ?? {
      isOrdered: false,
      hasMarker: true,
      start: 1,
    };
    const first = this.numbers.openList(attributes, style, level, format);
    this.listStyles.push(style);
    const close = this.pushFrame({
      element: !format.hasMarker ? 'div' : format.isOrdered ? 'ol' : 'ul',
      attributes: format.isOrdered && format.hasMarker && first !== 1 ? ` start="${first}"` : '',
      isOpen: false,
      isList: true,
      continues: format.isOrdered && first !== format.start,
    });
    return () => {
      close();
      this.listStyles.pop();
      this.numbers.closeList();
    };
  }

  private openItem(attributes: Record<string, string>): Close {
    const number = this.numbers.openItem(attributes);
    const list = this.lists.at(-1);
    return this.pushFrame({
      element: list?.element === 'div' ? 'div' : 'li',
      attributes: number === null || list?.element !== 'ol' ? '' : ` value="${number}"`,
      isOpen: false,
      isList: false,
      continues: false,
    });
  }

  private openCitation(): Close {
    const number = this.notes.length + 1;
    return this.element('a', ` href="#footnote-${number}"`);
  }

  private openNoteBody(): Close {
    const index = this.notes.push('') - 1;
    const close = this.capture((html) => {
      this.notes[index] = html;
    });
    return close;
  }

  /** Writes the content of an element apart, and passes it on at its end. */
  private capture(take: (html: string) => void): Close {
    this.outputs.push([]);
    this.paragraphs.push(null);
    const lists = this.lists.splice(0);
    return () => {
      this.paragraphs.pop();
      const html = (this.outputs.pop() ?? []).join('');
      this.lists.push(...lists);
      take(html);
    };
  }

  /** Writes a block after the paragraph in which it is anchored. */
  private openFloating(): Close {
    const frame = this.frames.at(-1);
    if (frame !== undefined) frame.hasText = true;
    return this.capture((html) => this.writeBlock(html));
  }

  private writeBlock(html: string): void {
    const paragraph = this.paragraphs.findLast((each) => each !== null);
    if (this.paragraphs.at(-1) != null && paragraph != null) paragraph.floating.push(html);
    else this.write(html);
  }

  private openTable({ 'table:style-name': name }: Record<string, string>): Close | 'skip' {
    if (this.source.styles.resolve('table', name).isHidden === true) return 'skip';
    const frame = this.frames.at(-1);
    if (frame !== undefined) frame.hasText = true;
    this.startLists();
    this.rows.push(0);
    return this.capture((html) => {
      this.rows.pop();
      this.writeBlock(`<table>${html}</table>`);
    });
  }

  private openRow(): Close {
    this.rows.push((this.rows.pop() ?? 0) + 1);
    return this.element('tr');
  }

  private openHeaderRows(): Close {
    this.headerRows += 1;
    return () => {
      this.headerRows -= 1;
    };
  }

  private openCell(attributes: Record<string, string>): Close {
    const copies = boundedCount(attributes['table:number-columns-repeated'], maxColumns);
    const columns = boundedCount(attributes['table:number-columns-spanned'], maxColumns);
    const rows = boundedCount(attributes['table:number-rows-spanned'], maxRowSpan);
    const spans = `${columns > 1 ? ` colspan="${columns}"` : ''}${rows > 1 ? ` rowspan="${rows}"` : ''}`;
    // Tables of slides have no rows of headings; the first row of most names the columns.
    const isHeading = this.headerRows > 0 || (this.isOnSlide && this.rows.at(-1) === 1);
    const name = isHeading ? 'th' : 'td';
    return this.capture((html) => {
      // Only empty cells are repeated in texts; more copies of a text would multiply it without bound.
      const count = html === '' ? Math.min(copies, this.remainingCopies + 1) : 1;
      this.remainingCopies -= count - 1;
      this.write(`<${name}${spans}>${html}</${name}>`.repeat(count));
    });
  }

  private openSlide({ 'draw:style-name': name }: Record<string, string>): Close | 'skip' {
    if (this.source.styles.resolve('drawing-page', name).isHidden === true) return 'skip';
    this.isOnSlide = true;
    return this.element('section');
  }

  private openSpeakerNotes(): Close {
    return this.capture((html) => {
      if (html !== '') this.write(`<blockquote>${html}</blockquote>`);
    });
  }

  private openFrame(attributes: Record<string, string>): Close | 'skip' {
    const role = attributes['presentation:class'] ?? '';
    if (repeatedRoles.has(role) || attributes['presentation:placeholder'] === 'true') return 'skip';
    const frame: Frame = {
      role,
      formula: '',
      title: '',
      description: '',
      hasText: false,
      depth: this.paragraphs.length,
    };
    this.frames.push(frame);
    return () => {
      this.frames.pop();
      const label = collapseSpace(frame.description) || collapseSpace(frame.title);
      const text = frame.hasText || label === '' ? '' : `<em>${escapeHtml(label)}</em>`;
      const html = frame.formula === '' ? text : frame.formula;
      if (html === '') return;
      if (this.paragraphs.at(-1) != null) this.write(html);
      else this.write(`<p>${html}</p>`);
    };
  }

  private openObject(attributes: Record<string, string>): Close {
    const frame = this.frames.at(-1);
    if (frame !== undefined) frame.formula = this.source.formula(attributes['xlink:href'] ?? '');
    return nothing;
  }

  /** Reads the title or description of a frame; `title` outside of frames is a field. */
  private openCaption(kind: 'title' | 'description'): Close {
    if (this.frames.at(-1)?.depth !== this.paragraphs.length) return nothing;
    this.caption = kind;
    return () => {
      this.caption = null;
    };
  }
}

function nothing(): void {}

/** Returns the content of a paragraph; a formula that is its only content stands on a line of its own. */
function displayFormula(content: string): string {
  const isFormula =
    content.startsWith('<math>') && content.indexOf('</math>') === content.length - '</math>'.length;
  return isFormula ? content.replace('<math>', '<math display="block">') : content;
}
