import type { PageError, PageStatus, Warning } from '../../../domain/pages/outcome.ts';
import type { DataRecord } from '../../../domain/resources/dataset.ts';
import { Failure } from '../../../domain/system/failure.ts';
import type { TaskContext } from '../../../jobs/tasks/task-work.ts';
import type { Outcome } from '../../../operations/declaration/operation.ts';
import type { ReadSource, SourceRequest, SourceResult } from './read-source.ts';

/** The fields of a collect or recipe response that a dataset reads (docs/api/values-and-records.md#collect-and-recipes). */
interface CollectResponse {
  status: PageStatus;
  error?: PageError;
  records: DataRecord[];
  complete: boolean;
  rid?: string | null;
  warnings: Warning[];
}

/** Runs an operation on wire input, like a direct request. */
export type RunOperation = (
  name: 'collect' | 'run_recipe',
  input: Record<string, unknown>,
  context: TaskContext,
) => Promise<Outcome>;

function toBody({ source, country, strictCountry }: SourceRequest): Record<string, unknown> {
  const limits = 'limit' in source ? { limit: source.limit, max_pages: source.max_pages } : {};
  return { ...limits, ...(country !== null && { country, strict_country: strictCountry }) };
}

function toSourceResult({ answer, ...billing }: Outcome, recipeId: string | null): SourceResult {
  if (answer.kind !== 'json') throw new Error('the operation did not return JSON');
  const value = answer.value as CollectResponse;
  const isRead = value.status === 'ok';
  const error = value.error ?? null;
  return {
    records: value.records,
    isComplete: isRead && value.complete,
    error: isRead ? null : (error ?? { code: value.status, message: 'The source could not be read.' }),
    recipeId: value.rid ?? recipeId,
    warnings: value.warnings.slice(0, 20),
    billing,
  };
}

/** Creates a reader that runs a saved recipe. */
export function createRecipeReader(runOperation: RunOperation): ReadSource {
  return async (request, context) => {
    const rid = request.source.kind === 'recipe' ? request.source.rid : request.recipeId;
    const input = { path: { rid }, body: toBody(request) };
    return toSourceResult(await runOperation('run_recipe', input, context), rid);
  };
}

/**
 * Creates a reader that collects a listing once and then runs the saved recipe. It collects again when the recipe was
 * deleted.
 */
export function createCollectReader(runOperation: RunOperation): ReadSource {
  const runRecipe = createRecipeReader(runOperation);
  return async (request, context) => {
    const { source, recipeId, strictCountry } = request;
    if (source.kind !== 'collect') throw new Error('the source is not of the kind collect');
    if (recipeId !== null) {
      try {
        return await runRecipe(request, context);
      } catch (error) {
        if (!(error instanceof Failure) || error.kind !== 'not_found') throw error;
      }
    }
    const { url, fields } = source;
    const body = { url, fields, strict_country: strictCountry, ...toBody(request) };
    return toSourceResult(await runOperation('collect', { body }, context), null);
  };
}
