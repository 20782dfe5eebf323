import type { ContentJob } from '../domain/content.ts';
import type { PageMetadata } from '../domain/page.ts';
import { nextSolid, parseJson, stringEnd } from './json.ts';
import { fenced } from './markdown/code.ts';
import type { MediaType } from './media-type.ts';
import type { DocumentContent } from './read-html.ts';

/** Longest JSON text that is laid out; a longer one stays as it came. */
const maxPretty = 5_000_000;

/** Reads a text response that is not HTML: Markdown as it stands, everything else in a fence or as lines. */
export function readPlain(source: string, media: MediaType, job: ContentJob): DocumentContent {
  const text = source
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replaceAll('\0', '\uFFFD');
  const metadata: PageMetadata = {};
  const title =
    media.kind === 'markdown' ? /^#[ \t]+(.+?)[ \t#]*$/m.exec(text.slice(0, 20_000))?.[1] : undefined;
  if (title !== undefined) metadata.title = title;
  const formats: DocumentContent['formats'] = {};
  if (job.formats.includes('html')) formats.html = `<pre>${escaped(text)}</pre>`;
  if (job.formats.includes('text')) formats.text = text;
  if (job.formats.includes('links')) formats.links = [];
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
    markdown: markdownOfPlain(text, media),
    metadata,
    formats,
    visibleText: text,
    wordCount: (text.slice(0, 100_000).match(/\S+/g) ?? []).length,
    hasPasswordForm: false,
    isEmpty: text.trim() === '',
    warnings: [],
  };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function markdownOfPlain(text: string, media: MediaType): string {
  if (text.trim() === '') return '';
  switch (media.kind) {
    case 'markdown':
      return text.trim();
    case 'json':
      return fenced(prettyJson(text), 'json');
    case 'xml':
      return fenced(text, 'xml');
    case 'feed':
      return text.trimStart().startsWith('{') ? fenced(prettyJson(text), 'json') : fenced(text, 'xml');
    case 'csv':
      return fenced(text, 'csv');
    default:
      return media.type === 'text/plain' ? text.replace(/^\n+/, '').trimEnd() : fenced(text, '');
  }
}

/** JSON with a line a value; numbers and strings stay as they came, where parsing would round and reorder. */
function prettyJson(text: string): string {
  if (text.length > maxPretty || parseJson(text) === undefined) return text;
  let result = '';
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text[i] as string;
    if (character === '"') {
      const end = stringEnd(text, i);
      result += text.slice(i, end + 1);
      i = end;
    } else if (character === '{' || character === '[') {
      const next = nextSolid(text, i + 1);
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
