import { attribute } from '../../../page/parse/attributes.ts';
import { isHeading, tagSet } from '../../../page/parse/names/tag-sets.ts';
import { tag } from '../../../page/parse/names/tags.ts';
import { byClass } from '../../../page/tree/by-class.ts';
import { flowKind } from '../../../page/tree/flow.ts';
import { attributeOf, closest, endOf, isElement, parentOf, tagOf } from '../../../page/tree/tree.ts';
import type { PageView, TextLine } from '../../page-view/page-view.ts';
import { parseDate } from '../../typed/date.ts';
import { createNameFinder, nameWords } from '../../words/name-words.ts';
import { foldLetters, foldText, wordsOf } from '../../words/words.ts';
import type { Byline } from '../byline.ts';
import { isOfReaders } from '../is-of-readers.ts';
import type { PageFacts } from '../page-facts.ts';
import { isNearTitle, lineAt, nearness } from '../title-distance.ts';
import { afterCredit, isCredit, isOtherCredit } from './credit-words.ts';
import { isInTeaser } from './is-in-teaser.ts';
import { isQuoted } from './is-quoted.ts';
import { namesIn } from './names-in.ts';
import { isRole, leadingNames } from './person-name.ts';

/** Words in the names of elements that hold an author, and words of elements beside the name. */
const authorWords: ReadonlySet<string> = new Set(
  'author authors byline bylines byl writer contributor contributors autor autoren autorin auteur auteurs autore redakteur forfatter'.split(
    ' ',
  ),
);
const besideWords: ReadonlySet<string> = new Set(
  'no without hide has meet bio about image img avatar photo picture thumbnail thumb social title role job position description desc more posts follow icon date time comment review testimonial quote email reviewer related count excerpt tag tags category categories'.split(
    ' ',
  ),
);

/** Paths of pages about one author, and of pages about persons in general. */
const authorPath =
  /\/(?:authors?|autor|autoren|autores|auteurs?|autori|by|writers?|contributors?|columnists?|byline|redaktion|journalist(?:en|s)?)\/[^/?#]{2,80}\/?(?:[?#]|$)/iu;
const personPath =
  /\/(?:people|person|profiles?|staff|team|users?|u|members?|experts?|faculty)\/[^/?#]{2,80}\/?(?:[?#]|$)/iu;

/** Reason of a name whose only sign is a date beside it. */
export const besideDate = 'name beside a date';

const strengths = { rel: 0.87, class: 0.83, path: 0.83, person: 0.7, label: 0.85, beside: 0.6 };
const nearBonus = 0.07;
const farPenalty = 0.12;
/** Number of bylines near to the title, and far from it, that makes them those of other texts. */
const maxNear = 3;
const maxFar = 3;
const othersPenalty = 0.3;
const maxBylines = 60;
const maxLineLength = 160;
const maxLabelLength = 40;
const maxLinesBetween = 2;
const maxLevelsBetween = 3;
const maxLinkNodes = 40;
/** Elements whose classes describe the page (`author-hidden`, `single-author`) and not their content. */
const isLayout = tagSet('html body main article');
/** Minimum length of a line that is a sentence, and maximum length of the words before an author, in UTF-16 code units. */
const minProse = 100;
const maxBeforeName = 30;
/** Penalty of the name of the site itself. */
const sitePenalty = 0.25;

/** Returns true if a name is that of an element beside an author's, such as `author-image` or `byline__tag`. */
export function isBesideName(name: string): boolean {
  return nameWords(name).some((word) => besideWords.has(word));
}

/** Returns true if a link contains a word of its text, as those to the page of a person do. */
function namesTarget(text: string, href: string): boolean {
  const target = foldText(href.slice(0, 300));
  return wordsOf(text.slice(0, 100)).some((word) => word.length > 2 && target.includes(word));
}

/** Returns the first of the names of elements in an attribute that is an author's, or null. */
const authorNameIn = createNameFinder(authorWords, besideWords);

/** Returns the sign by which an element is an author's, or null. */
function signOf(
  page: PageView,
  element: number,
  authorClassOf: (element: number) => string | null,
): { reason: string; strength: number } | null {
  const { tree } = page;
  if (tree.from[element] === tree.to[element]) return null;
  if (tagOf(tree, element) === tag.a) {
    const rel = attributeOf(tree, element, attribute.rel)?.toLowerCase() ?? '';
    if (rel.split(/\s+/).includes('author')) return { reason: 'rel "author"', strength: strengths.rel };
    const href = attributeOf(tree, element, attribute.href) ?? '';
    if (href.length <= 300 && authorPath.test(href))
      return { reason: 'path of an author', strength: strengths.path };
    if (href.length <= 300 && personPath.test(href) && namesTarget(page.textOf(element), href))
      return { reason: 'path of a person', strength: strengths.person };
  }
  if (attributeOf(tree, element, attribute.itemprop) === 'author')
    return { reason: 'itemprop "author"', strength: strengths.rel };
  if (isLayout[tagOf(tree, element)] === 1) return null;
  const name = authorClassOf(element) ?? authorNameIn(attributeOf(tree, element, attribute.dataTestid) ?? '');
  return name === null ? null : { reason: `class "${name}"`, strength: strengths.class };
}

/** Returns true for two to four words that start with one capital each: the form of a name without any other sign. */
function isFullName(text: string): boolean {
  const words = text.split(' ');
  return (
    words.length >= 2 &&
    words.length <= 4 &&
    words.every((word) => /^\p{Lu}(?:\p{Ll}|\.|['’]\p{Lu})/u.test(word)) &&
    !text.startsWith('The ') &&
    !isRole(text)
  );
}

/** Elements that hold the caption of a figure, which names its photographer. */
const isFigure = tagSet('figcaption figure');
const maxCaptionLevels = 6;

/** Returns true if a name is that of the site, by its metadata or host. */
function isOfSite(page: PageFacts, text: string): boolean {
  const name = foldLetters(text);
  const site = foldLetters(page.siteName());
  const host = foldLetters(URL.parse(page.url)?.hostname.replace(/^www\./, '') ?? '');
  return (
    name.length > 2 && ((site !== '' && (site.includes(name) || name.includes(site))) || host.includes(name))
  );
}

/** Finds the bylines of a page in one pass over its elements and one over its lines. */
class BylineFinder {
  readonly found: Byline[] = [];
  readonly #page: PageFacts;
  readonly #lines: readonly TextLine[];
  readonly #title: number;

  constructor(page: PageFacts) {
    this.#page = page;
    this.#lines = page.lines();
    this.#title = page.titleLine();
  }

  #add(text: string, node: number, reason: string, strength: number): void {
    const page = this.#page;
    if (
      this.found.length >= maxBylines ||
      page.isInFrame(node) ||
      closest(page.tree, node, isFigure, maxCaptionLevels) !== -1
    )
      return;
    const line = lineAt(this.#lines, node);
    if (this.#isOfOther(node, line) || isQuoted(page, node) || isInTeaser(page, node, text)) return;
    const last = this.found.at(-1);
    // Several authors of one text stand in elements of the same kind.
    const isBeside =
      last !== undefined && line - last.line <= maxLinesBetween && this.#areBeside(last.node, node);
    if (isBeside && last.reason === reason && !last.text.includes(text)) {
      last.text = `${last.text}, ${text}`;
      last.line = line;
      return;
    }
    const close = nearness(this.#title, line);
    const isNear = close > 0;
    const distance = isNear ? nearBonus * close : this.#title === -1 ? 0 : -farPenalty;
    // What stands directly beside the title belongs to it, in whatever part it is.
    const isOther = close < 1 && isOfReaders(page, node);
    const penalty =
      (isOther || this.#isInProse(text, line) || this.#isSubject(text, reason) ? othersPenalty : 0) +
      (isOfSite(page, text) ? sitePenalty : 0);
    this.found.push({
      text,
      node,
      source: 'visible',
      reason,
      strength: strength + distance - penalty,
      fit: 1,
      line,
      isNear,
    });
  }

  /** Returns true if a name is a small part of its line and not at the start of it: somebody whom a sentence mentions. */
  #isInProse(name: string, index: number): boolean {
    const text = this.#lines[index]?.text ?? '';
    return text.length >= minProse && name.length * 3 < text.length && text.indexOf(name) > maxBeforeName;
  }

  /** Returns true if two nodes are in one small part of the page. */
  #areBeside(one: number, other: number): boolean {
    const { tree } = this.#page;
    let outer = one;
    for (let steps = 0; steps < maxLevelsBetween && outer > 0; steps++) outer = parentOf(tree, outer);
    return other < endOf(tree, Math.max(outer, 0));
  }

  /** Returns true if the text before a name introduces an editor or reviewer. */
  #isOfOther(node: number, index: number): boolean {
    const line = this.#lines[index];
    if (line === undefined) return false;
    const own = this.#page.textOf(node);
    const at = line.text.indexOf(own);
    if (at > 0) return isOtherCredit(line.text.slice(0, at));
    const before = this.#lines[index - 1]?.text ?? '';
    return before.length <= maxLabelLength && isOtherCredit(before);
  }

  #addElements(): void {
    const { tree, flow } = this.#page;
    const authorClassOf = byClass(tree, authorNameIn);
    let until = 0;
    for (let node = 1; node < tree.count && this.found.length < maxBylines; node++) {
      if (!isElement(tree, node)) continue;
      if (flow.kind[node] === flowKind.skipped) {
        node = endOf(tree, node) - 1;
        continue;
      }
      if (node < until) continue;
      const sign = signOf(this.#page, node, authorClassOf);
      if (sign === null) continue;
      const names = namesIn(this.#page, node);
      if (names === null) continue;
      this.#add(names.text, names.node, sign.reason, sign.strength);
      until = endOf(tree, node);
    }
  }

  #addLines(): void {
    const { language } = this.#page;
    this.#lines.forEach((line, index) => {
      if (line.text.length > maxLineLength) return;
      const before = this.#lines[index - 1]?.text ?? '';
      const isBelowCredit =
        before.length <= maxLabelLength && isCredit(before.replace(/[:：]$/u, ''), language);
      const rest = isBelowCredit ? line.text : afterCredit(line.text, language);
      if (rest !== null) {
        const names = leadingNames(rest);
        if (names !== null) this.#add(names, line.element, 'label at the start of the line', strengths.label);
      } else if (isNearTitle(this.#title, index)) this.#addBesideDate(line, index);
    });
  }

  /** Adds a name that stands beside a date near the title: in one line with it, or in the line before or behind. */
  #addBesideDate(line: TextLine, index: number): void {
    const { language } = this.#page;
    if (this.#isTitleOrLink(line.element) || this.#isOfSubject(line.element)) return;
    const isDate = (text: string) =>
      text.length <= 60 && /\d/.test(text) && parseDate(text, language) !== null;
    const parts = line.text
      .split(/[|•·–—]/u)
      .map((part) => part.trim())
      .filter((part) => part !== '');
    const name = parts.map((part) => leadingNames(part)).find((part) => part !== null && isFullName(part));
    if (name === undefined || name === null || this.#isInTitle(name)) return;
    const beside =
      parts.length > 1 ? parts : [this.#lines[index - 1]?.text ?? '', this.#lines[index + 1]?.text ?? ''];
    if (beside.some(isDate)) this.#add(name, line.element, besideDate, strengths.beside);
  }

  /** Returns true if a person whom only a link names is the subject of the text: the title contains the name. */
  #isSubject(name: string, reason: string): boolean {
    return reason === 'path of a person' && this.#isInTitle(name);
  }

  #isInTitle(name: string): boolean {
    return foldText(this.#page.metadata.title ?? '').includes(foldText(name));
  }

  /** Returns true if an element is named as the category of a text. */
  #isOfSubject(element: number): boolean {
    for (let at = element, steps = 0; at > 0 && steps < 2; at = parentOf(this.#page.tree, at), steps++)
      if (/categor|taxonom|topic|\btags?\b/i.test((this.#page.attributeOf(at, 'class') ?? '').slice(0, 200)))
        return true;
    return false;
  }

  /** Returns true if an element is a heading, or the text of a link to something. */
  #isTitleOrLink(element: number): boolean {
    const { tree } = this.#page;
    const text = this.#page.textOf(element);
    for (let at = element, steps = 0; at > 0 && steps < 4; at = parentOf(tree, at), steps++) {
      const kind = tagOf(tree, at);
      if (isHeading[kind] === 1) return true;
      if (kind === tag.a && this.#page.textOf(at) === text) return true;
    }
    // A row of links is a menu or a set of controls.
    let links = 0;
    const end = Math.min(endOf(tree, element), element + maxLinkNodes);
    for (let node = element + 1; node < end; node++) {
      if (tree.tag[node] !== tag.a) continue;
      links++;
      if (this.#page.textOf(node) === text) return true;
    }
    return links > 1;
  }

  /** Returns the bylines. Several with the same sign are those of other texts: a page about one text has one. */
  find(): Byline[] {
    this.#addElements();
    this.#addLines();
    const byReason = Map.groupBy(this.found, ({ reason }) => reason);
    const far = new Set(this.found.filter(({ isNear }) => !isNear).map(({ text }) => text));
    return this.found.map((one) => {
      const { isNear } = one;
      const near = byReason.get(one.reason)?.filter((other) => other.isNear) ?? [];
      const isOfOthers = isNear ? new Set(near.map(({ text }) => text)).size >= maxNear : far.size > maxFar;
      return isOfOthers ? { ...one, strength: one.strength - othersPenalty } : one;
    });
  }
}

/**
 * Returns the names of possible authors of the page's text: in elements that are named as an author's, in links to pages
 * of authors, in lines that start with "by", and beside the date below the title.
 */
export function findBylines(page: PageFacts): readonly Byline[] {
  return new BylineFinder(page).find();
}
