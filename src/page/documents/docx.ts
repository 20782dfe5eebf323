import mammoth from 'mammoth';

import { coreProperties } from './core-properties.ts';
import type { ReadDocument } from './html-document.ts';
import { type ByteBudget, readEntry, storedZip, type ZipEntry } from './zip.ts';

/** Most bytes of XML that a document may unpack into; the reader builds a tree of some ten times that. */
const maxXml = 16_000_000;

const wanted = /\.(?:xml|rels)$/i;

/**
 * A Word document as HTML. It is unpacked here, within limits, and handed on without compression and pictures: what the reader
 * opens cannot grow.
 */
export async function readDocx(bytes: Uint8Array, entries: readonly ZipEntry[]): Promise<ReadDocument> {
  const budget: ByteBudget = { left: maxXml };
  const files = entries
    .filter((entry) => wanted.test(entry.name))
    .map((entry) => ({ name: entry.name, bytes: readEntry(bytes, entry, budget) }));
  const properties = files.find((file) => file.name === 'docProps/core.xml');
  const { value } = await mammoth.convertToHtml(
    { buffer: storedZip(files) },
    {
      externalFileAccess: false,
      convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
      styleMap: ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => p:fresh", 'u => '],
    },
  );
  const xml = properties === undefined ? '' : Buffer.from(properties.bytes).toString();
  return { html: withNotes(value), metadata: coreProperties(xml), warnings: [] };
}

/** The notes, which the reader puts at the end as a plain list, marked as such. */
function withNotes(html: string): string {
  const at = html.lastIndexOf('<ol><li id="footnote-');
  return at === -1 ? html : `${html.slice(0, at)}<section class="footnotes">${html.slice(at)}</section>`;
}
