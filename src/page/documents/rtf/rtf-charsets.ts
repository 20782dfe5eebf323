import { TextDecoder as StandardDecoder } from '@exodus/bytes/encoding.js';

/** Encodings of code pages that are not named `windows-N`. */
const codePages: Readonly<Record<number, string>> = {
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  1361: 'euc-kr',
  10000: 'macintosh',
  10007: 'x-mac-cyrillic',
  20127: 'windows-1252',
  20866: 'koi8-r',
  28591: 'windows-1252',
  28592: 'iso-8859-2',
  28595: 'iso-8859-5',
  28605: 'iso-8859-15',
  50220: 'iso-2022-jp',
  51932: 'euc-jp',
  54936: 'gb18030',
  65001: 'utf-8',
};

/** Code pages of character sets of fonts (`\fcharset`). */
const charsetPages: Readonly<Record<number, number>> = {
  0: 1252,
  77: 10000,
  128: 932,
  129: 949,
  130: 1361,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
};

/** Returns the code page of a font's character set; null for the default. */
export function codePageOfCharset(charset: number): number | null {
  return charsetPages[charset] ?? null;
}

/** Returns the name of a code page in the Encoding Standard; unknown ones are windows-1252. */
export function encodingOfCodePage(codePage: number): string {
  const isWindows = codePage >= 1250 && codePage <= 1258;
  return codePages[codePage] ?? (isWindows ? `windows-${codePage}` : 'windows-1252');
}

/** Decodes bytes of a code page. Invalid bytes become U+FFFD, and unknown code pages are read as windows-1252. */
export function decodeCodePage(bytes: Uint8Array, codePage: number): string {
  return new StandardDecoder(encodingOfCodePage(codePage)).decode(bytes);
}
