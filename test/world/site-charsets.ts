import { type ForeignText, foreignTexts } from './foreign-texts.ts';
import type { Route, Routes } from './loopback-server.ts';

const marks: Record<string, number[]> = {
  'utf-8': [0xef, 0xbb, 0xbf],
  'utf-16le': [0xff, 0xfe],
  'utf-16be': [0xfe, 0xff],
};

/**
 * Returns pages encoded in the character set of their path: `/charset/NAME/header` declares it only in the header,
 * `/meta` only in the page, `/wrong-header` in the page while the header names another, `/bom` by a byte order mark
 * (UTF-8 and UTF-16).
 */
export function charsetRoutes(): Routes {
  return new Map(foreignTexts.flatMap(routesOf));
}

/** Returns the paths of {@link charsetRoutes} with the text of each page. */
export function charsetPaths(): { path: string; text: ForeignText }[] {
  return foreignTexts.flatMap((text) => routesOf(text).map(([path]) => ({ path, text })));
}

function routesOf(text: ForeignText): [string, Route][] {
  const { charset } = text;
  const at = (name: string) => `/charset/${charset}/${name}`;
  const typed = (named: string | null) => ({
    'content-type': named === null ? 'text/html' : `text/html; charset=${named}`,
  });
  const marked: [string, Route][] =
    marks[charset] === undefined
      ? []
      : [[at('bom'), { headers: typed(null), body: pageOf(text, null, marks[charset]) }]];
  // A UTF-16 page cannot declare its encoding in ASCII; only the byte order mark and the header can.
  if (charset.startsWith('utf-16')) return marked;
  const wrong = charset === 'utf-8' ? 'iso-8859-1' : 'utf-8';
  return [
    ...marked,
    [at('header'), { headers: typed(charset), body: pageOf(text, null) }],
    [at('meta'), { headers: typed(null), body: pageOf(text, charset) }],
    [at('wrong-header'), { headers: typed(wrong), body: pageOf(text, charset) }],
  ];
}

function pageOf(text: ForeignText, named: string | null, mark: number[] = []): Uint8Array {
  const meta = named === null ? '' : `<meta charset="${named}">`;
  const parts = [
    Uint8Array.from(mark),
    skeleton(text, `<!DOCTYPE html><html lang="${text.language}"><head>${meta}<title>`),
    Buffer.from(text.titleBytes, 'base64'),
    skeleton(text, '</title></head><body><main><h1>'),
    Buffer.from(text.titleBytes, 'base64'),
    skeleton(text, '</h1><p>'),
    Buffer.from(text.bodyBytes, 'base64'),
    skeleton(text, '</p></main></body></html>'),
  ];
  return Buffer.concat(parts);
}

/** Inserts the text into markup, which is ASCII in every character set here except UTF-16. */
function skeleton(text: ForeignText, markup: string): Uint8Array {
  if (!text.charset.startsWith('utf-16')) return Buffer.from(markup, 'latin1');
  const little = Buffer.from(markup, 'utf16le');
  return text.charset === 'utf-16le' ? little : little.swap16();
}
