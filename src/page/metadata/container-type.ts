import { type ByteBudget, readEntry, readZipEntries, type ZipEntry } from '../documents/office/zip.ts';
import type { MediaKind, MediaType } from './media-kind.ts';

const officeTypes =
  /^application\/(?:vnd\.openxmlformats-officedocument\.|vnd\.oasis\.opendocument\.|msword|vnd\.ms-(?:excel|powerpoint)|epub\+zip)/;

/** Folders in a ZIP archive that identify its format (ECMA-376 part 2). */
const officeFolders: readonly [string, MediaType][] = [
  [
    'word/',
    { kind: 'docx', type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' },
  ],
  ['xl/', { kind: 'xlsx', type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }],
  [
    'ppt/',
    { kind: 'pptx', type: 'application/vnd.openxmlformats-officedocument.presentationml.presentation' },
  ],
  ['META-INF/container.xml', { kind: 'epub', type: 'application/epub+zip' }],
];

/** Kinds of the media types that the file `mimetype` of an archive names (OpenDocument 1.3 part 2, 3.3; EPUB 3.3, 4.2.6). */
const namedKinds: ReadonlyMap<string, MediaKind> = new Map([
  ['application/epub+zip', 'epub'],
  ...Object.entries({
    text: 'odt',
    spreadsheet: 'ods',
    presentation: 'odp',
    graphics: 'odp',
  } as const).flatMap(([name, kind]): [string, MediaKind][] => [
    [`application/vnd.oasis.opendocument.${name}`, kind],
    [`application/vnd.oasis.opendocument.${name}-template`, kind],
  ]),
]);

/** Length of the longest media type of a document, with room for line ends. */
const maxNameLength = 200;

/** Returns the media type that the file `mimetype` of an archive names, or ''. */
function namedType(bytes: Uint8Array, entries: readonly ZipEntry[]): string {
  const entry = entries.find(({ name }) => name === 'mimetype');
  if (entry === undefined) return '';
  const budget: ByteBudget = { remaining: maxNameLength };
  try {
    return Buffer.from(readEntry(bytes, entry, budget))
      .toString('latin1')
      .trim();
  } catch {
    // A damaged name tells nothing; the names of the other files do.
    return '';
  }
}

/** Returns the type of a ZIP archive: that of the document that it contains, else `archive`. */
export function detectArchiveType(bytes: Uint8Array, header: string, archive: MediaType): MediaType {
  const entries = readZipEntries(bytes);
  for (const type of [namedType(bytes, entries), header]) {
    const kind = namedKinds.get(type);
    if (kind !== undefined) return { kind, type };
  }
  for (const { name } of entries) {
    const folder = officeFolders.find(([start]) => name.startsWith(start));
    if (folder !== undefined) return folder[1];
  }
  return officeTypes.test(header) ? { kind: 'document', type: header } : archive;
}

/** Name of the stream of the properties of a message ([MS-OXMSG] 2.4), in a directory of a compound file. */
const messageProperties = Buffer.from('__properties_version1.0', 'utf16le');

/** Returns the type of an OLE compound file: that of an Outlook message, else `container`. */
export function detectCompoundType(bytes: Uint8Array, container: MediaType): MediaType {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return buffer.includes(messageProperties) ? { kind: 'msg', type: 'application/vnd.ms-outlook' } : container;
}
