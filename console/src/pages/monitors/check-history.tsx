import { useState } from 'preact/hooks';
import type { GetMonitorAnswer, MonitorCheck } from '../../../../clients/typescript/src/index.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Time } from '../../components/time.tsx';
import { showError } from '../../components/toasts.tsx';
import { client } from '../../data/client.ts';
import { errorText } from '../../text/format.ts';

const pageSize = 200;

const columns: readonly Column<MonitorCheck>[] = [
  {
    id: 'check',
    label: '#',
    width: '64px',
    align: 'end',
    isWideOnly: true,
    sortBy: ({ check }) => check,
    cell: ({ check }) => check,
  },
  {
    id: 'state',
    label: 'State',
    width: '120px',
    narrowWidth: '104px',
    sortBy: ({ state }) => state,
    cell: ({ state }) => <StatusBadge status={state} />,
  },
  {
    id: 'summary',
    label: 'Summary',
    width: 'minmax(0, 1fr)',
    cell: ({ summary, error }) => (
      <span class="cell-main" title={error?.message ?? summary}>
        {error === null ? summary : errorText(error)}
      </span>
    ),
  },
  {
    id: 'notified',
    label: 'Conditions',
    width: '100px',
    isWideOnly: true,
    cell: ({ notified }) => (notified ? 'met' : <span class="muted">–</span>),
  },
  {
    id: 'at',
    label: 'Time',
    width: '120px',
    narrowWidth: '104px',
    align: 'end',
    sortBy: ({ at }) => at,
    cell: ({ at }) => <Time at={at} />,
  },
];

/** All checks of a monitor, newest first; older ones are read when the user scrolls to the end. */
export function CheckHistory(props: { monitor: GetMonitorAnswer; onOpen(check: number): void }) {
  const { checks, mid } = props.monitor;
  const [older, setOlder] = useState<MonitorCheck[]>([]);
  const [isReading, setReading] = useState(false);
  const [isComplete, setComplete] = useState(false);
  const known = new Map([...checks, ...older].map((check) => [check.check, check]));
  const items = [...known.values()].sort((a, b) => b.check - a.check);
  const last = items.at(-1)?.check ?? 1;
  const read = async () => {
    if (isReading || isComplete || last <= 1) return;
    setReading(true);
    try {
      const answer = await client.value.listMonitorChecks({ mid, before: last, limit: pageSize });
      setOlder((found) => [...found, ...answer.checks]);
      setComplete(answer.next_before === null);
    } catch (error) {
      setComplete(true);
      showError(error);
    } finally {
      setReading(false);
    }
  };
  return (
    <DataTable
      label="Checks"
      items={items}
      columns={columns}
      keyOf={({ check }) => String(check)}
      onOpen={({ check }) => props.onOpen(check)}
      onEnd={() => void read()}
      maxHeight="60vh"
    />
  );
}
