import type { JsonSchema, PageExtraction } from '../../src/domain/pages/extraction.ts';
import { isSame, listScore } from './compare.ts';
import { extractTimed, jobFor, valuesOf } from './read.ts';
import type { KnownPage } from './samples.ts';

const list = { type: 'array', items: { type: 'string' } };
const minutes = { type: 'integer', description: 'minutes' };

/** Schema of a recipe with the field names of the collection. */
export const recipeSchema: JsonSchema = {
  type: 'object',
  properties: {
    title: { type: 'string' },
    author: { type: 'string' },
    total_time: minutes,
    prep_time: minutes,
    cook_time: minutes,
    yields: { type: 'string' },
    ratings: { type: 'number' },
    ratings_count: { type: 'integer' },
    ingredients: list,
    instructions_list: list,
  },
};

/** Score of one field of one page, from 0 to 1; null if the collection has no value. */
export interface RecipeScore {
  page: KnownPage;
  field: string;
  method: string | null;
  score: number | null;
  found: unknown;
  wanted: unknown;
}

function numberIn(text: unknown): number | null {
  const match = /\d+(?:[.,]\d+)?/.exec(String(text));
  return match === null ? null : Number(match[0].replace(',', '.'));
}

function isRight(field: string, found: unknown, wanted: unknown): boolean {
  if (field === 'yields') return numberIn(found) === numberIn(wanted);
  if (field === 'ratings') return Math.abs(Number(found) - Number(wanted)) < 0.051;
  return isSame(found, wanted);
}

/** Scores a field of a page against the collection. */
export function scoreOf(page: KnownPage, field: string, extraction: PageExtraction): RecipeScore {
  const values = valuesOf(extraction, field);
  const method =
    extraction.values.find(({ pointer }) => pointer === `/${field}` || pointer.startsWith(`/${field}/`))
      ?.evidence.method ?? null;
  const wanted = page.record[field];
  const has =
    wanted !== undefined &&
    wanted !== null &&
    wanted !== '' &&
    !(Array.isArray(wanted) && wanted.length === 0);
  const found = Array.isArray(wanted) ? values : values[0];
  const score = !has
    ? null
    : Array.isArray(wanted)
      ? listScore(values, wanted)
      : values.length > 0 && isRight(field, values[0], wanted)
        ? 1
        : 0;
  return { page, field, method, score, found, wanted };
}

/** Extracts every recipe page. */
export function askRecipes(pages: readonly KnownPage[]): { scores: RecipeScore[]; ms: number[] } {
  const ms: number[] = [];
  const fields = Object.keys(recipeSchema.properties as object);
  const scores = pages.flatMap((page) => {
    const timed = extractTimed(page, jobFor(recipeSchema));
    ms.push(timed.ms);
    return fields.map((field) => scoreOf(page, field, timed.found));
  });
  return { scores, ms };
}
