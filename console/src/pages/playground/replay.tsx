import type { HistoryDetail } from '../../../../clients/typescript/src/index.ts';
import { client, type Fields } from '../../data/client.ts';
import type { OperationInfo } from '../../data/openapi.ts';
import { type Query, useQuery } from '../../data/query.ts';
import { formatDateTime } from '../../text/format.ts';

/** An earlier request as a draft of the playground. */
export interface ReplayedRequest {
  at: string;
  fields: Fields;
  /** Fields of the request that the operation does not have, such as those of another interface. */
  omitted: string[];
}

/** Reads the request with this id from the history; does nothing for null. */
export function useReplayedRequest(rid: string | null): Query<HistoryDetail | null> {
  return useQuery(`request ${rid}`, async (signal) =>
    rid === null ? null : client.value.getRequest({ rid }, { signal }),
  );
}

/** Takes over the fields that the operation has. */
export function toReplayed(operation: OperationInfo, { at, params }: HistoryDetail): ReplayedRequest {
  const known = new Set(Object.keys(operation.schema.properties ?? {}));
  const entries = Object.entries(params);
  return {
    at,
    fields: Object.fromEntries(entries.filter(([name]) => known.has(name))),
    omitted: entries.map(([name]) => name).filter((name) => !known.has(name)),
  };
}

/** Says where the fields come from, and what the history does not contain. */
export function ReplayNotice({ replayed }: { replayed: ReplayedRequest }) {
  return (
    <p class="warning" role="note">
      The fields are those of a request of {formatDateTime(replayed.at)}. Secrets are masked in the history;
      enter them again.
      {replayed.omitted.length > 0 && ` The operation does not have: ${replayed.omitted.join(', ')}.`}
    </p>
  );
}
