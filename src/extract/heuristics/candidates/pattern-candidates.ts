import { attribute } from '../../../page/parse/attributes.ts';
import { tag } from '../../../page/parse/names/tags.ts';
import { normalizeDigits } from '../../../page/text/number.ts';
import { attributeOf, endOf, parentOf } from '../../../page/tree/tree.ts';
import type { Candidate } from '../../facts/candidate.ts';
import { isOfReaders } from '../../facts/is-of-readers.ts';
import type { PageFacts } from '../../facts/page-facts.ts';
import { readActionAvailability } from '../../offer/action-availability.ts';
import type { TextLine } from '../../page-view/page-view.ts';
import { type Concept, conceptsOf, shapeOf } from '../../schema/concepts.ts';
import type { Field, FieldKind } from '../../schema/field.ts';
import { type FieldNames, scoreNameMatch } from '../../schema/name-match.ts';
import { parseAvailability, parseFewLeft } from '../../typed/availability.ts';
import { parseEmail, parsePhone } from '../../typed/contact.ts';
import { parseDate } from '../../typed/date.ts';
import { findDurations, parseDuration } from '../../typed/duration.ts';
import { findIsbns, isbnLengthOf } from '../../typed/isbn.ts';
import { parseMoney } from '../../typed/money.ts';
import { countryOf } from '../../words/country-of.ts';
import { foldText, wordsOf } from '../../words/words.ts';
import { hoursCandidates, payCandidates, versionCandidates } from './sentence-patterns.ts';

const maxLines = 4_000;
const maxIsbns = 6;
/** Number of lines below the title, and length of a text, in which a duration may stand alone. */
const maxTitleDistance = 40;
const maxDurationLength = 24;
const maxDurationSeconds = 24 * 3600;
/** Kinds whose form alone is evidence for some concepts: most amounts are prices, few are salaries. */
const identifyingKinds: ReadonlySet<FieldKind> = new Set(['money', 'date', 'phone', 'email']);

/** Words of a name that say only of what kind its value is. */
const kindWords = new Set(
  'date day time when at on datetime datum fecha data price cost amount value total fee money currency phone telephone number email mail address'.split(
    ' ',
  ),
);

/**
 * Returns true if texts of this shape usually have the field's concept. A name that no list knows, such as `closed_at`, needs
 * its own words on the page: a date on it is not when something was closed.
 */
function isTypicalShape(field: Field, concept: Concept | undefined, page: PageFacts): boolean {
  if (!identifyingKinds.has(field.kind)) return true;
  if (concept !== undefined) return concept.isTypicalOfKind === true && concept.kind === field.kind;
  return namesOwnWord(field, page.visibleText());
}

/** Returns true if a text has a word of the field's name that says more than its kind, or if the name has none. */
function namesOwnWord({ words }: Field, text: string): boolean {
  const own = words.filter((word) => !kindWords.has(word) && word.length > 2);
  const folded = own.length === 0 ? '' : foldText(text);
  return own.length === 0 || own.some((word) => folded.includes(word.slice(0, maxStemLength)));
}

const maxStemLength = 6;

/** Returns true if a schema asks for several values of the kind of a field: the form of a text does not say which it is. */
function isOneOfSeveral(field: Field, asked: readonly Field[]): boolean {
  return asked.some(
    ({ pointer, kind, structure }) =>
      structure === 'scalar' && kind === field.kind && pointer !== field.pointer,
  );
}

/** Certainty of a label from which on it decides what its value is. */
const minLabelStrength = 0.8;
const maxSharedLength = 5;
/** Maximum length of a line in which a form is looked for: one of no concept, one of a concept, and one that nothing else has. */
const maxFormLine = 60;
const maxShapeLine = 200;
const maxContactLine = 400;
const minTableCells = 3;

/** Returns true if an element is in a cell of a table with several columns, which row and column name together. */
function isCellOfTable({ tree }: PageFacts, element: number): boolean {
  let cell = element;
  while (cell > 0 && tree.tag[cell] !== tag.td) cell = parentOf(tree, cell);
  if (cell <= 0) return false;
  const row = parentOf(tree, cell);
  let cells = 0;
  for (let child = row + 1; child < endOf(tree, row); child = endOf(tree, child))
    if (tree.tag[child] === tag.td || tree.tag[child] === tag.th) cells++;
  return cells >= minTableCells;
}

/** Returns true if the only label of a value names something else than the field. */
function isLabelledOtherwise(field: Field, names: FieldNames, page: PageFacts, element: number): boolean {
  // Telephone numbers stand below the names of departments.
  if (names.concepts.length > 0 && field.kind !== 'date' && field.kind !== 'money') return false;
  if (names.concepts.length === 0 && isCellOfTable(page, element)) return true;
  const labels = page
    .labels()
    .filter(({ node, strength }) => node === element && strength >= minLabelStrength);
  const isRelated = (words: readonly string[]) =>
    words.some((word) =>
      field.words.some((own) => own.slice(0, maxSharedLength) === word.slice(0, maxSharedLength)),
    );
  return (
    labels.length > 0 &&
    labels.every(({ phrase, words }) => scoreNameMatch(names, phrase, words) === 0 && !isRelated(words))
  );
}

/** Returns true if a short text alone has the shape of the field's kind. */
function hasShape(field: Field, text: string, page: PageFacts): boolean {
  switch (field.kind) {
    case 'currency':
    case 'money': {
      const money = parseMoney(text, {
        language: page.language,
        country: countryOf(page.url),
        currency: null,
      });
      return money !== null && (money.currency !== null || money.isCurrencyAmbiguous);
    }
    case 'date':
      return parseDate(text, page.language) !== null;
    case 'phone':
      return parsePhone(text) !== null;
    case 'email':
      return parseEmail(text) !== null;
    case 'identifier':
      return (
        field.words.some((word) => word.startsWith('isbn')) &&
        /(?:97[89][- ]?)?(?:\d[- ]?){9}[\dX]/.test(text)
      );
    default:
      return false;
  }
}

/** Returns links whose URL contains the value: `tel:` and `mailto:`. */
function linkCandidates(field: Field, page: PageFacts): Candidate[] {
  const scheme = field.kind === 'phone' ? 'tel:' : field.kind === 'email' ? 'mailto:' : null;
  if (scheme === null) return [];
  const { tree } = page;
  const candidates: Candidate[] = [];
  for (let node = 1; node < tree.count && candidates.length < 5; node++) {
    if (tree.tag[node] !== tag.a) continue;
    const href = attributeOf(tree, node, attribute.href) ?? '';
    if (!href.toLowerCase().startsWith(scheme)) continue;
    const linkText = page.textOf(node);
    const isShown = hasShape(field, linkText, page);
    candidates.push({
      text: isShown ? linkText : href,
      node,
      source: isShown ? 'visible' : 'attribute',
      reason: `link ${scheme}`,
      strength: 0.78,
      fit: 1,
    });
  }
  return candidates;
}

const repeatedUnit = /^ (?:min|mins|minutes?|minuter|minutter|hrs?|hours?)\.?$/;
/** Units whose short forms also stand for grams or pieces. */
const ambiguousUnit = /\d ?(?:g|u|st|j|d|m|s)\.?$/i;

/** Returns the part of a text that is a duration and nothing else, of parts separated by bullets or dashes. */
function findPlainDuration(text: string): string | null {
  return (
    text
      .split(/ [—–|] |[•·|]/u)
      .find(isPlainDuration)
      ?.trim() ?? null
  );
}

/** Returns true if a text is a duration or a range of minutes and nothing else. */
function isPlainDuration(text: string): boolean {
  const plain = foldText(normalizeDigits(text))
    .replace(/^(?:ca|circa|about|env|environ|etwa)\.? /, '')
    .replace(/^\d{1,3} ?[-–] ?(?=\d)/, '');
  const [duration, other] = findDurations(plain);
  if (duration === undefined || other !== undefined || ambiguousUnit.test(plain)) return false;
  // Some pages repeat the unit for screen readers.
  const rest = `${plain.slice(0, duration.from)}${plain.slice(duration.to)}`.replace(repeatedUnit, '');
  return !/[\p{L}\p{N}]/u.test(rest) && duration.seconds >= 60 && duration.seconds <= maxDurationSeconds;
}

/**
 * Returns the durations that stand alone below the title, if nothing beside them says of what: on pages with a single
 * one, it is the time that the whole takes.
 */
function durationCandidates(page: PageFacts): Candidate[] {
  const title = page.titleNode();
  if (title === -1) return [];
  const lines = page.lines();
  const start = lines.findIndex(({ to }) => to > title);
  const candidates: Candidate[] = [];
  for (let at = Math.max(0, start); at < Math.min(lines.length, start + maxTitleDistance); at++) {
    const line = lines[at];
    if (line === undefined || line.text.length > maxDurationLength) continue;
    const text = findPlainDuration(line.text);
    const beside = [lines[at - 1], lines[at + 1]].flatMap((one) =>
      conceptsOf(wordsOf(one?.text.slice(0, 40) ?? '')),
    );
    if (text === null || beside.some(({ kind }) => kind === 'duration')) continue;
    const { element: node } = line;
    candidates.push({ text, node, source: 'visible', reason: 'shape', strength: 0.56, fit: 1 });
  }
  return new Set(candidates.map(({ text }) => parseDuration(text))).size === 1 ? candidates.slice(0, 1) : [];
}

/** Returns the ISBNs in the lines of a page; stronger if their line names them. */
function isbnCandidates(page: PageFacts, field: Field): Candidate[] {
  const length = isbnLengthOf(field.words);
  const candidates: Candidate[] = [];
  for (const line of page.lines().slice(0, maxLines)) {
    if (candidates.length >= maxIsbns) break;
    if (!/\d{3}/.test(line.text)) continue;
    const isNamed = /isbn|ean/i.test(line.text);
    for (const isbn of findIsbns(line.text)) {
      if ((length !== null && isbn.length !== length) || (isbn.length === 10 && !isNamed)) continue;
      const strength = isNamed ? 0.9 : 0.8;
      const { element: node } = line;
      candidates.push({ text: isbn.text, node, source: 'visible', reason: 'form', strength, fit: 1 });
    }
  }
  return candidates;
}

/** Returns the label of the action that a page offers for its subject, if it states the stock: a button "Sold out". */
function actionCandidates(page: PageFacts): Candidate[] {
  const action = readActionAvailability(page);
  if (action === null || parseAvailability(action.text) === null) return [];
  const { text, node } = action;
  return [{ text, node, source: 'visible', reason: 'form of the action', strength: 0.66, fit: 1 }];
}

const ratingWithCount =
  /^[^\p{L}\p{Nd}]*\d(?:[.,]\d{1,2})?(?:\s*(?:\/|out of|von|sur|de|su|van|av|z)\s*\d{1,2})?[^\p{L}\p{N}]*\(\s?(\d[\d.,\s]*k?)\s?(?:\p{L}{3,20})?\)$/iu;
/** A rating on a scale, then by how many it was given: "4.6 / 5 by 213 customers". */
const ratingByMany =
  /\d\s?(?:\/|out of|von|sur|de|su|van|av|z)\s?(?:5|10|100)[^\d\n]{1,30}(?<!\p{L})(?:by|from|on|von|durch|par|por|da|door|av|od|от)\s(\d[\d.,]*k?)\s\p{L}{3}/iu;
const maxRatingLength = 40;
const maxRatingSentence = 160;
const maxFewLeftLength = 60;

/** Returns the numbers behind a rating that say how many people gave it: `4.5 (123)`, "4.5 of 5 by 123 guests". */
function countBesideRating(page: PageFacts): Candidate[] {
  const candidates: Candidate[] = [];
  for (const { text, element } of page.lines().slice(0, maxLines)) {
    const short = text.length <= maxRatingLength ? ratingWithCount.exec(text)?.[1] : undefined;
    const count = short ?? (text.length <= maxRatingSentence ? ratingByMany.exec(text)?.[1] : undefined);
    if (count !== undefined)
      candidates.push({
        text: count,
        node: element,
        source: 'visible',
        reason: 'form',
        strength: 0.7,
        fit: 1,
      });
  }
  return candidates.slice(0, 1);
}

/** Returns the number of pieces that the page says are left. */
function fewLeft(page: PageFacts): Candidate[] {
  return page
    .lines()
    .slice(0, maxLines)
    .flatMap(({ text, element }): Candidate[] => {
      const count = text.length <= maxFewLeftLength ? parseFewLeft(text) : null;
      if (count === null) return [];
      return [
        { text: String(count), node: element, source: 'visible', reason: 'form', strength: 0.7, fit: 1 },
      ];
    })
    .slice(0, 1);
}

/** Forms of lines and elements that only the values of a concept have. */
const patterns: Readonly<
  Record<NonNullable<Concept['pattern']>, (page: PageFacts, field: Field) => Candidate[]>
> = {
  isbn: isbnCandidates,
  duration: durationCandidates,
  availability: actionCandidates,
  count_beside_rating: countBesideRating,
  few_left: fewLeft,
  pay: payCandidates,
  hours: hoursCandidates,
  version: versionCandidates,
};

/**
 * Returns true if a text needs a word of the field's name beside it: if no list knows the name, or the schema asks for several
 * values of the kind. The reading of all prices of the page decides about prices.
 */
function needsOwnWord(field: Field, concept: Concept | undefined, asked: readonly Field[]): boolean {
  if (!identifyingKinds.has(field.kind) || concept?.amount !== undefined) return false;
  return concept === undefined || isOneOfSeveral(field, asked);
}

/**
 * Returns texts with the shape of the field's kind and no other evidence. They are weak, except `tel:` and
 * `mailto:`.
 */
export function patternCandidates(
  field: Field,
  names: FieldNames,
  page: PageFacts,
  asked: readonly Field[],
): Candidate[] {
  const [concept] = names.concepts;
  const candidates = isTypicalShape(field, concept, page) ? linkCandidates(field, page) : [];
  if (concept?.pattern !== undefined) candidates.push(...patterns[concept.pattern](page, field));
  const shape = shapeOf(concept);
  const matchesConcept = (text: string) =>
    shape?.test(text) === true || (concept?.pattern === 'availability' && parseAvailability(text) !== null);
  const isOther = createOtherCheck(field, names, page, asked);
  const isContact = field.kind === 'email' || field.kind === 'phone';
  const maxLength = isContact ? maxContactLine : shape === null ? maxFormLine : maxShapeLine;
  const lines = page.lines().slice(0, maxLines);
  for (const [at, line] of lines.entries()) {
    if (candidates.length >= 8) break;
    if (line.text.length > maxLength) continue;
    const isOfConcept = matchesConcept(line.text);
    if (!isOfConcept && isOther(line, lines[at - 1]?.text ?? '')) continue;
    // Dates of comments and reviews say when their readers wrote them.
    if (field.kind === 'date' && isOfReaders(page, line.element)) continue;
    const reason = isOfConcept ? 'form' : 'shape';
    const strength = isOfConcept ? 0.62 : 0.56;
    const text = valueIn(field, line.text);
    candidates.push({ text, node: line.element, source: 'visible', reason, strength, fit: 1 });
  }
  return candidates;
}

/** Returns a function that tells whether a line has no text of the field's kind, or one that something says is another's. */
function createOtherCheck(
  field: Field,
  names: FieldNames,
  page: PageFacts,
  asked: readonly Field[],
): (line: TextLine, before: string) => boolean {
  const [concept] = names.concepts;
  const acceptsShape = isTypicalShape(field, concept, page);
  const needsWord = needsOwnWord(field, concept, asked);
  return ({ text, element }, before) => {
    if (!acceptsShape || !/[\d@]/.test(text) || !hasShape(field, text, page)) return true;
    if (needsWord && !namesOwnWord(field, `${before} ${text}`)) return true;
    return isLabelledOtherwise(field, names, page, element);
  };
}

/** Returns the value of a line: a date without the label in front of it, an address of mail or a telephone number alone. */
function valueIn({ kind }: Field, text: string): string {
  if (kind === 'date') return /^\p{L}[\p{L} .]{1,30}:\s*(\S.*)$/u.exec(text)?.[1] ?? text;
  if (text.length <= maxFormLine) return text;
  return (kind === 'email' ? parseEmail(text) : kind === 'phone' ? parsePhone(text)?.text : null) ?? text;
}
