import type { FoundValue } from '../../domain/pages/extraction.ts';
import type { Method } from '../facts/method.ts';
import type { PageFacts } from '../facts/page-facts.ts';
import type { Mapping } from '../page-data/map-entity.ts';
import type { Field, FieldKind } from '../schema/field.ts';
import { collectMatches, prepareField, type SpanCandidate } from './collect-matches.ts';
import { asksForPlace, findNamedPlace } from './named-places.ts';
import { findNamedRole } from './named-roles.ts';
import { onlyMeasure } from './only-measure.ts';
import { findSentences } from './sentences.ts';
import { languagesOfNegations } from './span-features.ts';
import { spanProbability } from './span-probability.ts';
import { findStatedChoice } from './stated-choices.ts';

/** Minimum probability of a returned span, and of one without the weak mark. */
const minProbability = 0.8;
const minStrongProbability = 0.95;
/** By how much another value of the page must be less probable. */
const minLead = 0.25;
const maxQuoteLength = 300;
/** Confidence of the only value in a unit. */
const measureProbability = 0.7;
/** Confidence of a choice that a sentence names. */
const choiceProbability = 0.7;
/** Confidence of a name to which a sentence gives a role, and the kinds of fields that such a name can answer. */
const roleProbability = 0.85;
const namedKinds: ReadonlySet<FieldKind> = new Set(['text', 'person']);

interface Reading extends SpanCandidate {
  probability: number;
}

/** Returns the most probable value of a field, unless another value is about as probable. */
function chooseReading(candidates: readonly SpanCandidate[]): Reading | null {
  const rated = candidates
    .map((one) => ({ ...one, probability: spanProbability(one.features) }))
    .sort((one, other) => other.probability - one.probability);
  const [best] = rated;
  if (best === undefined) return null;
  if (best.probability < minProbability) {
    const only = onlyMeasure(best.asked, rated);
    return only === null ? null : { ...only, probability: measureProbability };
  }
  const next = rated.find(({ value }) => value !== best.value);
  return next !== undefined && best.probability - next.probability < minLead ? null : best;
}

function toFoundValue(
  { pointer }: Field,
  { value, sentence, probability }: Pick<Reading, 'value' | 'sentence' | 'probability'>,
  page: PageFacts,
): FoundValue {
  return {
    pointer,
    value,
    evidence: {
      method: 'heuristic',
      source: 'visible',
      locator: `${page.locatorOf(sentence.element)} (sentence)`,
      quote: sentence.quote.slice(0, maxQuoteLength),
      ...(probability < minStrongProbability && { weak: true as const }),
    },
    isGrounded: true,
    confidence: probability,
    node: sentence.element,
  };
}

const overlaps = (one: Reading, other: Reading) =>
  one.sentence === other.sentence && one.span.from < other.span.to && other.span.from < one.span.to;

/**
 * Creates the method that reads values from the sentences of a page: of the amounts, durations, dates and numbers that fit
 * a field, the one whose sentence is about it, and whether something is so. A span answers one field. `asked` are all fields of the
 * schema.
 */
export function createProse(mapping: Mapping, asked: readonly Field[]): Method {
  return {
    name: 'heuristic',
    find(fields, page) {
      if (fields.length === 0) return [];
      const sentences = findSentences(page);
      const readings = collectMatches(fields, asked, page, mapping, sentences)
        .map(chooseReading)
        .filter((reading) => reading !== null)
        .sort((one, other) => other.probability - one.probability);
      const spans = readings
        .filter((reading, at) => !readings.slice(0, at).some((other) => overlaps(reading, other)))
        .map((reading) => toFoundValue(reading.field, reading, page));
      const base = page.language?.split('-', 1)[0] ?? '';
      const tellsNegations = languagesOfNegations.has(base);
      const choices = fields
        .filter(
          ({ structure, kind, choices }) =>
            tellsNegations && structure === 'scalar' && (kind === 'yes_no' || choices !== null),
        )
        .flatMap((field) => {
          const stated = findStatedChoice(prepareField(field, mapping), sentences);
          return stated === null
            ? []
            : [toFoundValue(field, { ...stated, probability: choiceProbability }, page)];
        });
      const named = fields
        .filter(
          ({ structure, kind, choices }) =>
            structure === 'scalar' && choices === null && namedKinds.has(kind),
        )
        .filter((field) => !spans.some(({ pointer }) => pointer === field.pointer))
        .flatMap((field) => {
          const own = prepareField(field, mapping);
          const role =
            findNamedRole(own, sentences, page.language) ??
            (asksForPlace(own) ? findNamedPlace(own, sentences, page.language) : null);
          return role === null ? [] : [toFoundValue(field, { ...role, probability: roleProbability }, page)];
        });
      return [...spans, ...choices, ...named];
    },
  };
}
