import { useState } from 'preact/hooks';
import type { GetMonitorAnswer } from '../../../../clients/typescript/src/index.ts';
import { DiffView } from '../../components/diff-view.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { client } from '../../data/client.ts';
import { useQuery } from '../../data/query.ts';
import { formatDateTime } from '../../text/format.ts';

const versionStates: ReadonlySet<string> = new Set(['new', 'changed']);
const maxVersions = 200;

function Choice(props: {
  label: string;
  value: number;
  versions: readonly { check: number; at: string }[];
  onChange(check: number): void;
}) {
  return (
    <label class="filter">
      {props.label}
      <select
        value={String(props.value)}
        onChange={(event) => props.onChange(Number(event.currentTarget.value))}
      >
        {props.versions.map(({ check, at }) => (
          <option key={check} value={String(check)}>
            {`Check ${check} · ${formatDateTime(at)}`}
          </option>
        ))}
      </select>
    </label>
  );
}

function Difference({ mid, from, to }: { mid: string; from: number; to: number }) {
  const { data, error, refresh } = useQuery(`monitor ${mid} diff ${from} ${to}`, (signal) =>
    client.value.diffMonitor({ mid, from, to }, { signal }),
  );
  if (error.value !== null) return <ErrorState message={error.value} onRetry={refresh} />;
  if (data.value === null) return <LoadingState />;
  return data.value.changed ? (
    <DiffView diff={data.value.diff} />
  ) : (
    <p class="muted">These versions do not differ.</p>
  );
}

/** The difference between any two versions. */
export function VersionCompare({ monitor }: { monitor: GetMonitorAnswer }) {
  const { mid } = monitor;
  const { data } = useQuery(`monitor ${mid} versions ${monitor.check_count}`, async (signal) => {
    const answers = await Promise.all(
      (['new', 'changed'] as const).map((state) =>
        client.value.listMonitorChecks({ mid, state, limit: maxVersions }, { signal }),
      ),
    );
    return answers.flatMap(({ checks }) => checks).sort((a, b) => b.check - a.check);
  });
  const versions = data.value ?? monitor.checks.filter(({ state }) => versionStates.has(state));
  const [from, setFrom] = useState<number | null>(null);
  const [to, setTo] = useState<number | null>(null);
  const newest = versions[0]?.check;
  const second = versions[1]?.check;
  if (newest === undefined || second === undefined)
    return <p class="muted">There is only one version so far.</p>;
  return (
    <section class="panel check-view" aria-label="Compare versions">
      <div class="page-head">
        <Choice label="From" value={from ?? second} versions={versions} onChange={setFrom} />
        <Choice label="To" value={to ?? newest} versions={versions} onChange={setTo} />
      </div>
      <Difference mid={mid} from={from ?? second} to={to ?? newest} />
    </section>
  );
}
