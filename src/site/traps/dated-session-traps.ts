import { type BoundedSets, hashOf } from './bounded-sets.ts';
import { findDate } from './calendar-traps.ts';

/** Form of ids that are too short for the tokens of other pages: at least six digits and letters, one of them a digit. */
const shortId = /^(?=.*\d)[\w.-]{6,128}$/;
/** Number of ids with several dates from which on the parameter counts as a session id. */
const minIds = 8;
/** Number of pages that were read with another id and have the same title, before any is left out. */
const minCopies = 3;
/** Part of the ids that may come back later. */
const maxReturnsPart = 1 / 4;
/** Maximum number of pages and ids recorded for a parameter of a calendar. */
const maxRecorded = 2_000;

/** A page of a calendar with an id in its query. */
interface DatedId {
  /** Calendar and parameter. */
  position: string;
  /** Hash of the URL without the id. */
  page: number;
  id: number;
}

function findIds(url: URL): DatedId[] {
  const date = url.search.length < 2 ? null : findDate(url);
  if (date === null) return [];
  return [...url.searchParams].flatMap(([name, value]) => {
    const rest = new URL(url);
    rest.searchParams.delete(name);
    // Without a date, the rest of the URL is no page of a calendar: the parameter is the date.
    if (!shortId.test(value) || findDate(rest) === null) return [];
    const position = `${date.pattern} ${name}`;
    return { position, page: hashOf(rest.pathname + rest.search), id: hashOf(value) };
  });
}

/**
 * Records the order in which ids come. Sessions come one after another, each with several dates: those that one page links
 * to. The id of a room or a person comes back on the next page of its calendar, and that of an event has one date.
 */
function recordOrder({ position, page, id }: DatedId, visited: BoundedSets): void {
  const ids = visited.get(`ids ${position}`);
  const run = visited.get(`run ${position}`);
  const [latest, firstPage] = run;
  if (id === latest) {
    if (page !== firstPage) visited.get(`several ${position}`).add(id);
    return;
  }
  if (ids.has(id)) visited.get(`returned ${position}`).add(id);
  if (ids.size < maxRecorded) ids.add(id);
  run.clear();
  run.add(id).add(page);
}

function isSessionId({ position, page }: DatedId, visited: BoundedSets): boolean {
  const several = visited.get(`several ${position}`).size;
  return (
    several >= minIds &&
    visited.get(`returned ${position}`).size <= several * maxReturnsPart &&
    visited.get(`copies ${position}`).size >= minCopies &&
    !visited.get(`items ${position}`).has(page)
  );
}

/**
 * Returns true if a URL is a page of a calendar that was accepted with another id, and the id is new on every page that was
 * read: the id of a session that begins with each request. It may be as short as `sid=8f3a2c`.
 */
export function isDatedSessionCopy(url: URL, visited: BoundedSets): boolean {
  let isCopy = false;
  for (const found of findIds(url)) {
    const pages = visited.get(`pages ${found.position}`);
    const accepted = visited.get(`accepted ${found.position}`);
    const pair = (found.page ^ found.id) >>> 0;
    recordOrder(found, visited);
    if (isSessionId(found, visited) && pages.has(found.page) && !accepted.has(pair)) isCopy = true;
    else {
      if (pages.size < maxRecorded) pages.add(found.page);
      if (accepted.size < maxRecorded) accepted.add(pair);
    }
  }
  return isCopy;
}

/**
 * Records the title of a page that was read. A page of a calendar that has the same title with another id is a copy; with
 * another title it belongs to an item.
 */
export function recordDatedTitle(url: URL, title: string, visited: BoundedSets): void {
  for (const { position, page, id } of findIds(url)) {
    const titled = visited.get(`titled ${position}`);
    const titles = visited.get(`titles ${position}`);
    const read = visited.get(`read ${position}`);
    const pageTitle = hashOf(`${page} ${title}`);
    const pair = (page ^ id) >>> 0;
    if (titled.has(page) && !titles.has(pageTitle)) visited.get(`items ${position}`).add(page);
    else if (titled.has(page) && !read.has(pair)) visited.get(`copies ${position}`).add(pair);
    if (read.size >= maxRecorded) return;
    read.add(pair);
    titled.add(page);
    titles.add(pageTitle);
  }
}
