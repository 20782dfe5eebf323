import { itemAt } from '../../domain/values/elements.ts';
import { type BoundedSets, hashOf } from './bounded-sets.ts';
import { segmentsOf } from './url-traps.ts';

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
const alphanumericToken = /^[a-z\d]{16,128}$/i;
/** Numbers of pages and ids from which on an id in the URL counts as a session id. */
const minPages = 12;
const minIds = 8;
/** Maximum number of pages recorded per position of an id. */
const maxPages = 3_000;

function isToken(text: string): boolean {
  if (text.length < 16) return false;
  if (uuid.test(text)) return true;
  return (
    alphanumericToken.test(text) &&
    (text.match(/\d/g)?.length ?? 0) >= 3 &&
    (text.match(/[a-z]/gi)?.length ?? 0) >= 3
  );
}

/** A token in a URL, its position, and the URL without it. */
interface Token {
  position: string;
  page: string;
  id: string;
}

function findToken(url: URL): Token | null {
  const segments = segmentsOf(url.pathname);
  const at = segments.findIndex(isToken);
  // The last segment is the name of the page itself.
  if (at >= 0 && at < segments.length - 1) {
    const position = `${url.host}/${segments.slice(0, at).join('/')}/*`;
    return { position, page: segments.slice(at + 1).join('/') + url.search, id: itemAt(segments, at) };
  }
  for (const [name, value] of url.searchParams) {
    if (!isToken(value)) continue;
    const parameters = new URLSearchParams(url.search);
    parameters.delete(name);
    return { position: `${url.host}?${name}`, page: `${url.pathname}?${parameters}`, id: value };
  }
  return null;
}

/**
 * Returns true if a URL differs from an accepted one only in a token that has ever new values on many pages: a session
 * id. Ids of items occur on few kinds of pages (`/users/ID/posts`), those of sessions on all.
 */
export function isSessionCopy(url: URL, visited: BoundedSets): boolean {
  const token = findToken(url);
  if (token === null) return false;
  const pages = visited.get(`page ${token.position}`);
  const ids = visited.get(`id ${token.position}`);
  const page = hashOf(token.page);
  const id = hashOf(token.id);
  const isSession =
    pages.size >= minPages && ids.size >= minIds && !visited.get(`items ${token.position}`).has(page);
  if (isSession && pages.has(page) && !isAcceptedUrl(visited, token, id, page)) return true;
  if (pages.size < maxPages) pages.add(page);
  if (ids.size < minIds) ids.add(id);
  const copies = visited.get(`copy ${token.position}`);
  if (copies.size < maxPages) copies.add((page ^ id) >>> 0);
  return false;
}

/** Returns true for a URL that was accepted before. */
function isAcceptedUrl(visited: BoundedSets, token: Token, id: number, page: number): boolean {
  return visited.get(`copy ${token.position}`).has((page ^ id) >>> 0);
}

/**
 * Records the title of a page that was read. A page that has other titles with other tokens is an item, such as a revision
 * that a hash names, whatever else has the token.
 */
export function recordTokenTitle(url: URL, title: string, visited: BoundedSets): void {
  const token = findToken(url);
  if (token === null) return;
  const page = hashOf(token.page);
  const titled = visited.get(`titled ${token.position}`);
  const titles = visited.get(`title ${token.position}`);
  const pageTitle = hashOf(`${token.page} ${title}`);
  if (titled.has(page) && !titles.has(pageTitle)) visited.get(`items ${token.position}`).add(page);
  if (titles.size >= maxPages) return;
  titled.add(page);
  titles.add(pageTitle);
}
