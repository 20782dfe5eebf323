import { useMemo, useState } from 'preact/hooks';
import type { Dataset, DatasetChange } from '../../../../clients/typescript/src/index.ts';
import { Button } from '../../components/button.tsx';
import { FieldChanges } from '../../components/diff-view.tsx';
import { ErrorState, SkeletonState } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Time } from '../../components/time.tsx';
import { shortAddress } from '../../text/address.ts';
import { countOf, formatNumber, toWords } from '../../text/format.ts';
import { fieldText, recordName } from './dataset-facts.ts';
import { useChanges } from './use-changes.ts';

/** Changes that are shown at first, and more of them at a time. */
const stepSize = 50;
const types = ['added', 'changed', 'removed', 'returned'] as const;

/** The changes that one refresh found. */
interface RefreshGroup {
  at: string;
  changes: readonly DatasetChange[];
}

/** Returns the values of a record that a change contains: all of an added or removed one. */
function valuesOf({ type, fields }: DatasetChange): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { old, new: current }]) => [name, type === 'removed' ? old : current]),
  );
}

/** Values of records by their ids. */
type Known = ReadonlyMap<string, Record<string, unknown>>;

/** Returns the values of the records, as far as a change contains all values of a record. */
function recordsOf(changes: readonly DatasetChange[]): Known {
  const whole = changes.filter(({ type }) => type !== 'changed');
  return new Map(whole.map((change) => [change.record_id, valuesOf(change)]));
}

/** Returns what people call the record of a change: its name, otherwise its key without the site of an address. */
function nameOf(change: DatasetChange, known: Known): string {
  const key = Object.values(change.key ?? {}).map((value) => shortAddress(fieldText(value)));
  return recordName(known.get(change.record_id) ?? {}) ?? (key.join(' · ') || 'Record');
}

/** Returns the numbers of changes by type in words. */
function summaryOf(changes: readonly DatasetChange[]): string {
  return types
    .map((type) => [type, changes.filter((change) => change.type === type).length] as const)
    .filter(([, count]) => count > 0)
    .map(([type, count]) => `${formatNumber(count)} ${type}`)
    .join(', ');
}

function ChangeView({ change, known }: { change: DatasetChange; known: Known }) {
  const values = { ...known.get(change.record_id), ...valuesOf(change) };
  return (
    <li class="change">
      <p class="change-head">
        <StatusBadge status={change.type} />
        <strong class="url">{nameOf(change, known)}</strong>
      </p>
      {change.type === 'changed' && <FieldChanges fields={change.fields} record={values} />}
    </li>
  );
}

/** Groups changes, the newest first: all changes of a refresh have the same time. */
function groupsOf(changes: readonly DatasetChange[]): RefreshGroup[] {
  return [...Map.groupBy(changes, ({ at }) => at)].map(([at, members]) => ({ at, changes: members }));
}

/** The changes of a dataset by refresh, newest first, with the values before and after. */
export function ChangeFeed({ dataset }: { dataset: Dataset }) {
  const { data, error, refresh } = useChanges(dataset);
  const [type, setType] = useState('');
  const [shown, setShown] = useState(stepSize);
  const all = data.value;
  const known = useMemo(() => recordsOf(all ?? []), [all]);
  const summaries = useMemo(
    () => new Map(groupsOf(all ?? []).map(({ at, changes }) => [at, summaryOf(changes)])),
    [all],
  );
  if (error.value !== null) return <ErrorState message={error.value} onRetry={refresh} />;
  if (all === null) return <SkeletonState />;
  const changes = all.filter((change) => type === '' || change.type === type).toReversed();
  return (
    <section aria-label="Changes">
      <div class="list-head">
        <label class="filter">
          Type
          <select value={type} onChange={(event) => setType(event.currentTarget.value)}>
            <option value="">All</option>
            {types.map((name) => (
              <option key={name} value={name}>
                {toWords(name)}
              </option>
            ))}
          </select>
        </label>
        <span class="muted">{countOf(changes.length, 'change')}</span>
      </div>
      {changes.length === 0 && <p class="muted">No change has this type.</p>}
      <ol class="refreshes">
        {groupsOf(changes.slice(0, shown)).map((group) => (
          <li key={group.at}>
            <h3 class="refresh-head">
              <Time at={group.at} /> <span class="muted">{summaries.get(group.at)}</span>
            </h3>
            <ol class="changes">
              {group.changes.map((change) => (
                <ChangeView key={change.seq} change={change} known={known} />
              ))}
            </ol>
          </li>
        ))}
      </ol>
      {changes.length > shown && (
        <Button onClick={() => setShown((count) => count + stepSize)}>Show older changes</Button>
      )}
    </section>
  );
}
