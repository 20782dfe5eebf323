import { decodeHTML } from 'entities';
import type { FoundImage, FoundResult } from '../../domain/search.ts';
import { pixelsOf, textOf } from './foreign-fields.ts';
import { publishedAt } from './published-at.ts';

const longestUrl = 8_192;
const longestTitle = 500;
const longestSnippet = 2_000;
/** Markup is removed from so many characters at most. */
const longestMarkup = 20_000;

/** A result as a provider wrote it; every value may be anything. */
export interface RawResult {
  url: unknown;
  title: unknown;
  snippet: unknown;
  published?: unknown;
  engines: readonly string[];
  image?: { url: unknown; thumbnail?: unknown; width?: unknown; height?: unknown };
}

/** Text that may hold HTML marks and entities as plain text in one line, at most `longest` characters. */
export function plainLine(value: unknown, longest: number): string {
  const marked = textOf(value).slice(0, longestMarkup);
  const text = decodeHTML(marked.replace(/<\/?[a-z][^<>]{0,500}>/gi, ''));
  const line = text.replace(/[\s\u0000-\u001f\u007f]+/g, ' ').trim();
  // No half of a surrogate pair is left at the end.
  return line.length <= longest
    ? line
    : `${line
        .slice(0, longest - 1)
        .toWellFormed()
        .trimEnd()}…`;
}

/** The address if it is absolute and of the web, else null. */
export function webAddress(value: unknown): string | null {
  const text = textOf(value).trim();
  if (text.length > longestUrl) return null;
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname !== '' ? url.href : null;
}

function imageOf({ url, thumbnail, width, height }: NonNullable<RawResult['image']>): FoundImage | null {
  const address = webAddress(url);
  if (address === null) return null;
  const small = webAddress(thumbnail);
  const [wide, high] = [pixelsOf(width), pixelsOf(height)];
  return {
    url: address,
    ...(small !== null && { thumbnail_url: small }),
    ...(wide !== null && { width: wide }),
    ...(high !== null && { height: high }),
  };
}

/** What can be believed of a result; null when it leads nowhere on the web. */
export function foundResult(raw: RawResult, now: Date): FoundResult | null {
  const url = webAddress(raw.url);
  if (url === null) return null;
  const published = publishedAt(raw.published, now);
  const image = raw.image === undefined ? null : imageOf(raw.image);
  return {
    url,
    title: plainLine(raw.title, longestTitle),
    snippet: plainLine(raw.snippet, longestSnippet),
    ...(published !== null && { published_at: published }),
    engines: raw.engines.map((engine) => plainLine(engine, 100)),
    ...(image !== null && { image }),
  };
}

/** The results among what a provider listed. */
export function foundResults(rows: readonly RawResult[], now: Date): FoundResult[] {
  return rows.flatMap((row) => foundResult(row, now) ?? []);
}
