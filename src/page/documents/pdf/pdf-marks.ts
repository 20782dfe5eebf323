import { escapeHtml } from '../../../domain/values/escape-html.ts';

/**
 * Marks of links, superscripts and subscripts within the text of a PDF while its lines are joined. They are noncharacters of
 * Unicode, which no text contains; the URL of a link is the private-use code point behind its mark.
 */
const mark = {
  link: '\uFDD0',
  linkEnd: '\uFDD1',
  sup: '\uFDD2',
  supEnd: '\uFDD3',
  sub: '\uFDD4',
  subEnd: '\uFDD5',
} as const;

const firstUrl = 0xf0000;
/** Maximum number of different URLs of a document. */
export const maxUrls = 0xfff0;

const anyMark = /[\uFDD1-\uFDD5]|\uFDD0[\u{F0000}-\u{FFFFF}]?/gu;

/** Returns a text without marks. */
export function removeMarks(text: string): string {
  return text.replace(anyMark, '');
}

/** Marks a text as a link to the URL of this index. */
export function markLink(text: string, url: number): string {
  return `${mark.link}${String.fromCodePoint(firstUrl + url)}${text}${mark.linkEnd}`;
}

/** Marks a text as raised or lowered. */
export function markShifted(text: string, isRaised: boolean): string {
  return isRaised ? `${mark.sup}${text}${mark.supEnd}` : `${mark.sub}${text}${mark.subEnd}`;
}

/** Returns the number of a note whose text begins with a raised number, and the text behind it; null for other texts. */
export function readNote(text: string): { label: string; text: string } | null {
  const match = /^\uFDD2([\p{L}\p{N}*†‡§]{1,3})\uFDD3\s*/u.exec(text);
  return match?.[1] === undefined ? null : { label: match[1], text: text.slice(match[0].length) };
}

/** A raised number or sign within a text: its place with its marks, and what stands before it. */
export interface RaisedText {
  label: string;
  start: number;
  end: number;
  before: string;
}

/** Maximum length of the text before a raised one. */
const maxBefore = 8;

/** Returns the raised numbers and signs of a text, which are no links yet. */
export function findRaised(text: string): RaisedText[] {
  return [...text.matchAll(/\uFDD2([\p{L}\p{N}*†‡§]{1,3})\uFDD3/gu)].map((match) => ({
    label: match[1] ?? '',
    start: match.index,
    end: match.index + match[0].length,
    before: removeMarks(text.slice(Math.max(0, match.index - maxBefore), match.index)),
  }));
}

/** Joins the parts of one link that a space, or nothing, separates. */
function joinLinkParts(text: string): string {
  if (!text.includes(mark.linkEnd)) return text;
  let url = '';
  let joined = '';
  for (let at = 0; at < text.length; ) {
    const character = text[at] ?? '';
    if (character === mark.link) url = text.slice(at, at + 3);
    const space = text[at + 1] === ' ' ? ' ' : '';
    const next = at + 1 + space.length;
    if (character === mark.linkEnd && text.startsWith(url, next)) {
      joined += space;
      at = next + url.length;
    } else {
      joined += character;
      at++;
    }
  }
  return joined;
}

const tags: Readonly<Record<string, string>> = {
  [mark.linkEnd]: '</a>',
  [mark.sup]: '<sup>',
  [mark.supEnd]: '</sup>',
  [mark.sub]: '<sub>',
  [mark.subEnd]: '</sub>',
};

/** Returns the HTML of a text with marks; line feeds become line breaks. */
export function markedHtml(text: string, urls: readonly string[]): string {
  return escapeHtml(joinLinkParts(text))
    .replaceAll('\n', '<br>')
    .replace(anyMark, (found) => {
      const tag = tags[found];
      if (tag !== undefined) return tag;
      const url = urls[(found.codePointAt(1) ?? firstUrl) - firstUrl] ?? '';
      return `<a href="${escapeHtml(url)}">`;
    });
}
