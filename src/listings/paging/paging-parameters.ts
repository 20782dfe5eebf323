import type { PagingLocation } from '../../domain/pages/listing.ts';
import type { NextRequest } from '../../domain/pages/records.ts';
import { isObject } from '../../domain/values/is-object.ts';
import { pointerToken } from '../../domain/values/json-pointer.ts';
import type { Scalar } from './record-lists.ts';

/** A request for one page of records. */
export interface PageRequest {
  url: string;
  method: 'GET' | 'POST';
  /** JSON text, or form data if the page of the records has a form; null for GET. */
  body: string | null;
}

/** Data of an answer that determines the next page. */
export interface PagedAnswer {
  /** Scalars beside and above the lists, by JSON Pointer; empty for an HTML page. */
  scalars: Readonly<Record<string, Scalar>>;
  /** Response headers with lower-case names. */
  headers: Record<string, string>;
  /** Next page that an HTML page leads to, or null. */
  next: NextRequest | null;
}

export const pageName =
  /^(?:p|pg|page|pages?(?:no|num|nr|number|index|id)|currentpage|seite|pagina|pageno|paged)$/i;
export const offsetName =
  /^(?:offset|start|skip|from|startindex|startat|begin|firstresult|startrow|first_?item)$/i;
export const sizeName =
  /^(?:limit|size|count|per_?page|page_?size|rows|take|num|hits_?per_?page|first|top|max_?results|items_?per_?page)$/i;
export const cursorName =
  /^(?:cursor|after|page_?token|next_?token|continuation(?:_?token)?|scroll_?id|search_?after|bookmark|marker|next)$/i;

/** Default parameters for tokens with these names. */
export const parameterByToken: readonly [RegExp, string][] = [
  [/next_?page_?token$|page_?token$/i, 'page_token'],
  [/next_?token$/i, 'next_token'],
  [/end_?cursor$|after$/i, 'after'],
  [/scroll_?id$/i, 'scroll_id'],
  [/continuation/i, 'continuation'],
  [/marker$/i, 'marker'],
];

/** A parameter of a request in the query, path or body. */
export interface Parameter {
  place: PagingLocation;
  name: string;
  value: unknown;
}

export function getBaseName(name: string): string {
  return name.replace(/^.*[[.]/, '').replace(/[\]-]/g, '');
}

export function bodyParameters(body: string): Parameter[] {
  const parameters: Parameter[] = [];
  const walk = (value: unknown, path: string, depth: number) => {
    if (!isObject(value) || depth > 4) return;
    for (const [name, inner] of Object.entries(value)) {
      const at = `${path}/${pointerToken(name)}`;
      if (isObject(inner)) walk(inner, at, depth + 1);
      else if (name !== 'query') parameters.push({ place: { in: 'body', path: at }, name, value: inner });
    }
  };
  walk(parseJson(body), '', 0);
  return parameters;
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export function getParameters(request: PageRequest): Parameter[] {
  const url = new URL(request.url);
  const query = [...url.searchParams].map(
    ([name, value]): Parameter => ({ place: { in: 'query', name }, name, value }),
  );
  const segments = url.pathname.split('/');
  const path = segments.flatMap((segment, index): Parameter[] =>
    index > 0 && /^\d{1,6}$/.test(segment) && /^p(?:age)?$/i.test(segments[index - 1] ?? '')
      ? [{ place: { in: 'path', index }, name: 'page', value: segment }]
      : [],
  );
  return [...query, ...path, ...(request.body === null ? [] : bodyParameters(request.body))];
}

export function parsePageNumber(value: unknown): number | null {
  const number =
    typeof value === 'number' ? value : typeof value === 'string' && value !== '' ? Number(value) : NaN;
  return Number.isInteger(number) && number >= 0 && number < 1e9 ? number : null;
}
