import type { Paging, PagingPlace, PagingWay } from '../domain/listing.ts';
import type { PagingSigns } from '../domain/records.ts';
import { isObject, type Scalar, tokensOf } from './record-lists.ts';

/** A request for one page of records. */
export interface PageRequest {
  url: string;
  method: 'GET' | 'POST';
  /** JSON text, or null. */
  body: string | null;
}

/** What of an answer decides where the next page is. */
export interface PagedAnswer {
  /** What stands beside and above its lists, by JSON pointer; empty for a page. */
  scalars: Readonly<Record<string, Scalar>>;
  /** Response headers in lower case. */
  headers: Record<string, string>;
  /** The next page as a page shows it, or null. */
  nextLink: string | null;
}

const pageName = /^(?:p|pg|page|pages?(?:no|num|nr|number|index|id)|currentpage|seite|pagina|pageno|paged)$/i;
const offsetName = /^(?:offset|start|skip|from|startindex|startat|begin|firstresult|startrow|first_?item)$/i;
const sizeName =
  /^(?:limit|size|count|per_?page|page_?size|rows|take|num|hits_?per_?page|first|top|max_?results|items_?per_?page)$/i;
const cursorName =
  /^(?:cursor|after|page_?token|next_?token|continuation(?:_?token)?|scroll_?id|search_?after|bookmark|marker|next)$/i;

/** The parameter that is usually given a token of this name. */
const parameterOf: readonly [RegExp, string][] = [
  [/next_?page_?token$|page_?token$/i, 'page_token'],
  [/next_?token$/i, 'next_token'],
  [/end_?cursor$|after$/i, 'after'],
  [/scroll_?id$/i, 'scroll_id'],
  [/continuation/i, 'continuation'],
  [/marker$/i, 'marker'],
];

/** A parameter of a request, wherever it stands. */
interface Parameter {
  place: PagingPlace;
  name: string;
  value: unknown;
}

function plainName(name: string): string {
  return name.replace(/^.*[[.]/, '').replace(/[\]-]/g, '');
}

function bodyParameters(body: string): Parameter[] {
  const found: Parameter[] = [];
  const walk = (value: unknown, path: string, depth: number) => {
    if (!isObject(value) || depth > 4) return;
    for (const [name, inner] of Object.entries(value)) {
      const at = `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      if (isObject(inner)) walk(inner, at, depth + 1);
      else if (name !== 'query') found.push({ place: { in: 'body', path: at }, name, value: inner });
    }
  };
  walk(jsonOf(body), '', 0);
  return found;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function parametersOf(request: PageRequest): Parameter[] {
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

function numberOf(value: unknown): number | null {
  const number =
    typeof value === 'number' ? value : typeof value === 'string' && value !== '' ? Number(value) : NaN;
  return Number.isInteger(number) && number >= 0 && number < 1e9 ? number : null;
}

/** Where the name of a new parameter goes: beside those that are there. */
function newPlace(request: PageRequest, name: string): PagingPlace {
  if (request.body !== null) {
    const variables = bodyParameters(request.body).some(
      ({ place }) => place.in === 'body' && place.path.startsWith('/variables'),
    );
    return {
      in: 'body',
      path: variables || request.body.includes('"query"') ? `/variables/${name}` : `/${name}`,
    };
  }
  return { in: 'query', name };
}

function byCursor(request: PageRequest, parameters: readonly Parameter[], signs: PagingSigns): PagingWay[] {
  if (signs.cursor === null) return [];
  const { path } = signs.cursor;
  const name = tokensOf(path).at(-1) ?? '';
  const known = parameters.find((one) => cursorName.test(plainName(one.name)));
  const usual = parameterOf.find(([expression]) => expression.test(name))?.[1] ?? 'cursor';
  const places = known !== undefined ? [known.place] : [newPlace(request, usual)];
  if (known === undefined && usual !== 'cursor') places.push(newPlace(request, 'cursor'));
  return places.map((place) => ({ kind: 'cursor', place, path }));
}

function byNumber(parameters: readonly Parameter[], count: number): PagingWay[] {
  const size = parameters.find(({ name }) => sizeName.test(plainName(name)));
  const step = (size === undefined ? null : numberOf(size.value)) || count;
  return parameters.flatMap((one): PagingWay[] => {
    const from = numberOf(one.value);
    if (from === null) return [];
    const name = plainName(one.name);
    if (pageName.test(name)) return [{ kind: 'number', place: one.place, from, step: 1 }];
    if (offsetName.test(name)) return [{ kind: 'number', place: one.place, from, step }];
    return [];
  });
}

/** The parameter in which two requests of one kind differ, when it is one number alone. */
export function changedNumber(first: PageRequest, second: PageRequest): PagingWay | null {
  if (first.method !== second.method) return null;
  const [one, other] = [new URL(first.url), new URL(second.url)];
  if (one.origin !== other.origin) return null;
  const before = parametersOf(first);
  const after = parametersOf(second);
  const same = (place: PagingPlace) =>
    after.find((there) => JSON.stringify(there.place) === JSON.stringify(place));
  const changed = after.filter((there) => {
    const here = before.find((one) => JSON.stringify(one.place) === JSON.stringify(there.place));
    return here === undefined || here.value !== there.value;
  });
  if (one.pathname !== other.pathname && !changed.some(({ place }) => place.in === 'path')) return null;
  const [only] = changed;
  if (changed.length !== 1 || only === undefined) return null;
  const to = numberOf(only.value);
  if (to === null || same(only.place) === undefined) return null;
  const here = before.find((one) => JSON.stringify(one.place) === JSON.stringify(only.place));
  const isPage = pageName.test(plainName(only.name));
  const from = here === undefined ? (isPage ? to - 1 : 0) : numberOf(here.value);
  if (from === null || to <= from) return null;
  return { kind: 'number', place: only.place, from, step: to - from };
}

function nextInHeader(headers: Record<string, string>): string | null {
  const { link } = headers;
  if (link === undefined) return null;
  for (const part of link.split(/,(?=\s*<)/)) {
    const match = /<([^>]*)>[^<]*;\s*rel\s*=\s*"?([^";]*)"?/i.exec(part);
    if (match !== null && (match[2] ?? '').toLowerCase().split(/\s+/).includes('next'))
      return match[1] ?? null;
  }
  return null;
}

/**
 * Ways to the next page that a request and its answer suggest, likeliest first; each still has to show that it leads to
 * other records. `observed` is what two requests of the page itself told.
 */
export function pagingCandidates(
  request: PageRequest,
  answer: PagedAnswer,
  signs: PagingSigns,
  count: number,
  observed: PagingWay | null,
): PagingWay[] {
  const found: PagingWay[] = [];
  if (nextInHeader(answer.headers) !== null) found.push({ kind: 'header' });
  if (signs.next !== null) found.push({ kind: 'address', path: signs.next.path });
  const parameters = parametersOf(request);
  found.push(...byCursor(request, parameters, signs));
  if (observed !== null) found.push(observed);
  found.push(...byNumber(parameters, count));
  const hasMore =
    signs.more?.value ??
    ((signs.total !== null && signs.total.value > count) || (signs.pages?.value ?? 1) > 1);
  if (signs.more?.value === false) return [];
  if (hasMore && found.length === 0) {
    found.push({ kind: 'number', place: newPlace(request, 'page'), from: 1, step: 1 });
    found.push({ kind: 'number', place: newPlace(request, 'offset'), from: 0, step: count });
    found.push({ kind: 'number', place: newPlace(request, 'skip'), from: 0, step: count });
    found.push({ kind: 'number', place: newPlace(request, 'start'), from: 0, step: count });
  }
  return found;
}

function withQuery(request: PageRequest, name: string, value: string): PageRequest {
  const url = new URL(request.url);
  url.searchParams.set(name, value);
  return { ...request, url: url.href };
}

function withBody(request: PageRequest, path: string, value: string | number): PageRequest {
  const root = jsonOf(request.body ?? '{}');
  if (!isObject(root)) return request;
  const tokens = tokensOf(path);
  let at: Record<string, unknown> = root;
  for (const token of tokens.slice(0, -1)) {
    const inner = at[token];
    if (isObject(inner)) at = inner;
    else {
      const made: Record<string, unknown> = {};
      Object.defineProperty(at, token, { value: made, enumerable: true, configurable: true, writable: true });
      at = made;
    }
  }
  const name = tokens.at(-1) ?? '';
  const isText = typeof at[name] === 'string' && typeof value === 'number';
  Object.defineProperty(at, name, {
    value: isText ? String(value) : value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
  return { ...request, body: JSON.stringify(root) };
}

function placed(request: PageRequest, place: PagingPlace, value: string | number): PageRequest {
  if (place.in === 'query') return withQuery(request, place.name, String(value));
  if (place.in === 'body') return withBody(request, place.path, value);
  const url = new URL(request.url);
  const segments = url.pathname.split('/');
  segments[place.index] = encodeURIComponent(String(value));
  url.pathname = segments.join('/');
  return { ...request, url: url.href };
}

function addressed(request: PageRequest, reference: unknown, from: string): PageRequest | null {
  if (typeof reference !== 'string' || reference === '') return null;
  const url = URL.parse(reference, from);
  const isSame = url !== null && url.host === new URL(from).host && /^https?:$/.test(url.protocol);
  return isSame && url.href !== from ? { ...request, url: url.href } : null;
}

/**
 * The request for the page after `done` pages, of which `answer` was the last and came from `from`; null when there is no
 * such page. Addresses of another host are not followed.
 */
export function nextPage(
  { way }: Pick<Paging, 'way'>,
  first: PageRequest,
  answer: PagedAnswer,
  done: number,
  from: string,
): PageRequest | null {
  switch (way.kind) {
    case 'none':
      return null;
    case 'link':
      return addressed({ ...first, method: 'GET', body: null }, answer.nextLink, from);
    case 'number':
      return placed(first, way.place, way.from + done * way.step);
    case 'cursor': {
      const token = answer.scalars[way.path];
      if (typeof token !== 'string' && typeof token !== 'number') return null;
      return token === '' ? null : placed(first, way.place, token);
    }
    case 'address':
      return addressed(first, answer.scalars[way.path], from);
    case 'header':
      return addressed(first, nextInHeader(answer.headers), from);
  }
}

/** Whether an answer says that it was the last: null where it does not say. */
export function saysMore(paging: Paging, answer: PagedAnswer, records: number, done: number): boolean | null {
  const at = (path: string | null) => (path === null ? undefined : answer.scalars[path]);
  const total = at(paging.total);
  if (typeof total === 'number' && total > 0) return records < total;
  const more = at(paging.more);
  if (typeof more === 'boolean') {
    const name = (tokensOf(paging.more as string).at(-1) ?? '').toLowerCase();
    return /last|end|done|finish|exhaust/.test(name) ? !more : more;
  }
  if (more === null) return false;
  const pages = at(paging.pages);
  if (typeof pages === 'number' && pages > 0) return done < pages;
  return null;
}
