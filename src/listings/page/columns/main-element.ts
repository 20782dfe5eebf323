import type { Column } from './columns.ts';
import type { RequestedField } from './requested-fields.ts';

/** Parts of a record about something else than its subject: people, replies, links within the page. */
const otherPart =
  /(?:^|[^\p{L}])(?:avatar|author|user(?:name)?|profile|byline|poster|gravatar|last-?(?:post|reply)|lastpost|replies|comments?|jump|pager|pages|page-?nav|pagination|badge|icon|flag|logo|rating|stars?)(?![\p{L}])/iu;
const mainKinds = new Set(['title', 'url', 'image']);
const partPenalty = 0.2;
const imagePartPenalty = 0.6;
const imageFile = /\.(?:jpe?g|png|webp|gif|avif|svg)(?:[?#]|$)/i;
const imageAttribute = /@(src|content|data-[a-z-]{1,30})(?: \d+)?$/;
const imageWords = /src|image|img|original|lazy|bg|background|content/;
const minFilled = 0.6;
/** Kinds whose values are texts and not addresses. */
const textKinds = new Set(['person', 'title', 'money', 'long_text', 'text', 'choice']);

/** Returns the penalty of a column in a part of the record that is not about its subject. */
export function otherPartPenalty({ kind, field }: RequestedField, { path, names }: Column): number {
  if (!mainKinds.has(kind)) return 0;
  const text = `${path} ${names.flat().join(' ')}`;
  const part = otherPart
    .exec(text)?.[0]
    ?.replace(/[^\p{L}]/gu, '')
    .toLowerCase();
  if (part === undefined || field.words.some((word) => part.includes(word))) return 0;
  // The picture of a person is never the picture of the record.
  return kind === 'image' ? imagePartPenalty : partPenalty;
}

/** Minimum share of the records with an image, and of distinct ones, for the main image of records. */
const minImages = 0.5;

/** Returns true if a column is the first one with an image of its own for most records, and no icon or portrait. */
export function isFirstImage(requested: RequestedField, column: Column, columns: readonly Column[]): boolean {
  const [first] = columns.filter(
    (one) =>
      one.type === 'image' &&
      one.filled >= minImages &&
      one.distinct >= minImages &&
      hasImageAddresses(one) &&
      otherPartPenalty(requested, one) === 0,
  );
  return first === column;
}

/** Returns true if a column of elements contains addresses of images, and no texts or links to pages. */
export function hasImageAddresses({ path, values }: Column): boolean {
  const name = imageAttribute.exec(path)?.[1];
  if (name !== undefined && imageWords.test(name)) return true;
  if (!path.includes('@')) return false;
  const texts = values.filter((value) => typeof value === 'string');
  return texts.length > 0 && texts.every((text) => imageFile.test(text));
}

/** Returns true if a column holds the address of a link or the whole text of a record, which is no value of a kind. */
export function isForeignColumn(
  { kind }: RequestedField,
  { path }: Column,
  columns: readonly Column[],
): boolean {
  const isLink = /@(?:href|src|data-src)(?: \d+)?$/.test(path);
  if (isLink) return textKinds.has(kind);
  if (path !== '/.' || kind === 'long_text') return false;
  return columns.some((one) => one.path !== path && !one.path.includes('@') && !one.path.startsWith('/:'));
}

/** Maximum penalty for titles that records share, and penalty for each level below the highest heading of the record. */
const sharedTitlePenalty = 0.12;
const headingLevelPenalty = 0.03;
const headingLevel = /(?:^|[/>])h([1-6])(?:\.[^>]*)?(?:$|[>@ ])/;

function headingLevelOf({ path }: Column): number | null {
  const level = headingLevel.exec(path)?.[1];
  return level === undefined ? null : Number(level);
}

/** Returns the penalty of a title that several records share, or that is a lower heading than another one. */
export function lowerTitlePenalty(column: Column, columns: readonly Column[]): number {
  const level = headingLevelOf(column);
  const levels = columns
    .filter(({ filled, type, path }) => filled >= minFilled && type === 'text' && !path.includes('@'))
    .map(headingLevelOf)
    .filter((one) => one !== null);
  const below = level === null ? 0 : level - Math.min(level, ...levels);
  return sharedTitlePenalty * (1 - column.distinct) + headingLevelPenalty * below;
}
