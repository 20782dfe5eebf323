import { type Tree, textFlag } from '../tree.ts';
import { attributeNames as knownAttributes } from './attributes.ts';
import { Builder, rawText } from './builder.ts';
import { isSpace, processEnd, processStart, processText } from './construct.ts';
import { advance, finish } from './document-modes.ts';
import { isInForeign } from './foreign.ts';
import { foldCase, hashStart, hashStep, NameTable } from './name-table.ts';
import { isQuirksDoctype } from './quirks.ts';
import { rawTextEnd } from './raw-text.ts';
import { firstNameId, tag, tagNames } from './tags.ts';

const elementNames = new NameTable(tagNames, firstNameId);
const attributeNameTable = new NameTable(knownAttributes, 1);

/** Where a character that is looked for comes next, so that a long search is done once. */
interface Sighting {
  character: string;
  at: number;
}

/** Reads HTML (WHATWG HTML 13.2.5, tokenization) and hands tags and text to tree construction. */
class Scanner {
  private readonly source: string;
  private readonly builder: Builder;
  private readonly names = elementNames.copy();
  private readonly attributeNames = attributeNameTable.copy();
  private readonly reference: Sighting = { character: '&', at: -1 };
  private readonly nul: Sighting = { character: '\0', at: -1 };

  constructor(source: string) {
    this.source = source;
    this.builder = new Builder(source, this.names);
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
      if (textStart < open) this.text(textStart, open);
      at = isTag ? this.startTag(open + 1) : this.otherMarkup(kind, open);
      textStart = at;
    }
    if (textStart < length) this.text(textStart, length);
    finish(this.builder);
    return this.builder.store.toTree(source, this.names, this.attributeNames);
  }

  private isMarkup(kind: number, open: number): boolean {
    if (kind === 33 || kind === 63) return true;
    return kind === 47 && open + 2 < this.source.length;
  }

  private flagsOf(start: number, end: number): number {
    let flags = 0;
    if (this.isWithin(this.reference, start, end)) flags = textFlag.references;
    if (this.isWithin(this.nul, start, end)) flags |= textFlag.dropNul;
    return flags;
  }

  private isWithin(sighting: Sighting, start: number, end: number): boolean {
    if (sighting.at < start) {
      const at = this.source.indexOf(sighting.character, start);
      sighting.at = at === -1 ? this.source.length : at;
    }
    return sighting.at < end;
  }

  private text(start: number, end: number): void {
    processText(this.builder, start, end, this.flagsOf(start, end));
  }

  /** Reads what starts with `<!`, `<?` or `</`; returns where to go on. */
  private otherMarkup(kind: number, open: number): number {
    const { source, builder } = this;
    if (kind === 47) {
      const first = source.charCodeAt(open + 2);
      if (isLetter(first)) return this.endTag(open + 2);
      if (first === 62) return open + 3;
      return this.after('>', open + 2);
    }
    builder.skipsNewline = false;
    if (kind === 63) return this.after('>', open + 1);
    if (source.startsWith('--', open + 2)) return this.afterComment(open + 4);
    if (isInForeign(builder) && source.startsWith('[CDATA[', open + 2)) return this.characterData(open + 9);
    const end = this.after('>', open + 2);
    if (/^doctype$/i.test(source.slice(open + 2, open + 9))) this.doctype(source.slice(open + 9, end - 1));
    return end;
  }

  private doctype(content: string): void {
    const { builder } = this;
    if (builder.mode !== 0) return;
    builder.isQuirky = isQuirksDoctype(content);
    advance(builder);
  }

  private after(text: string, from: number): number {
    const at = this.source.indexOf(text, from);
    return at === -1 ? this.source.length : at + text.length;
  }

  private afterComment(from: number): number {
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

  private characterData(from: number): number {
    const at = this.source.indexOf(']]>', from);
    const end = at === -1 ? this.source.length : at;
    if (from < end) {
      const flags = this.flagsOf(from, end) & textFlag.dropNul ? textFlag.replaceNul : 0;
      this.builder.insertText(from, end, flags);
    }
    return at === -1 ? end : at + 3;
  }

  private startTag(from: number): number {
    const { builder } = this;
    const { token } = builder;
    token.from = builder.store.attributeCount;
    const end = this.tag(from);
    if (end === -1) return this.source.length;
    token.to = builder.store.attributeCount;
    builder.raw = rawText.none;
    processStart(builder);
    return builder.raw === rawText.none ? end : this.rawText(end);
  }

  private endTag(from: number): number {
    const { builder } = this;
    const kept = builder.store.attributeCount;
    const end = this.tag(from);
    builder.store.attributeCount = kept;
    if (end === -1) return this.source.length;
    builder.token.from = kept;
    builder.token.to = kept;
    processEnd(builder);
    return end;
  }

  /** Reads the content of the raw text element just inserted, and its end tag. */
  private rawText(from: number): number {
    const { builder, source } = this;
    const kind = builder.raw;
    builder.raw = rawText.none;
    const name = this.names.texts[builder.token.name] as string;
    const end =
      kind === rawText.rest ? source.length : rawTextEnd(source, from, name, kind === rawText.script);
    let start = from;
    if (builder.skipsNewline && source.charCodeAt(start) === 10) start++;
    builder.skipsNewline = false;
    if (start < end) {
      let flags = this.flagsOf(start, end);
      if (flags & textFlag.dropNul) flags ^= textFlag.dropNul | textFlag.replaceNul;
      if (kind !== rawText.references) flags &= ~textFlag.references;
      if (kind === rawText.rest) processText(builder, start, end, flags);
      else builder.insertRawText(start, end, flags);
    }
    if (end === source.length) return end;
    const kept = builder.store.attributeCount;
    const after = this.tag(end + 2);
    builder.store.attributeCount = kept;
    return after === -1 ? source.length : after;
  }

  /** Reads a tag's name and attributes into the builder's token; returns where it ended, or -1 when the source did. */
  private tag(from: number): number {
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
      else at = this.attribute(at);
    }
    return -1;
  }

  /** Reads one attribute; returns where to go on. */
  private attribute(from: number): number {
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
  const folded = unit | 32;
  return folded >= 97 && folded <= 122;
}

/**
 * Parses HTML as the WHATWG standard does with scripting off, in time linear in its length; never throws. Line ends become
 * line feeds, so that the tree's `source` may differ from what is given.
 */
export function parseHtml(html: string): Tree {
  const source = html.includes('\r') ? html.replace(/\r\n?/g, '\n') : html;
  return new Scanner(source).run();
}
