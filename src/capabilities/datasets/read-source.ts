import type { DataRecord, DatasetSource } from '../../domain/dataset.ts';
import type { TaskContext, TaskEnd } from '../../jobs/task-work.ts';
import type { RunError } from './merge-and-tell.ts';

/** What is known of a dataset whose source is to be read. */
export interface SourceOrder {
  source: DatasetSource;
  /** The recipe that an earlier refresh has found out, if any. */
  recipeId: string | null;
  country: string | null;
}

/** What reading a source once brought, and what it costs. */
export interface SourceRun {
  records: DataRecord[];
  /** Whether all that the source has was read. */
  isComplete: boolean;
  /** Why not, where a reason is known. */
  error: RunError | null;
  /** The recipe by which it can be read again. */
  recipeId: string | null;
  warnings: { code: string; message: string }[];
  bill: Omit<TaskEnd, 'answer' | 'within'>;
}

/** Reads one kind of source. Throws Failure when nothing can be read, and the signal's reason. */
export type ReadSource = (order: SourceOrder, context: TaskContext) => Promise<SourceRun>;

/** How each kind of source is read. */
export type SourceReaders = Record<Exclude<DatasetSource['kind'], 'records'>, ReadSource>;
