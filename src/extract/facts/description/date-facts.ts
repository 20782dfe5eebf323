import { parseIsoDate } from '../../../page/text/iso-date.ts';
import type { TextLine } from '../../page-view/page-view.ts';
import { parseDate } from '../../typed/date.ts';
import { withoutChanges } from '../dates/change-words.ts';
import { isChange } from '../dates/marked-dates.ts';
import { isOfReaders } from '../is-of-readers.ts';
import type { PageFacts } from '../page-facts.ts';
import { maxLinesAbove, maxLinesBelow, nearness } from '../title-distance.ts';
import type { Fact } from './fact.ts';
import { isOfWrittenKind } from './is-of-written-kind.ts';

const minEntityScore = 1;
/** Minimum strength of a date in a marked element, and of one that only stands near the title. */
const minMarked = 0.45;
const minLine = 0.7;
const maxLineLength = 90;
/** Minimum share of a line that a date fills if it stands alone. */
const minOwnShare = 0.8;
const statedConfidence = 0.9;
/** Parts of the confidence of a date near the title: any, by its distance, by its share of the line. */
const lineConfidence = { any: 0.5, near: 0.2, share: 0.25 };

const publishedProperties = ['datePublished', 'dateCreated', 'uploadDate', 'datePosted'];

/** Returns the day and time of a text; null if it states no day. */
function readDay(text: string, page: PageFacts): string | null {
  const { language, dateOrderOf } = page.parseContext();
  const iso = parseIsoDate(text) ?? parseDate(text, language, dateOrderOf)?.iso ?? null;
  return iso !== null && iso.length >= 'YYYY-MM-DD'.length ? iso : null;
}

/** Returns the date in a property of the items that describe the text, else the one in the head. */
function statedDate(page: PageFacts, properties: readonly string[], head: string | undefined): Fact | null {
  for (const { entity, score } of page.textEntities()) {
    if (score < minEntityScore) break;
    for (const name of properties) {
      const text = [entity.properties[name]].flat()[0];
      const value = typeof text === 'string' ? readDay(text, page) : null;
      const { source, path } = entity;
      if (value !== null)
        return { value, source, reason: `${path}.${name}`, node: -1, confidence: statedConfidence };
    }
  }
  return head === undefined
    ? null
    : { value: head, source: 'attribute', reason: 'meta', node: -1, confidence: statedConfidence };
}

/** A date in a short line. */
interface DatedLine {
  /** Day, and the time if it is stated. */
  iso: string;
  /** Share of the line that the date fills, from 0 to 1. */
  share: number;
}

/** Returns the date of a short line that says nothing about a change and belongs to no other text, or null. */
function dateOfLine({ text, element }: TextLine, page: PageFacts): DatedLine | null {
  const own = text.length > maxLineLength || !/\d/.test(text) ? null : withoutChanges(text);
  const date = own === null ? null : parseDate(own, page.language, page.parseContext().dateOrderOf);
  if (own === null || date === null || date.iso.length < 'YYYY-MM-DD'.length) return null;
  const isOfOther = page.isInFrame(element) || isOfReaders(page, element) || isChange(page, element);
  return isOfOther ? null : { iso: date.iso, share: date.quote.length / own.length };
}

function lineFact(date: DatedLine, { element }: TextLine, reason: string, confidence: number): Fact {
  return { value: date.iso, source: 'visible', reason, node: element, confidence };
}

/** Returns the best date in a line near the title. */
function dateNearTitle(page: PageFacts): Fact | null {
  const title = page.titleLine();
  if (title === -1) return null;
  const from = Math.max(0, title - maxLinesAbove);
  let best: Fact | null = null;
  page
    .lines()
    .slice(from, title + maxLinesBelow + 1)
    .forEach((line, index) => {
      const date = dateOfLine(line, page);
      if (date === null) return;
      const { any, near, share } = lineConfidence;
      const confidence = any + near * nearness(title, from + index) + share * date.share;
      if (confidence >= minLine && (best === null || confidence > best.confidence))
        best = lineFact(date, line, 'date near the title', confidence);
    });
  return best;
}

/** Returns the date that stands alone in a line of an article, if no other date does: notices end with theirs. */
function onlyDate(page: PageFacts): Fact | null {
  if (!isOfWrittenKind(page)) return null;
  let only: Fact | null = null;
  for (const line of page.lines()) {
    const date = dateOfLine(line, page);
    if (date === null || date.share < minOwnShare) continue;
    if (only !== null && only.value.slice(0, 10) !== date.iso.slice(0, 10)) return null;
    only ??= lineFact(date, line, 'only date of the text', minLine);
  }
  return only;
}

/** Returns the strongest date of an element that is marked as one. */
function markedDate(page: PageFacts): Fact | null {
  const [best] = page.dates().toSorted((one, other) => other.strength - one.strength);
  if (best === undefined || best.strength < minMarked) return null;
  const value = readDay(best.text, page);
  const { source, reason, node, strength } = best;
  return value === null ? null : { value, source, reason, node, confidence: Math.min(0.97, strength) };
}

/** Returns when the text of the page was published: by its data, else by the dates that it shows near its title or alone. */
export function findPublished(page: PageFacts): Fact | null {
  const stated = statedDate(page, publishedProperties, page.metadata.published);
  if (stated !== null) return stated;
  const marked = markedDate(page);
  const line = dateNearTitle(page);
  if (marked === null || line === null) return marked ?? line ?? onlyDate(page);
  return line.confidence > marked.confidence ? line : marked;
}

/** Returns when the text of the page was changed last, as its data state. */
export function findModified(page: PageFacts): Fact | null {
  return statedDate(page, ['dateModified'], page.metadata.modified);
}
