import type { Json } from '../../../domain/pages/extraction.ts';
import { foldText } from '../../../extract/words/words.ts';
import { isPartOf, leadsBelow, scoreForm } from './column-form.ts';
import type { Column } from './columns.ts';

/** Minimum share of the records for which a relation of two columns holds. */
const minShare = 0.8;

// regex: at most 130 characters, the key of a column
const linkStep = /[>/]a(?:\.[^>]*)?$/;
// regex: at most 130 characters, the key of a column
const headingEnd = /[>/]h[1-6](?:\.[^>]*)?$/;

/** Returns the share of the records with both values for which the first value starts with the other one. */
function getPrefixShare(longer: Column, shorter: Column, accepts: (rest: string) => boolean): number {
  let both = 0;
  let matching = 0;
  longer.values.forEach((value: Json, at) => {
    const prefix = shorter.values[at];
    if (typeof value !== 'string' || typeof prefix !== 'string') return;
    both++;
    const [text, start] = [foldText(value), foldText(prefix)];
    if (text.startsWith(start) && accepts(text.slice(start.length))) matching++;
  });
  return both === 0 ? 0 : matching / both;
}

/**
 * Returns the column of the link with which the values of a title column start, if they go on with something else:
 * "<a>Title</a> (2026-03-14) by Ada". Null if there is none.
 */
export function findTitleLink(title: Column, columns: readonly Column[]): Column | null {
  const isLinked = ({ path }: Column) => columns.some((one) => one.path === `${path}@href`);
  // A heading of an owner and what is below it is the title as a whole.
  const inHeading = columns.filter(
    (one) =>
      headingEnd.test(title.path) &&
      one.filled >= minShare * title.filled &&
      one.path.includes('@href') &&
      isPartOf(one.path, title.path),
  );
  if (inHeading.some((one) => inHeading.some((other) => leadsBelow(one, other)))) return null;
  const candidates = columns.filter(
    (one) =>
      one !== title &&
      one.filled >= minShare * title.filled &&
      linkStep.test(one.path) &&
      isLinked(one) &&
      getPrefixShare(title, one, (rest) => /\p{L}|\p{N}/u.test(rest)) >= minShare,
  );
  return candidates[0] ?? null;
}

/**
 * Returns the column of the headings that start with the values of an attribute and go on: the attribute has only the
 * name of the series. Null if there is none, or if the title is no attribute.
 */
export function findWholeHeading(title: Column, columns: readonly Column[]): Column | null {
  if (!title.path.includes('@')) return null;
  const candidates = columns.filter(
    (one) =>
      headingEnd.test(one.path) &&
      one.filled >= minShare * title.filled &&
      getPrefixShare(one, title, (rest) => /\p{L}|\p{N}/u.test(rest)) >= minShare,
  );
  return candidates[0] ?? null;
}

/** The end of a text that goes on: `ada /`. */
const openEnd = /[/|:·•>–—-]$/;

/** Minimum length of most titles that are the first part of a longer text. */
const minTitleLength = 8;

/**
 * Returns the column of an element within the title's element with which its values start, if they go on with something
 * else: the first line of a link that holds a whole record. Null if there is none.
 */
export function findTitlePart(title: Column, columns: readonly Column[]): Column | null {
  const candidates = columns.filter(
    (one) =>
      isPartOf(one.path, title.path) &&
      !one.path.includes('@') &&
      one.filled >= minShare * title.filled &&
      one.values.filter((value) => typeof value === 'string' && value.length >= minTitleLength).length >=
        minShare * one.values.length &&
      !one.values.some((value) => typeof value === 'string' && openEnd.test(value)) &&
      getPrefixShare(title, one, (rest) => /\p{L}|\p{N}/u.test(rest)) >= minShare,
  );
  return candidates[0] ?? findTextInLink(title, columns);
}

/** Minimum share of distinct values of a title within the link of a whole record. */
const minDistinct = 0.7;

/**
 * Returns the column of the first text of its own within a link that holds a whole record and starts with something
 * else, such as the number of its reviews. Null if there is none.
 */
function findTextInLink(title: Column, columns: readonly Column[]): Column | null {
  if (!linkStep.test(title.path)) return null;
  const isTitle = (one: Column) =>
    one.type === 'text' &&
    one.distinct >= minDistinct &&
    one.filled >= minShare * title.filled &&
    !one.path.includes('@') &&
    isPartOf(one.path, title.path) &&
    scoreForm('title', one.values) === 1 &&
    one.values.filter((value) => typeof value === 'string' && value.length >= minTitleLength).length >=
      minShare * one.values.length;
  const startsWithOther = columns.some(
    (one) =>
      isPartOf(one.path, title.path) &&
      !one.path.includes('@') &&
      one.type !== 'text' &&
      getPrefixShare(title, one, (rest) => /\p{L}/u.test(rest)) >= minShare,
  );
  return startsWithOther ? (columns.find(isTitle) ?? null) : null;
}
