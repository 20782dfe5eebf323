import { isUtf8 } from 'node:buffer';
import { TextDecoder as StandardDecoder } from '@exodus/bytes/encoding.js';
import { detect } from 'chardet';
import sniffEncoding from 'html-encoding-sniffer';

/** Decoded text, and its character set. */
export interface DecodedText {
  text: string;
  /** Name of the encoding in the Encoding Standard, in lower case. */
  charset: string;
  /** True if the bytes are the text in UTF-8 and can replace it. */
  isVerbatim: boolean;
}

/** The standard requires at least 1,024 bytes; many pages declare their encoding after long comments and scripts. */
const prescanBytes = 16 * 1024;
/** Number of bytes from which the character set is guessed. */
const guessBytes = 64 * 1024;
/** Placeholder for "no declaration" where a name is required. */
const undeclared = 'x-user-defined';

/**
 * Decodes a body: by byte order mark, then the charset of `Content-Type`, then the declaration in the document, then as valid
 * UTF-8, then by a guess. Labels are interpreted by the Encoding Standard (`iso-8859-1` is windows-1252, `gb2312` is gbk). A
 * declaration that contradicts the bytes is ignored if they are valid UTF-8 or another declaration is valid. Never throws:
 * invalid bytes become U+FFFD.
 */
export function decodeText(bytes: Uint8Array, contentType: string | null, isHtml: boolean): DecodedText {
  const byteOrder = byteOrderMark(bytes) ?? detectUtf16(bytes);
  if (byteOrder !== null) return decodeAs(bytes, byteOrder);
  const isValidUtf8 = isUtf8(bytes);
  const isUtf8Text = isValidUtf8 || isNearlyUtf8(bytes);
  const fromHeader = charsetOfHeader(contentType);
  if (fromHeader !== null && isValidIn(bytes, fromHeader, isUtf8Text))
    return decodeAs(bytes, fromHeader, isValidUtf8);
  const fromDocument = charsetOfDocument(bytes, isHtml);
  if (fromDocument !== null && isValidIn(bytes, fromDocument, isUtf8Text))
    return decodeAs(bytes, fromDocument, isValidUtf8);
  if (isUtf8Text) return decodeAs(bytes, 'utf-8', isValidUtf8);
  return decodeAs(bytes, fromHeader ?? fromDocument ?? guessCharset(bytes) ?? 'windows-1252');
}

/** Returns the name of a label in the Encoding Standard, or null if it cannot be decoded. */
function resolveLabel(label: string): string | null {
  try {
    return new StandardDecoder(label.trim()).encoding;
  } catch {
    return null;
  }
}

function byteOrderMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return null;
}

/** Detects UTF-16 without a byte order mark: the first characters are ASCII, so every second byte is zero. */
function detectUtf16(bytes: Uint8Array): string | null {
  const pairs = Math.min(32, bytes.length >> 1);
  if (pairs < 2) return null;
  let evenZeros = 0;
  let oddZeros = 0;
  for (let at = 0; at < pairs * 2; at += 2) {
    if (bytes[at] === 0) evenZeros += 1;
    if (bytes[at + 1] === 0) oddZeros += 1;
  }
  if (oddZeros > pairs * 0.7 && evenZeros === 0) return 'utf-16le';
  if (evenZeros > pairs * 0.7 && oddZeros === 0) return 'utf-16be';
  return null;
}

function charsetOfHeader(contentType: string | null): string | null {
  const match = /;\s*charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;,]+))/i.exec(contentType ?? '');
  return match === null ? null : resolveLabel(match[1] ?? match[2] ?? match[3] ?? '');
}

function charsetOfDocument(bytes: Uint8Array, isHtml: boolean): string | null {
  const options = { defaultEncoding: undeclared };
  const name = isHtml
    ? sniffEncoding(bytes, { ...options, maxPrescanBytes: prescanBytes })
    : sniffEncoding(bytes, { ...options, xml: true });
  return name === undeclared ? null : resolveLabel(name);
}

/** Returns true for UTF-8 with a few invalid sequences, as in truncated or concatenated pages. */
function isNearlyUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes);
  let invalid = 0;
  let valid = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0xfffd) invalid += 1;
    else if (code >= 0x80) valid += 1;
  }
  return valid >= 5 && invalid * 5 <= valid;
}

/** Returns true if the bytes are valid in a character set. Single-byte sets accept any bytes, so non-ASCII UTF-8 excludes them. */
function isValidIn(bytes: Uint8Array, charset: string, isUtf8Text: boolean): boolean {
  if (charset === 'utf-8') return isUtf8Text;
  if (charset.startsWith('utf-16')) return false;
  if (isUtf8Text) return isAscii(bytes) || charset === 'iso-2022-jp';
  try {
    new StandardDecoder(charset, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function isAscii(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).every((byte) => byte < 0x80);
}

function guessCharset(bytes: Uint8Array): string | null {
  const name = detect(bytes.subarray(0, guessBytes));
  return name === null ? null : resolveLabel(name);
}

function decodeAs(bytes: Uint8Array, charset: string, isValidUtf8 = false): DecodedText {
  // The platform's tables of the large character sets lack additions of the Encoding Standard.
  const Decoder = charset === 'utf-8' ? TextDecoder : StandardDecoder;
  return {
    text: new Decoder(charset).decode(bytes),
    charset,
    isVerbatim: isValidUtf8 && charset === 'utf-8',
  };
}
