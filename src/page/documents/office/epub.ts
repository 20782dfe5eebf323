import { posix } from 'node:path';
import { decodePercent } from '../../../domain/values/decode-percent.ts';
import type { HtmlDocument } from '../html-document.ts';
import { readCoreProperties } from './core-properties.ts';
import { parseXml } from './parse-xml.ts';
import { createEntryReader, toText } from './read-xml-entry.ts';
import type { ZipEntry } from './zip.ts';

/** Package document of a publication (EPUB 3.3, section 5): its content documents in reading order. */
interface Package {
  chapters: string[];
  language: string | null;
}

const maxChapters = 5_000;

/** Returns the path of the package document (EPUB 3.3, section 4.2.6.3.1). */
function findPackagePath(container: Uint8Array): string | null {
  let path: string | null = null;
  parseXml(container, {
    open: (name, attributes) => {
      if (name === 'rootfile') path ??= attributes['full-path'] ?? null;
    },
    close: () => {},
    text: () => {},
  });
  return path;
}

function parsePackage(xml: Uint8Array): Package {
  const hrefs = new Map<string, string>();
  const spine: string[] = [];
  let open = '';
  let language: string | null = null;
  parseXml(xml, {
    open(name, attributes) {
      open = name;
      if (name === 'item' && attributes.id !== undefined) hrefs.set(attributes.id, attributes.href ?? '');
      if (name === 'itemref' && attributes.idref !== undefined) spine.push(attributes.idref);
    },
    close() {
      open = '';
    },
    text(text) {
      if (open === 'language' && text.trim() !== '') language ??= text.trim();
    },
  });
  return { chapters: spine.slice(0, maxChapters).flatMap((id) => hrefs.get(id) || []), language };
}

/** Returns the content of the body of an XHTML document. */
function bodyOf(xhtml: string): string {
  const start = xhtml.search(/<body[\s>]/i);
  const open = start === -1 ? -1 : xhtml.indexOf('>', start);
  if (open === -1) return '';
  const end = xhtml.lastIndexOf('</body');
  return xhtml.slice(open + 1, end === -1 ? undefined : end);
}

/** Converts an EPUB publication to HTML: its chapters in reading order. */
export async function epubToHtml(bytes: Uint8Array, entries: readonly ZipEntry[]): Promise<HtmlDocument> {
  const read = createEntryReader(bytes, entries);
  const container = read('META-INF/container.xml');
  const path = container === null ? null : findPackagePath(container);
  const xml = path === null ? null : read(path);
  if (path === null || xml === null) throw new Error('The publication has no package document.');
  const { chapters, language } = parsePackage(xml);
  const folder = posix.dirname(path);
  const html = chapters
    .map((href) => bodyOf(toText(read(posix.join(folder, decodePercent(href.split('#', 1)[0] ?? ''))))))
    .join('\n');
  const metadata = { ...readCoreProperties(toText(xml)), ...(language !== null && { language }) };
  return { html, metadata, warnings: [] };
}
