import { codeSpan, destination, escapeLineStart, escapeText } from './escape.ts';

/** A pair of markers around inline content. */
interface Span {
  open: string;
  /** Index of the opening marker among the parts; -1 until something is written inside. */
  at: number;
  isEmphasis: boolean;
}

/** How a line break inside a block is written. */
export type BreakStyle = 'hard' | 'html' | 'space';

const word = /[\p{L}\p{N}]/u;
const anySpace = /\s/;

/**
 * Writes the inline content of one block. White space collapses over element borders, and markers are written only around
 * something, with the white space outside, so that `<b> a </b>` is ` **a** `.
 */
export class InlineWriter {
  private parts: string[] = [];
  private hasSpace = false;
  private readonly spans: Span[] = [];
  private readonly breakStyle: BreakStyle;
  private closed: { open: number; close: number; marker: string } | null = null;
  /** Index of the part that closed emphasis last. */
  private lastClose = -1;
  private code: { part: number; texts: string[] } | null = null;
  private readonly codes: { part: number; texts: string[] }[] = [];
  private linkDepth = 0;
  private lastImage = '';

  constructor(breakStyle: BreakStyle = 'hard') {
    this.breakStyle = breakStyle;
  }

  /** Whether nothing has been written. */
  get isEmpty(): boolean {
    return this.parts.length === 0;
  }

  get isInLink(): boolean {
    return this.linkDepth > 0;
  }

  /** White space between what was and what will be written. */
  space(): void {
    this.hasSpace = true;
  }

  /** Text of the page: collapsed and escaped. */
  text(text: string): void {
    const { length } = text;
    let i = 0;
    while (i < length) {
      if (isCollapsible(text.charCodeAt(i))) {
        if (!isInvisible(text.charCodeAt(i))) this.hasSpace = true;
        i++;
        continue;
      }
      let end = i + 1;
      while (end < length) {
        const unit = text.charCodeAt(end);
        if (!isCollapsible(unit)) end++;
        else if (unit === 32 && end + 1 < length && !isCollapsible(text.charCodeAt(end + 1))) end += 2;
        else break;
      }
      this.words(text.slice(i, end));
      i = end;
    }
  }

  private words(words: string): void {
    this.begin(words[0] as string);
    this.parts.push(escapeText(words, { before: this.lastCharacter(), isInLink: this.isInLink }));
  }

  /** Markdown that is already right, such as an image; `first` is the character it counts as next to emphasis. */
  raw(markdown: string): void {
    if (markdown === '') return;
    this.begin(markdown[0] as string);
    this.guardBang(markdown);
    this.parts.push(markdown);
  }

  /** An image, unless the same one was just written (lazy images and their `noscript` copies). */
  image(alt: string, url: string): void {
    if (this.lastImage === url) return;
    const label = escapeText(alt.replace(/\s+/g, ' ').trim(), { before: '', isInLink: true });
    this.raw(`![${label}](${destination(url)})`);
    this.lastImage = url;
  }

  /** A code span; adjacent ones become one, because their fences would run together. */
  codeText(text: string): void {
    const clean = text.trim().replace(/\s+/g, ' ');
    if (/^\s/.test(text)) this.hasSpace = true;
    if (clean === '') return;
    if (this.code !== null && !this.hasSpace && this.code.part === this.parts.length - 1) {
      this.code.texts.push(clean);
      return;
    }
    this.begin('`');
    this.code = { part: this.parts.length, texts: [clean] };
    this.codes.push(this.code);
    this.parts.push('`');
    if (/\s$/.test(text)) this.hasSpace = true;
  }

  /** A line break. */
  lineBreak(): void {
    if (this.breakStyle === 'space') {
      this.hasSpace = true;
      return;
    }
    if (this.isEmpty) return;
    this.hasSpace = false;
    this.closed = null;
    const isDouble = this.lastPart().endsWith('\n');
    const isInSpan = this.spans.some((span) => span.at >= 0);
    if (this.breakStyle === 'html') {
      if (this.lastPart() !== '<br>') this.parts.push('<br>');
    } else if (!isDouble) this.parts.push('  \n');
    else if (!isInSpan && !this.lastPart().endsWith('\n\n')) this.parts[this.parts.length - 1] = '\n\n';
  }

  /** Opens emphasis (`**`, `*`, `~~`) or an HTML element (`<sup>`). */
  open(marker: string): void {
    this.spans.push({ open: marker, at: -1, isEmphasis: !marker.startsWith('<') });
  }

  /** Closes what {@link open} opened last; `marker` is what closes it. */
  close(marker: string): void {
    const span = this.spans.pop();
    if (span === undefined || span.at < 0) return;
    this.dropTrailingBreaks();
    if (this.parts.length - 1 === span.at) {
      this.parts.pop();
      return;
    }
    this.parts.push(marker);
    this.lastClose = span.isEmphasis ? this.parts.length - 1 : -1;
    this.closed = span.isEmphasis ? { open: span.at, close: this.parts.length - 1, marker } : null;
  }

  /** Opens a link. */
  openLink(): void {
    this.linkDepth++;
    this.spans.push({ open: '[', at: -1, isEmphasis: false });
  }

  /** Closes a link onto `url`; a link around nothing vanishes. */
  closeLink(url: string | null): void {
    this.linkDepth--;
    const span = this.spans.pop();
    if (span === undefined || span.at < 0) return;
    this.dropTrailingBreaks();
    if (url === null) this.parts[span.at] = '';
    else this.parts.push(`](${destination(url)})`);
    this.closed = null;
  }

  private dropTrailingBreaks(): void {
    let hadBreak = false;
    while (this.parts.length > 0 && /^(?:\s+|<br>)$/.test(this.lastPart())) {
      this.parts.pop();
      hadBreak = true;
    }
    if (hadBreak) this.hasSpace = true;
  }

  private lastPart(): string {
    return this.parts[this.parts.length - 1] ?? '';
  }

  private lastCharacter(): string {
    for (let i = this.parts.length - 1; i >= 0; i--) {
      const part = this.parts[i] as string;
      if (part !== '') return part[part.length - 1] as string;
    }
    return '';
  }

  /** Writes what is owed before content that starts with `next`. */
  private begin(next: string): void {
    this.settleClosed(next);
    if (
      this.hasSpace &&
      !this.isEmpty &&
      !this.lastPart().endsWith('\n') &&
      !this.lastPart().endsWith('<br>')
    ) {
      this.parts.push(' ');
    }
    this.hasSpace = false;
    this.lastImage = '';
    for (const span of this.spans) {
      if (span.at !== -1) continue;
      this.openSpan(span, next);
    }
  }

  /** Joins `**a****b**`, and gives up emphasis that a parser would not close before a letter (CommonMark 6.2). */
  private settleClosed(next: string): void {
    const { closed } = this;
    this.closed = null;
    if (closed === null || this.hasSpace || closed.close !== this.parts.length - 1) return;
    // Only the outermost: what is opened around it would else begin after it.
    const twin = this.spans.find((span) => span.at === -1);
    if (twin !== undefined && twin.open === closed.marker) {
      this.parts.pop();
      twin.at = closed.open;
      return;
    }
    const before = (this.parts[closed.close - 1] ?? '').slice(-1);
    if (!word.test(before) && word.test(next)) {
      this.parts[closed.open] = '';
      this.parts[closed.close] = '';
    }
  }

  private openSpan(span: Span, next: string): void {
    const before = this.lastCharacter();
    if (span.isEmphasis && word.test(before) && !word.test(next) && !anySpace.test(next)) {
      span.at = -2;
      return;
    }
    if (span.isEmphasis && this.wouldRunTogether(span.open)) {
      span.at = -2;
      return;
    }
    if (span.open === '[') this.guardBang('[');
    span.at = this.parts.length;
    this.parts.push(span.open);
  }

  /** Whether emphasis was just closed with markers that would be one run with these (CommonMark 6.2). */
  private wouldRunTogether(marker: string): boolean {
    const last = this.parts.length - 1;
    if (last < 0 || this.lastClose !== last) return false;
    return this.parts[last] === marker || /^[*~]+$/.test(this.parts[last - 1] ?? '');
  }

  /** A `!` right before a link would make it an image. */
  private guardBang(markdown: string): void {
    if (!markdown.startsWith('[') || !this.lastPart().endsWith('!') || this.lastPart().endsWith('\\!'))
      return;
    this.parts[this.parts.length - 1] = `${this.lastPart().slice(0, -1)}\\!`;
  }

  /** The Markdown of the whole, which starts no block, and an empty writer again. */
  take(): string {
    this.dropTrailingBreaks();
    // Spans are fenced last: what is joined needs a fence that fits the whole.
    for (const { part, texts } of this.codes.splice(0)) this.parts[part] = codeSpan(texts.join(''));
    let text = this.parts.join('');
    this.parts = [];
    this.hasSpace = false;
    this.closed = null;
    this.lastClose = -1;
    this.code = null;
    this.lastImage = '';
    for (const span of this.spans) span.at = -1;
    text = text.trim();
    if (this.breakStyle === 'html') return text;
    if (!text.includes('\n')) return escapeLineStart(text);
    return text
      .split('\n')
      .map((line) => escapeLineStart(line))
      .join('\n');
  }
}

function isInvisible(unit: number): boolean {
  return unit === 0xad || unit === 0x200b || unit === 0xfeff;
}

function isCollapsible(unit: number): boolean {
  return (
    unit <= 32 || unit === 0xa0 || unit === 0xad || unit === 0x200b || unit === 0xfeff || unit === 0x2028
  );
}
