import { TextDecoder } from 'node:util';
import { decodeHTML } from 'entities';
import { collapseSpace } from '../../domain/values/collapse-space.ts';
import { replaceSpans } from '../../domain/values/replace-spans.ts';
import { visibleReference } from '../../domain/values/visible-reference.ts';
import { parseIsoDate } from '../../page/text/iso-date.ts';
import type { EntryHandler, RawEntry, SitemapEntry } from './sitemap-entry.ts';
import { createSitemapXmlParser, type SitemapXmlParser } from './sitemap-xml.ts';

export type { EntryHandler, SitemapEntry } from './sitemap-entry.ts';

/** Result of reading a file. */
export interface SitemapSummary {
  /** `none` if the file lists no pages: HTML, binary data or an empty file. */
  format: 'urlset' | 'index' | 'rss' | 'atom' | 'text' | 'none';
  /** Number of entries that were passed to `take`. */
  entries: number;
  /** True if the file violates its format; readable entries were passed on. */
  isBroken: boolean;
  /** True if a limit or `take` stopped the reading before the end of the file. */
  isCut: boolean;
  /** Number of decompressed bytes, or characters of text, that were read. */
  bytes: number;
}

/** Streaming reader of one sitemap or feed. */
export interface SitemapReader {
  /** Reads the next decompressed bytes or text. Returns false if no more is needed. */
  write(chunk: Uint8Array | string): boolean;
  /** Ends the input and returns the summary. Idempotent. */
  end(): SitemapSummary;
}

/** Options of a sitemap reader. */
export interface SitemapReaderOptions {
  /** URL of the file; base of relative URLs, which the protocol forbids but sites use. */
  url: string;
  take: EntryHandler;
  /** Maximum number of bytes, or characters of text; default 50 MB, the limit of the protocol. */
  maxBytes?: number;
  /** Maximum number of entries; default 50,000, the limit of the protocol. */
  maxEntries?: number;
}

/** The sitemap protocol requires URLs below 2,048 characters. */
const maxUrlLength = 2048;
const maxTitleLength = 500;
const maxDescriptionLength = 1000;
/** Number of leading bytes that are searched for an encoding declaration. */
const declarationBytes = 200;
/** Lines without a URL after which a text file without entries is not a sitemap. */
const maxStrayLines = 20;

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const head = Buffer.from(bytes.subarray(0, declarationBytes)).toString('latin1');
  return /^\s*<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1] ?? 'utf-8';
}

function decoderFor(bytes: Uint8Array): TextDecoder {
  try {
    return new TextDecoder(encodingOf(bytes));
  } catch {
    return new TextDecoder();
  }
}

/** Returns the plain text of a title or summary, which may contain markup in feeds. */
function textOfMarkup(text: string, maxLength: number): string | null {
  const plain = collapseSpace(decodeHTML(replaceSpans(text.slice(0, maxLength * 10), '<', '>', ' ')));
  return plain === '' ? null : plain.slice(0, maxLength);
}

/** Parses a date; a year or a year and month are valid in sitemaps (W3C Date and Time Formats). */
function parseLastmod(text: string): string | null {
  return /^\d{4}(?:-(?:0[1-9]|1[0-2]))?$/.test(text) ? text : parseIsoDate(text);
}

/** Creates a reader for text files with one URL per line. */
function createLineReader(takeLine: (line: string) => boolean): Pick<SitemapXmlParser, 'write' | 'end'> {
  let rest = '';
  let isReading = true;
  const takeLines = (lines: readonly string[]) => {
    for (const line of lines) if (isReading && line.trim() !== '') isReading = takeLine(line.trim());
  };
  return {
    write(text) {
      const lines = (rest + text).split(/\r\n|\r|\n/);
      // A line longer than any URL cannot become one.
      rest = (lines.pop() ?? '').slice(0, maxUrlLength + 1);
      takeLines(lines);
      return isReading;
    },
    end: () => takeLines([rest]),
  };
}

/** Creates a reader for XML sitemaps and indexes, RSS, Atom and text files. Detects the format from the first bytes. */
export function createSitemapReader(options: SitemapReaderOptions): SitemapReader {
  const { url, take, maxBytes = 50_000_000, maxEntries = 50_000 } = options;
  let decoder: TextDecoder | null = null;
  let parser: Pick<SitemapXmlParser, 'write' | 'end'> | null = null;
  let xml: SitemapXmlParser | null = null;
  let bytes = 0;
  let entries = 0;
  let strayLines = 0;
  let isCut = false;
  let summary: SitemapSummary | null = null;

  function acceptEntry(raw: RawEntry, kind: SitemapEntry['kind']): boolean {
    const reference = visibleReference(raw.address);
    const address = reference.length > maxUrlLength ? null : URL.parse(reference, url);
    if (address === null || (address.protocol !== 'http:' && address.protocol !== 'https:')) return true;
    if (entries >= maxEntries) {
      isCut = true;
      return false;
    }
    entries += 1;
    const shouldContinue = take({
      url: address.href,
      lastmod: raw.lastmod === '' ? null : parseLastmod(raw.lastmod),
      kind,
      title: raw.title === '' ? null : textOfMarkup(raw.title, maxTitleLength),
      description: raw.description === '' ? null : textOfMarkup(raw.description, maxDescriptionLength),
    });
    if (!shouldContinue) isCut = true;
    return shouldContinue;
  }

  function acceptLine(line: string): boolean {
    if (/^https?:\/\//i.test(line)) {
      return acceptEntry({ address: line, lastmod: '', title: '', description: '' }, 'page');
    }
    strayLines += 1;
    return strayLines < maxStrayLines || entries > 0;
  }

  function createParser(text: string): Pick<SitemapXmlParser, 'write' | 'end'> | null {
    const start = text.trimStart();
    if (start === '') return null;
    if (!start.startsWith('<')) return createLineReader(acceptLine);
    xml = createSitemapXmlParser(acceptEntry);
    return xml;
  }

  function writeText(text: string): boolean {
    const cleanText = parser === null ? text.replace(/^\uFEFF/, '').trimStart() : text;
    parser ??= createParser(cleanText);
    return parser === null || parser.write(cleanText);
  }

  function summarize(): SitemapSummary {
    if (xml !== null) {
      const kind = xml.kind ?? 'other';
      return {
        format: kind === 'other' ? 'none' : kind,
        entries,
        isBroken: xml.syntaxErrors > 0,
        isCut,
        bytes,
      };
    }
    return { format: entries > 0 ? 'text' : 'none', entries, isBroken: strayLines > 0, isCut, bytes };
  }

  return {
    write(chunk) {
      if (summary !== null || isCut) return false;
      const remainingBytes = maxBytes - bytes;
      bytes += chunk.length;
      const accepted = chunk.length > remainingBytes ? chunk.slice(0, remainingBytes) : chunk;
      if (typeof accepted !== 'string') decoder ??= decoderFor(accepted);
      const shouldContinue = writeText(
        typeof accepted === 'string' ? accepted : (decoder as TextDecoder).decode(accepted, { stream: true }),
      );
      if (bytes > maxBytes) isCut = true;
      return shouldContinue && !isCut;
    },
    end() {
      if (summary !== null) return summary;
      if (!isCut) {
        if (decoder !== null) writeText(decoder.decode());
        parser?.end();
      }
      summary = summarize();
      return summary;
    },
  };
}
