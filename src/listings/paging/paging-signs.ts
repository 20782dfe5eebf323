import type { PagingHints } from '../../domain/pages/records.ts';
import { isObject } from '../../domain/values/is-object.ts';
import { pointerToken, pointerTokens } from '../../domain/values/json-pointer.ts';
import type { Scalar } from './record-lists.ts';

const maxDepth = 5;
const maxSteps = 5_000;

/** Normalized names: lower case, only letters and digits. */
const nextNames =
  /^(?:next|nextpage|nexturl|nextlink|nexthref|nextpageurl|nextpagelink|nextpath|odatanextlink)$/;
const cursorNames =
  /^(?:next|end|after|search)?(?:cursor|pagetoken|continuationtoken|continuation|scrollid|bookmark|marker)$|^(?:nexttoken|nextcursor|after|nextafter|nextid|nextkey|lastkey|searchafter|lastevaluatedkey)$/;
const moreNames =
  /^(?:has|is)?(?:more|nextpage|hasmore|hasnext|hasnextpage|morepages|moreresults|moreavailable|moreitems)$/;
const lastNames = /^(?:last|islast|islastpage|lastpage|end|isend|done|finished|exhausted)$/;
const totalNames =
  /^(?:total(?:count|items|results|records|hits|elements|rows|size|entries|number|matches)?|count|itemcount|resultcount|recordcount|nbhits|hits|found|numfound|numresults|numberofitems|totalnumber|fullcount|matches|available)$/;
const pagesNames =
  /^(?:totalpages?|pagecount|pages|numpages|nbpages|lastpage|maxpage|pagestotal|totalpagecount|numberofpages)$/;

interface ScalarSign {
  path: string;
  value: Scalar;
  name: string;
}

function normalizeName(name: string): string {
  return name.toLowerCase().replace(/[^a-z\d]/g, '');
}

/** Collects the scalars beside and above lists, which may describe the number of records and the next page. */
function collectScalars(root: unknown): ScalarSign[] {
  const scalars: ScalarSign[] = [];
  const pending: { value: unknown; path: string; depth: number }[] = [{ value: root, path: '', depth: 0 }];
  let steps = 0;
  for (let at = pending.shift(); at !== undefined && steps++ < maxSteps; at = pending.shift()) {
    if (!isObject(at.value)) continue;
    for (const [key, value] of Object.entries(at.value)) {
      const path = `${at.path}/${pointerToken(key)}`;
      if (isObject(value)) {
        const href = value.href ?? value.url;
        if (typeof href === 'string' && nextNames.test(normalizeName(key)))
          scalars.push({
            path: `${path}/${value.href === undefined ? 'url' : 'href'}`,
            value: href,
            name: normalizeName(key),
          });
        else if (at.depth < maxDepth) pending.push({ value, path, depth: at.depth + 1 });
      } else if (typeof value !== 'object' || value === null) {
        scalars.push({ path, value: value as Scalar, name: normalizeName(key) });
      }
    }
  }
  return scalars;
}

const maxScalars = 400;
const maxScalarLength = 4_000;

/** Returns the scalars beside and above the lists of a JSON value, by JSON Pointer. */
export function getScalars(root: unknown): Record<string, Scalar> {
  const scalars: Record<string, Scalar> = {};
  for (const { path, value } of collectScalars(root).slice(0, maxScalars)) {
    if (typeof value !== 'string' || value.length <= maxScalarLength) scalars[path] = value;
  }
  return scalars;
}

/** Returns the distance between a scalar and a list: the number of path steps that they do not share. */
function distance(sign: string, list: string): number {
  const one = pointerTokens(sign).slice(0, -1);
  const other = pointerTokens(list).slice(0, -1);
  const isSame = (at: number) => one[at] === other[at] || (other[at] === '*' && /^\d+$/.test(one[at] ?? ''));
  let shared = 0;
  while (shared < one.length && shared < other.length && isSame(shared)) shared++;
  return one.length - shared + (other.length - shared);
}

function nearest(signs: readonly ScalarSign[], list: string): ScalarSign | null {
  return signs.toSorted((one, other) => distance(one.path, list) - distance(other.path, list))[0] ?? null;
}

function isUrlReference(value: unknown): value is string {
  return typeof value === 'string' && /^(?:https?:)?\/|^\?/.test(value);
}

/** Finds the paging information in JSON about the list at `list`, which has `rows` records. */
export function pagingSigns(root: unknown, list: string, rows: number): PagingHints {
  const signs = collectScalars(root);
  const findNearest = (matches: (sign: ScalarSign) => boolean) => nearest(signs.filter(matches), list);
  const next = findNearest(({ name, value }) => nextNames.test(name) && isUrlReference(value));
  const cursor = findNearest(
    ({ name, value }) =>
      cursorNames.test(name) &&
      !/^(?:start|prev)/.test(name) &&
      ((typeof value === 'string' && value !== '' && !isUrlReference(value)) || typeof value === 'number'),
  );
  const token =
    cursor ??
    findNearest(
      ({ name, value }) =>
        name === 'next' && typeof value === 'string' && value !== '' && !isUrlReference(value),
    );
  const more = findNearest(({ name, value }) => moreNames.test(name) && typeof value === 'boolean');
  const last = findNearest(({ name, value }) => lastNames.test(name) && typeof value === 'boolean');
  // A next page of null marks the last page.
  const endSign = findNearest(
    ({ name, value }) => (nextNames.test(name) || cursorNames.test(name)) && value === null,
  );
  const total = findNearest(
    ({ name, value }) => totalNames.test(name) && Number.isInteger(value) && (value as number) >= rows,
  );
  const pages = findNearest(
    ({ name, value }) => pagesNames.test(name) && Number.isInteger(value) && (value as number) >= 1,
  );
  const moreSign =
    more !== null
      ? { path: more.path, value: more.value === true }
      : last !== null
        ? { path: last.path, value: last.value === false }
        : endSign !== null && next === null && token === null
          ? { path: endSign.path, value: false }
          : null;
  return {
    next: next === null ? null : { path: next.path, value: next.value as string },
    cursor: token === null ? null : { path: token.path, value: String(token.value) },
    more: moreSign,
    total: total === null ? null : { path: total.path, value: total.value as number },
    pages: pages === null ? null : { path: pages.path, value: pages.value as number },
  };
}

/**
 * Keeps the signs beside the list, in the object that holds it, or in an object beside it. Data that a page embeds
 * describes other lists as well.
 */
export function keepNearSigns(signs: PagingHints, list: string): PagingHints {
  const near = <Sign extends { path: string }>(sign: Sign | null) =>
    sign !== null && distance(sign.path, list) <= 1 ? sign : null;
  return {
    next: near(signs.next),
    cursor: near(signs.cursor),
    more: near(signs.more),
    total: near(signs.total),
    pages: near(signs.pages),
  };
}
