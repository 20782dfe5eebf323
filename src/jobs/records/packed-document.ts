import { cleanJson } from '../../domain/values/clean-text.ts';
import { jsonBytes } from '../../domain/values/json-pieces.ts';
import { compressDocument, decompressDocument } from '../../store/pages/compressed-document.ts';
import { decompressMarkdown, type StoredContent } from '../../store/pages/contents.ts';

/** JSON of a result without its receipt, in the form in which it is stored. */
export interface PackedDocument {
  /** The JSON compressed with Zstandard (RFC 8878), without the text that `contents` has. */
  page: Uint8Array;
  /** Size of the whole JSON in bytes. */
  bytes: number;
  /** Byte of the decompressed JSON where that text belongs; null if nothing was left out. */
  textAt: number | null;
}

/** Stored form of a document, with the complete text of which it shows the start. */
export interface StoredDocument {
  page: Buffer;
  bytes: number;
  text_at: number | null;
  /** Complete text, compressed, and its code points; null if the document is whole. */
  text: Buffer | null;
  text_length: number | null;
}

/** Code points of a text that is decompressed to read its start, in about a third of a millisecond. */
const maxTextLength = 200_000;
const emptyText = '"markdown":""';

/**
 * Returns the stored form of a result. The Markdown of a page is the start of its complete text (`PageContent`), so that it is
 * left out if that text is in a row of its own.
 */
export async function packDocument(
  document: object & { markdown?: string },
  content: StoredContent | null,
): Promise<PackedDocument> {
  const { markdown } = document;
  const isStored = content !== null && content.body !== null && content.length <= maxTextLength;
  if (!isStored || markdown === undefined)
    return { ...(await compressDocument(await jsonBytes(document))), textAt: null };
  const rest = await jsonBytes({ ...document, markdown: '' });
  const { page, bytes } = await compressDocument(rest);
  // The members before it are texts, in which quotes are escaped.
  const textAt = rest.indexOf(emptyText) + emptyText.length - 1;
  return { page, bytes: bytes + Buffer.byteLength(cleanJson(markdown)) - 2, textAt };
}

/** Signs that JSON escapes, by their code; NUL is not stored. */
const escapes = Array.from({ length: 128 }, (_, code): Uint8Array | null => {
  const sign = String.fromCharCode(code);
  const written = cleanJson(sign).slice(1, -1);
  return written === sign ? null : Buffer.from(written, 'utf8');
});
const backslash = 0x5c;
const firstPlainSign = 0x20;
const quote = 0x22;

/** Fills `target` with the start of a UTF-8 text as JSON writes it. Works on bytes, in a third of the time of a text between. */
function writeJsonText(text: Uint8Array, target: Buffer): void {
  let at = 0;
  for (let from = 0; at < target.length; from += 1) {
    const code = text[from] ?? 0;
    const isPlain = code >= firstPlainSign && code !== quote && code !== backslash;
    if (isPlain) target[at++] = code;
    else for (const byte of escapes[code] ?? []) target[at++] = byte;
  }
}

/** Returns the JSON of a result as it was before {@link packDocument}. */
export async function unpackDocument(stored: StoredDocument): Promise<Buffer> {
  const { page, bytes, text_at: textAt, text, text_length: length } = stored;
  const document = await decompressDocument(page, bytes);
  if (textAt === null) return document;
  if (text === null || length === null) throw new Error('the text of a stored result is missing');
  const markdown = await decompressMarkdown(text, length);
  const whole = Buffer.allocUnsafe(bytes);
  document.copy(whole, 0, 0, textAt);
  const end = textAt + bytes - document.byteLength;
  writeJsonText(markdown, whole.subarray(textAt, end));
  document.copy(whole, end, textAt);
  return whole;
}
