import type { FoundValue, JsonSchema } from '../../src/domain/pages/extraction.ts';
import { isAlike, isSame } from './compare.ts';
import { extractTimed, jobFor } from './read.ts';
import type { KnownPage } from './samples.ts';

/** Expected and actual value of one field of one page. */
export interface Answer {
  page: KnownPage;
  field: string;
  wanted: string[] | null;
  value: FoundValue | null;
  isExact: boolean;
  isLenient: boolean;
}

/** Rates of correct, wrong and missing values. */
export interface Tally {
  precision: number;
  recall: number;
  f1: number;
  /** Share of wrong values among all fields. */
  wrongRate: number;
}

/** Returns a schema of plain texts, as written by a user who knows only the field names. */
export function schemaOf(fields: readonly string[]): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field, { type: 'string' }])),
  };
}

/** Extracts the fields of each page's type, without learning and without a model. */
export function askAll(pages: readonly KnownPage[]): { answers: Answer[]; ms: number[] } {
  const fieldsOf = new Map<string, Set<string>>();
  for (const page of pages) {
    const fields = fieldsOf.get(page.kind) ?? new Set();
    for (const field of Object.keys(page.values)) fields.add(field);
    fieldsOf.set(page.kind, fields);
  }
  const ms: number[] = [];
  const answers = pages.flatMap((page) => {
    const fields = [...(fieldsOf.get(page.kind) ?? [])];
    const timed = extractTimed(page, jobFor(schemaOf(fields)));
    ms.push(timed.ms);
    return fields.map((field): Answer => {
      const value = timed.found.values.find(({ pointer }) => pointer === `/${field}`) ?? null;
      const wanted = page.values[field] ?? null;
      const by = (test: (one: unknown, other: unknown) => boolean) =>
        value !== null &&
        wanted !== null &&
        (wanted.some((one) => test(value.value, one)) || test(value.value, wanted.join(', ')));
      return { page, field, wanted, value, isExact: by(isSame), isLenient: by(isAlike) };
    });
  });
  return { answers, ms };
}

/** Computes the rates of answers under a comparison; values rejected by `counts` count as missing. */
export function tally(
  answers: readonly Answer[],
  isRight: (answer: Answer) => boolean,
  counts: (value: FoundValue) => boolean = () => true,
): Tally {
  const given = answers.filter(({ value }) => value !== null && counts(value));
  const right = given.filter(isRight).length;
  const wanted = answers.filter((answer) => answer.wanted !== null).length;
  const precision = given.length === 0 ? 1 : right / given.length;
  const recall = wanted === 0 ? 1 : right / wanted;
  const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  return {
    precision,
    recall,
    f1,
    wrongRate: answers.length === 0 ? 0 : (given.length - right) / answers.length,
  };
}

/**
 * Returns the largest share of expected values that is correct at a precision of at least `precision`, by confidence.
 */
export function rightAtPrecision(answers: readonly Answer[], precision: number): number {
  const given = answers
    .filter(({ value }) => value !== null)
    .sort((one, other) => (other.value as FoundValue).confidence - (one.value as FoundValue).confidence);
  const wanted = answers.filter((answer) => answer.wanted !== null).length;
  let right = 0;
  let best = 0;
  given.forEach((answer, index) => {
    if (answer.isLenient) right++;
    const next = given[index + 1]?.value?.confidence;
    if (next !== answer.value?.confidence && right / (index + 1) >= precision) best = Math.max(best, right);
  });
  return best / wanted;
}
