import type { PageMetadata } from '../../../domain/pages/page.ts';
import { readProperties } from '../office/core-properties.ts';
import { toText } from '../office/read-xml-entry.ts';

/** Files of an OpenDocument package (OpenDocument 1.3 part 2). */
interface OpenDocumentPackage {
  content: Uint8Array;
  styles: Uint8Array | null;
  metadata: PageMetadata;
}

/** Names of metadata (OpenDocument 1.3 part 3, 4.3); the creator is who modified the document last. */
const propertyNames: readonly [string, string][] = [
  ['title', 'dc:title'],
  ['author', 'meta:initial-creator'],
  ['description', 'dc:description'],
  ['created', 'meta:creation-date'],
  ['modified', 'dc:date'],
  ['language', 'dc:language'],
];

/** Reads the files of a package. Throws if it is encrypted or has no content. */
export function openPackage(read: (name: string) => Uint8Array | null): OpenDocumentPackage {
  if (toText(read('META-INF/manifest.xml')).includes('encryption-data'))
    throw new Error('The document is password-protected.');
  const content = read('content.xml');
  if (content === null) throw new Error('The document has no content.');
  const meta = toText(read('meta.xml'));
  const { author, ...properties } = readProperties(meta, propertyNames);
  const creator = author ?? readProperties(meta, [['author', 'dc:creator']]).author;
  return {
    content,
    styles: read('styles.xml'),
    metadata: { ...properties, ...(creator !== undefined && { author: creator }) },
  };
}
