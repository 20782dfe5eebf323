import type { FieldChanges } from '../../../diff/compare-values.ts';
import type { ChangeDocument } from '../../../domain/resources/dataset.ts';
import type { Clock } from '../../../domain/system/clock.ts';
import { pointerToken } from '../../../domain/values/json-pointer.ts';
import type { Version } from '../settings/monitor-settings.ts';
import type { VersionDiff } from './compare/compare-versions.ts';
import type { Finding } from './evaluate-check.ts';

/** Dependencies for reading a dataset's changes. */
export interface DatasetPorts {
  clock: Clock;
  /** Returns the changes of a dataset after a sequence number, in order; null when the account has no such dataset. */
  readChanges(
    accountId: string,
    datasetId: string,
    page: { since: number; limit: number },
  ): Promise<{ changes: ChangeDocument[]; lastSeq: number } | null>;
}

const maxChanges = 1_000;

/** Returns the old and new values of a change by record and field. */
function changedFields({ record_id, fields }: ChangeDocument): FieldChanges {
  return Object.fromEntries(
    Object.entries(fields).map(([name, change]) => [
      `/${pointerToken(record_id)}/${pointerToken(name)}`,
      change,
    ]),
  ) as FieldChanges;
}

function toDiff(changes: readonly ChangeDocument[]): VersionDiff {
  const count = (...types: string[]) => changes.filter(({ type }) => types.includes(type)).length;
  return {
    blocks: [],
    fields: Object.assign({}, ...changes.map(changedFields)),
    summary: { added: count('added', 'returned'), removed: count('removed'), changed: count('changed') },
    truncated: false,
  };
}

/** Reads the changes of a dataset since the previous version, whose `data` holds the last sequence number. */
export async function readDatasetChanges(
  ports: DatasetPorts,
  accountId: string,
  datasetId: string,
  baseline: Version | null,
): Promise<Finding> {
  const lastSeenSeq = (baseline?.data as { seq: number } | null)?.seq ?? null;
  const page = { since: lastSeenSeq ?? 0, limit: lastSeenSeq === null ? 1 : maxChanges };
  const result = await ports.readChanges(accountId, datasetId, page);
  if (result === null) {
    return { kind: 'fault', code: 'not_found', message: 'The dataset was deleted.', isWatchMissing: true };
  }
  const { changes, lastSeq } = result;
  const seq = lastSeenSeq === null ? lastSeq : (changes.at(-1)?.seq ?? lastSeenSeq);
  const version: Version = {
    at: ports.clock.now(),
    title: null,
    url: null,
    text: null,
    data: { seq },
    anchor: null,
    picture: null,
  };
  return { kind: 'version', version, diff: lastSeenSeq === null ? null : toDiff(changes) };
}
