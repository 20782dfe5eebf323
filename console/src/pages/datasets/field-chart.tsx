import { useMemo, useState } from 'preact/hooks';
import type { Dataset, DatasetChange, DatasetRecord } from '../../../../clients/typescript/src/index.ts';
import type { ChartPoint } from '../../components/draw-chart.ts';
import { LineChart } from '../../components/line-chart.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { isMoney } from '../../text/money.ts';
import { fieldText, recordName } from './dataset-facts.ts';
import { useChanges } from './use-changes.ts';
import { useRecords } from './use-records.ts';

const maxChoices = 500;

function numericFields(records: readonly DatasetRecord[]): string[] {
  const names = new Set<string>();
  for (const { data } of records)
    for (const [name, value] of Object.entries(data)) if (typeof value === 'number') names.add(name);
  // What people follow first is a price.
  return [...names].toSorted((one, other) => Number(isMoney(other)) - Number(isMoney(one)));
}

function meanOf(values: Iterable<number>): number | null {
  let sum = 0;
  let count = 0;
  for (const value of values) {
    sum += value;
    count += 1;
  }
  return count === 0 ? null : Math.round((sum / count) * 100) / 100;
}

/** Reverts a change of one field. */
function revert(values: Map<string, number>, { type, record_id: id, fields }: DatasetChange, field: string) {
  const old: unknown = fields[field]?.old;
  if (type === 'changed' && !(field in fields)) return;
  const wasThere = type === 'changed' || type === 'removed';
  if (wasThere && typeof old === 'number') values.set(id, old);
  else values.delete(id);
}

/**
 * Returns the mean of a field after each refresh; of one record, its value. The values are calculated backwards from the
 * current records, because older changes are deleted after some time.
 */
function pointsOf(
  changes: readonly DatasetChange[],
  records: readonly DatasetRecord[],
  field: string,
  recordId: string,
): ChartPoint[] {
  const isShown = ({ record_id: id }: { record_id: string }) => recordId === '' || id === recordId;
  const current = records.filter(isShown);
  const values = new Map<string, number>();
  for (const { record_id: id, data } of current) {
    const value = data[field];
    if (typeof value === 'number') values.set(id, value);
  }
  const points: ChartPoint[] = [];
  const seen =
    current
      .map(({ last_seen: at }) => at)
      .toSorted()
      .at(-1) ?? '';
  const shown = changes.filter(isShown);
  if (seen > (shown.at(-1)?.at ?? '')) points.push({ at: seen, value: meanOf(values.values()) });
  for (let at = shown.length - 1; at >= 0; at -= 1) {
    const change = shown[at];
    if (change === undefined) break;
    // All changes of a refresh have the same time.
    if (change.at !== shown[at + 1]?.at) points.push({ at: change.at, value: meanOf(values.values()) });
    revert(values, change, field);
  }
  return points.reverse();
}

/** A numeric field over time: the mean of all records, or the value of one. */
export function FieldChart({ dataset }: { dataset: Dataset }) {
  const { records, total } = useRecords(dataset.did, 'active', dataset.last_seq);
  const { data, error, refresh } = useChanges(dataset);
  const fields = useMemo(() => numericFields(records), [records]);
  const [chosen, setField] = useState<string | null>(null);
  const [recordId, setRecord] = useState('');
  const field = chosen ?? fields[0] ?? null;
  const changes = data.value;
  const points = useMemo(
    () => (changes === null || field === null ? [] : pointsOf(changes, records, field, recordId)),
    [changes, records, field, recordId],
  );
  if (error.value !== null) return <ErrorState message={error.value} onRetry={refresh} />;
  if (changes === null || total === null) return <LoadingState />;
  if (field === null) return <p class="muted">No field of the records is a number.</p>;
  return (
    <section class="panel" aria-label="Chart">
      <div class="list-head">
        <label class="filter">
          Field
          <select value={field} onChange={(event) => setField(event.currentTarget.value)}>
            {fields.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label class="filter">
          Of
          <select value={recordId} onChange={(event) => setRecord(event.currentTarget.value)}>
            <option value="">all records (mean)</option>
            {records.slice(0, maxChoices).map(({ record_id: id, key, data: values }) => (
              <option key={id} value={id}>
                {(
                  recordName(values) ??
                  Object.values(key ?? values)
                    .map(fieldText)
                    .join(' · ')
                ).slice(0, 80)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <LineChart label={recordId === '' ? `mean of ${field}` : field} points={points} />
    </section>
  );
}
