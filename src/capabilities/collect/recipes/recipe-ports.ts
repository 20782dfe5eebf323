import type { Commit } from '../../../account/requests/idempotency.ts';
import type { ValidationError } from '../../../domain/system/failure.ts';
import type { Target } from '../../../fetching/target-check.ts';
import type { CollectPorts } from '../collect.ts';
import type { Recipe } from './recipe.ts';
import type { RecipeDocument } from './recipe-document.ts';
import type { NewRecipe, RunRecord } from './recipe-store.ts';

/** Dependencies of the recipe operations. Recipes of other accounts count as missing. */
export interface RecipePorts extends Omit<CollectPorts, 'saveFound'> {
  /** Returns a validation error for each URL that the guard does not allow. */
  addressErrors(targets: readonly Target[]): Promise<ValidationError[]>;
  createRecipe(accountId: string, recipe: NewRecipe, commit: Commit): Promise<RecipeDocument>;
  listRecipes(
    accountId: string,
    page: { offset: number; limit: number },
  ): Promise<{ recipes: Recipe[]; total: number }>;
  findRecipe(accountId: string, rid: string): Promise<Recipe | null>;
  deleteRecipe(accountId: string, rid: string): Promise<boolean>;
  recordRun(accountId: string, rid: string, runRecord: RunRecord): Promise<void>;
}
