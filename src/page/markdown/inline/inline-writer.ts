import { collapseSpace } from '../../../domain/values/collapse-space.ts';
import { itemAt } from '../../../domain/values/elements.ts';
import { codeSpan, escapeLineStart, escapeText, mayNeedEscape } from './escape.ts';
import type { LinkStyle } from './link-style.ts';

/** Pair of markers around inline content. */
interface Span {
  open: string;
  /** Index of the opening marker among the parts; -1 while the span is empty. */
  partIndex: number;
  isEmphasis: boolean;
}

/** Form of line breaks inside a block. */
export type BreakStyle = 'hard' | 'html' | 'space';

const wordCharacter = /[\p{L}\p{N}]/u;
const whitespace = /\s/;
const delimiterRun = /^[*~]+$/;

/**
 * Writes the inline content of one block. Collapses white space across element borders, omits markers around nothing, and
 * moves white space outside of markers, so that `<b> a </b>` becomes ` **a** `.
 */
export class InlineWriter {
  private parts: string[] = [];
  private hasSpace = false;
  private readonly spans: Span[] = [];
  private readonly breakStyle: BreakStyle;
  private closed: { open: number; close: number; marker: string } | null = null;
  /** Index of the part that last closed emphasis. */
  private lastClose = -1;
  private code: { part: number; texts: string[] } | null = null;
  private readonly codeSpans: { part: number; texts: string[] }[] = [];
  private linkDepth = 0;
  private lastImage = '';
  private readonly links: LinkStyle;
  /** Number of parts after the last link that was written as its text only. */
  private bareLinkEnd = -1;

  constructor(links: LinkStyle, breakStyle: BreakStyle = 'hard') {
    this.links = links;
    this.breakStyle = breakStyle;
  }

  /** True if nothing was written. */
  get isEmpty(): boolean {
    return this.parts.length === 0;
  }

  get isInLink(): boolean {
    return this.linkDepth > 0;
  }

  /** Adds white space. */
  space(): void {
    this.hasSpace = true;
  }

  /** Writes page text, collapsed and escaped. */
  text(text: string): void {
    const { length } = text;
    let i = 0;
    while (i < length) {
      const first = text.charCodeAt(i);
      if (isCollapsible(first)) {
        if (!isInvisible(first)) this.hasSpace = true;
        i++;
        continue;
      }
      const end = endOfWords(text, i + 1);
      this.words(text.slice(i, end));
      i = end;
    }
  }

  private words(words: string): void {
    this.writePending(words[0] as string);
    const text = mayNeedEscape(words)
      ? escapeText(words, { before: this.lastCharacter(), isInLink: this.isInLink })
      : words;
    this.parts.push(text);
  }

  /** Writes finished Markdown, such as a footnote mark. */
  raw(markdown: string): void {
    if (markdown === '') return;
    this.writePending(markdown[0] as string);
    this.escapeBang(markdown);
    this.parts.push(markdown);
  }

  /** Writes an image, unless it repeats the previous one (lazy images have copies in `noscript`). */
  image(alt: string, url: string): void {
    if (this.lastImage === url) return;
    const label = escapeText(collapseSpace(alt), { before: '', isInLink: true });
    this.raw(this.links.image(label, url));
    this.lastImage = url;
  }

  /** Writes a code span; adjacent ones are merged, because their fences would merge. */
  inlineCode(text: string): void {
    const clean = text.trim().replace(/\s+/g, ' ');
    if (/^\s/.test(text)) this.hasSpace = true;
    if (clean === '') return;
    if (this.code !== null && !this.hasSpace && this.code.part === this.parts.length - 1) {
      this.code.texts.push(clean);
      return;
    }
    this.writePending('`');
    this.code = { part: this.parts.length, texts: [clean] };
    this.codeSpans.push(this.code);
    this.parts.push('`');
    if (/\s$/.test(text)) this.hasSpace = true;
  }

  /** Writes a line break. */
  lineBreak(): void {
    if (this.breakStyle === 'space') {
      this.hasSpace = true;
      return;
    }
    if (this.isEmpty) return;
    this.hasSpace = false;
    this.closed = null;
    const isDouble = this.lastPart().endsWith('\n');
    const isInSpan = this.spans.some((span) => span.partIndex >= 0);
    if (this.breakStyle === 'html') {
      if (this.lastPart() !== '<br>') this.parts.push('<br>');
    } else if (!isDouble) this.parts.push('  \n');
    else if (!isInSpan && !this.lastPart().endsWith('\n\n')) this.parts[this.parts.length - 1] = '\n\n';
  }

  /** Opens emphasis (`**`, `*`, `~~`) or an HTML element (`<sup>`). */
  open(marker: string): void {
    this.spans.push({ open: marker, partIndex: -1, isEmphasis: !marker.startsWith('<') });
  }

  /** Closes the last opened span with `marker`. */
  close(marker: string): void {
    const span = this.spans.pop();
    if (span === undefined || span.partIndex < 0) return;
    this.dropTrailingBreaks();
    if (this.parts.length - 1 === span.partIndex) {
      this.parts.pop();
      return;
    }
    this.parts.push(marker);
    this.lastClose = span.isEmphasis ? this.parts.length - 1 : -1;
    this.closed = span.isEmphasis ? { open: span.partIndex, close: this.parts.length - 1, marker } : null;
  }

  /** Opens a link. */
  openLink(): void {
    if (this.links.form === 'none') {
      // Without their brackets, the texts of adjacent links would merge.
      if (this.bareLinkEnd === this.parts.length) this.hasSpace = true;
      return;
    }
    this.linkDepth++;
    this.spans.push({ open: '[', partIndex: -1, isEmphasis: false });
  }

  /** Closes a link to `url`; an empty link is omitted. */
  closeLink(url: string | null): void {
    if (this.links.form === 'none') {
      this.bareLinkEnd = this.parts.length;
      return;
    }
    this.linkDepth--;
    const span = this.spans.pop();
    if (span === undefined || span.partIndex < 0) return;
    this.dropTrailingBreaks();
    if (url === null) this.parts[span.partIndex] = '';
    else this.parts.push(this.links.end(url));
    this.closed = null;
  }

  private dropTrailingBreaks(): void {
    let hasDroppedBreak = false;
    while (this.parts.length > 0 && /^(?:\s+|<br>)$/.test(this.lastPart())) {
      this.parts.pop();
      hasDroppedBreak = true;
    }
    if (hasDroppedBreak) this.hasSpace = true;
  }

  private lastPart(): string {
    return this.parts[this.parts.length - 1] ?? '';
  }

  private lastCharacter(): string {
    for (let i = this.parts.length - 1; i >= 0; i--) {
      const part = itemAt(this.parts, i);
      if (part !== '') return part[part.length - 1] as string;
    }
    return '';
  }

  /** Writes pending white space and markers before content that starts with `next`. */
  private writePending(next: string): void {
    this.resolveClosedSpan(next);
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
      if (span.partIndex !== -1) continue;
      this.openSpan(span, next);
    }
  }

  /** Merges `**a****b**`, and drops emphasis that cannot be closed before a letter (CommonMark 6.2). */
  private resolveClosedSpan(next: string): void {
    const { closed } = this;
    this.closed = null;
    if (closed === null || this.hasSpace || closed.close !== this.parts.length - 1) return;
    // Only the outermost pending span can be merged; others must open inside of it.
    const pendingSpan = this.spans.find((span) => span.partIndex === -1);
    if (pendingSpan !== undefined && pendingSpan.open === closed.marker) {
      this.parts.pop();
      pendingSpan.partIndex = closed.open;
      return;
    }
    if (wordCharacter.test(next) && !wordCharacter.test(this.characterBefore(closed.close))) {
      for (const part of this.closedRun(closed)) this.parts[part] = '';
    }
  }

  /** Returns the character before a run of closing markers that ends with the part `close`. */
  private characterBefore(close: number): string {
    let part = close - 1;
    while (part >= 0 && delimiterRun.test(itemAt(this.parts, part))) part--;
    return (this.parts[part] ?? '').slice(-1);
  }

  /** Returns the markers of all spans that end where a span ends, each as its opening and closing part. */
  private closedRun({ open, close }: { open: number; close: number }): number[] {
    const run = [open, close];
    for (
      let inner = 1;
      delimiterRun.test(this.parts[close - inner] ?? '') && close - inner > open + inner;
      inner++
    )
      if (this.parts[open + inner] === this.parts[close - inner]) run.push(open + inner, close - inner);
    return run;
  }

  private openSpan(span: Span, next: string): void {
    const before = this.lastCharacter();
    if (
      span.isEmphasis &&
      wordCharacter.test(before) &&
      !wordCharacter.test(next) &&
      !whitespace.test(next)
    ) {
      span.partIndex = -2;
      return;
    }
    if (span.isEmphasis && (this.wouldMergeDelimiters(span.open) || this.followsOtherMarker(span.open))) {
      span.partIndex = -2;
      return;
    }
    if (span.open === '[') this.escapeBang('[');
    span.partIndex = this.parts.length;
    this.parts.push(span.open);
  }

  /** Returns true if the marker would form one delimiter run with the previous closing marker (CommonMark 6.2). */
  private wouldMergeDelimiters(marker: string): boolean {
    const last = this.parts.length - 1;
    if (last < 0 || this.lastClose !== last) return false;
    return this.parts[last] === marker || /^[*~]+$/.test(this.parts[last - 1] ?? '');
  }

  /** Returns true after another marker within a word, which could not open before punctuation (CommonMark 6.2). */
  private followsOtherMarker(marker: string): boolean {
    const last = this.lastPart();
    if (!delimiterRun.test(last) || last[0] === marker[0]) return false;
    return wordCharacter.test(this.characterBefore(this.parts.length));
  }

  /** Escapes a `!` directly before a link, which would become an image. */
  private escapeBang(markdown: string): void {
    if (!markdown.startsWith('[') || !this.lastPart().endsWith('!') || this.lastPart().endsWith('\\!'))
      return;
    this.parts[this.parts.length - 1] = `${this.lastPart().slice(0, -1)}\\!`;
  }

  /** Returns the Markdown, with escaped line starts, and resets the writer. */
  finish(): string {
    this.dropTrailingBreaks();
    // Code spans are fenced last, because merged spans need a common fence.
    for (const { part, texts } of this.codeSpans.splice(0)) this.parts[part] = codeSpan(texts.join(''));
    let text = this.parts.join('');
    this.parts = [];
    this.hasSpace = false;
    this.closed = null;
    this.lastClose = -1;
    this.code = null;
    this.lastImage = '';
    for (const span of this.spans) span.partIndex = -1;
    text = text.trim();
    if (this.breakStyle === 'html') return text;
    if (!text.includes('\n')) return escapeLineStart(text);
    return text
      .split('\n')
      .map((line) => escapeLineStart(line))
      .join('\n');
  }
}

/** Returns the index after a run of words with single spaces between them; `from` is after its first character. */
function endOfWords(text: string, from: number): number {
  const { length } = text;
  let end = from;
  while (end < length) {
    const unit = text.charCodeAt(end);
    if (!isCollapsible(unit)) end++;
    else if (unit === 32 && end + 1 < length && !isCollapsible(text.charCodeAt(end + 1))) end += 2;
    else break;
  }
  return end;
}

function isInvisible(unit: number): boolean {
  return unit === 0xad || unit === 0x200b || unit === 0xfeff;
}

function isCollapsible(unit: number): boolean {
  // Most characters are ASCII, so that one or two comparisons decide.
  if (unit < 0xa0) return unit <= 32;
  return unit === 0xa0 || unit === 0xad || unit === 0x200b || unit === 0xfeff || unit === 0x2028;
}
