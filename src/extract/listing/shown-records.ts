import { attribute } from '../../page/parse/attributes.ts';
import { tag } from '../../page/parse/tags.ts';
import { attributeOf, isElement } from '../../page/tree.ts';
import { createGrounds, type Grounds } from '../ground.ts';
import type { PageView } from '../page-view.ts';
import { firstAtLeast, lettersOf, type PageLetters } from '../selectors/page-letters.ts';
import type { Column } from './columns.ts';
import { type Row, rowsOfElements } from './record-rows.ts';

/** What a page shows of one record. */
export interface ShownRecord {
  element: number;
  grounds: Grounds;
  /** Absolute addresses of its links and pictures. */
  addresses: ReadonlySet<string>;
  /** The values of its places, and what those are called. */
  cells(): { row: Row; names: ReadonlyMap<string, readonly string[]> };
}

/** Which records of a source stand where on the page. */
export interface Alignment {
  /** By the number of the record; null where the page does not show it. */
  shown: (ShownRecord | null)[];
  /** Part of the page's records, or of the source's where these are fewer, that match in their order. */
  share: number;
  /** Records that match. */
  matched: number;
}

const mostTexts = 5;
const mostOccurrences = 40;
const shortest = 3;
const mostRows = 400;

/** Texts of a record by which it can be found, longest first; what many records share tells nothing. */
function tellingTexts(columns: readonly Column[], rows: number): string[][] {
  const counts = new Map<string, number>();
  const byRow: Set<string>[] = Array.from({ length: Math.min(rows, mostRows) }, () => new Set());
  for (const { values } of columns) {
    byRow.forEach((texts, index) => {
      const value = values[index];
      if (typeof value !== 'string' || value.length > 400) return;
      const letters = lettersOf(value.replace(/<[^>]*>/g, ' '));
      if (letters.length < shortest || texts.has(letters)) return;
      texts.add(letters);
      counts.set(letters, (counts.get(letters) ?? 0) + 1);
    });
  }
  const most = Math.max(1, rows * 0.2);
  return byRow.map((texts) =>
    [...texts]
      .filter((text) => (counts.get(text) ?? 0) <= most)
      .sort((one, other) => other.length - one.length)
      .slice(0, mostTexts * 2),
  );
}

/** Places of texts in the letters of a page, looked up once each. */
export type FindLetters = (text: string) => readonly number[];

/** A finder that remembers. */
export function lettersFinder(page: PageLetters): FindLetters {
  const known = new Map<string, number[]>();
  return (text) => {
    let found = known.get(text);
    if (found === undefined) {
      found = [];
      for (let at = page.letters.indexOf(text); at !== -1; at = page.letters.indexOf(text, at + 1)) {
        found.push(at);
        if (found.length >= mostOccurrences) break;
      }
      known.set(text, found);
    }
    return found;
  };
}

/** The length of the longest run of rising numbers, gaps allowed. */
function longestRising(values: readonly number[]): number {
  const ends: number[] = [];
  for (const value of values) {
    let at = ends.findIndex((end) => end >= value);
    if (at === -1) at = ends.length;
    ends[at] = value;
  }
  return ends.length;
}

/** The member of a cluster that shows most texts of a record, or -1. */
function memberOf(
  page: PageLetters,
  members: readonly number[],
  starts: Int32Array,
  texts: readonly string[],
  find: FindLetters,
): number {
  const hits = new Map<number, number>();
  let sought = 0;
  for (const text of texts) {
    const places = find(text);
    if (places.length === 0) continue;
    const here = new Set<number>();
    for (const place of places) {
      // The last member that starts at or before the place.
      let index = firstAtLeast(starts, place + 1) - 1;
      while (index >= 0 && starts[index] === starts[index - 1]) index--;
      const member = members[index];
      if (index < 0 || member === undefined) continue;
      if (place + text.length <= (page.to[member] as number)) here.add(index);
    }
    for (const index of here) hits.set(index, (hits.get(index) ?? 0) + text.length);
    if (here.size > 0 && ++sought >= mostTexts) break;
  }
  const [best] = [...hits].sort((one, other) => other[1] - one[1] || one[0] - other[0]);
  return best?.[0] ?? -1;
}

/** What the page shows in an element, made when asked for. */
export function shownRecord(page: PageView, element: number): ShownRecord {
  let grounds: Grounds | null = null;
  let addresses: Set<string> | null = null;
  let cells: { row: Row; names: ReadonlyMap<string, readonly string[]> } | null = null;
  return {
    element,
    get grounds() {
      grounds ??= createGrounds(`${page.textOf(element)}\n${textsIn(page, element)}`);
      return grounds;
    },
    get addresses() {
      addresses ??= addressesIn(page, element);
      return addresses;
    },
    cells() {
      if (cells === null) {
        const { rows, names } = rowsOfElements(page, [element]);
        cells = { row: rows[0] ?? {}, names };
      }
      return cells;
    },
  };
}

/** The texts of an element, each for itself: inline elements stand beside each other without a space. */
function textsIn(page: PageView, element: number): string {
  const { tree } = page;
  const texts: string[] = [];
  const end = Math.min(tree.end[element] as number, element + 2_000);
  for (let node = element; node < end; node++) {
    if (tree.tag[node] === tag.text) texts.push(page.textOf(node));
  }
  return texts.filter((text) => text !== '').join(' | ');
}

function addressesIn(page: PageView, element: number): Set<string> {
  const { tree } = page;
  const found = new Set<string>();
  const end = tree.end[element] as number;
  for (let node = element; node < end && found.size < 100; node++) {
    if (!isElement(tree, node)) continue;
    for (const id of [attribute.href, attribute.src, attribute.dataSrc]) {
      const reference = attributeOf(tree, node, id);
      const address = reference === null ? null : page.addresses.resolve(reference);
      if (address !== null) found.add(address);
    }
  }
  return found;
}

/** Lays the records of a source beside the repeated elements of the page. */
export function alignRecords(
  page: PageView,
  letters: PageLetters,
  members: readonly number[],
  columns: readonly Column[],
  rows: number,
  find: FindLetters,
): Alignment {
  const starts = Int32Array.from(members, (member) => letters.from[member] as number);
  const places = tellingTexts(columns, rows).map((texts) => memberOf(letters, members, starts, texts, find));
  const matched = places.filter((place) => place !== -1);
  const inOrder = longestRising(matched.filter((place, index) => matched.indexOf(place) === index));
  const shown = Array.from({ length: rows }, (_, index) => {
    const place = places[index] ?? -1;
    return place === -1 ? null : shownRecord(page, members[place] as number);
  });
  return {
    shown,
    share: inOrder / Math.max(2, Math.min(members.length, Math.min(rows, mostRows))),
    matched: inOrder,
  };
}
