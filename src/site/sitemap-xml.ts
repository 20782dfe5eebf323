import { SaxesParser } from 'saxes';
import type { RawEntry, SitemapEntry } from './sitemap-entry.ts';

/** What an XML file turned out to be; `other` is nothing that lists pages. */
export type XmlKind = 'urlset' | 'index' | 'rss' | 'atom' | 'other';

/** Reads the elements of sitemaps (sitemaps.org protocol), RSS 0.9 to 2.0 and Atom (RFC 4287). */
export interface SitemapXml {
  /** Takes the next text; false when nothing more is wanted. */
  write(text: string): boolean;
  /** Says that the file is over. */
  end(): void;
  /** Null before the first element. */
  readonly kind: XmlKind | null;
  /** Mistakes found; most are read over. */
  readonly mistakes: number;
}

type TakeRaw = (entry: RawEntry, kind: SitemapEntry['kind']) => boolean;

/** After so many mistakes the rest is not worth reading. */
const mostMistakes = 1000;
const longestText = 10_000;

/** An ampersand that begins no reference, as careless programs write addresses. The parser would swallow what follows. */
const bareAmpersand = /&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][\w.-]{0,30});)/gi;
/** Stands for a bare ampersand on its way through the parser; a private character that no address holds. */
const ampersandMark = '\uE000';
/** Longest reference, after which an ampersand is known to be bare. */
const longestReference = 33;

const kindOfRoot: Readonly<Record<string, XmlKind>> = {
  urlset: 'urlset',
  sitemapindex: 'index',
  rss: 'rss',
  RDF: 'rss',
  feed: 'atom',
};

const entryName: Readonly<Record<XmlKind, string | null>> = {
  urlset: 'url',
  index: 'sitemap',
  rss: 'item',
  atom: 'entry',
  other: null,
};

type Field = keyof RawEntry | 'guid';

/** Which element fills which field; the first that says anything counts. */
const fieldsOf: Readonly<Record<XmlKind, Readonly<Record<string, Field>>>> = {
  urlset: { loc: 'address', lastmod: 'lastmod', 'news:title': 'title', 'news:publication_date': 'lastmod' },
  index: { loc: 'address', lastmod: 'lastmod' },
  rss: {
    link: 'address',
    guid: 'guid',
    pubDate: 'lastmod',
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

/** Atom's own address of an entry is the link without a relation, or `alternate` (RFC 4287 section 4.2.7.2). */
function isOwnLink(attributes: Record<string, string>): boolean {
  const { rel = 'alternate', href } = attributes;
  return rel === 'alternate' && href !== undefined;
}

/** A reader that hands over each entry as its element ends; `takeRaw` answering false ends the reading. */
export function createSitemapXml(takeRaw: TakeRaw): SitemapXml {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let kind: XmlKind | null = null;
  /** What the root is prefixed with, so that `sm:loc` counts under `sm:urlset` and `image:loc` does not. */
  let prefix = '';
  let mistakes = 0;
  let isWanted = true;
  let entry: OpenEntry | null = null;
  let depth = 0;
  let entryDepth = 0;
  let field: Field | null = null;
  let text = '';
  let held = '';

  const localName = (name: string) => (name.startsWith(prefix) ? name.slice(prefix.length) : name);

  function openRoot(name: string): void {
    const colon = name.indexOf(':');
    kind = kindOfRoot[name.slice(colon + 1)] ?? 'other';
    // Items of RSS 1.0 carry no prefix although their root does.
    prefix = kind === 'rss' ? '' : name.slice(0, colon + 1);
    if (kind === 'other') isWanted = false;
  }

  function closeEntry(): void {
    if (entry === null || kind === null) return;
    const address = entry.address || (/^https?:/i.test(entry.guid) ? entry.guid : '');
    if (address !== '' && !takeRaw({ ...entry, address }, kind === 'index' ? 'sitemap' : 'page'))
      isWanted = false;
    entry = null;
  }

  function take(addition: string): void {
    if (field !== null && text.length < longestText) text += addition.replaceAll(ampersandMark, '&');
  }

  /** Puts marks for bare ampersands; what may become a reference waits for the next text. */
  function withMarks(chunk: string): string {
    const whole = held + chunk;
    const last = whole.lastIndexOf('&');
    const isOpen = last >= 0 && whole.length - last < longestReference && !whole.includes(';', last);
    held = isOpen ? whole.slice(last) : '';
    const ready = isOpen ? whole.slice(0, last) : whole;
    return ready.includes('&') ? ready.replace(bareAmpersand, ampersandMark) : ready;
  }

  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (!isWanted) return;
    if (kind === null) return openRoot(name);
    const local = localName(name);
    if (local === entryName[kind]) {
      // An unclosed entry ends where the next begins.
      closeEntry();
      entry = emptyEntry();
      entryDepth = depth;
    } else if (entry !== null) {
      if (kind === 'atom' && local === 'link' && entry.address === '' && isOwnLink(attributes))
        entry.address = (attributes.href ?? '').replaceAll(ampersandMark, '&');
      field = fieldsOf[kind][local] ?? null;
      text = '';
    }
  });
  parser.on('text', (addition) => {
    if (addition.includes(ampersandMark)) mistakes += 1;
    take(addition);
  });
  parser.on('cdata', take);
  parser.on('closetag', () => {
    if (entry !== null && field !== null && entry[field] === '') entry[field] = text.trim();
    field = null;
    if (entry !== null && depth === entryDepth && isWanted) closeEntry();
    depth -= 1;
  });
  parser.on('error', () => {
    mistakes += 1;
    if (mistakes > mostMistakes) isWanted = false;
  });

  return {
    write(chunk) {
      if (isWanted) parser.write(withMarks(chunk));
      return isWanted;
    },
    end() {
      if (!isWanted) return;
      parser.write(held.replace(bareAmpersand, ampersandMark));
      parser.close();
    },
    get kind() {
      return kind;
    },
    get mistakes() {
      return mistakes;
    },
  };
}
