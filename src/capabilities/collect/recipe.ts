import type { RecipeRun } from '../../domain/listing.ts';
import type { KnownSource } from './collector.ts';

/** A recipe as it is kept. */
export interface Recipe {
  rid: string;
  name: string;
  url: string;
  fields: string[];
  country: string | null;
  strictCountry: boolean;
  /** Null until a source was found. */
  known: KnownSource | null;
  createdAt: Date;
  lastRun: RecipeRun | null;
  runs: number;
  okRuns: number;
  lastError: string | null;
}
