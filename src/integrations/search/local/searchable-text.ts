import { createHash } from 'node:crypto';
import { decodePercent } from '../../../domain/values/decode-percent.ts';
import { wordsIn } from './identifiers.ts';
import { separateWords } from './separate-words.ts';
import { wordPositions } from './word-positions.ts';

/** Maximum number of searchable characters of a page's title, its headings and its text. */
const maxTitleLength = 1_000;
const maxHeadingsLength = 8_000;
const maxTextLength = 50_000;
/** Maximum number of words that stand for the identifiers of a text. */
const maxIdentifierWords = 4_000;
const maxAddressLength = 500;

/** Parts of a page to search, in plain text. */
export interface PageParts {
  url: string;
  title: string;
  headings: readonly string[];
  text: string;
}

/** Texts of a page as the index stores them: separated words, without characters that PostgreSQL cannot store. */
export interface SearchableText {
  title: string;
  body: string;
  /** The words of the texts and of their identifiers with their positions: `pump:1,5 run:2`. */
  titleWords: string;
  headingWords: string;
  pathWords: string;
  hostWords: string;
  bodyWords: string;
  /** Number of words of the text. */
  wordCount: number;
  /** Equal for pages with the same title and text. */
  digest: string;
}

function toStorableText(text: string, maxLength: number): string {
  return text.slice(0, maxLength).toWellFormed().replaceAll('\0', ' ');
}

function toWords(text: string): string {
  return wordPositions(text, maxIdentifierWords);
}

/** Returns the words of a URL: of its path and query without the file extension, and of its host without the last label. */
function addressWords(address: string): { pathWords: string; hostWords: string } {
  const url = URL.parse(address);
  if (url === null) return { pathWords: '', hostWords: '' };
  const path = decodePercent(url.pathname + url.search).replace(
    /\.(?:x?html?|php|aspx?|md|jsp)(?=$|\?)/i,
    '',
  );
  const host = url.hostname.split('.').slice(0, -1).join(' ');
  return {
    pathWords: toWords(toStorableText(separateWords(path.slice(0, maxAddressLength)), 2 * maxAddressLength)),
    hostWords: toWords(toStorableText(host, maxAddressLength)),
  };
}

/** Prepares the parts of a page for the index. Segmenting a long text of a script without spaces takes long. */
export function createSearchableText({ url, ...parts }: PageParts): SearchableText {
  const title = toStorableText(separateWords(parts.title.slice(0, maxTitleLength)), maxTitleLength);
  const body = toStorableText(separateWords(parts.text.slice(0, maxTextLength).trim()), maxTextLength);
  const headings = toStorableText(
    separateWords(parts.headings.join('\n').slice(0, maxHeadingsLength)),
    maxHeadingsLength,
  );
  return {
    title,
    body,
    titleWords: toWords(title),
    headingWords: toWords(headings),
    ...addressWords(url),
    bodyWords: toWords(body),
    wordCount: body.split(/\s+/).length,
    digest: createHash('sha256').update(`${title}\n${body}`).digest('base64url'),
  };
}

/** Returns the words of a link text for the index, and their number without words for identifiers. */
export function anchorWords(text: string): { words: string; count: number } {
  const separated = separateWords(text);
  return { words: toWords(separated), count: wordsIn(separated).length };
}
