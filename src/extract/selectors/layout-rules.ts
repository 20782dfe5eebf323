import type { LayoutSignature } from './layouts/layout-signature.ts';
import { deserializeSignature, layoutSimilarity, serializeSignature } from './layouts/layout-signature.ts';
import type { ListLocator } from './locators/list-locator.ts';
import type { Locator } from './locators/locator.ts';
import { applyPlaces, type FieldPlaces, type PlacesLesson } from './places/field-places.ts';
import type { ListRule } from './rules/list-rule.ts';
import { applyRecordsObservation, type RecordsObservation, type RecordsRule } from './rules/records-rule.ts';
import type { ScalarRule } from './rules/scalar-rule.ts';
import { applyObservation, hasFailed, isProven, type Observation } from './rules/vote.ts';

/** Maximum number of fields of a layout. */
const maxFields = 80;
/** Maximum size of a layout's rules as JSON, in UTF-16 units. */
const maxRulesLength = 300_000;
/** Number of consecutive misses after which a layout is no longer used. */
const maxMisses = 3;

/** Rule for one field of a layout. Plain data; it is stored. */
export type FieldRule = { pointer: string; words: string } & (
  | { structure: 'scalar'; rule: ScalarRule }
  | { structure: 'list'; rule: ListRule }
  | { structure: 'records'; rule: RecordsRule }
);

/** Observation of one field on a page with a known value. Plain data; it crosses threads. */
export type FieldLesson = { key: string; pointer: string; words: string } & (
  | { structure: 'scalar'; observation: Observation<Locator> }
  | { structure: 'list'; observation: Observation<ListLocator> }
  | { structure: 'records'; observation: RecordsObservation }
);

/** Observations of one page about a layout. Plain data; it crosses threads and waits for a lock. */
export interface Lesson {
  signature: string;
  fields: FieldLesson[];
  /** Places of the heuristics' candidates, for fields without a known value. */
  places?: PlacesLesson[];
  /** Number of rules that were tested, and of those that gave a sure answer without contradiction. */
  tested: number;
  confirmed: number;
}

/** All rules of one layout. Plain data; it is stored. */
export interface LayoutRules {
  signature: string;
  /** Rules by the key of their field. */
  fields: Record<string, FieldRule>;
  /** Places of the heuristics' candidates on earlier pages, by the key of their field. */
  places?: Record<string, FieldPlaces>;
  /**
   * Number of pages learned from, of pages read with the rules, and of those on which at least half of the
   * rules held.
   */
  taught: number;
  used: number;
  held: number;
  /** Number of consecutive pages on which less than half of the rules held. */
  misses: number;
}

/** Reliability of a layout's rules; `suspect` and `stale` indicate a redesign. */
export type LayoutState = 'provisional' | 'active' | 'suspect' | 'stale';

/** Returns the state of a layout. */
export function getLayoutState(rules: LayoutRules): LayoutState {
  const fields = Object.values(rules.fields);
  const places = Object.values(rules.places ?? {});
  if (rules.misses >= maxMisses || (fields.length === 0 && places.length === 0)) return 'stale';
  if (rules.misses > 0) return 'suspect';
  const isActive = fields.some(isFieldProven) || places.some(arePlacesProven);
  return isActive ? 'active' : 'provisional';
}

/** Returns true if candidates of two pages agree on a place. */
export function arePlacesProven({ places }: FieldPlaces): boolean {
  return places.some(({ strong }) => strong > 1);
}

/** Returns true if a field's rule was right on two pages. */
export function isFieldProven(field: FieldRule): boolean {
  return field.structure === 'records'
    ? isProven(field.rule.container)
    : isProven<{ family: Locator['family'] }>(field.rule);
}

/** Returns true if a field's rule is no longer used. */
export function hasFieldFailed(field: FieldRule): boolean {
  return field.structure === 'records'
    ? hasFailed(field.rule.container)
    : hasFailed<{ family: Locator['family'] }>(field.rule);
}

/** Returns the signature in rules or a lesson; null if it is invalid. */
export function getSignature({ signature }: { signature: string }): LayoutSignature | null {
  return deserializeSignature(Buffer.from(signature, 'base64'));
}

/** Encodes a signature for rules and lessons. */
export function encodeSignature(signature: LayoutSignature): string {
  return serializeSignature(signature).toString('base64');
}

/** Returns the similarity of a page with the layout of rules, 0 to 1. */
export function similarityTo(rules: { signature: string }, signature: LayoutSignature): number {
  const stored = getSignature(rules);
  return stored === null ? 0 : layoutSimilarity(stored, signature);
}

function learnField(current: FieldRule | undefined, lesson: FieldLesson): FieldRule {
  const { pointer, words } = lesson;
  switch (lesson.structure) {
    case 'scalar': {
      const rule = current?.structure === 'scalar' ? current.rule : null;
      return { pointer, words, structure: 'scalar', rule: applyObservation(rule, lesson.observation) };
    }
    case 'list': {
      const rule = current?.structure === 'list' ? current.rule : null;
      return { pointer, words, structure: 'list', rule: applyObservation(rule, lesson.observation) };
    }
    case 'records': {
      const rule = current?.structure === 'records' ? current.rule : null;
      return {
        pointer,
        words,
        structure: 'records',
        rule: applyRecordsObservation(rule, lesson.observation),
      };
    }
  }
}

function isEmpty(field: FieldRule): boolean {
  return field.structure === 'records'
    ? field.rule.container.ways.length === 0
    : field.rule.ways.length === 0;
}

function pagesOf(field: FieldRule): number {
  return field.structure === 'records' ? field.rule.container.pages : field.rule.pages;
}

/** Limits the number of fields and their size; the fields with the fewest pages are dropped. */
function limitSize(fields: Record<string, FieldRule>): Record<string, FieldRule> {
  const entries = Object.entries(fields).filter(([, field]) => !isEmpty(field));
  entries.sort(([, one], [, other]) => pagesOf(other) - pagesOf(one));
  let size = 0;
  return Object.fromEntries(
    entries.slice(0, maxFields).filter(([, field]) => {
      size += JSON.stringify(field).length;
      return size <= maxRulesLength;
    }),
  );
}

function learnPlaces(
  current: Record<string, FieldPlaces>,
  lessons: readonly PlacesLesson[],
): Record<string, FieldPlaces> {
  const places = { ...current };
  for (const lesson of lessons) places[lesson.key] = applyPlaces(places[lesson.key], lesson);
  const entries = Object.entries(places).filter(([, field]) => field.places.length > 0);
  entries.sort(([, one], [, other]) => other.pages - one.pages);
  let size = 0;
  return Object.fromEntries(
    entries.slice(0, maxFields).filter(([, field]) => {
      size += JSON.stringify(field).length;
      return size <= maxRulesLength;
    }),
  );
}

/** Applies the lesson of one more page to the rules of a layout. */
export function applyLesson(rules: LayoutRules | null, lesson: Lesson): LayoutRules {
  const isMiss = lesson.tested > 0 && lesson.confirmed * 2 < lesson.tested;
  const isReset = rules === null || (getLayoutState(rules) === 'stale' && isMiss && lesson.fields.length > 0);
  const fields: Record<string, FieldRule> = isReset ? {} : { ...rules.fields };
  for (const field of lesson.fields) {
    fields[field.key] = learnField(fields[field.key], field);
  }
  const places = learnPlaces(isReset ? {} : (rules.places ?? {}), lesson.places ?? []);
  const taught = lesson.fields.length > 0 || (lesson.places ?? []).length > 0 ? 1 : 0;
  // A page that was learned from does not count as a miss.
  const countsAsMiss = isMiss && lesson.fields.length === 0;
  return {
    // The signature is that of the last page that was learned from.
    signature: taught === 1 || rules === null ? lesson.signature : rules.signature,
    fields: limitSize(fields),
    places,
    taught: (rules?.taught ?? 0) + taught,
    used: (rules?.used ?? 0) + (lesson.tested > 0 ? 1 : 0),
    held: (rules?.held ?? 0) + (lesson.tested > 0 && !isMiss ? 1 : 0),
    misses: countsAsMiss
      ? (rules?.misses ?? 0) + 1
      : lesson.tested > 0 || lesson.fields.length > 0
        ? 0
        : (rules?.misses ?? 0),
  };
}

/** Returns true if a lesson has nothing new: every rule held, and no other locator was found or failed. */
export function isRoutineLesson(lesson: Lesson): boolean {
  if ((lesson.places ?? []).length > 0) return false;
  if (lesson.tested === 0 || lesson.confirmed < lesson.tested) return false;
  return lesson.fields.every((field) => {
    if (field.structure === 'records') return false;
    const { newLocators, verdicts } = field.observation;
    return newLocators.length === 0 && Object.values(verdicts).every((verdict) => verdict === 'right');
  });
}
