import type { DatasetDocument } from '../../domain/resources/dataset.ts';
import type { StartedJob } from '../../operations/declaration/started-job.ts';

/** Returns the job of a refresh, whose result is the dataset. */
export function createRefreshJob(did: string, jid: string): StartedJob<DatasetDocument> {
  return {
    jid,
    result: {
      operation: 'get_dataset',
      fields: { did },
      isOk: ({ last_refresh: report }) => report?.status === 'completed',
    },
  };
}
