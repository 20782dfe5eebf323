import type { FieldChanges } from '../../diff/compare-values.ts';
import type { Clock } from '../../domain/clock.ts';
import type { ChangeDocument } from '../../domain/dataset.ts';
import type { VersionDiff } from './compare-versions.ts';
import type { Finding } from './judge-check.ts';
import type { Version } from './watch.ts';

/** What looking at a dataset needs of the other rooms. */
export interface DatasetPorts {
  clock: Clock;
  /** The changes of a dataset after a number, in their order; null when the account has no such dataset. */
  readChanges(
    accountId: string,
    datasetId: string,
    page: { since: number; limit: number },
  ): Promise<{ changes: ChangeDocument[]; lastSeq: number } | null>;
}

const mostChanges = 1_000;

function escaped(token: string): string {
  return token.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** One change as old and new values by record and field. */
function fieldsOf({ record_id, fields }: ChangeDocument): FieldChanges {
  return Object.fromEntries(
    Object.entries(fields).map(([name, change]) => [`/${escaped(record_id)}/${escaped(name)}`, change]),
  ) as FieldChanges;
}

function diffOf(changes: readonly ChangeDocument[]): VersionDiff {
  const count = (...types: string[]) => changes.filter(({ type }) => types.includes(type)).length;
  return {
    blocks: [],
    fields: Object.assign({}, ...changes.map(fieldsOf)),
    summary: { added: count('added', 'returned'), removed: count('removed'), changed: count('changed') },
    truncated: false,
  };
}

/** The changes of a dataset since the version before, whose `data` is the number of the last change that was seen. */
export async function lookAtDataset(
  ports: DatasetPorts,
  accountId: string,
  datasetId: string,
  baseline: Version | null,
): Promise<Finding> {
  const seen = (baseline?.data as { seq: number } | null)?.seq ?? null;
  const page = { since: seen ?? 0, limit: seen === null ? 1 : mostChanges };
  const found = await ports.readChanges(accountId, datasetId, page);
  if (found === null) {
    return { kind: 'fault', code: 'not_found', message: 'There is no such dataset any more.', isLost: true };
  }
  const { changes, lastSeq } = found;
  const seq = seen === null ? lastSeq : (changes.at(-1)?.seq ?? seen);
  const version: Version = {
    at: ports.clock.now(),
    title: null,
    url: null,
    text: null,
    data: { seq },
    anchor: null,
    picture: null,
  };
  return { kind: 'version', version, diff: seen === null ? null : diffOf(changes) };
}
