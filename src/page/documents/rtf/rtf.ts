import type { PageMetadata } from '../../../domain/pages/page.ts';
import type { HtmlDocument } from '../html-document.ts';
import { type RtfItem, withoutCode } from './rtf-blocks.ts';
import { RtfBody, type RunFormat } from './rtf-body.ts';
import { codePageOfCharset, decodeCodePage } from './rtf-charsets.ts';
import { elementOfLevel, isOrderedLevel, RtfLists, RtfStyles } from './rtf-styles.ts';
import { type RtfToken, readRtfTokens } from './rtf-tokens.ts';

/** Where the text of a group belongs. */
type Destination =
  | 'body'
  | 'fonts'
  | 'styles'
  | 'lists'
  | 'field'
  | 'title'
  | 'author'
  | 'created'
  | 'marker'
  | 'skipped';

/** State of a group; an inner group starts with a copy. */
interface Group extends RunFormat {
  destination: Destination;
  font: number;
  isHidden: boolean;
  /** Number of characters that follow `\u` for old readers. */
  skipCount: number;
  /** True for the group that contains the result of a link. */
  isLink: boolean;
  /** True for the group of a footnote. */
  isNote: boolean;
}

/** Properties of a paragraph; lengths are in twips. */
interface Paragraph {
  style: number;
  outlineLevel: number | null;
  /** Number of the list, or null. */
  list: number | null;
  listLevel: number;
  leftIndent: number;
  firstIndent: number;
  tableLevel: number;
}

/** A body that is open, and the state to which its end returns. */
interface OpenNote {
  body: RtfBody;
  paragraph: Paragraph;
  marker: string;
}

const plainParagraph: Paragraph = {
  style: 0,
  outlineLevel: null,
  list: null,
  listLevel: 0,
  leftIndent: 0,
  firstIndent: 0,
  tableLevel: 0,
};
const plainRun: RunFormat & Pick<Group, 'isHidden'> = {
  isBold: false,
  isItalic: false,
  isStruck: false,
  isCode: false,
  position: null,
  isHidden: false,
};
const maxDepth = 1_000;
const maxMetadata = 2_000;
const maxNoteDepth = 10;

/** Destinations whose text is no text of the document. Those that begin with `\*` are skipped as well. */
const skippedDestinations = new Set(
  `annotation atnauthor atnid bkmkend bkmkstart colortbl datastore filetbl footer footerf footerl footerr
  ftncn ftnsep ftnsepc generator header headerf headerl headerr info latentstyles nonesttables nonshppict
  objdata object panose pict private revtbl rsidtbl rxe tc template themedata txe xe xmlnstbl`.split(/\s+/),
);
const destinations: ReadonlyMap<string, Destination> = new Map(
  Object.entries<Destination>({
    fonttbl: 'fonts',
    stylesheet: 'styles',
    listtable: 'lists',
    listoverridetable: 'lists',
    fldinst: 'field',
    title: 'title',
    author: 'author',
    creatim: 'created',
    listtext: 'marker',
    pntext: 'marker',
  }),
);

/** Texts of control words and symbols. */
const symbols: ReadonlyMap<string, string> = new Map(
  Object.entries({
    tab: '\t',
    emdash: '\u2014',
    endash: '\u2013',
    bullet: '\u2022',
    lquote: '\u2018',
    rquote: '\u2019',
    ldblquote: '\u201c',
    rdblquote: '\u201d',
    emspace: ' ',
    enspace: ' ',
    qmspace: ' ',
    '~': ' ',
    _: '-',
    '{': '{',
    '}': '}',
    '\\': '\\',
  }),
);

/** Converts tokens to HTML, one after the other. */
class RtfConverter {
  private body = new RtfBody();
  private readonly openNotes: OpenNote[] = [];
  private readonly notes: string[] = [];
  private readonly groups: Group[] = [];
  private readonly fontPages = new Map<number, number>();
  private readonly codeFonts = new Set<number>();
  private readonly styles = new RtfStyles();
  private readonly lists = new RtfLists();
  private readonly metadata = { title: '', author: '' };
  private readonly created: Record<string, number> = {};
  private group: Group = {
    ...plainRun,
    destination: 'body',
    font: 0,
    skipCount: 1,
    isLink: false,
    isNote: false,
  };
  private paragraph = plainParagraph;
  /** Text that the writer computed for the marker of the open item. */
  private marker = '';
  private codePage = 1252;
  private pending: Uint8Array[] = [];
  private toSkip = 0;
  private field = '';
  private isOptional = false;

  take(token: RtfToken): void {
    if (token.kind === 'bytes') {
      this.takeBytes(token.bytes);
      return;
    }
    this.flush();
    if (token.kind === 'open') this.open();
    else if (token.kind === 'close') this.close();
    else this.control(token.word, token.param);
  }

  finish(): HtmlDocument {
    this.flush();
    while (this.openNotes.length > 0) this.closeNote();
    this.paragraph = { ...this.paragraph, tableLevel: 0 };
    this.endParagraph();
    const notes = this.notes.map((html, index) => `<li id="footnote-${index + 1}">${html}</li>`);
    const section =
      notes.length === 0 ? '' : `<section class="footnotes"><ol>${notes.join('')}</ol></section>`;
    const html = this.body.toHtml() + section;
    return {
      html: this.body.isMostlyCode() ? withoutCode(html) : html,
      metadata: this.readMetadata(),
      warnings: [],
    };
  }

  private readMetadata(): PageMetadata {
    const metadata: PageMetadata = {};
    for (const name of ['title', 'author'] as const) {
      const value = this.metadata[name].trim();
      if (value !== '') metadata[name] = value;
    }
    const { yr, mo, dy, hr = 0, min = 0 } = this.created;
    if (yr !== undefined && mo !== undefined && dy !== undefined) {
      const [month, day, hour, minute] = [mo, dy, hr, min].map((value) => String(value).padStart(2, '0'));
      metadata.created = `${yr}-${month}-${day}T${hour}:${minute}:00`;
    }
    return metadata;
  }

  private open(): void {
    if (this.groups.length >= maxDepth) throw new Error('Its groups are nested too deeply.');
    this.toSkip = 0;
    this.groups.push(this.group);
    this.group = { ...this.group, isLink: false, isNote: false };
  }

  private close(): void {
    this.toSkip = 0;
    if (this.group.isLink) this.body.closeLink();
    if (this.group.isNote) this.closeNote();
    this.group = this.groups.pop() ?? this.group;
  }

  private takeBytes(bytes: Uint8Array): void {
    const kept = bytes.subarray(Math.min(this.toSkip, bytes.length));
    this.toSkip -= bytes.length - kept.length;
    if (kept.length > 0) this.pending.push(kept);
  }

  private flush(): void {
    if (this.pending.length === 0) return;
    const bytes = Buffer.concat(this.pending);
    this.pending = [];
    this.addText(decodeCodePage(bytes, this.fontPages.get(this.group.font) ?? this.codePage));
  }

  private addText(text: string): void {
    const { destination, isHidden } = this.group;
    if (destination === 'body' && !isHidden)
      this.body.addText(text, { ...this.group, isCode: this.codeFonts.has(this.group.font) });
    else if (destination === 'field') this.field = (this.field + text).slice(0, maxMetadata);
    else if (destination === 'marker') this.marker = (this.marker + text).slice(0, maxMetadata);
    else if (destination === 'styles') this.styles.text(text);
    else if (destination === 'title' || destination === 'author')
      this.metadata[destination] = (this.metadata[destination] + text).slice(0, maxMetadata);
  }

  private control(word: string, param: number | null): void {
    const isOptional = this.isOptional;
    this.isOptional = word === '*';
    if (this.toSkip > 0 && word !== '*') {
      this.toSkip -= 1;
      return;
    }
    const destination = destinations.get(word);
    const symbol = symbols.get(word);
    // The texts of `\info` are nested in it.
    if (destination !== undefined) this.group.destination = destination;
    else if (word === 'footnote') this.openNote();
    else if (word === 'nesttableprops') return;
    else if (skippedDestinations.has(word) || isOptional) this.group.destination = 'skipped';
    else if (word === 'u') this.unicode(param ?? 0);
    else if (symbol !== undefined) this.addText(symbol);
    else if (word === 'fldrslt') this.openField();
    else this.controlOf(this.group.destination, word, param);
  }

  private controlOf(destination: Destination, word: string, param: number | null): void {
    if (destination === 'fonts') this.fontTable(word, param);
    else if (destination === 'styles') this.styles.control(word, param);
    else if (destination === 'lists') this.lists.control(word, param);
    else if (destination === 'created') this.created[word] = param ?? 0;
    else if (!this.formatRun(word, param) && destination === 'body' && !this.formatParagraph(word, param))
      this.structure(word);
  }

  private unicode(param: number): void {
    this.addText(String.fromCharCode(param < 0 ? param + 65_536 : param));
    this.toSkip = this.group.skipCount;
  }

  private openField(): void {
    const [, url, fragment] =
      /^\s*HYPERLINK\s+"?([^"\s\\]+)"?(?:\s+\\l\s+"([^"]{1,500})")?/i.exec(this.field) ?? [];
    this.field = '';
    if (url === undefined || this.group.destination !== 'body') return;
    this.body.openLink(fragment === undefined ? url : `${url}#${fragment}`);
    this.group.isLink = true;
  }

  private openNote(): void {
    if (this.group.destination !== 'body' || this.openNotes.length >= maxNoteDepth) {
      this.group.destination = 'skipped';
      return;
    }
    this.notes.push('');
    if (!this.group.isHidden) this.body.addNoteReference(this.notes.length);
    this.openNotes.push({ body: this.body, paragraph: this.paragraph, marker: this.marker });
    this.body = new RtfBody();
    this.paragraph = plainParagraph;
    this.marker = '';
    this.group = { ...this.group, ...plainRun, isNote: true };
  }

  private closeNote(): void {
    const note = this.openNotes.pop();
    if (note === undefined) return;
    this.endParagraph();
    const index = this.notes.lastIndexOf('');
    if (index !== -1) this.notes[index] = this.body.toHtml() || ' ';
    this.body = note.body;
    this.paragraph = note.paragraph;
    this.marker = note.marker;
  }

  private fontTable(word: string, param: number | null): void {
    const { font } = this.group;
    if (word === 'f') this.group.font = param ?? 0;
    else if (word === 'fmodern' || (word === 'fprq' && param === 1)) this.codeFonts.add(font);
    else if (word === 'fprq' && param === 2) this.codeFonts.delete(font);
    const page = word === 'fcharset' ? codePageOfCharset(param ?? 0) : word === 'cpg' ? param : null;
    if (page !== null) this.fontPages.set(font, page);
  }

  /** Applies a control word that changes the format of text; returns false for other words. */
  private formatRun(word: string, param: number | null): boolean {
    const isOn = param !== 0;
    const { group } = this;
    if (word === 'b') group.isBold = isOn;
    else if (word === 'i') group.isItalic = isOn;
    else if (word === 'strike' || word === 'striked') group.isStruck = isOn;
    else if (word === 'super') group.position = isOn ? 'sup' : null;
    else if (word === 'sub') group.position = isOn ? 'sub' : null;
    else if (word === 'nosupersub') group.position = null;
    else if (word === 'v' || word === 'deleted') group.isHidden = isOn;
    else if (word === 'plain') Object.assign(group, plainRun);
    else if (word === 'f') group.font = param ?? 0;
    else if (word === 'uc') group.skipCount = Math.max(0, param ?? 1);
    else if (word === 'ansicpg') this.codePage = param ?? 1252;
    else if (word === 'mac') this.codePage = 10_000;
    else return false;
    return true;
  }

  /** Applies a control word that changes the format of the paragraph; returns false for other words. */
  private formatParagraph(word: string, param: number | null): boolean {
    const change = (changed: Partial<Paragraph>) => {
      this.paragraph = { ...this.paragraph, ...changed };
    };
    if (word === 'pard') this.paragraph = plainParagraph;
    else if (word === 's') change({ style: param ?? 0 });
    else if (word === 'outlinelevel') change({ outlineLevel: param });
    else if (word === 'ls') change({ list: param === 0 ? null : param });
    else if (word === 'ilvl') change({ listLevel: param ?? 0 });
    else if (word === 'li') change({ leftIndent: param ?? 0 });
    else if (word === 'fi') change({ firstIndent: param ?? 0 });
    else if (word === 'intbl') change({ tableLevel: Math.max(1, this.paragraph.tableLevel) });
    else if (word === 'itap') change({ tableLevel: Math.max(0, param ?? 1) });
    else return false;
    return true;
  }

  private structure(word: string): void {
    const level = this.paragraph.tableLevel;
    if (word === 'par' || word === 'sect' || word === 'page') this.endParagraph();
    else if (word === 'line') this.body.breakLine();
    else if (word === 'cell' || word === 'nestcell') {
      // A cell outside of a table would be lost with its text.
      this.paragraph = { ...this.paragraph, tableLevel: word === 'cell' ? 1 : Math.max(2, level) };
      this.endParagraph();
      this.body.endCell(this.paragraph.tableLevel);
    } else if (word === 'row') this.body.endRow(1);
    else if (word === 'nestrow') this.body.endRow(Math.max(2, level));
  }

  private endParagraph(): void {
    const { style, outlineLevel, tableLevel, leftIndent, firstIndent } = this.paragraph;
    const element = elementOfLevel(outlineLevel) ?? this.styles.elementOf(style);
    const item = this.itemOf(this.paragraph);
    this.body.endParagraph({ element, item, tableLevel }, firstIndent < 0, leftIndent);
    this.marker = '';
  }

  /** Returns the place of a paragraph in its list, from its marker, else from the format of the list. */
  private itemOf({ list, listLevel, leftIndent }: Paragraph): RtfItem | null {
    const marker = this.marker.trim();
    const level = list === null ? undefined : this.lists.level(list, listLevel);
    const isOrdered = marker === '' ? isOrderedLevel(level) : /[\p{L}\p{N}]/u.test(marker.slice(0, 40));
    if (isOrdered === null || (marker === '' && list === null)) return null;
    const number = /(\d{1,6})\D{0,3}$/.exec(marker.slice(0, 40))?.[1];
    const indent = list === null ? leftIndent : listLevel;
    return { indent, isOrdered, number: number === undefined ? null : Number(number) };
  }
}

/** Converts an RTF document to HTML. Throws for documents that are nested too deeply. */
export function rtfToHtml(bytes: Uint8Array): HtmlDocument {
  const converter = new RtfConverter();
  readRtfTokens(bytes, (token) => converter.take(token));
  return converter.finish();
}
