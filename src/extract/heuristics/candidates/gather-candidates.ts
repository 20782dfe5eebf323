import { attribute } from '../../../page/parse/attributes.ts';
import { tag } from '../../../page/parse/names/tags.ts';
import { attributeOf, endOf, parentOf } from '../../../page/tree/tree.ts';
import type { Candidate } from '../../facts/candidate.ts';
import { isIconOf } from '../../facts/icon-pairs.ts';
import type { LabelPair } from '../../facts/labels/label-collector.ts';
import type { NamedElement } from '../../facts/named-elements.ts';
import type { PageFacts } from '../../facts/page-facts.ts';
import { lineAt } from '../../facts/title-distance.ts';
import { type Concept, conceptsOf, labelPhrase } from '../../schema/concepts.ts';
import type { Field, FieldKind } from '../../schema/field.ts';
import { type FieldNames, getFieldNames, scoreNameMatch } from '../../schema/name-match.ts';
import { foldText, singular, wordsOf } from '../../words/words.ts';
import { addressParts } from './address-parts.ts';
import { authorCandidates } from './author-candidates.ts';
import { brandCandidates } from './brand-candidates.ts';
import { breadcrumbCategories } from './breadcrumbs.ts';
import { cityOf } from './city-of.ts';
import { exampleCandidates } from './example-candidates.ts';
import { lineStarts } from './line-starts.ts';
import { matchQualifier } from './match-qualifier.ts';
import { patternCandidates } from './pattern-candidates.ts';
import { postTerms } from './post-terms.ts';
import { publicationCandidates } from './publication-candidates.ts';
import { rangeEnds } from './range-ends.ts';
import { relatedLabels } from './related-labels.ts';

/** Names of elements that contain only a part of a value, or something around it. */
const partNames =
  /\b(?:hours?|minutes?|mins?|seconds?|days?|label|unit|icon|header|button|link|wrapper|container)$/;
/** Names of elements that hold a value among other texts, of which only a value with a form of its own can be told. */
const holderNames = /\b(?:block|box|row|group|section|area|panel)$/;

/** Names of elements that stand for an entry of a list of anything. */
const entryNames: ReadonlySet<string> = new Set(['item']);

/** The sign that led to an element. */
type MatchSignal = Pick<Candidate, 'reason' | 'strength' | 'fit'>;

/** Labels of nutrition facts for the size of one serving. */
const servingLabel =
  /^(?:(?:amount |nutrition )?(?:per )?serving(?: size)?|portion(?:sgröße)?|porci[oó]n|porç[aã]o|porzione|portie|porcja|por porção|pro portion|par portion)$/i;

const maxNutritionLevels = 4;

/** Returns true if a label states the size of one serving, such as "Serving: 1 slice", and not their number. */
function isServingSize(
  { concepts }: FieldNames,
  { label, value, node }: LabelPair,
  { tree }: PageFacts,
): boolean {
  if (concepts[0]?.isServings !== true || !servingLabel.test(label.trim())) return false;
  // Among the facts about its nutrition, even a number alone is the size.
  const isNutrition = (element: number) => /nutri/i.test(attributeOf(tree, element, attribute.class) ?? '');
  for (let at = node, steps = 0; at > 0 && steps < maxNutritionLevels; at = parentOf(tree, at), steps++)
    if (isNutrition(at)) return true;
  return !/^\D{0,3}\d+\D{0,3}$/.test(value.trim());
}

/** Fit of a label with more words than the name of a field. */
const maxPartFit = 0.8;

/** Returns true if a label is the plural of what a field asks for: the first of the "stretch goals" is not the `goal`. */
function namesSeveral(words: readonly string[], labelWords: readonly string[]): boolean {
  const [last, own] = [labelWords.at(-1) ?? '', words.at(-1) ?? ''];
  return last !== own && singular(last) === own;
}

/**
 * Returns true if a label with more words than a field's name has a value that cannot be that of the field: the first of several
 * things, or figures where the field asks for words, as in "Second team: 2004".
 */
function isOfSpecial({ kind, words }: Field, names: FieldNames, pair: LabelPair): boolean {
  if (namesSeveral(words, pair.words)) return true;
  return kind === 'text' && pair.words.length > names.words.length && !/\p{L}/u.test(pair.value);
}

/** Kinds whose values are words, so that a label within a value is not recognized by the form of the value. */
const textKinds: ReadonlySet<FieldKind> = new Set(['text', 'title', 'person', 'identifier']);

/** What mail programs put in front of the subject of an answer, which belongs to it. */
const replySign = /^(?:re|fwd?|aw|wg|sv|vs|tr|rv|antw|odp|enc)$/i;

/** Returns true if a text starts with the label of something else than the field: "Released: June 18" below "Newer version". */
function isLabelled(names: FieldNames, text: string): boolean {
  const [, label] = /^(\p{L}[\p{L} .-]{1,28}):\s+\S/u.exec(text) ?? [];
  if (label === undefined || replySign.test(label)) return false;
  const words = wordsOf(label);
  return scoreNameMatch(names, labelPhrase(words), words) === 0;
}

function addLabeled(candidates: Candidate[], field: Field, names: FieldNames, page: PageFacts): void {
  for (const pair of page.labels()) {
    const fit = scoreNameMatch(names, pair.phrase, pair.words, true);
    if (fit === 0 || isServingSize(names, pair, page)) continue;
    // A number without a unit is a duration only beside its own label: "Total calories: 185" states none.
    if (field.kind === 'duration' && fit < 1 && /^[\d.,\s]+$/.test(pair.value)) continue;
    if (textKinds.has(field.kind) && isLabelled(names, pair.value)) continue;
    if (fit <= maxPartFit && isOfSpecial(field, names, pair)) continue;
    const signal: MatchSignal = { reason: `label "${pair.label}"`, strength: pair.strength * fit, fit };
    if (field.kind === 'url' || field.kind === 'image') {
      const linked = candidateFromElement(field, page, pair.node, signal);
      if (linked !== null) candidates.push(linked);
    }
    const text = isBlockField(field, names) ? (pair.block ?? pair.value) : pair.value;
    candidates.push({ text, node: pair.node, source: 'visible', ...signal });
  }
}

/** Concepts whose values have several lines. */
const blockConcepts: ReadonlySet<string> = new Set(['address', 'opening_hours']);

/** Returns true if the value of a field is a whole block and not its first line: an address, hours, or what no list names. */
function isBlockField(field: Field, { concepts }: FieldNames): boolean {
  if (field.kind === 'long_text') return true;
  if (field.kind !== 'text') return false;
  return concepts.length === 0 || concepts.some(({ name }) => blockConcepts.has(name));
}

/** Returns true if the name of an element is the plural of what a field with one text asks for: `answers`. */
function holdsSeveral({ kind, words }: Field, { words: named }: NamedElement): boolean {
  return (kind === 'text' || kind === 'long_text') && namesSeveral(words, named);
}

/** Returns the names of elements that several elements have, with which a field of two words asks for one of them. */
function repeatedNames({ kind, words }: Field, page: PageFacts): ReadonlySet<string> {
  const repeated = new Set<string>();
  if (words.length < 2 || (kind !== 'text' && kind !== 'long_text')) return repeated;
  const known = new Set<string>();
  for (const { reason } of page.namedElements()) (known.has(reason) ? repeated : known).add(reason);
  return repeated;
}

function addNamed(candidates: Candidate[], field: Field, names: FieldNames, page: PageFacts): void {
  const acceptsParts = partNames.test(names.phrase);
  const title = field.kind === 'long_text' ? page.titleNode() : -1;
  const repeated = repeatedNames(field, page);
  for (const namedElement of page.namedElements()) {
    const fit = scoreNameMatch(names, namedElement.phrase, namedElement.words);
    if (fit === 0 || (!acceptsParts && partNames.test(namedElement.phrase))) continue;
    if (textKinds.has(field.kind) && holderNames.test(namedElement.phrase)) continue;
    if (holdsSeveral(field, namedElement) || entryNames.has(namedElement.phrase)) continue;
    // Which of several answers is the accepted one, the name "answer" does not say.
    if (repeated.has(namedElement.reason) && namedElement.words.length < names.words.length) continue;
    // The element around the title holds the whole page and not its description.
    const { element } = namedElement;
    if (title > element && title < endOf(page.tree, element)) continue;
    const signal: MatchSignal = { reason: namedElement.reason, strength: namedElement.strength * fit, fit };
    const candidate = candidateFromElement(field, page, element, signal);
    if (candidate !== null) candidates.push(candidate);
  }
}

/** Strength of a text beside an icon, and what it loses if the field has a more specific first meaning. */
const iconStrength = 0.7;
const laterConceptPenalty = 0.08;

/** Adds the texts beside icons that stand for the field: a map marker in front of a place. */
function addIcons(candidates: Candidate[], field: Field, { concepts }: FieldNames, page: PageFacts): void {
  for (const { name, value, parts, node } of page.icons()) {
    const at = concepts.findIndex((concept) => isIconOf(concept.name, name));
    if (at === -1) continue;
    const strength = iconStrength - (at > 0 ? laterConceptPenalty : 0);
    const signal: MatchSignal = { reason: `class "${name}" of the icon`, strength, fit: 0.9 };
    if (field.kind === 'url') {
      const linked = candidateFromElement(field, page, node, signal);
      if (linked !== null) candidates.push(linked);
      continue;
    }
    const text = concepts[at]?.cleaning === 'wider_place' ? cityOf(parts) : value;
    if (text !== null) candidates.push({ text, node, source: 'visible', ...signal });
  }
}

/** Places of a page that have the values of a concept without a label. */
const sources: Readonly<Record<NonNullable<Concept['source']>, (page: PageFacts) => Candidate[]>> = {
  question_title: questionTitles,
  title_beginning: brandCandidates,
  breadcrumb: breadcrumbCategories,
};

/** Returns true if a schema has a field for the title of the page's subject. */
export function asksForTitle(asked: readonly Field[]): boolean {
  return asked.some(({ kind }) => kind === 'title');
}

/**
 * Collects the texts of the page that may be the value of a field, by labels, names, headings, meaning and shape. `asked` are
 * all fields of the schema.
 */
export function gatherCandidates(
  field: Field,
  names: FieldNames,
  page: PageFacts,
  asked: readonly Field[],
): Candidate[] {
  const [concept] = names.concepts;
  const candidates: Candidate[] = [];
  addLabeled(candidates, field, names, page);
  candidates.push(...lineStarts(field, names, page));
  addNamed(candidates, field, names, page);
  addIcons(candidates, field, names, page);
  if (candidates.length === 0) candidates.push(...relatedLabels(field, names, page, asked));
  if (field.kind === 'title' && field.context.length === 0) {
    // A page about something else has titles and labels of other things: "Product name" is no job title.
    if (matchQualifier(field, names.concepts, page) === 'missing') candidates.length = 0;
    if (!isTitleOfOther(field, names, asked)) candidates.push(...qualifiedTitles(field, names, page));
  } else if (names.concepts.some((concept) => concept.title === 'model'))
    addTitles(candidates, page, asksForTitle(asked));
  if (concept?.terms !== undefined && field.context.length === 0)
    candidates.push(...postTerms(page, concept.terms).slice(0, 1));
  if (concept?.source !== undefined) candidates.push(...sources[concept.source](page));
  if (field.words.includes('website') || field.words.includes('homepage'))
    candidates.push(...outboundLinks(page));
  candidates.push(...addressParts(concept, page));
  candidates.push(...exampleCandidates(field, page));
  candidates.push(...patternCandidates(field, names, page, asked));
  const { language } = page.parseContext();
  return rangeEnds(field, refineCandidates(candidates, field, names, page), language, (whole) =>
    gatherCandidates(whole, getFieldNames(whole, conceptsOf(whole.words)), page, asked),
  );
}

/** Returns the title of a page if it is a question. */
function questionTitles(page: PageFacts): Candidate[] {
  return page.titles().filter(({ text }) => /[?？]$/u.test(text));
}

/** Completes and corrects the candidates for the author and the date of a page. */
function refineCandidates(
  candidates: Candidate[],
  field: Field,
  names: FieldNames,
  page: PageFacts,
): Candidate[] {
  const refinement = names.concepts[0]?.refinement;
  if (refinement === 'brand') return withoutSiteName(candidates, page);
  if (field.context.length > 0) return candidates;
  if (refinement === 'author') return authorCandidates(candidates, page);
  const isPublication = field.kind === 'date' && refinement === 'publication';
  return isPublication ? publicationCandidates(candidates, page) : candidates;
}

/** Returns the candidates for a brand without the name of the site, which a class calls a brand on every page. */
function withoutSiteName(candidates: Candidate[], page: PageFacts): Candidate[] {
  const { firsts, parts, isSite } = page.headTitles();
  return candidates.filter(({ text, reason }) => {
    const name = foldText(text);
    return !reason.startsWith('class') || !(isSite(name) || (parts.includes(name) && !firsts.includes(name)));
  });
}

/** Returns true if another field asks for the page's subject, which its title names: the `function` of a person has no title. */
function isTitleOfOther(field: Field, { concepts }: FieldNames, asked: readonly Field[]): boolean {
  if (concepts[0] === undefined || concepts[0].title === 'subject') return false;
  return asked.some(
    ({ pointer, kind, context, words }) =>
      pointer !== field.pointer &&
      kind === 'title' &&
      context.length === 0 &&
      conceptsOf(words)[0]?.title === 'subject',
  );
}

/** Strength that a title loses if the page does not name what it is the title of. */
const missingQualifierPenalty = 0.35;

/** Returns the titles for a field such as `job_title`, which need the field's first words on the page. */
function qualifiedTitles(field: Field, names: FieldNames, page: PageFacts): Candidate[] {
  const match = matchQualifier(field, names.concepts, page);
  const titles = page.titles();
  if (match !== 'missing') return [...titles];
  if (names.concepts[0]?.title !== 'subject') return [];
  return titles.map((one) => ({ ...one, strength: one.strength - missingQualifierPenalty }));
}

/**
 * Adds the titles as candidates for a model name: the title of a page about one product names the product. If
 * the schema has no field for the title, the title is preferred to a code beside "Model" that it contains.
 */
function addTitles(candidates: Candidate[], page: PageFacts, hasTitle: boolean): void {
  const titles = page.titles();
  if (!hasTitle) {
    for (const one of candidates) {
      const code = foldText(one.text);
      if (titles.some(({ text }) => foldText(text).includes(code))) one.strength -= 0.3;
    }
  }
  for (const one of titles)
    candidates.push({ ...one, strength: hasTitle ? one.strength * 0.6 : one.strength - 0.05 });
}

const bareHost = (host: string) => host.replace(/^www\./, '');

/** Returns links to other sites whose text is only their URL. */
function outboundLinks(page: PageFacts): Candidate[] {
  const { tree } = page;
  const host = URL.parse(page.url)?.hostname ?? '';
  const candidates: Candidate[] = [];
  for (let node = 1; node < tree.count && candidates.length < 5; node++) {
    if (tree.tag[node] !== tag.a) continue;
    const displayedUrl = page
      .textOf(node)
      .replace(/^https?:\/\//i, '')
      .replace(/\/$/, '');
    if (!/^(?:[\w-]+\.)+[a-z]{2,}(?:\/\S*)?$/i.test(displayedUrl)) continue;
    const href = page.attributeOf(node, 'href') ?? '';
    const target = URL.parse(href, page.url)?.hostname ?? '';
    // A redirect that counts clicks has another target than the URL that it shows; the shown URL is the value.
    const isExternal =
      target !== host && target !== '' && displayedUrl.toLowerCase().includes(bareHost(target));
    if (!isExternal && displayedUrl.toLowerCase().startsWith(bareHost(host))) continue;
    const text = isExternal ? href : `http://${displayedUrl}`;
    candidates.push({ text, node, source: 'visible', reason: 'address shown', strength: 0.7, fit: 1 });
  }
  return candidates;
}

const machineAttributes = ['content', 'datetime', 'value', 'data-value', 'data-price'];

/**
 * Reads the value of a named element: the link or image for URLs, else its text, else an attribute for
 * machines.
 */
function candidateFromElement(
  field: Field,
  page: PageFacts,
  element: number,
  signal: MatchSignal,
): Candidate | null {
  if (field.kind === 'url' || field.kind === 'image') {
    const attributes = field.kind === 'url' ? ['href'] : ['src', 'data-src', 'href', 'content'];
    const { tree } = page;
    for (let node = element; node < Math.min(endOf(tree, element), element + 40); node++) {
      for (const name of attributes) {
        const text = page.attributeOf(node, name);
        if (text !== null && text !== '') return { text, node, source: 'attribute', ...signal };
      }
    }
    return null;
  }
  if (isFormField(page, element)) return null;
  const text = page.textOf(element);
  if (text !== '') {
    // An element with a block layout seldom contains a single value, and a part of the page with several lines none.
    const holdsBlocks = page.flow.containsBlock[element] === 1 && field.kind !== 'long_text';
    if (holdsBlocks && field.kind === 'text' && countLines(page, element) > maxValueLines) return null;
    const penalty = holdsBlocks ? 0.12 : 0;
    return {
      text: withoutLabel(text),
      node: element,
      source: 'visible',
      ...signal,
      strength: signal.strength - penalty,
    };
  }
  for (const name of machineAttributes) {
    const value = page.attributeOf(element, name);
    if (value !== null && value !== '') return { text: value, node: element, source: 'attribute', ...signal };
  }
  return null;
}

/** Maximum number of lines of a value, such as an address. */
const maxValueLines = 3;

function countLines(page: PageFacts, element: number): number {
  const lines = page.lines();
  const end = endOf(page.tree, element);
  const first = lineAt(lines, element);
  let count = 0;
  for (let at = first; at < lines.length && (lines[at]?.from ?? end) < end && count <= maxValueLines; at++)
    count++;
  return count;
}

const formTags: ReadonlySet<number> = new Set([tag.input, tag.textarea, tag.label]);
const maxFormNodes = 12;

/** Returns true if an element contains a field of a form: its text is then the label of an input. */
function isFormField({ tree }: PageFacts, element: number): boolean {
  const end = Math.min(endOf(tree, element), element + maxFormNodes);
  for (let node = element; node < end; node++) if (formTags.has(tree.tag[node] ?? 0)) return true;
  return false;
}

/** Removes a label in front of the value in the same element. */
function withoutLabel(text: string): string {
  return /^[\p{L} ]{2,30}:\s+(\S.*)$/u.exec(text)?.[1] ?? text;
}
