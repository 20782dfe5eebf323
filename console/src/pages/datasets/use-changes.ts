import type { Dataset, DatasetChange } from '../../../../clients/typescript/src/index.ts';
import { client } from '../../data/client.ts';
import { useQuery } from '../../data/query.ts';

const pageSize = 1_000;
/** Number of the newest changes that are read. */
const maxChanges = 5_000;

/** Reads the newest changes of a dataset, oldest first. */
export function useChanges({ did, last_seq: last }: Dataset) {
  return useQuery(`dataset ${did} changes ${last}`, async (signal) => {
    const changes: DatasetChange[] = [];
    for (let since = Math.max(0, last - maxChanges); since < last; ) {
      const answer = await client.value.getDatasetChanges({ did, since, limit: pageSize }, { signal });
      changes.push(...answer.changes);
      if (answer.changes.length === 0 || answer.next_since <= since) break;
      since = answer.next_since;
    }
    return changes;
  });
}
