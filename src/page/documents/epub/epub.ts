import { collapseSpace } from '../../../domain/values/collapse-space.ts';
import { escapeHtml } from '../../../domain/values/escape-html.ts';
import { xhtmlToHtml } from '../../parse/xhtml-to-html.ts';
import type { HtmlDocument } from '../html-document.ts';
import { readCoreProperties, readProperties } from '../office/core-properties.ts';
import { createEntryReader, toText } from '../office/read-xml-entry.ts';
import type { ZipEntry } from '../office/zip.ts';
import { findPackagePath, parsePackage, readContents, resolvePath } from './package-document.ts';

/** Returns the content of the body of a document. */
function bodyOf(html: string): string {
  const start = html.search(/<body[\s>]/i);
  const open = start === -1 ? -1 : html.indexOf('>', start);
  if (open === -1) return '';
  const end = html.lastIndexOf('</body');
  return html.slice(open + 1, end === -1 ? undefined : end);
}

/** Start of a note of EPUB 3 (structural semantics `footnote`), which a reader shows at its reference. */
const noteStart =
  /<aside (?=[^<>]{0,300}epub:type="(?:foot|end|rear)note")[^<>]{0,300}?id="([^"]{1,200})"[^<>]{0,300}>/gi;
/** The sign in front of a note, which leads back to its reference. */
const backReference = /<a [^<>]{0,300}href="#[^"]{1,200}"[^<>]{0,300}>[^<>]{1,6}<\/a>/i;
const maxSignDistance = 400;

/** Moves the notes of a chapter to its end, as a list to which the references lead. */
function withNotesAtEnd(html: string): string {
  const notes: string[] = [];
  let rest = '';
  let from = 0;
  for (const match of html.matchAll(noteStart)) {
    const end = html.indexOf('</aside>', match.index);
    if (match.index < from || end === -1) continue;
    const text = html.slice(match.index + match[0].length, end);
    const start = text.slice(0, maxSignDistance).replace(backReference, '');
    notes.push(`<li id="${match[1]}">${start}${text.slice(maxSignDistance)}</li>`);
    rest += html.slice(from, match.index);
    from = end + '</aside>'.length;
  }
  rest += html.slice(from);
  return notes.length === 0
    ? html
    : `${rest}<section role="doc-endnotes"><ol>${notes.join('')}</ol></section>`;
}

const externalReference = /^[a-z][a-z\d+.-]{0,30}:/i;

/** Converts the chapters of a publication, so that they can follow each other in one document. */
class ChapterReader {
  private readonly numbers: ReadonlyMap<string, number>;

  constructor(chapters: readonly string[]) {
    this.numbers = new Map(chapters.map((path, index) => [path, index]));
  }

  /** Returns the HTML of the body of a chapter. A chapter that is not well-formed is read as HTML. */
  bodyHtml(xhtml: string, path: string): string {
    const attribute = (name: string, value: string) => this.attribute(name, value, path);
    return withNotesAtEnd(bodyOf(xhtmlToHtml(xhtml, { attribute }) ?? xhtml));
  }

  /** Makes ids and references unique, because each chapter has its own, and drops references to files of the archive. */
  private attribute(name: string, value: string, path: string): string | null {
    if (name === 'id') return this.anchor(path, value);
    if (name !== 'href' && name !== 'xlink:href' && name !== 'src') return value;
    if (externalReference.test(value)) return value;
    const target = resolvePath(path, value);
    const fragment = value.split('#', 2)[1];
    if (name === 'src' || fragment === undefined || !this.numbers.has(target)) return null;
    return `#${this.anchor(target, fragment)}`;
  }

  private anchor(path: string, id: string): string {
    return `note-${id}-${this.numbers.get(path) ?? 0}`;
  }
}

/** Makes links within the publication text, unless they lead to a note: nothing can open them. */
function withoutInnerLinks(html: string): string {
  const notes = new Set([...html.matchAll(/<li id="([^"]{1,300})"/g)].map(([, id]) => id));
  return html.replace(/ href="#([^"]{1,300})"/g, (link, id: string) => (notes.has(id) ? link : ''));
}

/** Returns the chapter with its title in the table of contents, if it has no heading of its own. */
function withTitle(html: string, title: string | undefined): string {
  if (title === undefined || /<h[1-6][\s>]/i.test(html)) return html;
  const start = collapseSpace(html.slice(0, 2_000).replace(/<[^<>]*>/g, ' '));
  if (start === '' || start.startsWith(title)) return html;
  return `<h2>${escapeHtml(title)}</h2>${html}`;
}

/** Converts an EPUB publication to HTML: its chapters in reading order. */
export async function epubToHtml(bytes: Uint8Array, entries: readonly ZipEntry[]): Promise<HtmlDocument> {
  const read = createEntryReader(bytes, entries);
  const container = read('META-INF/container.xml');
  const path = container === null ? null : findPackagePath(container);
  const xml = path === null ? null : read(path);
  if (path === null || xml === null) throw new Error('The publication has no package document.');
  const { chapters, contents, language } = parsePackage(xml, path);
  const encrypted = toText(read('META-INF/encryption.xml'));
  if (chapters.some((chapter) => encrypted.includes(`"${encodeURI(chapter)}"`)))
    throw new Error('The publication is protected against copying.');
  const navigation = contents === null ? null : read(contents);
  const titles = navigation === null || contents === null ? null : readContents(navigation, contents);
  const reader = new ChapterReader(chapters);
  const html = chapters.map((chapter) =>
    withTitle(reader.bodyHtml(toText(read(chapter)), chapter), titles?.get(chapter)),
  );
  const properties = toText(xml);
  const metadata = {
    ...readCoreProperties(properties),
    ...readProperties(properties, [['published', 'dc:date']]),
    ...(language !== null && { language }),
  };
  const joined = html.map((chapter) => `<section>${chapter}</section>`).join('\n');
  return { html: withoutInnerLinks(joined), metadata, warnings: [] };
}
