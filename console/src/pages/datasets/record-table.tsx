import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Dataset, DatasetRecord } from '../../../../clients/typescript/src/index.ts';
import { Button } from '../../components/button.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { X } from '../../components/icons.ts';
import { JsonView } from '../../components/json-view.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Time } from '../../components/time.tsx';
import { countOf, formatDateTime, formatNumber } from '../../text/format.ts';
import { fieldText, matchesWords } from './dataset-facts.ts';
import { maxRecords, type RecordStatus, useRecords } from './use-records.ts';

const maxColumns = 8;
const narrowColumns = 2;
const statuses = ['active', 'missing', 'removed'] as const;
const filterDelayMs = 120;

function fieldNames(dataset: Dataset, records: readonly DatasetRecord[]): string[] {
  const names = new Set(dataset.fields);
  for (const { data } of records.slice(0, maxColumns)) for (const name of Object.keys(data)) names.add(name);
  return [...names];
}

function columnsOf(names: readonly string[]): Column<DatasetRecord>[] {
  const fields = names.slice(0, maxColumns).map(
    (name, at): Column<DatasetRecord> => ({
      id: `field ${name}`,
      label: name,
      width: at === 0 ? 'minmax(0, 2fr)' : 'minmax(0, 1fr)',
      isWideOnly: at >= narrowColumns,
      sortBy: ({ data }) => {
        const value = data[name];
        return typeof value === 'number' ? value : fieldText(value);
      },
      cell: ({ data }) => {
        const text = fieldText(data[name]);
        return (
          <span class={at === 0 ? 'cell-main' : undefined} title={text}>
            {text}
          </span>
        );
      },
    }),
  );
  return [
    ...fields,
    {
      id: 'last_changed',
      label: 'Changed',
      width: '110px',
      align: 'end',
      isWideOnly: true,
      sortBy: ({ last_changed: at }) => at,
      cell: ({ last_changed: at }) => <Time at={at} />,
    },
  ];
}

function RecordDetail({ record, onClose }: { record: DatasetRecord; onClose(): void }) {
  const panel = useRef<HTMLElement>(null);
  // Each opened record takes the focus
  useEffect(() => panel.current?.focus(), [record.record_id]);
  return (
    <aside
      ref={panel}
      class="panel record-detail"
      aria-label="Record"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <div class="record-head">
        <StatusBadge status={record.status} />
        <Button kind="quiet" icon={X} label="Close" onClick={onClose} />
      </div>
      <dl class="record-fields">
        {Object.entries(record.data).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {typeof value === 'object' && value !== null ? (
                <JsonView value={value} />
              ) : (
                fieldText(value) || '–'
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p class="muted">
        <code>{record.record_id}</code> · first seen {formatDateTime(record.first_seen)} · last seen{' '}
        {formatDateTime(record.last_seen)}
      </p>
    </aside>
  );
}

/** Delays a value, so that a large table is filtered once for several letters. */
function useDelayed(value: string): string {
  const [delayed, setDelayed] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), filterDelayMs);
    return () => clearTimeout(timer);
  }, [value]);
  return delayed;
}

/** The records of a dataset with a search, a filter by status, sorting, and the details of one record. */
export function RecordTable({ dataset }: { dataset: Dataset }) {
  const [status, setStatus] = useState<RecordStatus>('active');
  const [query, setQuery] = useState('');
  const [field, setField] = useState('');
  const [opened, setOpened] = useState<string | null>(null);
  const { records, total, isComplete, error } = useRecords(dataset.did, status, dataset.last_seq);
  const names = fieldNames(dataset, records);
  const nameKey = names.join('\n');
  // `nameKey` stands for the names
  const columns = useMemo(() => columnsOf(names), [nameKey]);
  const text = useDelayed(query).toLowerCase();
  const shown = useMemo(() => {
    const words = text.split(' ').filter(Boolean);
    if (words.length === 0) return records;
    return records.filter(({ data }) => matchesWords(field === '' ? data : { [field]: data[field] }, words));
  }, [records, text, field]);
  const detail = records.find(({ record_id: id }) => id === opened);
  if (total === null) return error === null ? <LoadingState /> : <ErrorState message={error} />;
  return (
    <div>
      <div class="list-head record-filters">
        <input
          type="search"
          aria-label="Search records"
          placeholder="Search records"
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
        <label class="filter">
          In
          <select value={field} onChange={(event) => setField(event.currentTarget.value)}>
            <option value="">all fields</option>
            {names.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label class="filter">
          Status
          <select value={status} onChange={(event) => setStatus(event.currentTarget.value as RecordStatus)}>
            {statuses.map((name) => (
              <option key={name} value={name}>
                {`${name} (${formatNumber(dataset.counts[name])})`}
              </option>
            ))}
          </select>
        </label>
        <span class="muted" role="status">
          {countOf(shown.length, 'record')}
          {!isComplete && `, reading ${formatNumber(total)}`}
          {isComplete && total > records.length && ` of the first ${formatNumber(maxRecords)}`}
        </span>
      </div>
      {error !== null && <ErrorState message={error} />}
      {detail !== undefined && <RecordDetail record={detail} onClose={() => setOpened(null)} />}
      {shown.length === 0 ? (
        <p class="muted">{records.length === 0 ? `No record is ${status}.` : 'No record matches.'}</p>
      ) : (
        <DataTable
          label="Records"
          items={shown}
          columns={columns}
          keyOf={({ record_id: id }) => id}
          onOpen={({ record_id: id }) => setOpened(id)}
          maxHeight="62vh"
        />
      )}
    </div>
  );
}
