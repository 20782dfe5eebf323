import { type BoundedSets, hashOf } from './bounded-sets.ts';
import { segmentsOf } from './trap-signs.ts';

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
const run = /^[a-z\d]{16,128}$/i;
/** Pages and ids from which on an id in the address is the visitor's, not the page's. */
const fewestPages = 12;
const fewestIds = 8;
/** Pages remembered of one place where ids stand; their ids are remembered up to what decides. */
const mostPages = 3_000;

function isToken(text: string): boolean {
  if (text.length < 16) return false;
  if (uuid.test(text)) return true;
  return run.test(text) && (text.match(/\d/g)?.length ?? 0) >= 3 && (text.match(/[a-z]/gi)?.length ?? 0) >= 3;
}

/** An id in an address: where it stands, and which page it would be without it. */
interface Token {
  place: string;
  page: string;
  id: string;
}

function tokenOf(url: URL): Token | null {
  const segments = segmentsOf(url.pathname);
  const at = segments.findIndex(isToken);
  // What ends the path is the page's own name.
  if (at >= 0 && at < segments.length - 1) {
    const place = `${url.host}/${segments.slice(0, at).join('/')}/*`;
    return { place, page: segments.slice(at + 1).join('/') + url.search, id: segments[at] as string };
  }
  for (const [name, value] of url.searchParams) {
    if (!isToken(value)) continue;
    const rest = new URLSearchParams(url.search);
    rest.delete(name);
    return { place: `${url.host}?${name}`, page: `${url.pathname}?${rest}`, id: value };
  }
  return null;
}

/**
 * Whether an address differs from one that was let through only in an id that many pages carry with ever new values: a
 * session. Ids of things stand on few kinds of pages (`/users/ID/posts`), those of sessions on all.
 */
export function isSessionCopy(url: URL, seen: BoundedSets): boolean {
  const token = tokenOf(url);
  if (token === null) return false;
  const pages = seen.of(`page ${token.place}`);
  const ids = seen.of(`id ${token.place}`);
  const page = hashOf(token.page);
  const id = hashOf(token.id);
  const isSession = pages.size >= fewestPages && ids.size >= fewestIds;
  if (isSession && pages.has(page) && !isSameCopy(seen, token, id, page)) return true;
  if (pages.size < mostPages) pages.add(page);
  if (ids.size < fewestIds) ids.add(id);
  const copies = seen.of(`copy ${token.place}`);
  if (copies.size < mostPages) copies.add((page ^ id) >>> 0);
  return false;
}

/** The very address that was let through before stays fine. */
function isSameCopy(seen: BoundedSets, token: Token, id: number, page: number): boolean {
  return seen.of(`copy ${token.place}`).has((page ^ id) >>> 0);
}
