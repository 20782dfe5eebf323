import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Dataset, DatasetRecord } from '../../../../clients/typescript/src/index.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { JsonView } from '../../components/json-view.tsx';
import { SidePanel, SplitView } from '../../components/side-panel.tsx';
import { ErrorState, SkeletonState } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Time } from '../../components/time.tsx';
import { ValueText } from '../../components/value-text.tsx';
import { invalidate } from '../../data/query.ts';
import { countOf, formatNumber } from '../../text/format.ts';
import { haveCents, isCurrency, isMoney, moneyOf } from '../../text/money.ts';
import { fieldText, recordName } from './dataset-facts.ts';
import { prepareSearch, searchRecords } from './search-records.ts';
import { maxRecords, type RecordStatus, useRecords } from './use-records.ts';

const maxColumns = 8;
/** Records that decide whether a column has numbers. */
const maxExamined = 100;
const statuses = ['active', 'missing', 'removed'] as const;
const filterDelayMs = 120;

function fieldNames(dataset: Dataset, records: readonly DatasetRecord[]): string[] {
  const names = new Set(dataset.fields);
  for (const { data } of records.slice(0, maxColumns)) for (const name of Object.keys(data)) names.add(name);
  return [...names];
}

/** Returns true if the records that have a value have a number. */
function isNumeric(name: string, records: readonly DatasetRecord[]): boolean {
  const values = records.slice(0, maxExamined).flatMap(({ data }) => data[name] ?? []);
  return values.length > 0 && values.every((value) => typeof value === 'number');
}

/** Properties of {@link fieldColumn}. */
interface FieldColumn {
  name: string;
  isFirst: boolean;
  isNumber: boolean;
  /** True if one of the values has decimals. */
  hasCents: boolean;
  /** True to leave the column out on narrow screens. */
  isWideOnly: boolean;
}

function fieldColumn({ name, isFirst, isNumber, hasCents, isWideOnly }: FieldColumn): Column<DatasetRecord> {
  return {
    id: `field ${name}`,
    label: name,
    width: isFirst ? 'minmax(0, 2fr)' : isNumber ? 'minmax(0, 0.7fr)' : 'minmax(0, 1fr)',
    narrowWidth: isFirst ? 'minmax(0, 2fr)' : 'minmax(0, 1fr)',
    isWideOnly,
    ...(isNumber && { align: 'end' }),
    sortBy: ({ data }) => {
      const value = data[name];
      return typeof value === 'number' ? value : fieldText(value);
    },
    cell: ({ data }) => (
      <span class={isFirst ? 'cell-main' : undefined}>
        <ValueText value={data[name]} money={moneyOf(name, data, hasCents)} />
      </span>
    ),
  };
}

const changedColumn: Column<DatasetRecord> = {
  id: 'last_changed',
  label: 'Changed',
  width: '110px',
  align: 'end',
  isWideOnly: true,
  sortBy: ({ last_changed: at }) => at,
  cell: ({ last_changed: at }) => <Time at={at} />,
};

/** The columns of numbers, and those of them that have a number with decimals. */
interface Numbers {
  numeric: ReadonlySet<string>;
  fractional: ReadonlySet<string>;
}

/**
 * Returns the columns: the amounts of money show their currency, which then has no column of its own. Where there is little
 * room, the first field and the one that matters most remain, a price or a number if there is one.
 */
function columnsOf(
  names: readonly string[],
  { numeric, fractional }: Numbers,
  isNarrow: boolean,
): Column<DatasetRecord>[] {
  const money = names.find((name) => numeric.has(name) && isMoney(name));
  const shown = money === undefined ? names : names.filter((name) => !isCurrency(name));
  const [first, ...others] = shown;
  const main = money ?? others.find((name) => numeric.has(name)) ?? others[0];
  const chosen = isNarrow ? shown.filter((name) => name === first || name === main) : shown;
  const fields = chosen.slice(0, maxColumns).map((name) =>
    fieldColumn({
      name,
      isFirst: name === first,
      isNumber: numeric.has(name),
      hasCents: fractional.has(name),
      isWideOnly: name !== first && name !== main,
    }),
  );
  return isNarrow ? fields : [...fields, changedColumn];
}

function RecordDetail({ record, onClose }: { record: DatasetRecord; onClose(): void }) {
  return (
    <SidePanel title={recordName(record.data) ?? 'Record'} onClose={onClose}>
      <p class="muted">
        <StatusBadge status={record.status} /> first seen <Time at={record.first_seen} />, last seen{' '}
        <Time at={record.last_seen} />
      </p>
      <dl class="record-fields">
        {Object.entries(record.data).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {typeof value === 'object' && value !== null ? (
                <JsonView value={value} />
              ) : (
                <ValueText value={value} money={moneyOf(name, record.data)} />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </SidePanel>
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
  const isBehind = status === 'active' && total !== null && total !== dataset.counts.active;
  // During a refresh, the counts above the table are read again as soon as the table has other ones.
  useEffect(() => {
    if (isBehind) invalidate(`dataset ${dataset.did}`);
  }, [isBehind, total, dataset.did]);
  const names = fieldNames(dataset, records);
  const numeric = names.filter((name) => isNumeric(name, records));
  const detail = records.find(({ record_id: id }) => id === opened);
  const isNarrow = detail !== undefined;
  const fractional = numeric.filter((name) =>
    haveCents(records.slice(0, maxExamined).map(({ data }) => data[name])),
  );
  const nameKey = [...names, '', ...numeric, '', ...fractional].join('\n');
  // `nameKey` stands for the names
  const columns = useMemo(
    () => columnsOf(names, { numeric: new Set(numeric), fractional: new Set(fractional) }, isNarrow),
    [nameKey, isNarrow],
  );
  const text = useDelayed(query);
  useEffect(() => prepareSearch(records), [records]);
  const shown = useMemo(() => searchRecords(records, text, field), [records, text, field]);
  if (total === null) return error === null ? <SkeletonState /> : <ErrorState message={error} />;
  const close = () => setOpened(null);
  return (
    <SplitView detail={detail === undefined ? null : <RecordDetail record={detail} onClose={close} />}>
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
      {shown.length === 0 ? (
        <p class="muted">{records.length === 0 ? `No record is ${status}.` : 'No record matches.'}</p>
      ) : (
        <DataTable
          label="Records"
          items={shown}
          columns={columns}
          keyOf={({ record_id: id }) => id}
          openKey={opened}
          onOpen={({ record_id: id }) => setOpened(id)}
          maxHeight="66vh"
        />
      )}
    </SplitView>
  );
}
