import { decodeHTML } from 'entities';
import type { FoundImage, FoundResult } from '../../domain/resources/search.ts';
import { parsePublishedAt } from './parse-published-at.ts';
import { toPixels, toText } from './untrusted-fields.ts';

const maxUrlLength = 8_192;
const maxTitleLength = 500;
const maxSnippetLength = 2_000;
/** Maximum number of characters from which markup is removed. */
const maxMarkupLength = 20_000;

/** Result as a provider returned it; values may have any type. */
export interface RawResult {
  url: unknown;
  title: unknown;
  snippet: unknown;
  published?: unknown;
  engines: readonly string[];
  image?: { url: unknown; thumbnail?: unknown; width?: unknown; height?: unknown };
}

/**
 * Converts text that may contain HTML tags and entities to one line of plain text with at most `longest` characters.
 */
export function toPlainLine(value: unknown, maxLength: number): string {
  const markup = toText(value).slice(0, maxMarkupLength);
  const text = decodeHTML(markup.replace(/<\/?[a-z][^<>]{0,500}>/gi, ''));
  const line = text.replace(/[\s\u0000-\u001f\u007f]+/g, ' ').trim();
  // The end must not contain half of a surrogate pair.
  return line.length <= maxLength
    ? line
    : `${line
        .slice(0, maxLength - 1)
        .toWellFormed()
        .trimEnd()}…`;
}

/** Returns the URL if it is absolute and uses http or https, else null. */
function parseWebUrl(value: unknown): string | null {
  const text = toText(value).trim();
  if (text.length > maxUrlLength) return null;
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname !== '' ? url.href : null;
}

function parseImage({ url, thumbnail, width, height }: NonNullable<RawResult['image']>): FoundImage | null {
  const imageUrl = parseWebUrl(url);
  if (imageUrl === null) return null;
  const thumbnailUrl = parseWebUrl(thumbnail);
  const [wide, high] = [toPixels(width), toPixels(height)];
  return {
    url: imageUrl,
    ...(thumbnailUrl !== null && { thumbnail_url: thumbnailUrl }),
    ...(wide !== null && { width: wide }),
    ...(high !== null && { height: high }),
  };
}

/** Returns a validated result; null if its URL is not valid. */
export function parseResult(raw: RawResult, now: Date): FoundResult | null {
  const url = parseWebUrl(raw.url);
  if (url === null) return null;
  const published = parsePublishedAt(raw.published, now);
  const image = raw.image === undefined ? null : parseImage(raw.image);
  return {
    url,
    title: toPlainLine(raw.title, maxTitleLength),
    snippet: toPlainLine(raw.snippet, maxSnippetLength),
    ...(published !== null && { published_at: published }),
    engines: raw.engines.map((engine) => toPlainLine(engine, 100)),
    ...(image !== null && { image }),
  };
}

/** Returns the valid results of a provider's list. */
export function parseResults(rows: readonly RawResult[], now: Date): FoundResult[] {
  return rows.flatMap((row) => parseResult(row, now) ?? []);
}
