import type { Json } from '../../../../domain/pages/extraction.ts';
import { pointerTokens } from '../../../../domain/values/json-pointer.ts';
import type { VersionDiff } from './compare-versions.ts';

/** Returns the old and new values of each changed record, since conditions apply to one record. */
export function changedRecords(diff: VersionDiff): Array<{ old: Json; new: Json }> {
  const records = new Map<string, { old: { [name: string]: Json }; new: { [name: string]: Json } }>();
  for (const [pointer, change] of Object.entries(diff.fields)) {
    const [record = '', name = ''] = pointerTokens(pointer);
    const values = records.get(record) ?? { old: {}, new: {} };
    values.old[name] = change.old;
    values.new[name] = change.new;
    records.set(record, values);
  }
  return [...records.values()];
}
