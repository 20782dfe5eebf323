import { integerAt, numberAt } from '../../../domain/values/elements.ts';
import { replaceSpans } from '../../../domain/values/replace-spans.ts';
import type { PageFacts } from '../../../extract/facts/page-facts.ts';
import { findSpanAmounts, type SpanAmount } from '../../../extract/facts/prices/span-amounts.ts';
import { findLowerBound, lettersOf, type PageLetters } from '../../../extract/page-view/page-letters.ts';
import type { PageView } from '../../../extract/page-view/page-view.ts';
import type { RecordCluster } from '../../../extract/page-view/record-clusters.ts';
import { createGroundingCheck, type GroundingCheck } from '../../../extract/values/grounding.ts';
import { attribute } from '../../../page/parse/attributes.ts';
import { tag } from '../../../page/parse/names/tags.ts';
import { attributeOf, endOf, isElement } from '../../../page/tree/tree.ts';
import type { Column } from '../columns/columns.ts';
import { readElementRows } from './element-rows.ts';
import { imageAddressOf } from './image-address.ts';
import type { Row } from './row-collector.ts';

const noSignals = { language: null, country: null, currency: null };

/** Visible content of one record. */
export interface ShownRecord {
  element: number;
  grounding: GroundingCheck;
  /** Absolute URLs of its links and images. */
  urls: ReadonlySet<string>;
  /** Returns the amounts of money that the record shows, with what each means. */
  amounts(): readonly SpanAmount[];
  /** Returns the values of the record with their names. */
  cells(): { row: Row; names: ReadonlyMap<string, readonly string[]> };
}

/** Alignment of a source's records with the page. */
export interface Alignment {
  /** Visible content by record index; null if the page does not show the record. */
  shown: (ShownRecord | null)[];
  /** Share of the page's records, or of the source's records if fewer, that match in order. */
  share: number;
  /** Number of matching records. */
  matched: number;
}

const maxTexts = 5;
const maxOccurrences = 40;
const minTextLength = 3;
const maxRows = 400;

/** Returns the distinctive texts of each record, longest first. Texts that many records share are left out. */
function findDistinctiveTexts(columns: readonly Column[], rows: number): string[][] {
  const counts = new Map<string, number>();
  const byRow: Set<string>[] = Array.from({ length: Math.min(rows, maxRows) }, () => new Set());
  for (const { values } of columns) {
    byRow.forEach((texts, index) => {
      const value = values[index];
      if (typeof value !== 'string' || value.length > 400) return;
      const letters = lettersOf(replaceSpans(value, '<', '>', ' '));
      if (letters.length < minTextLength || texts.has(letters)) return;
      texts.add(letters);
      counts.set(letters, (counts.get(letters) ?? 0) + 1);
    });
  }
  const maxCount = Math.max(1, rows * 0.2);
  return byRow.map((texts) =>
    [...texts]
      .filter((text) => (counts.get(text) ?? 0) <= maxCount)
      .sort((one, other) => other.length - one.length)
      .slice(0, maxTexts * 2),
  );
}

/** Finds the positions of a text in the letters of a page. */
export type FindLetters = (text: string) => readonly number[];

/** Texts that other words contain by chance: "s13" is part of "takes 13 weeks" without its spaces. */
const shortText = /^[\x00-\x7f]{0,4}$/;

/** Creates a finder with a cache. A short text counts only if it is the whole of one or more texts of the page. */
export function createLettersFinder(page: PageLetters): FindLetters {
  const cache = new Map<string, number[]>();
  const starts = new Set(Array.from(page.texts, (node) => integerAt(page.from, node)));
  const ends = new Set(Array.from(page.texts, (node) => integerAt(page.to, node)));
  const counts = (text: string, at: number) =>
    !shortText.test(text) || (starts.has(at) && ends.has(at + text.length));
  return (text) => {
    let positions = cache.get(text);
    if (positions === undefined) {
      positions = [];
      for (let at = page.letters.indexOf(text); at !== -1; at = page.letters.indexOf(text, at + 1)) {
        if (counts(text, at)) positions.push(at);
        if (positions.length >= maxOccurrences) break;
      }
      cache.set(text, positions);
    }
    return positions;
  };
}

/** Returns the length of the longest increasing subsequence. */
function getLongestIncreasingRun(values: readonly number[]): number {
  const ends: number[] = [];
  for (const value of values) {
    let at = ends.findIndex((end) => end >= value);
    if (at === -1) at = ends.length;
    ends[at] = value;
  }
  return ends.length;
}

/** Elements of the records of a page, as in a cluster. */
type RecordElements = Pick<RecordCluster, 'members' | 'lasts'>;

/** Returns the member of a cluster that shows the most texts of a record, or -1. */
function findMember(
  page: PageLetters,
  { members, lasts }: RecordElements,
  starts: Int32Array,
  texts: readonly string[],
  find: FindLetters,
): number {
  const hits = new Map<number, number>();
  let usedTexts = 0;
  for (const text of texts) {
    const places = find(text);
    if (places.length === 0) continue;
    const matchingMembers = new Set<number>();
    for (const place of places) {
      // The last member that starts at or before the position.
      let index = findLowerBound(starts, place + 1) - 1;
      while (index >= 0 && starts[index] === starts[index - 1]) index--;
      const member = members[index];
      if (index < 0 || member === undefined) continue;
      if (place + text.length <= integerAt(page.to, lasts?.[index] ?? member)) matchingMembers.add(index);
    }
    for (const index of matchingMembers) hits.set(index, (hits.get(index) ?? 0) + text.length);
    if (matchingMembers.size > 0 && ++usedTexts >= maxTexts) break;
  }
  const [best] = [...hits].sort((one, other) => other[1] - one[1] || one[0] - other[0]);
  return best?.[0] ?? -1;
}

/**
 * Creates the visible content of a record, which is one element or its siblings up to `last`. Its parts are computed on
 * first use.
 */
export function shownRecord(page: PageView, element: number, last = element): ShownRecord {
  let grounding: GroundingCheck | null = null;
  let urls: Set<string> | null = null;
  let amounts: SpanAmount[] | null = null;
  let cells: { row: Row; names: ReadonlyMap<string, readonly string[]> } | null = null;
  return {
    element,
    get grounding() {
      grounding ??= createGroundingCheck(`${page.textOf(element)}\n${getTexts(page, element, last)}`);
      return grounding;
    },
    get urls() {
      urls ??= collectUrls(page, element, last);
      return urls;
    },
    amounts() {
      amounts ??= findSpanAmounts(page, element, endOf(page.tree, last), noSignals);
      return amounts;
    },
    cells() {
      if (cells === null) {
        const { rows, names } = readElementRows(page, [element], [last]);
        cells = { row: rows[0] ?? {}, names };
      }
      return cells;
    },
  };
}

/** Returns the texts of an element separately, because adjacent inline elements have no space between them. */
function getTexts(page: PageView, element: number, last: number): string {
  const { tree } = page;
  const texts: string[] = [];
  const end = Math.min(endOf(tree, last), element + 2_000);
  for (let node = element; node < end; node++) {
    if (tree.tag[node] === tag.text) texts.push(page.textOf(node));
  }
  return texts.filter((text) => text !== '').join(' | ');
}

function collectUrls(page: PageView, element: number, last: number): Set<string> {
  const { tree } = page;
  const foundUrls = new Set<string>();
  const end = endOf(tree, last);
  for (let node = element; node < end && foundUrls.size < 100; node++) {
    if (!isElement(tree, node)) continue;
    const image = tree.tag[node] === tag.img ? imageAddressOf(page, node) : null;
    const references = [attribute.href, attribute.src, attribute.dataSrc].map((id) =>
      attributeOf(tree, node, id),
    );
    for (const reference of [...references, image]) {
      const address = reference === null ? null : page.addresses.resolve(reference);
      if (address !== null) foundUrls.add(address);
    }
  }
  return foundUrls;
}

/** Aligns the records of a source with the repeated elements of the page. */
export function alignRecords(
  page: PageFacts,
  elements: RecordElements,
  columns: readonly Column[],
  rows: number,
  find: FindLetters,
): Alignment {
  const { members, lasts } = elements;
  const letters = page.letters();
  const starts = Int32Array.from(members, (member) => integerAt(letters.from, member));
  const memberIndexes = findDistinctiveTexts(columns, rows).map((texts) =>
    findMember(letters, elements, starts, texts, find),
  );
  const matched = memberIndexes.filter((place) => place !== -1);
  const inOrder = getLongestIncreasingRun(matched.filter((place, index) => matched.indexOf(place) === index));
  const shown = Array.from({ length: rows }, (_, index) => {
    const place = memberIndexes[index] ?? -1;
    return place === -1 ? null : shownRecord(page, numberAt(members, place), lasts?.[place]);
  });
  return {
    shown,
    share: inOrder / Math.max(2, Math.min(members.length, Math.min(rows, maxRows))),
    matched: inOrder,
  };
}
