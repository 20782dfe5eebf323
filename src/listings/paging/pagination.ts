import type { Paging, PagingLocation, PagingMethod } from '../../domain/pages/listing.ts';
import type { NextRequest, PagingHints } from '../../domain/pages/records.ts';
import { isObject } from '../../domain/values/is-object.ts';
import { pointerTokens } from '../../domain/values/json-pointer.ts';
import {
  bodyParameters,
  cursorName,
  getBaseName,
  getParameters,
  offsetName,
  type PagedAnswer,
  type PageRequest,
  type Parameter,
  pageName,
  parameterByToken,
  parseJson,
  parsePageNumber,
  sizeName,
} from './paging-parameters.ts';
import { getStatedTotal } from './stated-total.ts';

/** Returns the place of a new parameter, next to the existing ones. */
function getNewPlace(request: PageRequest, name: string): PagingLocation {
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

function createCursorCandidates(
  request: PageRequest,
  parameters: readonly Parameter[],
  signs: PagingHints,
): PagingMethod[] {
  if (signs.cursor === null) return [];
  const { path } = signs.cursor;
  const name = pointerTokens(path).at(-1) ?? '';
  const existing = parameters.find((one) => cursorName.test(getBaseName(one.name)));
  const defaultName = parameterByToken.find(([expression]) => expression.test(name))?.[1] ?? 'cursor';
  const places = existing !== undefined ? [existing.place] : [getNewPlace(request, defaultName)];
  if (existing === undefined && defaultName !== 'cursor') places.push(getNewPlace(request, 'cursor'));
  return places.map((place) => ({ kind: 'cursor', place, path }));
}

function createNumberCandidates(parameters: readonly Parameter[], count: number): PagingMethod[] {
  const size = parameters.find(({ name }) => sizeName.test(getBaseName(name)));
  const step = (size === undefined ? null : parsePageNumber(size.value)) || count;
  return parameters.flatMap((one): PagingMethod[] => {
    const from = parsePageNumber(one.value);
    if (from === null) return [];
    const name = getBaseName(one.name);
    if (pageName.test(name)) return [{ kind: 'number', place: one.place, from, step: 1 }];
    if (offsetName.test(name)) return [{ kind: 'number', place: one.place, from, step }];
    return [];
  });
}

/** Returns the number parameter in which two requests differ; null if they differ in anything else. */
export function findChangedNumber(first: PageRequest, second: PageRequest): PagingMethod | null {
  if (first.method !== second.method) return null;
  const [one, other] = [new URL(first.url), new URL(second.url)];
  if (one.origin !== other.origin) return null;
  const before = getParameters(first);
  const after = getParameters(second);
  const findSame = (place: PagingLocation) =>
    after.find((secondParameter) => JSON.stringify(secondParameter.place) === JSON.stringify(place));
  const changed = after.filter((there) => {
    const here = before.find((one) => JSON.stringify(one.place) === JSON.stringify(there.place));
    return here === undefined || here.value !== there.value;
  });
  if (one.pathname !== other.pathname && !changed.some(({ place }) => place.in === 'path')) return null;
  const [only] = changed;
  if (changed.length !== 1 || only === undefined) return null;
  const to = parsePageNumber(only.value);
  if (to === null || findSame(only.place) === undefined) return null;
  const here = before.find((one) => JSON.stringify(one.place) === JSON.stringify(only.place));
  const isPage = pageName.test(getBaseName(only.name));
  const from = here === undefined ? (isPage ? to - 1 : 0) : parsePageNumber(here.value);
  if (from === null || to <= from) return null;
  return { kind: 'number', place: only.place, from, step: to - from };
}

/** Returns the address of the next page in a `Link` header (RFC 8288), or null. */
export function parseNextLink(headers: Record<string, string>): string | null {
  const { link } = headers;
  if (link === undefined) return null;
  for (const part of link.split(/,(?=\s*<)/)) {
    const [, target, parameters = ''] = /^[^<]*<([^>]*)>([^<]*)/.exec(part) ?? [];
    const relations = /;\s*rel\s*=\s*"?([^";]*)/i.exec(parameters)?.[1] ?? '';
    if (target !== undefined && relations.toLowerCase().split(/\s+/).includes('next')) return target;
  }
  return null;
}

/**
 * Returns candidates for the paging that a request and its answer suggest, most likely first. Each must be
 * tested. `observed` is the difference between two requests of the page itself.
 */
export function pagingCandidates(
  request: PageRequest,
  answer: PagedAnswer,
  signs: PagingHints,
  count: number,
  observed: PagingMethod | null,
): PagingMethod[] {
  const candidates: PagingMethod[] = [];
  if (parseNextLink(answer.headers) !== null) candidates.push({ kind: 'header' });
  if (signs.next !== null) candidates.push({ kind: 'address', path: signs.next.path });
  const parameters = getParameters(request);
  candidates.push(...createCursorCandidates(request, parameters, signs));
  if (observed !== null) candidates.push(observed);
  candidates.push(...createNumberCandidates(parameters, count));
  const hasMore =
    signs.more?.value ??
    ((signs.total?.value ?? getStatedTotal(answer.headers) ?? 0) > count || (signs.pages?.value ?? 1) > 1);
  if (signs.more?.value === false) return [];
  if (hasMore && candidates.length === 0) {
    candidates.push({ kind: 'number', place: getNewPlace(request, 'page'), from: 1, step: 1 });
    candidates.push({ kind: 'number', place: getNewPlace(request, 'offset'), from: 0, step: count });
    candidates.push({ kind: 'number', place: getNewPlace(request, 'skip'), from: 0, step: count });
    candidates.push({ kind: 'number', place: getNewPlace(request, 'start'), from: 0, step: count });
  }
  return candidates;
}

function setQueryParameter(request: PageRequest, name: string, value: string): PageRequest {
  const url = new URL(request.url);
  url.searchParams.set(name, value);
  return { ...request, url: url.href };
}

function setBodyParameter(request: PageRequest, path: string, value: string | number): PageRequest {
  const root = parseJson(request.body ?? '{}');
  if (!isObject(root)) return request;
  const tokens = pointerTokens(path);
  let at: Record<string, unknown> = root;
  for (const token of tokens.slice(0, -1)) {
    const inner = at[token];
    if (isObject(inner)) at = inner;
    else {
      const created: Record<string, unknown> = {};
      Object.defineProperty(at, token, {
        value: created,
        enumerable: true,
        configurable: true,
        writable: true,
      });
      at = created;
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

/** Returns a request with another value of a parameter. */
export function setParameter(
  request: PageRequest,
  place: PagingLocation,
  value: string | number,
): PageRequest {
  if (place.in === 'query') return setQueryParameter(request, place.name, String(value));
  if (place.in === 'body') return setBodyParameter(request, place.path, value);
  const url = new URL(request.url);
  const segments = url.pathname.split('/');
  segments[place.index] = encodeURIComponent(String(value).toWellFormed());
  url.pathname = segments.join('/');
  return { ...request, url: url.href };
}

function resolveReference(request: PageRequest, reference: unknown, from: string): PageRequest | null {
  if (typeof reference !== 'string' || reference === '') return null;
  const url = URL.parse(reference, from);
  const isSame = url !== null && url.host === new URL(from).host && /^https?:$/.test(url.protocol);
  return isSame && url.href !== from ? { ...request, url: url.href } : null;
}

/** Returns the request for a next page of the same host that is not the page itself. */
function toRequest({ url, form }: NextRequest, from: string): PageRequest | null {
  const isPost = form !== null;
  const request: PageRequest = { url: from, method: isPost ? 'POST' : 'GET', body: form };
  // A form may send its data to the address of its page.
  return isPost && url === from ? request : resolveReference(request, url, from);
}

/**
 * Creates the request for the page after `done` pages. `answer` is the last answer, received from `from`.
 * Returns null if there is no next page. URLs of another host are not followed.
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
      return answer.next === null ? null : toRequest(answer.next, from);
    case 'number':
      return setParameter(first, way.place, way.from + done * way.step);
    case 'cursor': {
      const token = answer.scalars[way.path];
      if (typeof token !== 'string' && typeof token !== 'number') return null;
      return token === '' ? null : setParameter(first, way.place, token);
    }
    case 'address':
      return resolveReference(first, answer.scalars[way.path], from);
    case 'header':
      return resolveReference(first, parseNextLink(answer.headers), from);
  }
}

/**
 * Returns true if an answer states that more pages follow, false for the last page, and null if it states
 * neither.
 */
export function hasMorePages(
  paging: Paging,
  answer: PagedAnswer,
  records: number,
  done: number,
): boolean | null {
  const at = (path: string | null) => (path === null ? undefined : answer.scalars[path]);
  const total = at(paging.total) ?? getStatedTotal(answer.headers);
  if (typeof total === 'number' && total > 0) return records < total;
  const more = at(paging.more);
  if (typeof more === 'boolean') {
    const name = (pointerTokens(paging.more as string).at(-1) ?? '').toLowerCase();
    return /last|end|done|finish|exhaust/.test(name) ? !more : more;
  }
  if (more === null) return false;
  const pages = at(paging.pages);
  if (typeof pages === 'number' && pages > 0) return done < pages;
  return null;
}
