import { posix } from 'node:path';
import type { HtmlDocument } from '../html-document.ts';
import { createEntryReader } from '../office/read-xml-entry.ts';
import type { ZipEntry } from '../office/zip.ts';
import { mathmlToHtml } from './mathml.ts';
import { openPackage } from './package.ts';
import { readStyles } from './styles.ts';
import { TextConverter } from './text-converter.ts';

/** Maximum number of formulas that are read. */
const maxFormulas = 2_000;

/** Converts an OpenDocument text, presentation or drawing to HTML; each slide or page is a section. */
export async function openDocumentToHtml(
  bytes: Uint8Array,
  entries: readonly ZipEntry[],
): Promise<HtmlDocument> {
  const read = createEntryReader(bytes, entries);
  const { content, styles, metadata } = openPackage(read);
  let formulas = 0;
  const converter = new TextConverter({
    styles: readStyles([styles, content]),
    formula(reference) {
      formulas += 1;
      const xml = formulas > maxFormulas ? null : read(posix.join(reference, 'content.xml'));
      return xml === null ? '' : mathmlToHtml(xml);
    },
  });
  return { html: converter.convert(content), metadata, warnings: [] };
}
