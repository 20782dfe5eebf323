import { afterPage, hasFailed, isProven, type Observation } from './judged.ts';
import type { LayoutSignature } from './layout-signature.ts';
import { layoutSimilarity, signatureBytes, signatureFrom } from './layout-signature.ts';
import type { ListLocator } from './list-locator.ts';
import type { ListRule } from './list-rule.ts';
import type { Locator } from './locator.ts';
import { afterRecordsPage, type RecordsObservation, type RecordsRule } from './records-rule.ts';
import type { ScalarRule } from './scalar-rule.ts';

/** Fields that one layout keeps rules for. */
const maxFields = 80;
/** Size of a layout's rules as JSON, in UTF-16 units. */
const maxRules = 300_000;
/** Pages in a row on which less than half was sure, after which a layout is not asked any more. */
const staleAfter = 3;

/** Where a layout shows one field. Plain data: it is stored. */
export type FieldRule = { pointer: string; words: string } & (
  | { structure: 'scalar'; rule: ScalarRule }
  | { structure: 'list'; rule: ListRule }
  | { structure: 'records'; rule: RecordsRule }
);

/** What a page with a known value taught about one field. Plain data: it crosses threads. */
export type FieldLesson = { key: string; pointer: string; words: string } & (
  | { structure: 'scalar'; observation: Observation<Locator> }
  | { structure: 'list'; observation: Observation<ListLocator> }
  | { structure: 'records'; observation: RecordsObservation }
);

/** What one page says of a layout. Plain data: it crosses threads and waits for a lock. */
export interface Lesson {
  signature: string;
  fields: FieldLesson[];
  /** Rules that were asked, and those of them that gave a sure answer that nothing contradicts. */
  asked: number;
  held: number;
}

/** Everything known of one layout. Plain data: it is stored. */
export interface LayoutRules {
  signature: string;
  /** By the key of a field. */
  fields: Record<string, FieldRule>;
  /** Pages that taught, pages that were read by the rules, and those on which at least half of the rules held. */
  taught: number;
  used: number;
  held: number;
  /** Pages in a row on which they did not. */
  misses: number;
}

/** How far a layout's rules are to be trusted; the last two are how a redesign shows. */
export type LayoutState = 'provisional' | 'active' | 'suspect' | 'stale';

/** The state of a layout. */
export function layoutStateOf(rules: LayoutRules): LayoutState {
  const fields = Object.values(rules.fields);
  if (rules.misses >= staleAfter || fields.length === 0) return 'stale';
  if (rules.misses > 0) return 'suspect';
  return fields.some(isFieldProven) ? 'active' : 'provisional';
}

/** Whether a field's rule was right on two pages. */
export function isFieldProven(field: FieldRule): boolean {
  return field.structure === 'records'
    ? isProven(field.rule.container)
    : isProven<{ family: Locator['family'] }>(field.rule);
}

/** Whether a field's rule is no longer to be asked. */
export function hasFieldFailed(field: FieldRule): boolean {
  return field.structure === 'records'
    ? hasFailed(field.rule.container)
    : hasFailed<{ family: Locator['family'] }>(field.rule);
}

/** The signature in rules or a lesson; null when it is none. */
export function signatureOf({ signature }: { signature: string }): LayoutSignature | null {
  return signatureFrom(Buffer.from(signature, 'base64'));
}

/** A signature as it stands in rules and lessons. */
export function signatureText(signature: LayoutSignature): string {
  return signatureBytes(signature).toString('base64');
}

/** How much of its layout a page shares with rules: 0 to 1. */
export function likenessTo(rules: { signature: string }, signature: LayoutSignature): number {
  const own = signatureOf(rules);
  return own === null ? 0 : layoutSimilarity(own, signature);
}

function learnedField(known: FieldRule | undefined, lesson: FieldLesson): FieldRule {
  const { pointer, words } = lesson;
  switch (lesson.structure) {
    case 'scalar': {
      const rule = known?.structure === 'scalar' ? known.rule : null;
      return { pointer, words, structure: 'scalar', rule: afterPage(rule, lesson.observation) };
    }
    case 'list': {
      const rule = known?.structure === 'list' ? known.rule : null;
      return { pointer, words, structure: 'list', rule: afterPage(rule, lesson.observation) };
    }
    case 'records': {
      const rule = known?.structure === 'records' ? known.rule : null;
      return { pointer, words, structure: 'records', rule: afterRecordsPage(rule, lesson.observation) };
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

/** Only so many fields, and so much of them, the least proven go. */
function bounded(fields: Record<string, FieldRule>): Record<string, FieldRule> {
  const entries = Object.entries(fields).filter(([, field]) => !isEmpty(field));
  entries.sort(([, one], [, other]) => pagesOf(other) - pagesOf(one));
  let size = 0;
  return Object.fromEntries(
    entries.slice(0, maxFields).filter(([, field]) => {
      size += JSON.stringify(field).length;
      return size <= maxRules;
    }),
  );
}

/** The rules of a layout after one more page of it. */
export function afterLesson(rules: LayoutRules | null, lesson: Lesson): LayoutRules {
  const isMiss = lesson.asked > 0 && lesson.held * 2 < lesson.asked;
  const isAnew = rules === null || (layoutStateOf(rules) === 'stale' && isMiss && lesson.fields.length > 0);
  const fields: Record<string, FieldRule> = isAnew ? {} : { ...rules.fields };
  for (const field of lesson.fields) {
    fields[field.key] = learnedField(fields[field.key], field);
  }
  const taught = lesson.fields.length > 0 ? 1 : 0;
  // What taught was learned from, anew where it had to be.
  const isSuspicious = isMiss && taught === 0;
  return {
    // The layout is what it looked like when it was last learned from.
    signature: taught === 1 || rules === null ? lesson.signature : rules.signature,
    fields: bounded(fields),
    taught: (rules?.taught ?? 0) + taught,
    used: (rules?.used ?? 0) + (lesson.asked > 0 ? 1 : 0),
    held: (rules?.held ?? 0) + (lesson.asked > 0 && !isMiss ? 1 : 0),
    misses: isSuspicious
      ? (rules?.misses ?? 0) + 1
      : lesson.asked > 0 || taught === 1
        ? 0
        : (rules?.misses ?? 0),
  };
}

/** Whether a lesson tells nothing new: every rule held, no other way was found, and none led elsewhere. */
export function isRoutine(lesson: Lesson): boolean {
  if (lesson.asked === 0 || lesson.held < lesson.asked) return false;
  return lesson.fields.every((field) => {
    if (field.structure === 'records') return false;
    const { fresh, verdicts } = field.observation;
    return fresh.length === 0 && Object.values(verdicts).every((verdict) => verdict === 'right');
  });
}
