import { useEffect, useState } from 'preact/hooks';
import type { DatasetRecord } from '../../../../clients/typescript/src/index.ts';
import { client, messageOf } from '../../data/client.ts';

/** Records of a dataset with one status. */
export interface Records {
  records: readonly DatasetRecord[];
  total: number | null;
  isComplete: boolean;
  error: string | null;
}

/** Status of the records that are read. */
export type RecordStatus = DatasetRecord['status'];

const pageSize = 1_000;

/** The table filters and sorts in the browser, which stays smooth up to this number of records. */
export const maxRecords = 20_000;

const none: Records = { records: [], total: null, isComplete: false, error: null };

/** Reads the records of a dataset page by page, and again after each change (`version`). */
export function useRecords(did: string, status: RecordStatus, version: number): Records {
  const [state, setState] = useState<Records>(none);
  // `version` reads the records again
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    const readAll = async () => {
      const found: DatasetRecord[] = [];
      for (let offset: number | null = 0; offset !== null && found.length < maxRecords; ) {
        const fields = { did, status, offset, limit: pageSize };
        const answer = await client.value.getDatasetRecords(fields, { signal });
        found.push(...answer.records);
        offset = answer.next_offset;
        const isLast = offset === null || found.length >= maxRecords;
        // The first page is shown at once; the table is not drawn again for each of the others.
        if (found.length === answer.records.length || isLast)
          setState({ records: [...found], total: answer.total, isComplete: isLast, error: null });
      }
    };
    readAll().catch((error: unknown) => {
      if (!signal.aborted) setState((before) => ({ ...before, error: messageOf(error) }));
    });
    return () => abort.abort();
  }, [did, status, version]);
  return state;
}
