import { numberAt } from '../../../domain/values/elements.ts';
import { tagSet } from '../../../page/parse/names/tag-sets.ts';
import { tag } from '../../../page/parse/names/tags.ts';
import { flowKind } from '../../../page/tree/flow.ts';
import { closest, endOf, findTag, parentOf, tagOf } from '../../../page/tree/tree.ts';
import type { Candidate } from '../../facts/candidate.ts';
import { isIconOf } from '../../facts/icon-pairs.ts';
import { isOfReaders } from '../../facts/is-of-readers.ts';
import { isCompoundLabel } from '../../facts/labels/label-collector.ts';
import type { PageFacts } from '../../facts/page-facts.ts';
import { type GovernedRange, governedRange } from '../../page-view/governed-range.ts';
import { type Concept, isKnownLabel, labelPhrase } from '../../schema/concepts.ts';
import { type FieldNames, scoreNameMatch } from '../../schema/name-match.ts';
import { wordsOf } from '../../words/words.ts';
import { choicesOf } from './choices.ts';
import { entryHeads } from './entry-heads.ts';
import { entryNames } from './entry-names.ts';
import { cleanEntries, scoreContent } from './list-content.ts';
import { linesWithin, quantityRun, rowsWithin } from './list-rows.ts';
import { postTerms } from './post-terms.ts';

/** A list on the page that may be the value of a field. */
export interface ListCandidate {
  entries: Candidate[];
  strength: number;
}

/** Bounds the work; what is returned is bounded where the values are read. */
const maxEntries = 20_000;
const maxLists = 12;
const maxTitleLength = 60;
/** Maximum number of texts between a heading and its list. */
const maxTextsBetween = 8;
/** Words in front of the number of servings behind a heading: "Ingredients for 4 persons". */
const servingsInTitle = / (?:for|für|pour|para|per|voor|til|na) \d/iu;
/** Effect of the form of the entries on the strength of a list. */
const contentWeight = 0.18;
/** Strength of a list that only its form supports, and the form that it needs. */
const formStrength = 0.56;
const minFormScore = 0.6;
const minFormEntries = 3;
/** Minimum strength of a label whose value may be a list in one line. */
const inlineLabelStrength = 0.6;
/** Strength of the links of a post to lists of posts. */
const postTermsStrength = 0.66;

/** Returns the texts of the entries of a list element; of nested lists, the innermost entries. */
function entriesOf(page: PageFacts, list: number, reason: string, strength: number): Candidate[] {
  const { tree, flow } = page;
  const entries: Candidate[] = [];
  const end = endOf(tree, list);
  for (let node = list + 1; node < end && entries.length < maxEntries; node++) {
    if (tree.tag[node] !== tag.li || flow.kind[node] === flowKind.skipped) continue;
    const hasNestedList = findTag(tree, node, tag.li) !== -1;
    if (hasNestedList) continue;
    const text = page.textOf(node);
    if (text !== '') entries.push({ text, node, source: 'visible', reason, strength, fit: 1 });
    node = endOf(tree, node) - 1;
  }
  return entries;
}

const isListTitle = tagSet('h1 h2 h3 h4 h5 h6 dt strong b legend caption summary');
/** Elements whose texts name other pages. */
const isLinkOrMenu = tagSet('a nav');

/** Finds lists under a heading that names the field. */
function listsUnderHeadings(page: PageFacts, names: FieldNames): ListCandidate[] {
  const lists: ListCandidate[] = [];
  for (const { node, text, isHeading } of findTitles(page)) {
    if (lists.length >= maxLists) break;
    const words = wordsOf(text);
    const phrase = labelPhrase(words);
    const fit = scoreNameMatch(
      names,
      phrase,
      isCompoundLabel(text) && !areWhole(names) ? [phrase] : words,
      !areWhole(names),
    );
    if (fit < (isHeading ? minHeadingFit : minLineFit)) continue;
    const strength = (isHeading ? 0.85 : 0.78) * fit;
    const reason = `${page.locatorOf(node)} "${text}"`;
    const range = governedRange(page, node);
    const choices = choicesOf(page, node, range).map((one) => toEntry(page, { node: one }, reason, strength));
    if (choices.length > 0) {
      lists.push({ entries: choices, strength: strength + choiceBonus });
      continue;
    }
    const entries = entriesWithin(page, range, reason, strength);
    const named = areWhole(names) ? null : entryNames(page, entries);
    if (entries.length > 0) lists.push({ entries: named ?? entries, strength });
    const rows = rowsWithin(page, range).map((row) => toEntry(page, row, reason, strength));
    if (rows.length > 1) lists.push({ entries: rows, strength: strength - 0.06 });
    const heads = hasRunningText(names) ? null : entryHeads(page, rows);
    if (heads !== null) lists.push({ entries: heads, strength: strength + headsBonus });
    const lines = linesWithin(page, range).map((line) => toEntry(page, line, reason, strength));
    if (lines.length > 1) lists.push({ entries: lines, strength: strength - 0.12 });
  }
  return lists;
}

/** Minimum matches of a heading, and of a line that may be one by its style, with the names of a field. */
const minHeadingFit = 0.8;
const minLineFit = 0.9;
/** Strength that the options of a control have in addition: its label cannot mean another list. */
const choiceBonus = 0.05;

/** Strength that heads of entries have in addition to the texts within the entries. */
const headsBonus = 0.01;

/** Returns true for lists whose entries are texts: the head of a step or a review is only its number or title. */
function hasRunningText({ concepts }: FieldNames): boolean {
  return concepts[0]?.isRunningText === true;
}

/** Returns true for lists whose entries are more than a name: an ingredient has a quantity as well. */
function areWhole(names: FieldNames): boolean {
  return hasRunningText(names) || names.concepts[0]?.entries !== undefined;
}

function toEntry(
  page: PageFacts,
  { node, text }: { node: number; text?: string },
  reason: string,
  strength: number,
): Candidate {
  return { text: text ?? page.textOf(node), node, source: 'visible', reason, strength, fit: 1 };
}

interface ListTitle {
  node: number;
  text: string;
  isHeading: boolean;
}

/** Returns the headings of a page, and other short lines that stand alone, which may be headings by their style. */
function findTitles(page: PageFacts): ListTitle[] {
  const { tree, flow } = page;
  const titles: ListTitle[] = [];
  const known = new Set<number>();
  const trimmed = (text: string) => {
    const [name = ''] = text.split(servingsInTitle, 1);
    const bracket = name.endsWith(')') ? name.lastIndexOf('(') : -1;
    return (bracket > 0 ? name.slice(0, bracket) : name).replace(/(?<![:：\s])[:：\s]+$/u, '').trim();
  };
  for (let node = 1; node < tree.count; node++) {
    if (isListTitle[tagOf(tree, node)] !== 1 || flow.kind[node] === flowKind.skipped) continue;
    const text = trimmed(page.textOf(node));
    if (text === '' || text.length > maxTitleLength) continue;
    titles.push({ node, text, isHeading: true });
    known.add(node);
  }
  for (const line of page.lines()) {
    if (line.text.length > maxTitleLength || known.has(line.element)) continue;
    if (tagOf(tree, line.element) === tag.li || closest(page.tree, line.element, isLinkOrMenu) !== -1)
      continue;
    titles.push({ node: line.element, text: trimmed(line.text), isHeading: false });
  }
  return titles;
}

/** Returns the entries of the lists in a range. Other text in front of a list, or between two lists, ends the search. */
function entriesWithin(
  page: PageFacts,
  { from, end }: GovernedRange,
  reason: string,
  strength: number,
): Candidate[] {
  const { tree, flow } = page;
  const entries: Candidate[] = [];
  let textsBetween = 0;
  for (let node = from; node < end && textsBetween <= maxTextsBetween; node++) {
    const kind = tagOf(tree, node);
    if (kind === tag.ul || kind === tag.ol) {
      const found = entriesOf(page, node, reason, strength);
      entries.push(...found);
      if (found.length > 0) textsBetween = 0;
      node = endOf(tree, node) - 1;
    } else if (kind === tag.text && flow.kind[parentOf(tree, node)] !== flowKind.skipped) {
      if (page.textOf(node) !== '') textsBetween++;
    }
  }
  return entries;
}

/** Separators of the entries of a list in one line. */
const inlineSeparators = /[,;|·•/]/u;
const maxEntryLength = 40;
const inlineStrength = 0.72;

const isSeparator = /^[\s,;|·•/&]*(?:(?:and|und|et|y|e|en|og|och|i)\s+)?$/iu;
const maxLineNodes = 200;

/** Returns the texts of the links of a value if it consists of links and separators. */
function linksIn(page: PageFacts, node: number, value: string): string[] {
  const { tree } = page;
  const texts: string[] = [];
  let rest = value;
  const line = tree.tag[node] === tag.a ? parentOf(tree, node) : node;
  for (let at = line; at < Math.min(endOf(tree, line), line + maxLineNodes) && rest !== ''; at++) {
    if (tree.tag[at] !== tag.a) continue;
    const text = page.textOf(at);
    const place = text === '' ? -1 : rest.indexOf(text);
    if (place === -1) continue;
    if (!isSeparator.test(rest.slice(0, place))) return [];
    texts.push(text);
    rest = rest.slice(place + text.length).trim();
  }
  return isSeparator.test(rest) ? texts : [];
}

/** Finds lists in one line beside an icon or a label: `Languages: German, English`. */
function inlineLists(page: PageFacts, names: FieldNames): ListCandidate[] {
  const found: { node: number; value: string; reason: string; strength: number }[] = [];
  if (hasRunningText(names)) return [];
  for (const { name, value, node } of page.icons()) {
    if (!names.concepts.some((concept) => isIconOf(concept.name, name))) continue;
    found.push({ node, value, reason: `class "${name}" of the icon`, strength: inlineStrength - 0.04 });
  }
  for (const { phrase, words, label, value, node, strength } of page.labels()) {
    const fit = scoreNameMatch(names, phrase, words, true);
    if (fit < 0.8 || strength < inlineLabelStrength) continue;
    found.push({ node, value, reason: `label "${label}"`, strength: inlineStrength * fit });
  }
  return found.flatMap(({ node, value, reason, strength }): ListCandidate[] => {
    const linked = linksIn(page, node, value);
    const texts = value.split(inlineSeparators).map((text) => text.trim());
    const entries = linked.length > 0 ? linked : texts.filter((text) => text !== '');
    const minEntries = linked.length > 0 ? 1 : 2;
    if (entries.length < minEntries || entries.some((text) => text.length > maxEntryLength)) return [];
    return [{ entries: entries.map((text) => toEntry(page, { node, text }, reason, strength)), strength }];
  });
}

/** Finds repeated elements with a matching name, and lists inside an element with one. */
function listsByName(page: PageFacts, names: FieldNames): ListCandidate[] {
  const { tree } = page;
  const groups = new Map<string, number[]>();
  const strengths = new Map<string, number>();
  for (const named of page.namedElements()) {
    const fit = Math.max(scoreNameMatch(names, named.phrase, named.words), scoreEnding(names, named.words));
    if (fit < 0.8) continue;
    const group = groups.get(named.reason);
    if (group === undefined) groups.set(named.reason, [named.element]);
    else group.push(named.element);
    strengths.set(named.reason, fit * named.strength);
  }
  const lists: ListCandidate[] = [];
  for (const [reason, elements] of groups) {
    const strength = strengths.get(reason) as number;
    const outermost = elements.filter(
      (element, index) => index === 0 || element >= endOf(tree, numberAt(elements, index - 1)),
    );
    const inner = outermost.flatMap((element) => entriesOf(page, element, reason, strength));
    const named = areWhole(names) ? null : entryNames(page, inner);
    if (inner.length > 1) lists.push({ entries: named ?? inner, strength });
    else if (outermost.length > 1) {
      const entries = outermost
        .map((node) => toEntry(page, { node }, reason, strength))
        .filter(({ text }) => text !== '');
      lists.push({ entries, strength: strength - 0.03 });
    } else {
      const entries = pathOf(page, outermost).map((one) => toEntry(page, one, reason, strength));
      if (entries.length > 1) lists.push({ entries, strength });
    }
  }
  return lists;
}

/** Marks between the steps of a path, such as those from the front page to a page. */
const pathMark = /\s(?:[›»→>/|•]|::)\s/u;

/** Returns the steps of the path that the only named element shows in one line: "Home › Lighting › Lamps". */
function pathOf(page: PageFacts, [element, ...others]: readonly number[]): { node: number; text: string }[] {
  if (element === undefined || others.length > 0) return [];
  const steps = page
    .textOf(element)
    .split(pathMark)
    .map((text) => text.trim());
  const areSteps = steps.every((text) => text !== '' && text.length <= maxEntryLength);
  return areSteps ? steps.map((text) => ({ node: element, text })) : [];
}

/** Minimum length of a label with which the name of an element may end: "wprm-recipe-instructions". */
const minEndingLength = 8;
const maxLeadingWords = 3;

/** Returns 0.8 if a name ends with a label of the field's concept and does not name another concept. */
function scoreEnding({ concepts }: FieldNames, words: readonly string[]): number {
  const [concept] = concepts;
  if (concept === undefined || isKnownLabel(words)) return 0;
  for (let from = 1; from <= Math.min(maxLeadingWords, words.length - 1); from++) {
    const ending = labelPhrase(words.slice(from));
    if (ending.length >= minEndingLength && concept.labels.includes(ending)) return 0.8;
  }
  return 0;
}

/** Finds lists in the content whose entries have the form of the field's concept, although nothing names them. */
function listsByForm(page: PageFacts, concept: Concept | undefined): ListCandidate[] {
  const { tree, flow } = page;
  if (concept?.entries === undefined) return [];
  const lists: ListCandidate[] = [];
  if (concept.entries === 'quantities') {
    const run = quantityRun(page).map((line) => toEntry(page, line, 'form of the lines', formStrength));
    if (run.length >= minFormEntries + 1) lists.push({ entries: run, strength: formStrength - 0.02 });
  }
  for (let node = 1; node < tree.count && lists.length < maxLists; node++) {
    const kind = tagOf(tree, node);
    if ((kind !== tag.ul && kind !== tag.ol) || flow.kind[node] === flowKind.skipped) continue;
    if (isOfReaders(page, node)) continue;
    if (concept.entries === 'steps' && kind !== tag.ol) continue;
    const entries = entriesOf(page, node, 'form of the list', formStrength);
    const texts = entries.map(({ text }) => text);
    if (entries.length < minFormEntries || scoreContent(texts, concept) < minFormScore) continue;
    lists.push({ entries, strength: formStrength });
  }
  return lists;
}

/** Returns the lists that may be the value of a field, strongest first. */
export function listCandidates(page: PageFacts, names: FieldNames): ListCandidate[] {
  const [concept] = names.concepts;
  return [
    ...listsByName(page, names),
    ...listsUnderHeadings(page, names),
    ...inlineLists(page, names),
    ...listsByForm(page, concept),
    ...(concept?.terms === undefined
      ? []
      : [{ entries: postTerms(page, concept.terms), strength: postTermsStrength }]),
  ]
    .map(({ entries, strength }): ListCandidate => {
      const texts = cleanEntries(
        entries.map(({ text }) => text),
        concept,
      );
      const cleaned = entries
        .map((entry, at) => ({ ...entry, text: texts[at] ?? '' }))
        .filter(({ text }) => text !== '');
      const score = scoreContent(
        cleaned.map(({ text }) => text),
        concept,
      );
      return { entries: cleaned, strength: strength + contentWeight * Math.min(0.8, score) };
    })
    .filter(({ entries }) => entries.length > 0)
    .sort((one, other) => other.strength - one.strength || other.entries.length - one.entries.length);
}
