import { getNumberFormatOf } from '../../page/text/number.ts';
import type { PageFacts } from '../facts/page-facts.ts';
import type { Mapping } from '../page-data/map-entity.ts';
import type { Field, FieldKind } from '../schema/field.ts';
import { getFieldNames } from '../schema/name-match.ts';
import { isMeasuredIn } from '../typed/quantity.ts';
import { coerce, type Scalar } from '../values/coerce.ts';
import { findSentences, type Sentence } from './sentences.ts';
import {
  type AskedField,
  createAskedField,
  matchSpan,
  roughScore,
  type SpanMatch,
  spanFeatures,
} from './span-features.ts';
import { findSpans, type Span, type SpanForm } from './spans.ts';

/** Forms of the spans that a field can take, by its kind; fields of other kinds are not read from sentences. */
const formsByKind: Readonly<Partial<Record<FieldKind, readonly SpanForm[]>>> = {
  text: ['quantity', 'duration'],
  money: ['money'],
  number: ['number', 'quantity', 'duration', 'money'],
  rating: ['number'],
  date: ['date'],
  duration: ['duration'],
};
/** Maximum number of spans of a page that are compared with a field. */
const maxSpans = 120;
/** Maximum number of words between a text's span and the word that names it. */
const maxSubjectDistance = 4;

/** A span that fits the type of a field, with its features for the trained head. */
export interface SpanCandidate {
  field: Field;
  asked: AskedField;
  value: Scalar;
  sentence: Sentence;
  span: Span;
  /** Strength of the match without training. */
  rough: number;
  features: Float32Array;
}

/** Returns true if a field can be read from sentences; the facts of a page itself, such as its author, have places of their own. */
function isReadable(field: Field, mapping: Mapping): boolean {
  const { structure, kind, choices } = field;
  const isFact = mapping.concepts(field).some(({ fact }) => fact !== undefined);
  return structure === 'scalar' && choices === null && formsByKind[kind] !== undefined && !isFact;
}

/** Prepares a field for comparisons with sentences. */
export function prepareField(field: Field, mapping: Mapping): AskedField {
  return createAskedField(field, getFieldNames(field, mapping.concepts(field)));
}

/**
 * Returns true if the words in front of a span in its clause, or directly behind it, are about the field. A text can be anything: the
 * name must be what the number is said of.
 */
function isSubject({ field }: AskedField, { coverage: { word } }: SpanMatch): boolean {
  return (
    field.kind !== 'text' ||
    (word !== null && word.distance >= -maxSubjectDistance && word.distance <= 2 && word.isSameClause)
  );
}

/** Returns true if a span has a form that a field can take, and its unit if the field asks for one. */
function fits({ field, unit }: AskedField, span: Span): boolean {
  if (formsByKind[field.kind]?.includes(span.form) !== true) return false;
  const isMeasured = unit !== null && field.kind !== 'money';
  return !isMeasured || isMeasuredIn(span.text, unit);
}

/** Returns the spans of the page's sentences for each of the fields. `asked` are all fields of the schema. */
export function collectMatches(
  fields: readonly Field[],
  asked: readonly Field[],
  page: PageFacts,
  mapping: Mapping,
  sentences: readonly Sentence[] = findSentences(page),
): SpanCandidate[][] {
  const prepare = (field: Field) => prepareField(field, mapping);
  const open = fields.filter((field) => isReadable(field, mapping)).map(prepare);
  if (open.length === 0) return [];
  const rivals = asked.filter((field) => isReadable(field, mapping)).map(prepare);
  const context = page.parseContext();
  const format = getNumberFormatOf(page.language);
  const spans = sentences.flatMap((sentence) =>
    findSpans(sentence, context, format).map((span, _, siblings) => ({ sentence, span, siblings })),
  );
  return open.map((own) => {
    const fitting = spans.filter(({ span }) => fits(own, span)).slice(0, maxSpans);
    const matches: (SpanMatch & { value: Scalar })[] = fitting.flatMap(({ sentence, span, siblings }) => {
      const value = coerce(own.field, span.text, 'person', mapping.parseContext);
      if (value === null) return [];
      const match = matchSpan(own, sentence, span, siblings);
      return isSubject(own, match) ? [{ ...match, value }] : [];
    });
    const others = rivals.filter(({ field }) => field.pointer !== own.field.pointer);
    return matches.map((match) => {
      const { sentence, span, value } = match;
      const fitted = others.filter((rival) => fits(rival, span));
      const ofOthers = Math.max(
        0,
        ...fitted.map((rival) => roughScore(matchSpan(rival, sentence, span, []))),
      );
      return {
        field: own.field,
        asked: own,
        value,
        sentence,
        span,
        rough: roughScore(match),
        features: spanFeatures(own, match, matches, ofOthers, page),
      };
    });
  });
}
