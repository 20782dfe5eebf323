import type { RecipeRun } from '../../../domain/pages/listing.ts';
import type { SavedSource } from '../collected.ts';

/** A saved recipe. */
export interface Recipe {
  rid: string;
  name: string;
  url: string;
  fields: string[];
  country: string | null;
  strictCountry: boolean;
  /** null until a source is found. */
  savedSource: SavedSource | null;
  createdAt: Date;
  lastRun: RecipeRun | null;
  runs: number;
  okRuns: number;
  lastError: string | null;
}
