import type { AnswerView } from '../declaration/answer-view.ts';
import { isAsyncRequest } from '../declaration/background.ts';
import { isDryRun } from '../declaration/estimate.ts';
import type { Operation } from '../declaration/operation.ts';
import { estimateView } from './estimate-view.ts';
import { jobView } from './job-view.ts';

/** Returns the view of the answer to this request: an estimate, a job, or the answer of the operation itself. */
export function findView(
  operation: Pick<Operation, 'view' | 'eventsView' | 'preview' | 'background'>,
  input: { query?: unknown },
): AnswerView<unknown> {
  const query = { query: input.query };
  if (operation.preview !== undefined && isDryRun(query)) return estimateView as AnswerView<unknown>;
  if (operation.background !== undefined && isAsyncRequest(query)) return jobView as AnswerView<unknown>;
  return operation.eventsView ?? operation.view ?? {};
}
