import type { ContentJob } from '../../domain/pages/content.ts';
import type { PageMetadata } from '../../domain/pages/page.ts';
import { escapeHtmlText } from '../../domain/values/escape-html.ts';
import { linksOfText } from '../documents/text-links.ts';
import { findPageLanguage } from '../language/page-language.ts';
import { fencedCodeBlock } from '../markdown/blocks/code.ts';
import type { MediaType } from '../metadata/media-kind.ts';
import { removeInvisibleCharacters } from '../safety/invisible-characters.ts';
import { findStringEnd, parseJson, skipWhitespace } from '../text/json.ts';
import type { DocumentContent } from './read-html.ts';

/** Maximum length of JSON that is formatted, in UTF-16 code units; longer JSON is unchanged. */
const maxFormattedJsonLength = 5_000_000;

/** Reads a text response that is not HTML: Markdown and plain text as they are, other types in a code fence. */
export function readPlain(source: string, media: MediaType, job: ContentJob): DocumentContent {
  const text = source
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replaceAll('\0', '\uFFFD');
  const shownText = removeInvisibleCharacters(text);
  const metadata: PageMetadata = {};
  const title = media.kind === 'markdown' ? firstHeading(text.slice(0, 20_000)) : undefined;
  if (title !== undefined) metadata.title = title;
  if (media.kind === 'markdown' || media.type === 'text/plain') {
    Object.assign(metadata, findPageLanguage({ headers: job.headers, texts: () => [text] }));
  }
  const formats: DocumentContent['formats'] = {};
  if (job.formats.includes('html')) formats.html = `<pre>${escapeHtmlText(shownText)}</pre>`;
  if (job.formats.includes('text')) formats.text = shownText;
  if (job.formats.includes('links')) formats.links = linksOfText(text, media.kind, job.url);
  if (job.formats.includes('images')) formats.images = [];
  if (job.formats.includes('structured_data')) {
    formats.structuredData = {
      json_ld: [],
      microdata: [],
      rdfa: [],
      open_graph: {},
      twitter: {},
      embedded: {},
    };
  }
  return {
    markdown: plainToMarkdown(shownText, media),
    metadata,
    formats,
    visibleText: text,
    wordCount: (text.slice(0, 100_000).match(/\S+/g) ?? []).length,
    hasPasswordForm: false,
    isEmpty: text.trim() === '',
    warnings: [],
  };
}

/** Returns the text of the first level 1 heading in Markdown. */
function firstHeading(markdown: string): string | undefined {
  const line = /^#[ \t]+(?![ \t])(.+)$/m.exec(markdown)?.[1];
  return line?.slice(0, 1).concat(line.slice(1).replace(/(?<![ \t#])[ \t#]+$/, ''));
}

function plainToMarkdown(text: string, media: MediaType): string {
  if (text.trim() === '') return '';
  switch (media.kind) {
    case 'markdown':
      return text.trim();
    case 'json':
      return fencedCodeBlock(prettyJson(text), 'json');
    case 'xml':
      return fencedCodeBlock(text, 'xml');
    case 'feed':
      return text.trimStart().startsWith('{')
        ? fencedCodeBlock(prettyJson(text), 'json')
        : fencedCodeBlock(text, 'xml');
    case 'csv':
      return fencedCodeBlock(text, 'csv');
    default:
      return media.type === 'text/plain' ? text.replace(/^\n+/, '').trimEnd() : fencedCodeBlock(text, '');
  }
}

/** Formats JSON with one value per line. Keeps numbers and strings verbatim, which parsing would round and reorder. */
function prettyJson(text: string): string {
  if (text.length > maxFormattedJsonLength || parseJson(text) === undefined) return text;
  let result = '';
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text[i] as string;
    if (character === '"') {
      const end = findStringEnd(text, i);
      result += text.slice(i, end + 1);
      i = end;
    } else if (character === '{' || character === '[') {
      const next = skipWhitespace(text, i + 1);
      if (text[next] === '}' || text[next] === ']') {
        result += character + text[next];
        i = next;
      } else result += `${character}\n${'  '.repeat(++depth)}`;
    } else if (character === '}' || character === ']') result += `\n${'  '.repeat(--depth)}${character}`;
    else if (character === ',') result += `,\n${'  '.repeat(depth)}`;
    else if (character === ':') result += ': ';
    else if (character.charCodeAt(0) > 32) result += character;
  }
  return result;
}
