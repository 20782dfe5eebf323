import type { PagingSigns } from '../domain/records.ts';
import { isObject, type Scalar, tokenOf, tokensOf } from './record-lists.ts';

const maxDepth = 5;
const mostSteps = 5_000;

/** Names in lower case without anything but letters and digits. */
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

interface Sign {
  path: string;
  value: Scalar;
  name: string;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z\d]/g, '');
}

/** Scalars beside and above lists: whatever says how many there are and how to get the rest. */
function scalarsOf(root: unknown): Sign[] {
  const found: Sign[] = [];
  const open: { value: unknown; path: string; depth: number }[] = [{ value: root, path: '', depth: 0 }];
  let steps = 0;
  for (let at = open.shift(); at !== undefined && steps++ < mostSteps; at = open.shift()) {
    if (!isObject(at.value)) continue;
    for (const [key, value] of Object.entries(at.value)) {
      const path = `${at.path}/${tokenOf(key)}`;
      if (isObject(value)) {
        const href = value.href ?? value.url;
        if (typeof href === 'string' && nextNames.test(plain(key)))
          found.push({
            path: `${path}/${value.href === undefined ? 'url' : 'href'}`,
            value: href,
            name: plain(key),
          });
        else if (at.depth < maxDepth) open.push({ value, path, depth: at.depth + 1 });
      } else if (typeof value !== 'object' || value === null) {
        found.push({ path, value: value as Scalar, name: plain(key) });
      }
    }
  }
  return found;
}

const mostScalars = 400;
const longestScalar = 4_000;

/** The scalars beside and above the lists of a JSON value, by JSON pointer. */
export function scalarsAround(root: unknown): Record<string, Scalar> {
  const found: Record<string, Scalar> = {};
  for (const { path, value } of scalarsOf(root).slice(0, mostScalars)) {
    if (typeof value !== 'string' || value.length <= longestScalar) found[path] = value;
  }
  return found;
}

/** How far a sign stands from a list: steps that they do not share. */
function distance(sign: string, list: string): number {
  const one = tokensOf(sign).slice(0, -1);
  const other = tokensOf(list).slice(0, -1);
  let shared = 0;
  while (shared < one.length && shared < other.length && one[shared] === other[shared]) shared++;
  return one.length - shared + (other.length - shared);
}

function nearest(signs: readonly Sign[], list: string): Sign | null {
  return signs.toSorted((one, other) => distance(one.path, list) - distance(other.path, list))[0] ?? null;
}

function isAddress(value: unknown): value is string {
  return typeof value === 'string' && /^(?:https?:)?\/|^\?/.test(value);
}

/** What JSON says of the pages beside this one, as far as it is about the list at `list`, which holds `rows` records. */
export function pagingSigns(root: unknown, list: string, rows: number): PagingSigns {
  const signs = scalarsOf(root);
  const pick = (fits: (sign: Sign) => boolean) => nearest(signs.filter(fits), list);
  const next = pick(({ name, value }) => nextNames.test(name) && isAddress(value));
  const cursor = pick(
    ({ name, value }) =>
      cursorNames.test(name) &&
      !/^(?:start|prev)/.test(name) &&
      ((typeof value === 'string' && value !== '' && !isAddress(value)) || typeof value === 'number'),
  );
  const token =
    cursor ??
    pick(
      ({ name, value }) => name === 'next' && typeof value === 'string' && value !== '' && !isAddress(value),
    );
  const more = pick(({ name, value }) => moreNames.test(name) && typeof value === 'boolean');
  const last = pick(({ name, value }) => lastNames.test(name) && typeof value === 'boolean');
  // A next page that is null is the end.
  const ended = pick(({ name, value }) => (nextNames.test(name) || cursorNames.test(name)) && value === null);
  const total = pick(
    ({ name, value }) => totalNames.test(name) && Number.isInteger(value) && (value as number) >= rows,
  );
  const pages = pick(
    ({ name, value }) => pagesNames.test(name) && Number.isInteger(value) && (value as number) >= 1,
  );
  const said =
    more !== null
      ? { path: more.path, value: more.value === true }
      : last !== null
        ? { path: last.path, value: last.value === false }
        : ended !== null && next === null && token === null
          ? { path: ended.path, value: false }
          : null;
  return {
    next: next === null ? null : { path: next.path, value: next.value as string },
    cursor: token === null ? null : { path: token.path, value: String(token.value) },
    more: said,
    total: total === null ? null : { path: total.path, value: total.value as number },
    pages: pages === null ? null : { path: pages.path, value: pages.value as number },
  };
}
