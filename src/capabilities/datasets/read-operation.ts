import type { DataRecord } from '../../domain/dataset.ts';
import { Failure } from '../../domain/failure.ts';
import type { PageError, PageStatus, Warning } from '../../domain/outcome.ts';
import type { TaskContext } from '../../jobs/task-work.ts';
import type { Outcome } from '../../operations/operation.ts';
import type { ReadSource, SourceOrder, SourceRun } from './read-source.ts';

/** What collecting and running a recipe answer, as far as a dataset looks at it (api.md section 7). */
interface CollectedAnswer {
  status: PageStatus;
  error?: PageError;
  records: DataRecord[];
  complete: boolean;
  rid?: string | null;
  warnings: Warning[];
}

/** Runs an operation on wire input, as its direct call would. */
export type RunOperation = (
  name: 'collect' | 'run_recipe',
  input: Record<string, unknown>,
  context: TaskContext,
) => Promise<Outcome>;

function bodyOf({ source, country }: SourceOrder): Record<string, unknown> {
  const bounds = 'limit' in source ? { limit: source.limit, max_pages: source.max_pages } : {};
  return { ...bounds, ...(country !== null && { country }) };
}

function toRun({ answer, ...bill }: Outcome, recipeId: string | null): SourceRun {
  if (answer.kind !== 'json') throw new Error('what was collected is no JSON');
  const value = answer.value as CollectedAnswer;
  const isRead = value.status === 'ok';
  const error = value.error ?? null;
  return {
    records: value.records,
    isComplete: isRead && value.complete,
    error: isRead
      ? null
      : { code: error?.code ?? value.status, message: error?.message ?? 'the source could not be read' },
    recipeId: value.rid ?? recipeId,
    warnings: value.warnings.slice(0, 20),
    bill,
  };
}

/** Running a saved recipe. */
export function createRecipeReader(runOperation: RunOperation): ReadSource {
  return async (order, context) => {
    const rid = order.source.kind === 'recipe' ? order.source.rid : order.recipeId;
    const input = { path: { rid }, body: bodyOf(order) };
    return toRun(await runOperation('run_recipe', input, context), rid);
  };
}

/** Collecting, and from then on running the recipe that this found out; one that was deleted is found out anew. */
export function createCollectReader(runOperation: RunOperation): ReadSource {
  const runRecipe = createRecipeReader(runOperation);
  return async (order, context) => {
    const { source, recipeId } = order;
    if (source.kind !== 'collect') throw new Error('not to be collected');
    if (recipeId !== null) {
      try {
        return await runRecipe(order, context);
      } catch (error) {
        if (!(error instanceof Failure) || error.kind !== 'not_found') throw error;
      }
    }
    const { url, fields } = source;
    const body = { url, fields, strict_country: false, ...bodyOf(order) };
    return toRun(await runOperation('collect', { body }, context), null);
  };
}
