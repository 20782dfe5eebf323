import { itemAt } from '../../domain/values/elements.ts';
import { markRaisedDigits } from '../tree/raised-digits.ts';
import { type Tree, textFlag } from '../tree/tree.ts';
import { attributeNames as knownAttributes } from './attributes.ts';
import { rawText, TreeBuilder } from './builder.ts';
import { composeElements } from './compose-elements.ts';
import { advance, finishDocument } from './insertion-modes/document-modes.ts';
import { isInForeign } from './insertion-modes/foreign.ts';
import { isSpace, processEnd, processStart, processText } from './insertion-modes/process-token.ts';
import { foldCase, hashStart, hashStep, NameTable } from './names/name-table.ts';
import { isQuirksDoctype } from './names/quirks.ts';
import { firstNameId, tag, tagNames } from './names/tags.ts';
import { positionAfterNewline, rawTextEnd } from './raw-text.ts';

const elementNames = new NameTable(tagNames, firstNameId);
const attributeNameTable = new NameTable(knownAttributes, 1);

/** Cached position of the next occurrence of a character. */
interface NextOccurrence {
  character: string;
  at: number;
}

/** Tokenizes HTML (WHATWG HTML 13.2.5) and passes tags and text to the tree construction. */
class Scanner {
  private readonly source: string;
  private readonly builder: TreeBuilder;
  private readonly names = elementNames.copy();
  private readonly attributeNames = attributeNameTable.copy();
  private readonly nextReference: NextOccurrence = { character: '&', at: -1 };
  private readonly nextNul: NextOccurrence = { character: '\0', at: -1 };

  constructor(source: string) {
    this.source = source;
    this.builder = new TreeBuilder(source, this.names);
  }

  run(): Tree {
    const { source } = this;
    const { length } = source;
    let textStart = 0;
    let at = 0;
    while (at < length) {
      const open = source.indexOf('<', at);
      if (open === -1) break;
      const kind = source.charCodeAt(open + 1);
      const isTag = isLetter(kind);
      if (!isTag && !this.isMarkup(kind, open)) {
        at = open + 1;
        continue;
      }
      if (textStart < open) this.addText(textStart, open);
      at = isTag ? this.readStartTag(open + 1) : this.readMarkup(kind, open);
      textStart = at;
    }
    if (textStart < length) this.addText(textStart, length);
    finishDocument(this.builder);
    composeElements(this.builder.store, source, this.names.texts);
    const tree = this.builder.store.toTree(source, this.names, this.attributeNames);
    markRaisedDigits(tree);
    return tree;
  }

  private isMarkup(kind: number, open: number): boolean {
    if (kind === 33 || kind === 63) return true;
    return kind === 47 && open + 2 < this.source.length;
  }

  private textFlagsOf(start: number, end: number): number {
    let flags = 0;
    if (this.occursWithin(this.nextReference, start, end)) flags = textFlag.references;
    if (this.occursWithin(this.nextNul, start, end)) flags |= textFlag.dropNul;
    return flags;
  }

  private occursWithin(occurrence: NextOccurrence, start: number, end: number): boolean {
    if (occurrence.at < start) {
      const at = this.source.indexOf(occurrence.character, start);
      occurrence.at = at === -1 ? this.source.length : at;
    }
    return occurrence.at < end;
  }

  private addText(start: number, end: number): void {
    processText(this.builder, start, end, this.textFlagsOf(start, end));
  }

  /** Reads markup that starts with `<!`, `<?` or `</`. Returns the next position. */
  private readMarkup(kind: number, open: number): number {
    const { source, builder } = this;
    if (kind === 47) {
      const first = source.charCodeAt(open + 2);
      if (isLetter(first)) return this.readEndTag(open + 2);
      if (first === 62) return open + 3;
      return this.positionAfter('>', open + 2);
    }
    builder.skipsNewline = false;
    if (kind === 63) return this.positionAfter('>', open + 1);
    if (source.startsWith('--', open + 2)) return this.positionAfterComment(open + 4);
    if (isInForeign(builder) && source.startsWith('[CDATA[', open + 2))
      return this.readCharacterData(open + 9);
    const end = this.positionAfter('>', open + 2);
    if (/^doctype$/i.test(source.slice(open + 2, open + 9)))
      this.readDoctype(source.slice(open + 9, end - 1));
    return end;
  }

  private readDoctype(content: string): void {
    const { builder } = this;
    if (builder.mode !== 0) return;
    builder.isQuirksMode = isQuirksDoctype(content);
    advance(builder);
  }

  private positionAfter(text: string, from: number): number {
    const at = this.source.indexOf(text, from);
    return at === -1 ? this.source.length : at + text.length;
  }

  private positionAfterComment(from: number): number {
    const { source } = this;
    if (source.charCodeAt(from) === 62) return from + 1;
    if (source.startsWith('->', from)) return from + 2;
    for (let at = source.indexOf('--', from); at !== -1; at = source.indexOf('--', at + 1)) {
      const next = source.charCodeAt(at + 2);
      if (next === 62) return at + 3;
      if (next === 33 && source.charCodeAt(at + 3) === 62) return at + 4;
    }
    return source.length;
  }

  private readCharacterData(from: number): number {
    const at = this.source.indexOf(']]>', from);
    const end = at === -1 ? this.source.length : at;
    if (from < end) {
      const flags = this.textFlagsOf(from, end) & textFlag.dropNul ? textFlag.replaceNul : 0;
      this.builder.insertText(from, end, flags);
    }
    return at === -1 ? end : at + 3;
  }

  private readStartTag(from: number): number {
    const { builder } = this;
    const { token } = builder;
    token.from = builder.store.attributeCount;
    const end = this.readTag(from);
    if (end === -1) return this.source.length;
    token.to = builder.store.attributeCount;
    builder.raw = rawText.none;
    processStart(builder);
    return builder.raw === rawText.none ? end : this.readRawText(end);
  }

  private readEndTag(from: number): number {
    const { builder } = this;
    const attributeCount = builder.store.attributeCount;
    const end = this.readTag(from);
    builder.store.attributeCount = attributeCount;
    if (end === -1) return this.source.length;
    builder.token.from = attributeCount;
    builder.token.to = attributeCount;
    processEnd(builder);
    return end;
  }

  /** Reads the content and end tag of the raw text element that was just inserted. */
  private readRawText(from: number): number {
    const { builder, source } = this;
    const kind = builder.raw;
    builder.raw = rawText.none;
    const name = itemAt(this.names.texts, builder.token.name);
    const end =
      kind === rawText.rest ? source.length : rawTextEnd(source, from, name, kind === rawText.script);
    let start = from;
    if (builder.skipsNewline) start = positionAfterNewline(source, start, kind === rawText.references);
    builder.skipsNewline = false;
    if (start < end) {
      let flags = this.textFlagsOf(start, end);
      if (flags & textFlag.dropNul) flags ^= textFlag.dropNul | textFlag.replaceNul;
      if (kind !== rawText.references) flags &= ~textFlag.references;
      if (kind === rawText.rest) processText(builder, start, end, flags);
      else builder.insertRawText(start, end, flags);
    }
    if (end === source.length) return end;
    const attributeCount = builder.store.attributeCount;
    const tagEnd = this.readTag(end + 2);
    builder.store.attributeCount = attributeCount;
    return tagEnd === -1 ? source.length : tagEnd;
  }

  /** Reads the name and attributes of a tag into the token. Returns the position after it, or -1 if the source ends. */
  private readTag(from: number): number {
    const { source, builder } = this;
    const { length } = source;
    const { token } = builder;
    let at = from;
    let hash = hashStart;
    for (; at < length; at++) {
      const unit = source.charCodeAt(at);
      if (unit === 62 || unit === 47 || isSpace(unit)) break;
      hash = hashStep(hash, foldCase(unit));
    }
    if (at === length) return -1;
    const name = this.names.idOf(source, from, at, hash);
    token.name = name;
    token.tag = name < firstNameId + tagNames.length ? name : tag.unknown;
    token.selfClosing = false;
    while (at < length) {
      const unit = source.charCodeAt(at);
      if (unit === 62) return at + 1;
      if (unit === 47) {
        token.selfClosing = source.charCodeAt(at + 1) === 62;
        at++;
      } else if (isSpace(unit)) at++;
      else at = this.readAttribute(at);
    }
    return -1;
  }

  /** Reads one attribute. Returns the next position. */
  private readAttribute(from: number): number {
    const { source, builder } = this;
    const { length } = source;
    let at = from;
    let hash = hashStart;
    for (; at < length; at++) {
      const unit = source.charCodeAt(at);
      if (unit === 62 || unit === 47 || isSpace(unit) || (unit === 61 && at > from)) break;
      hash = hashStep(hash, foldCase(unit));
    }
    const name = this.attributeNames.idOf(source, from, at, hash);
    let value = at;
    while (value < length && isSpace(source.charCodeAt(value))) value++;
    if (source.charCodeAt(value) !== 61) {
      builder.store.addAttribute(name, at, at);
      return value;
    }
    value++;
    while (value < length && isSpace(source.charCodeAt(value))) value++;
    const quote = source.charCodeAt(value);
    if (quote === 34 || quote === 39) {
      const close = source.indexOf(quote === 34 ? '"' : "'", value + 1);
      builder.store.addAttribute(name, value + 1, close === -1 ? length : close);
      return close === -1 ? length : close + 1;
    }
    let end = value;
    for (; end < length; end++) {
      const unit = source.charCodeAt(end);
      if (unit === 62 || isSpace(unit)) break;
    }
    builder.store.addAttribute(name, value, end);
    return end;
  }
}

function isLetter(unit: number): boolean {
  const lowerCase = unit | 32;
  return lowerCase >= 97 && lowerCase <= 122;
}

/**
 * Parses HTML according to the WHATWG standard with scripting disabled. Declarative shadow roots become `div` elements. Takes linear time and never throws. Normalizes line
 * ends to line feeds, so `source` of the tree may differ from the input.
 */
export function parseHtml(html: string): Tree {
  const source = html.includes('\r') ? html.replace(/\r\n?/g, '\n') : html;
  return new Scanner(source).run();
}
