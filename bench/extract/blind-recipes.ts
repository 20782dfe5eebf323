import { extractPage } from '../../src/app/threads/page-extractor.ts';
import { blinded } from './mined.ts';
import { jobFor, parsed } from './read.ts';
import { type RecipeScore, recipeSchema, scoreOf } from './recipes.ts';
import type { KnownPage } from './samples.ts';

/** Score of a field of a recipe page whose structured data were removed. */
export interface BlindScore extends RecipeScore {
  /** Two letters, or `?`. */
  language: string;
}

/** Extracts every recipe page without its structured data. */
export function readBlindRecipes(pages: readonly KnownPage[]): BlindScore[] {
  const fields = Object.keys(recipeSchema.properties as object);
  return pages.flatMap((page) => {
    const blind = blinded(parsed(page));
    const found = extractPage(blind, jobFor(recipeSchema));
    const stated = typeof page.record.language === 'string' ? page.record.language : found.language;
    const language = (stated ?? '?').slice(0, 2).toLowerCase();
    return fields.map((field) => ({ ...scoreOf(page, field, found), language }));
  });
}
