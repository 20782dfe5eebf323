import { SaxesParser } from 'saxes';
import type { RawEntry, SitemapEntry } from './sitemap-entry.ts';

/** Root element of an XML file; `other` lists no pages. */
export type XmlKind = 'urlset' | 'index' | 'rss' | 'atom' | 'other';

/** Streaming parser for sitemaps (sitemaps.org protocol), RSS 0.9 to 2.0 and Atom (RFC 4287). */
export interface SitemapXmlParser {
  /** Parses the next text. Returns false if no more is needed. */
  write(text: string): boolean;
  /** Ends the input. */
  end(): void;
  /** Kind of the root element; null before it. */
  readonly kind: XmlKind | null;
  /** Number of syntax errors; the parser continues after most of them. */
  readonly syntaxErrors: number;
}

type RawEntryHandler = (entry: RawEntry, kind: SitemapEntry['kind']) => boolean;

/** Maximum number of syntax errors before the parser stops. */
const maxSyntaxErrors = 1000;
const maxTextLength = 10_000;

/** An unescaped ampersand. The XML parser would drop the text after it. */
const bareAmpersand = /&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][\w.-]{0,30});)/gi;
/** Replaces an unescaped ampersand in the parser; a private-use character that no URL contains. */
const ampersandMark = '\uE000';
/** Maximum length of a character reference. */
const maxReferenceLength = 33;

const rootKinds: Readonly<Record<string, XmlKind>> = {
  urlset: 'urlset',
  sitemapindex: 'index',
  rss: 'rss',
  rdf: 'rss',
  feed: 'atom',
};

const entryElements: Readonly<Record<XmlKind, string | null>> = {
  urlset: 'url',
  index: 'sitemap',
  rss: 'item',
  atom: 'entry',
  other: null,
};

type Field = keyof RawEntry | 'guid';

/** Fields by element name in lower case, as some sites write them in capitals; the first non-empty element wins. */
const entryFields: Readonly<Record<XmlKind, Readonly<Record<string, Field>>>> = {
  urlset: { loc: 'address', lastmod: 'lastmod', 'news:title': 'title', 'news:publication_date': 'lastmod' },
  index: { loc: 'address', lastmod: 'lastmod' },
  rss: {
    link: 'address',
    guid: 'guid',
    pubdate: 'lastmod',
    'dc:date': 'lastmod',
    title: 'title',
    description: 'description',
  },
  atom: { updated: 'lastmod', published: 'lastmod', title: 'title', summary: 'description' },
  other: {},
};

interface OpenEntry extends RawEntry {
  guid: string;
}

function emptyEntry(): OpenEntry {
  return { address: '', lastmod: '', title: '', description: '', guid: '' };
}

/** Returns true for the link to the entry itself: without `rel` or with `alternate` (RFC 4287 section 4.2.7.2). */
function isEntryLink(attributes: Record<string, string>): boolean {
  const { rel = 'alternate', href } = attributes;
  return rel === 'alternate' && href !== undefined;
}

/** Creates a parser that emits each entry at its end tag and stops if `onEntry` returns false. */
export function createSitemapXmlParser(onEntry: RawEntryHandler): SitemapXmlParser {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let kind: XmlKind | null = null;
  /** Namespace prefix of the root: `sm:loc` counts under `sm:urlset`, `image:loc` does not. */
  let prefix = '';
  let syntaxErrors = 0;
  let isReading = true;
  let entry: OpenEntry | null = null;
  let depth = 0;
  let entryDepth = 0;
  let field: Field | null = null;
  let text = '';
  let heldBack = '';

  const localName = (name: string) => (name.startsWith(prefix) ? name.slice(prefix.length) : name);

  function openRoot(name: string): void {
    const colon = name.indexOf(':');
    kind = rootKinds[name.slice(colon + 1)] ?? 'other';
    // Items of RSS 1.0 have no prefix even if their root has one.
    prefix = kind === 'rss' ? '' : name.slice(0, colon + 1);
    if (kind === 'other') isReading = false;
  }

  function closeEntry(): void {
    if (entry === null || kind === null) return;
    const url = entry.address || (/^https?:/i.test(entry.guid) ? entry.guid : '');
    if (url !== '' && !onEntry({ ...entry, address: url }, kind === 'index' ? 'sitemap' : 'page'))
      isReading = false;
    entry = null;
  }

  function appendText(addition: string): void {
    if (field !== null && text.length < maxTextLength) text += addition.replaceAll(ampersandMark, '&');
  }

  /** Replaces unescaped ampersands and holds back a possibly incomplete reference. */
  function markAmpersands(chunk: string): string {
    const text = heldBack + chunk;
    const last = text.lastIndexOf('&');
    const isOpen = last >= 0 && text.length - last < maxReferenceLength && !text.includes(';', last);
    heldBack = isOpen ? text.slice(last) : '';
    const complete = isOpen ? text.slice(0, last) : text;
    return complete.includes('&') ? complete.replace(bareAmpersand, ampersandMark) : complete;
  }

  parser.on('opentag', ({ name: writtenName, attributes }) => {
    depth += 1;
    if (!isReading) return;
    const name = writtenName.toLowerCase();
    if (kind === null) return openRoot(name);
    const local = localName(name);
    if (local === entryElements[kind]) {
      // An unclosed entry ends at the next one.
      closeEntry();
      entry = emptyEntry();
      entryDepth = depth;
    } else if (entry !== null) {
      if (kind === 'atom' && local === 'link' && entry.address === '' && isEntryLink(attributes))
        entry.address = (attributes.href ?? '').replaceAll(ampersandMark, '&');
      field = entryFields[kind][local] ?? null;
      text = '';
    }
  });
  parser.on('text', (addition) => {
    if (addition.includes(ampersandMark)) syntaxErrors += 1;
    appendText(addition);
  });
  parser.on('cdata', appendText);
  parser.on('closetag', () => {
    if (entry !== null && field !== null && entry[field] === '') entry[field] = text.trim();
    field = null;
    if (entry !== null && depth === entryDepth && isReading) closeEntry();
    depth -= 1;
  });
  parser.on('error', () => {
    syntaxErrors += 1;
    if (syntaxErrors > maxSyntaxErrors) isReading = false;
  });

  return {
    write(chunk) {
      if (isReading) parser.write(markAmpersands(chunk));
      return isReading;
    },
    end() {
      if (!isReading) return;
      parser.write(heldBack.replace(bareAmpersand, ampersandMark));
      parser.close();
    },
    get kind() {
      return kind;
    },
    get syntaxErrors() {
      return syntaxErrors;
    },
  };
}
