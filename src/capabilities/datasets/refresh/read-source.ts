import type { KeptError } from '../../../domain/pages/outcome.ts';
import type { DataRecord, DatasetSource } from '../../../domain/resources/dataset.ts';
import type { TaskContext, TaskEnd } from '../../../jobs/tasks/task-work.ts';
import type { PageState } from './page-states.ts';

/** Request to read the source of a dataset. */
export interface SourceRequest {
  datasetId: string;
  source: DatasetSource;
  /** Id of the recipe that an earlier refresh saved, or null. */
  recipeId: string | null;
  country: string | null;
  strictCountry: boolean;
}

/** Records and cost of one reading of a source. */
export interface SourceResult {
  records: DataRecord[];
  /** True when the whole source was read. */
  isComplete: boolean;
  /** Reason for an incomplete reading, if known. */
  error: KeptError | null;
  /** Id of the recipe that can read the source again, or null. */
  recipeId: string | null;
  warnings: { code: string; message: string }[];
  /** Pages as they were read, and the number of those that were confirmed unchanged; only with `only_changed`. */
  pages?: { states: PageState[]; unchanged: number };
  billing: Omit<TaskEnd, 'answer' | 'within'>;
}

/** Reads one kind of source. Rejects with Failure when nothing can be read, and with the signal's reason. */
export type ReadSource = (request: SourceRequest, context: TaskContext) => Promise<SourceResult>;

/** The readers of all kinds of sources. */
export type SourceReaders = Record<Exclude<DatasetSource['kind'], 'records'>, ReadSource>;
