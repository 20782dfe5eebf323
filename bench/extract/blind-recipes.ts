import { extractPage } from '../../src/app/threads/extract-page.ts';
import { blinded } from './mined.ts';
import { jobFor, parsed } from './read.ts';
import { type RecipeScore, recipeSchema, scoreOf } from './recipes.ts';
import type { KnownPage } from './samples.ts';

/** Score of a field of a recipe page whose structured data were removed. */
export interface BlindScore extends RecipeScore {
  /** Two letters, or `?`. */
  language: string;
}

/** Returns the HTML without its JSON-LD; other data of the page remain. */
function withoutJsonLd(html: string): string {
  return html.replace(/<script\b[^>]{0,300}application\/ld\+json[^>]{0,300}>[\s\S]*?<\/script>/gi, '');
}

/** Parts of the pages' data that are removed before they are read: all of it, or JSON-LD. */
export type RemovedData = 'all' | 'json_ld';

/** Extracts every recipe page without its structured data. */
export function readBlindRecipes(pages: readonly KnownPage[], removed: RemovedData = 'all'): BlindScore[] {
  const fields = Object.keys(recipeSchema.properties as object);
  return pages.flatMap((page) => {
    const blind =
      removed === 'all' ? blinded(parsed(page)) : parsed({ ...page, html: withoutJsonLd(page.html) });
    const found = extractPage(blind, jobFor(recipeSchema));
    const stated = typeof page.record.language === 'string' ? page.record.language : found.language;
    const language = (stated ?? '?').slice(0, 2).toLowerCase();
    return fields.map((field) => ({ ...scoreOf(page, field, found), language }));
  });
}
