import { isUtf8 } from 'node:buffer';
import { TextDecoder as StandardDecoder } from '@exodus/bytes/encoding.js';
import { detect } from 'chardet';
import sniffEncoding from 'html-encoding-sniffer';

/** Text of a body, and the character set it was read with. */
export interface DecodedText {
  text: string;
  /** Name of the encoding in the Encoding Standard, in lower case. */
  charset: string;
  /** Whether the bytes are the text in UTF-8, so that they may stand for it. */
  isVerbatim: boolean;
}

/** The standard asks for 1,024 bytes at least; many pages declare their encoding behind long comments and scripts. */
const prescanBytes = 16 * 1024;
/** Bytes that a guess is made from. */
const guessBytes = 64 * 1024;
/** Stands for "nothing was declared" where a name is needed. */
const undeclared = 'x-user-defined';

/**
 * The text of a body: by byte order mark, then the charset of `Content-Type`, then what the document declares, then valid
 * UTF-8, and a guess from the bytes last. Labels mean what the Encoding Standard says (`iso-8859-1` is windows-1252,
 * `gb2312` is gbk). A declaration that the bytes contradict is passed over when they are valid UTF-8 or another declaration
 * fits. Never throws: bytes that mean nothing become U+FFFD.
 */
export function decodeText(bytes: Uint8Array, contentType: string | null, isHtml: boolean): DecodedText {
  const marked = byteOrderMark(bytes) ?? wideWithoutMark(bytes);
  if (marked !== null) return decodeAs(bytes, marked);
  const isWhole = isUtf8(bytes);
  const isUnicode = isWhole || isNearlyUtf8(bytes);
  const fromHeader = charsetOfHeader(contentType);
  if (fromHeader !== null && fits(bytes, fromHeader, isUnicode)) return decodeAs(bytes, fromHeader, isWhole);
  const fromDocument = charsetOfDocument(bytes, isHtml);
  if (fromDocument !== null && fits(bytes, fromDocument, isUnicode))
    return decodeAs(bytes, fromDocument, isWhole);
  if (isUnicode) return decodeAs(bytes, 'utf-8', isWhole);
  return decodeAs(bytes, fromHeader ?? fromDocument ?? guessed(bytes) ?? 'windows-1252');
}

/** The name that a label has in the Encoding Standard, or null when it has none that can be decoded. */
function charsetOfLabel(label: string): string | null {
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

/** UTF-16 that carries no mark: its first characters are ASCII, so that every second byte is zero. */
function wideWithoutMark(bytes: Uint8Array): string | null {
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
  const found = /;\s*charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;,]+))/i.exec(contentType ?? '');
  return found === null ? null : charsetOfLabel(found[1] ?? found[2] ?? found[3] ?? '');
}

function charsetOfDocument(bytes: Uint8Array, isHtml: boolean): string | null {
  const options = { defaultEncoding: undeclared };
  const name = isHtml
    ? sniffEncoding(bytes, { ...options, maxPrescanBytes: prescanBytes })
    : sniffEncoding(bytes, { ...options, xml: true });
  return name === undeclared ? null : charsetOfLabel(name);
}

/** Whether a text is UTF-8 with a few broken places, as pages cut or glued together by programs are. */
function isNearlyUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes);
  let broken = 0;
  let whole = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0xfffd) broken += 1;
    else if (code >= 0x80) whole += 1;
  }
  return whole >= 5 && broken * 5 <= whole;
}

/** Whether the bytes can be text of that character set. Single-byte sets take any bytes, so UTF-8 that is more than ASCII is held against them. */
function fits(bytes: Uint8Array, charset: string, isUnicode: boolean): boolean {
  if (charset === 'utf-8') return isUnicode;
  if (charset.startsWith('utf-16')) return false;
  if (isUnicode) return isAscii(bytes) || charset === 'iso-2022-jp';
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

function guessed(bytes: Uint8Array): string | null {
  const name = detect(bytes.subarray(0, guessBytes));
  return name === null ? null : charsetOfLabel(name);
}

function decodeAs(bytes: Uint8Array, charset: string, isWhole = false): DecodedText {
  // The platform's tables of the large character sets lack what the Encoding Standard adds to them.
  const Decoder = charset === 'utf-8' ? TextDecoder : StandardDecoder;
  return {
    text: new Decoder(charset).decode(bytes),
    charset,
    isVerbatim: isWhole && charset === 'utf-8',
  };
}
