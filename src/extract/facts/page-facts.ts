import type { PageLetters } from '../page-view/page-letters.ts';
import type { PageView } from '../page-view/page-view.ts';
import type { RecordCluster } from '../page-view/record-clusters.ts';
import type { ParseContext } from '../values/coerce.ts';
import type { Byline } from './byline.ts';
import type { Candidate } from './candidate.ts';
import type { PageDescription, TextEntity } from './description/fact.ts';
import type { PageEntities } from './entity.ts';
import type { HeadTitles } from './head-titles.ts';
import type { IconPair } from './icon-pairs.ts';
import type { LabelPair } from './labels/label-collector.ts';
import type { NamedElement } from './named-elements.ts';
import type { PagePrices } from './prices/page-prices.ts';
import type { RowLine } from './row-lines.ts';

/**
 * A page with what the extraction methods read from it. It is created once for each page and handed down; each fact is
 * computed on first use.
 */
export interface PageFacts extends PageView {
  /** Returns the visible headings of all six levels, in document order. */
  headings(): readonly number[];
  /** Returns the titles in the head. */
  headTitles(): HeadTitles;
  /** Returns the possible titles with their strengths. */
  titles(): readonly Candidate[];
  /** Returns the node of the strongest possible title, or -1. */
  titleNode(): number;
  /** Returns the index of the line of the title, or -1. */
  titleLine(): number;
  /** Returns the folded names of what the page is about: its main headings, and the first parts of the head's titles. */
  subjectNames(): readonly string[];
  /** Returns the words by which the page says what it is about: URL, titles, headings, labels, names around the title. */
  subjectWords(): ReadonlySet<string>;
  /** Returns the labels with the values beside them, in document order, at most 4,000. */
  labels(): readonly LabelPair[];
  /** Returns the labels of short values, by the text of the value. */
  labelsByValue(): ReadonlyMap<string, readonly LabelPair[]>;
  /** Returns the icons with the texts beside them, in document order, at most 400. */
  icons(): readonly IconPair[];
  /** Returns the visible elements that an attribute names, in document order. */
  namedElements(): readonly NamedElement[];
  /** Returns the lines, in which the cells of a row or the parts of a list entry are one line. */
  rowLines(): readonly RowLine[];
  /** Returns true if a node is in a part around the content: navigation, a menu, a dialog or the footer of the page. */
  isInFrame(node: number): boolean;
  /** Returns the text of the page as letters and digits, with hidden parts. */
  letters(): PageLetters;
  /** Returns the groups of repeated elements, best first; each has at least two. */
  groups(): readonly RecordCluster[];
  /** Returns the names of possible authors of the page's text. */
  bylines(): readonly Byline[];
  /** Returns the dates in `time` elements, and in elements whose class names a date, near the title or before it. */
  dates(): readonly Candidate[];
  /** Returns the items that structured data describe, and that of the head. */
  entities(): PageEntities;
  /** Returns the folded names of the organizations in the structured data: publisher, site, firm. */
  organizations(): ReadonlySet<string>;
  /** Returns the name of the site, empty if the page does not state it. */
  siteName(): string;
  /** Returns the items of the structured data that describe the text of the page, best first. */
  textEntities(): readonly TextEntity[];
  /** Returns what the page says about its text: title, author, dates. */
  description(): PageDescription;
  /** Returns the visible text in lower case. */
  lowerText(): string;
  /** Returns what is known about the meaning of ambiguous texts, such as the currency of amounts without a code. */
  parseContext(): ParseContext;
  /** Returns the amounts that the page shows, and which of them are the price and the price before. */
  prices(): PagePrices;
}
