import mammoth from 'mammoth';
import type { HtmlDocument } from '../html-document.ts';
import { readCoreProperties } from './core-properties.ts';
import { type ByteBudget, createStoredZip, readEntry, type ZipEntry } from './zip.ts';

/** Maximum decompressed size of the XML files in bytes; mammoth builds a tree of about ten times that size. */
const maxXmlBytes = 16_000_000;

const xmlFile = /\.(?:xml|rels)$/i;

/**
 * Converts a Word document to HTML. Decompresses it here, within limits, and passes it to mammoth uncompressed and without
 * images, because mammoth has no size limit.
 */
export async function docxToHtml(bytes: Uint8Array, entries: readonly ZipEntry[]): Promise<HtmlDocument> {
  const budget: ByteBudget = { remaining: maxXmlBytes };
  const files = entries
    .filter((entry) => xmlFile.test(entry.name))
    .map((entry) => ({ name: entry.name, bytes: readEntry(bytes, entry, budget) }));
  const properties = files.find((file) => file.name === 'docProps/core.xml');
  const { value } = await mammoth
    .convertToHtml(
      { buffer: createStoredZip(files) },
      {
        externalFileAccess: false,
        convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
        styleMap: ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => p:fresh", 'u => '],
      },
    )
    .catch((cause: unknown) => {
      // The messages of the library are not for users.
      throw new Error('The document is damaged, or nested too deeply.', { cause });
    });
  const xml = properties === undefined ? '' : Buffer.from(properties.bytes).toString();
  return { html: markFootnotes(value), metadata: readCoreProperties(xml), warnings: [] };
}

/** Marks the footnotes, which mammoth appends as a plain list. */
function markFootnotes(html: string): string {
  const at = html.lastIndexOf('<ol><li id="footnote-');
  return at === -1 ? html : `${html.slice(0, at)}<section class="footnotes">${html.slice(at)}</section>`;
}
