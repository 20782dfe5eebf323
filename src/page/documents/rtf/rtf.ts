import type { PageMetadata } from '../../../domain/pages/page.ts';
import type { HtmlDocument } from '../html-document.ts';
import { createRtfBody, type ParagraphFormat, type RunFormat } from './rtf-body.ts';
import { codePageOfCharset, decodeCodePage } from './rtf-charsets.ts';
import { type RtfToken, readRtfTokens } from './rtf-tokens.ts';

/** Where the text of a group belongs. */
type Destination = 'body' | 'fonts' | 'field' | 'title' | 'author' | 'marker' | 'skipped';

/** State of a group; an inner group starts with a copy. */
interface Group extends RunFormat {
  destination: Destination;
  font: number;
  isHidden: boolean;
  /** Number of characters that follow `\u` for old readers. */
  skipCount: number;
  /** True for the group that contains the result of a link. */
  isLink: boolean;
}

const plainParagraph: ParagraphFormat = { isItem: false, isInTable: false, headingLevel: 0 };
const maxDepth = 1_000;
const maxMetadata = 2_000;

/** Destinations whose text is no text of the document. Those that begin with `\*` are skipped as well. */
const skippedDestinations = new Set(
  `annotation atnauthor atnid bkmkend bkmkstart colortbl datastore filetbl footer footerf footerl footerr footnote
  ftncn ftnsep ftnsepc generator header headerf headerl headerr info latentstyles listoverridetable listtable nonshppict
  objdata object panose pict private revtbl rsidtbl rxe stylesheet tc template themedata txe xe xmlnstbl`.split(
    /\s+/,
  ),
);
const destinations: Readonly<Record<string, Destination>> = {
  fonttbl: 'fonts',
  fldinst: 'field',
  title: 'title',
  author: 'author',
  listtext: 'marker',
  pntext: 'marker',
};

/** Texts of control words and symbols. */
const symbols: Readonly<Record<string, string>> = {
  tab: ' ',
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
};

/** Converts tokens to HTML, one after the other. */
class RtfConverter {
  private readonly body = createRtfBody();
  private readonly groups: Group[] = [];
  private readonly fontPages = new Map<number, number>();
  private readonly metadata = { title: '', author: '' };
  private group: Group = {
    destination: 'body',
    font: 0,
    isHidden: false,
    isBold: false,
    isItalic: false,
    skipCount: 1,
    isLink: false,
  };
  private paragraph: ParagraphFormat = plainParagraph;
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
    const html = this.body.toHtml(this.paragraph);
    const metadata: PageMetadata = {};
    for (const name of ['title', 'author'] as const) {
      const value = this.metadata[name].trim();
      if (value !== '') metadata[name] = value;
    }
    return { html, metadata, warnings: [] };
  }

  private open(): void {
    if (this.groups.length >= maxDepth) throw new Error('Its groups are nested too deeply.');
    this.toSkip = 0;
    this.groups.push(this.group);
    this.group = { ...this.group, isLink: false };
  }

  private close(): void {
    this.toSkip = 0;
    if (this.group.isLink) this.body.closeLink();
    this.group = this.groups.pop() ?? this.group;
  }

  private takeBytes(bytes: Uint8Array): void {
    const kept = bytes.subarray(Math.min(this.toSkip, bytes.length));
    this.toSkip -= bytes.length - kept.length;
    if (kept.length > 0) this.pending.push(kept);
  }

  private flush(): void {
    if (this.pending.length === 0) return;
    const bytes = this.pending.length === 1 ? (this.pending[0] as Uint8Array) : Buffer.concat(this.pending);
    this.pending = [];
    this.addText(decodeCodePage(bytes, this.fontPages.get(this.group.font) ?? this.codePage));
  }

  private addText(text: string): void {
    const { destination, isHidden } = this.group;
    if (destination === 'body' && !isHidden) this.body.addText(text, this.group);
    else if (destination === 'field') this.field = (this.field + text).slice(0, maxMetadata);
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
    const destination = destinations[word];
    // The texts of `\info` are nested in it.
    if (destination !== undefined) this.enter(destination);
    else if (skippedDestinations.has(word) || isOptional) this.group.destination = 'skipped';
    else if (word === 'u') this.unicode(param ?? 0);
    else if (symbols[word] !== undefined) this.addText(symbols[word]);
    else if (word === 'fldrslt') this.openField();
    else if (this.group.destination === 'fonts') this.fontTable(word, param);
    else this.format(word, param) || this.structure(word);
  }

  private enter(destination: Destination): void {
    if (destination === 'marker' && this.group.destination === 'body')
      this.paragraph = { ...this.paragraph, isItem: true };
    this.group.destination = destination;
  }

  private unicode(param: number): void {
    this.addText(String.fromCharCode(param < 0 ? param + 65_536 : param));
    this.toSkip = this.group.skipCount;
  }

  private openField(): void {
    const url = /^\s*HYPERLINK\s+"?([^"\s]+)/i.exec(this.field)?.[1];
    this.field = '';
    if (url === undefined || this.group.destination !== 'body') return;
    this.body.openLink(url);
    this.group.isLink = true;
  }

  private fontTable(word: string, param: number | null): void {
    if (word === 'f') this.group.font = param ?? 0;
    const page = word === 'fcharset' ? codePageOfCharset(param ?? 0) : word === 'cpg' ? param : null;
    if (page !== null) this.fontPages.set(this.group.font, page);
  }

  /** Applies a control word that changes the format; returns false for other words. */
  private format(word: string, param: number | null): boolean {
    const isOn = param !== 0;
    if (word === 'b') this.group.isBold = isOn;
    else if (word === 'i') this.group.isItalic = isOn;
    else if (word === 'v' || word === 'deleted') this.group.isHidden = isOn;
    else if (word === 'plain') Object.assign(this.group, { isBold: false, isItalic: false, isHidden: false });
    else if (word === 'f') this.group.font = param ?? 0;
    else if (word === 'uc') this.group.skipCount = Math.max(0, param ?? 1);
    else if (word === 'ansicpg') this.codePage = param ?? 1252;
    else if (word === 'mac') this.codePage = 10_000;
    else if (word === 'pard') this.paragraph = plainParagraph;
    else if (word === 'intbl') this.paragraph = { ...this.paragraph, isInTable: true };
    else if (word === 'ls') this.paragraph = { ...this.paragraph, isItem: isOn };
    else if (word === 'outlinelevel') this.paragraph = { ...this.paragraph, headingLevel: levelOf(param) };
    else return false;
    return true;
  }

  private structure(word: string): void {
    if (this.group.destination !== 'body') return;
    if (word === 'par' || word === 'sect' || word === 'page') this.body.endParagraph(this.paragraph);
    else if (word === 'line') this.body.breakLine();
    else if (word === 'cell' || word === 'nestcell') this.body.endCell();
    else if (word === 'row' || word === 'nestrow') this.body.endRow();
  }
}

/** Returns the level of a heading for a level of the outline from 0; 9 is body text. */
function levelOf(outline: number | null): number {
  return outline === null || outline < 0 || outline > 8 ? 0 : Math.min(6, outline + 1);
}

/** Converts an RTF document to HTML. Throws for documents that are nested too deeply. */
export function rtfToHtml(bytes: Uint8Array): HtmlDocument {
  const converter = new RtfConverter();
  readRtfTokens(bytes, (token) => converter.take(token));
  return converter.finish();
}
