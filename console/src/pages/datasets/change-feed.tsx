import { useState } from 'preact/hooks';
import type { Dataset, DatasetChange } from '../../../../clients/typescript/src/index.ts';
import { Button } from '../../components/button.tsx';
import { FieldChanges } from '../../components/diff-view.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Time } from '../../components/time.tsx';
import { countOf } from '../../text/format.ts';
import { fieldText } from './dataset-facts.ts';
import { useChanges } from './use-changes.ts';

const stepSize = 50;
const types = ['added', 'changed', 'removed', 'returned'] as const;

function recordName({ key, record_id: id }: DatasetChange): string {
  return (
    Object.values(key ?? {})
      .map(fieldText)
      .join(' · ') || id
  );
}

function ChangeView({ change }: { change: DatasetChange }) {
  return (
    <li class="change">
      <p class="change-head">
        <StatusBadge status={change.type} />
        <strong class="url">{recordName(change)}</strong>
        <span class="muted">
          {change.seq} · <Time at={change.at} />
        </span>
      </p>
      {change.type === 'changed' && <FieldChanges fields={change.fields} />}
    </li>
  );
}

/** The changes of a dataset, newest first, with the values before and after. */
export function ChangeFeed({ dataset }: { dataset: Dataset }) {
  const { data, error, refresh } = useChanges(dataset);
  const [type, setType] = useState('');
  const [shown, setShown] = useState(stepSize);
  if (error.value !== null) return <ErrorState message={error.value} onRetry={refresh} />;
  if (data.value === null) return <LoadingState />;
  const changes = data.value.filter((change) => type === '' || change.type === type).toReversed();
  return (
    <section aria-label="Changes">
      <div class="list-head">
        <label class="filter">
          Type
          <select value={type} onChange={(event) => setType(event.currentTarget.value)}>
            <option value="">All</option>
            {types.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <span class="muted">{countOf(changes.length, 'change')}</span>
      </div>
      {changes.length === 0 && <p class="muted">No change has this type.</p>}
      <ol class="changes">
        {changes.slice(0, shown).map((change) => (
          <ChangeView key={change.seq} change={change} />
        ))}
      </ol>
      {changes.length > shown && (
        <Button onClick={() => setShown((count) => count + stepSize)}>Show older changes</Button>
      )}
    </section>
  );
}
