import { TextDecoder } from 'node:util';
import { decodeHTML } from 'entities';
import { isoDate } from '../page/iso-date.ts';
import type { RawEntry, SitemapEntry, TakeEntry } from './sitemap-entry.ts';
import { createSitemapXml, type SitemapXml } from './sitemap-xml.ts';

export type { SitemapEntry, TakeEntry } from './sitemap-entry.ts';

/** What was read of a file. */
export interface SitemapSummary {
  /** `none` when the file lists no pages: an HTML page, something binary, an empty file. */
  format: 'urlset' | 'index' | 'rss' | 'atom' | 'text' | 'none';
  /** Entries handed over. */
  entries: number;
  /** True when the file breaks its own format; what could be read was handed over. */
  isBroken: boolean;
  /** True when a cap on bytes or entries, or `take`, ended the reading before the file did. */
  isCut: boolean;
}

/** Reads one sitemap or feed while it arrives. */
export interface SitemapReader {
  /** Takes the next decompressed bytes, or text; false when nothing more is wanted. */
  write(chunk: Uint8Array | string): boolean;
  /** Says that the file is over. Calling it again changes nothing. */
  end(): SitemapSummary;
}

/** What a reader is told. */
export interface SitemapReaderOptions {
  /** Where the file stands; relative addresses, which the protocol forbids, are meant against it. */
  url: string;
  take: TakeEntry;
  /** Most bytes (or characters of text) read; 50 MB, the protocol's own limit, when left out. */
  maxBytes?: number;
  /** Most entries handed over; 50,000, the protocol's own limit, when left out. */
  maxEntries?: number;
}

/** The sitemap protocol wants addresses below 2,048 characters. */
const longestAddress = 2048;
const longestTitle = 500;
const longestDescription = 1000;
/** Bytes in which a declaration of the encoding is looked for. */
const declarationBytes = 200;
/** Lines of a text file that may hold no address before it is taken for something else. */
const mostStrayLines = 20;

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

/** Plain text of a title or summary, which in feeds may hold markup. */
function plainText(text: string, longest: number): string | null {
  const plain = decodeHTML(text.slice(0, longest * 10).replace(/<[^>]{0,2000}>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
  return plain === '' ? null : plain.slice(0, longest);
}

/** The year, or year and month, are dates to sitemaps (W3C Date and Time Formats). */
function lastmodOf(text: string): string | null {
  return /^\d{4}(?:-(?:0[1-9]|1[0-2]))?$/.test(text) ? text : isoDate(text);
}

/** Addresses of a text file, one a line. */
function createLineReader(takeLine: (line: string) => boolean): Pick<SitemapXml, 'write' | 'end'> {
  let rest = '';
  let isWanted = true;
  const takeLines = (lines: readonly string[]) => {
    for (const line of lines) if (isWanted && line.trim() !== '') isWanted = takeLine(line.trim());
  };
  return {
    write(text) {
      const lines = (rest + text).split(/\r\n|\r|\n/);
      // A line longer than any address cannot become one.
      rest = (lines.pop() ?? '').slice(0, longestAddress + 1);
      takeLines(lines);
      return isWanted;
    },
    end: () => takeLines([rest]),
  };
}

/** A reader of XML sitemaps and their indexes, RSS, Atom and text files; what a file is shows in its first bytes. */
export function createSitemapReader(options: SitemapReaderOptions): SitemapReader {
  const { url, take, maxBytes = 50_000_000, maxEntries = 50_000 } = options;
  let decoder: TextDecoder | null = null;
  let parts: Pick<SitemapXml, 'write' | 'end'> | null = null;
  let xml: SitemapXml | null = null;
  let bytes = 0;
  let entries = 0;
  let strayLines = 0;
  let isCut = false;
  let summary: SitemapSummary | null = null;

  function accept(raw: RawEntry, kind: SitemapEntry['kind']): boolean {
    const written = raw.address.trim();
    const address = written.length > longestAddress ? null : URL.parse(written, url);
    if (address === null || (address.protocol !== 'http:' && address.protocol !== 'https:')) return true;
    if (entries >= maxEntries) {
      isCut = true;
      return false;
    }
    entries += 1;
    const goesOn = take({
      url: address.href,
      lastmod: raw.lastmod === '' ? null : lastmodOf(raw.lastmod),
      kind,
      title: raw.title === '' ? null : plainText(raw.title, longestTitle),
      description: raw.description === '' ? null : plainText(raw.description, longestDescription),
    });
    if (!goesOn) isCut = true;
    return goesOn;
  }

  function acceptLine(line: string): boolean {
    if (/^https?:\/\//i.test(line)) {
      return accept({ address: line, lastmod: '', title: '', description: '' }, 'page');
    }
    strayLines += 1;
    return strayLines < mostStrayLines || entries > 0;
  }

  function partsFor(text: string): Pick<SitemapXml, 'write' | 'end'> | null {
    const start = text.trimStart();
    if (start === '') return null;
    if (!start.startsWith('<')) return createLineReader(acceptLine);
    xml = createSitemapXml(accept);
    return xml;
  }

  function writeText(text: string): boolean {
    const clean = parts === null ? text.replace(/^\uFEFF/, '').trimStart() : text;
    parts ??= partsFor(clean);
    return parts === null || parts.write(clean);
  }

  function summarize(): SitemapSummary {
    if (xml !== null) {
      const kind = xml.kind ?? 'other';
      return { format: kind === 'other' ? 'none' : kind, entries, isBroken: xml.mistakes > 0, isCut };
    }
    return { format: entries > 0 ? 'text' : 'none', entries, isBroken: strayLines > 0, isCut };
  }

  return {
    write(chunk) {
      if (summary !== null || isCut) return false;
      const left = maxBytes - bytes;
      bytes += chunk.length;
      const taken = chunk.length > left ? chunk.slice(0, left) : chunk;
      if (typeof taken !== 'string') decoder ??= decoderFor(taken);
      const goesOn = writeText(
        typeof taken === 'string' ? taken : (decoder as TextDecoder).decode(taken, { stream: true }),
      );
      if (bytes > maxBytes) isCut = true;
      return goesOn && !isCut;
    },
    end() {
      if (summary !== null) return summary;
      if (!isCut) {
        if (decoder !== null) writeText(decoder.decode());
        parts?.end();
      }
      summary = summarize();
      return summary;
    },
  };
}
