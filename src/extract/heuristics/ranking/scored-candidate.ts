import { itemAt } from '../../../domain/values/elements.ts';
import type { Candidate } from '../../facts/candidate.ts';
import type { PageFacts } from '../../facts/page-facts.ts';
import type { Mapping } from '../../page-data/map-entity.ts';
import { type Concept, formOf, labelPhrase, scoreLabel } from '../../schema/concepts.ts';
import type { Field } from '../../schema/field.ts';
import { parseAvailability } from '../../typed/availability.ts';
import { isAvailabilityField } from '../../typed/availability-value.ts';
import { findIsbns, isbnLengthOf } from '../../typed/isbn.ts';
import { coerce, type Scalar } from '../../values/coerce.ts';
import { wordsOf } from '../../words/words.ts';
import { cityOf } from '../candidates/city-of.ts';
import { isInList, sidePenalty } from '../candidates/page-position.ts';

const maxLengthByKind: Readonly<Partial<Record<Field['kind'], number>>> = {
  text: 200,
  title: 300,
  person: 120,
  identifier: 60,
  money: 90,
  number: 60,
  rating: 60,
  date: 90,
  duration: 60,
  phone: 90,
  email: 120,
  choice: 60,
  yes_no: 40,
  currency: 40,
};
const maxLabelLength = 40;

/** A candidate that fits the field's type. */
export interface ScoredCandidate {
  candidate: Candidate;
  value: Scalar;
  /** True if the text is a range of numbers and the value only its lower end, which is no value of the field. */
  isRange: boolean;
  /** The candidate's strength, adjusted for form, position and other candidates; about 0 to 1. */
  score: number;
}

/** An article number with 13 digits that is no ISBN, which starts with 978 or 979. */
const otherNumber = /^\D*(?!97[89])\d{13}\D*$/;

/**
 * Returns true unless a field asks for an ISBN and the text has one of another length, or the number of another thing.
 */
function fitsIsbn({ words }: Field, text: string): boolean {
  if (words.some((word) => word.startsWith('isbn')) && otherNumber.test(text.replace(/[ -]/g, '')))
    return false;
  const length = words.some((word) => word.startsWith('isbn')) ? isbnLengthOf(words) : null;
  const found = length === null ? [] : findIsbns(text);
  return found.length === 0 || found.some((isbn) => isbn.length === length);
}

function fitsKind(field: Field, text: string): boolean {
  const maxLength = maxLengthByKind[field.kind];
  if (maxLength !== undefined && text.length > maxLength) return false;
  if (field.kind === 'long_text') return text.length >= 15;
  if (field.kind === 'person') return /\p{L}/u.test(text) && !/\d{3}/.test(text);
  if (field.kind === 'rating') return /\d/.test(text);
  if (field.kind === 'identifier') return fitsIsbn(field, text);
  return true;
}

/** Texts that stand where a value would be. */
const placeholder = /^(?:n\s?\/\s?a|n\.\s?a\.|tb[ad]|null|undefined|[-–—?.…]+)$/i;

/** Returns true if a text is only a label of the field, "Written by", or of another one, "UPC:". */
function isLabel(field: Field, text: string, concepts: readonly Concept[]): boolean {
  if (text.length > maxLabelLength || field.kind === 'yes_no') return false;
  // What shops say about their stock is also what they call it.
  if (isAvailabilityField(field.words) && parseAvailability(text) !== null) return false;
  if (/[:：]$/u.test(text)) return true;
  const words = wordsOf(text).filter((word) => word !== 'the');
  return words.length > 0 && words.length <= 3 && scoreLabel(labelPhrase(words), concepts) > 0.9;
}

/** Start of a date behind the name of a publisher: "Quay Press (August 1, 2002)", "Quay Press, 2002". */
const dateBehindName = /[;(]|, ?(?=(?:1[89]|20)\d\d(?!\d))/u;

/** Removes what pages write around a value in the same element. */
function cleanText(
  field: Field,
  text: string,
  concepts: readonly Concept[],
  mapping: Mapping,
): string | null {
  if (field.kind === 'person') return mapping.clean(field, text);
  const [concept] = concepts;
  if (concept?.cleaning === 'date_behind') {
    const [name = ''] = text.slice(0, 300).split(dateBehindName, 1);
    return /\p{L}{2}/u.test(name) ? name.trim() : text;
  }
  if (concept?.cleaning === 'wider_place' && text.includes(',')) return cityOf([text]) ?? text;
  return text;
}

/** Returns what the position of a candidate on the page adds to its score. `repeats`: candidates with its reason. */
function positionScore(page: PageFacts, { node }: Candidate, title: number, repeats: number): number {
  let score = 0;
  // The values of a page follow its title; several elements with one name are entries of a list.
  if (title !== -1 && node !== title) score += node > title ? 0.02 : -0.03;
  if (repeats > 3) score -= isInList(page, node) ? 0.15 : 0.05;
  return score;
}

/** How the texts of candidates are read. */
interface Reading {
  concepts: readonly Concept[];
  mapping: Mapping;
  visibleSource: 'person' | 'range';
}

/** Returns the value of a candidate, or null if its text does not fit the field. */
function readCandidate(
  field: Field,
  candidate: Candidate,
  { concepts, mapping, visibleSource }: Reading,
): Scalar | null {
  const text = candidate.text.trim();
  if (concepts[0]?.isPlace === true && !/\p{L}/u.test(text)) return null;
  if (!fitsKind(field, text) || placeholder.test(text) || isLabel(field, text, concepts)) return null;
  const source = candidate.source === 'visible' ? visibleSource : 'machine';
  const rawValue = cleanText(field, candidate.text, concepts, mapping);
  if (rawValue === null) return null;
  const value = coerce(field, rawValue, source, mapping.parseContext);
  if (value !== null || candidate.fit < 1 || !labelReason.test(candidate.reason)) return value;
  return coerceByType(field, rawValue, mapping);
}

const hasCurrency = /\p{Sc}|(?<!\p{L})[A-Z]{3}(?!\p{L})/u;

/**
 * Reads a number under a label that is the field's own name, although lists of labels know the name for another kind of
 * value: "Total: €1,234.50" is a number, and no duration.
 */
function coerceByType(field: Field, text: string, mapping: Mapping): Scalar | null {
  const [concept] = mapping.concepts(field);
  const isCertain = concept === undefined || labelPhrase(field.words) === labelPhrase(wordsOf(concept.name));
  if (isCertain || /\d:\d/.test(text)) return null;
  if (field.choices !== null || !field.types.some((type) => type === 'number' || type === 'integer'))
    return null;
  const kind = hasCurrency.test(text) ? 'money' : 'number';
  return kind === field.kind ? null : coerce({ ...field, kind }, text, 'person', mapping.parseContext);
}

/** Signs of a candidate that a label or name of exactly the field leads to. */
const labelReason = /^label\b/;
const minOwnFit = 0.9;
const minOwnStrength = 0.8;
const maxAnswerLength = 60;

/** Kinds whose values words cannot state. */
const closedKinds: ReadonlySet<Field['kind']> = new Set([
  'money',
  'number',
  'rating',
  'date',
  'phone',
  'email',
]);

/**
 * Returns true if the label of a field stands on the page with an answer in words: "Price: on request". The question is
 * closed then: an amount elsewhere on the page belongs to something else.
 */
function isClosed(
  field: Field,
  candidates: readonly Candidate[],
  read: (candidate: Candidate) => Scalar | null,
): boolean {
  if (!closedKinds.has(field.kind)) return false;
  const own = candidates.filter(
    ({ reason, fit, strength, source, text }) =>
      labelReason.test(reason) &&
      fit >= minOwnFit &&
      strength >= minOwnStrength &&
      source === 'visible' &&
      text.length <= maxAnswerLength,
  );
  return own.length > 0 && own.every((one) => !/\p{Nd}/u.test(one.text) && read(one) === null);
}

/** Scores the candidates that fit the field's type by strength, form and position. */
export function scoreCandidates(
  field: Field,
  candidates: readonly Candidate[],
  page: PageFacts,
  mapping: Mapping,
): ScoredCandidate[] {
  const scored: ScoredCandidate[] = [];
  const repeats = new Map<string, number>();
  const concepts = mapping.concepts(field);
  const form = formOf(concepts[0]);
  const read = (candidate: Candidate, visibleSource: Reading['visibleSource'] = 'range') =>
    readCandidate(field, candidate, { concepts, mapping, visibleSource });
  if (isClosed(field, candidates, read)) return scored;
  for (const candidate of candidates) {
    const value = read(candidate);
    if (value === null) continue;
    const formScore = form === null ? 0 : form.test(candidate.text) ? 0.03 : -0.25;
    scored.push({
      candidate,
      value,
      isRange: typeof value === 'number' && read(candidate, 'person') === null,
      score: candidate.strength + formScore - sidePenalty(page, candidate.node, field),
    });
    repeats.set(candidate.reason, (repeats.get(candidate.reason) ?? 0) + 1);
  }
  const title = page.titleNode();
  for (const one of scored)
    one.score += positionScore(page, one.candidate, title, repeats.get(one.candidate.reason) ?? 0);
  return scored;
}

/**
 * Sorts candidates by score, best first. Several types of evidence for one value raise its score; several
 * values with equal evidence lower it.
 */
export function sortCandidates(scored: readonly ScoredCandidate[]): ScoredCandidate[] {
  const reasonTypes = new Map<Scalar, Set<string>>();
  for (const { value, candidate } of scored) {
    reasonTypes.set(value, (reasonTypes.get(value) ?? new Set()).add(itemAt(candidate.reason.split(' '), 0)));
  }
  const all = scored
    .map((one) => ({ ...one, score: one.score + 0.05 * ((reasonTypes.get(one.value)?.size ?? 1) - 1) }))
    .sort((one, other) => other.score - one.score);
  const top = all[0]?.score ?? 0;
  const rivals = new Set(all.filter((one) => one.score >= top - 0.001).map((one) => one.value)).size;
  const penalty = rivals > 3 ? 0.15 : rivals > 1 ? 0.04 : 0;
  return penalty === 0 ? all : all.map((one) => ({ ...one, score: one.score - penalty }));
}
