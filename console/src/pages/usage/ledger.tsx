import { useCallback } from 'preact/hooks';
import type { LedgerRow } from '../../../../clients/typescript/src/index.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import { client } from '../../data/client.ts';
import { usePagedList } from '../../data/paged-list.ts';
import { formatNumber, toWords } from '../../text/format.ts';

const pageSize = 100;

function placeOf({ job, request_id: rid }: LedgerRow): string | null {
  if (job !== undefined) return `/jobs/${job}`;
  return rid === undefined ? null : `/requests?request=${rid}`;
}

const columns: readonly Column<LedgerRow>[] = [
  {
    id: 'entry',
    label: 'Entry',
    width: 'minmax(0, 1fr)',
    cell: (row) => (
      <span class="cell-main">
        {toWords(row.kind)} <span class="muted">{row.note ?? ''}</span>
      </span>
    ),
  },
  {
    id: 'bucket',
    label: 'Credits of',
    width: '110px',
    isWideOnly: true,
    cell: ({ bucket }) => toWords(bucket),
  },
  {
    id: 'credits',
    label: 'Credits',
    width: '100px',
    align: 'end',
    cell: ({ credits }) => (credits > 0 ? `+${formatNumber(credits)}` : formatNumber(credits)),
  },
  {
    id: 'balance',
    label: 'Balance',
    width: '110px',
    align: 'end',
    isWideOnly: true,
    cell: ({ balance }) => formatNumber(balance),
  },
  { id: 'at', label: 'Time', width: '110px', align: 'end', cell: ({ at }) => <Time at={at} /> },
];

/** The ledger: every change of the balance, newest first. */
export function Ledger() {
  const read = useCallback(async (before: number | null, signal: AbortSignal) => {
    const page = await client.value.ledger({ limit: pageSize, before }, { signal });
    return { items: page.ledger, next: page.next_before };
  }, []);
  const list = usePagedList('ledger', { read, keyOf: ({ id }) => String(id) });
  const error = list.error ?? list.first.error.value;
  return (
    <section class="panel" aria-label="Ledger">
      <div class="chart-head">
        <h2>Ledger</h2>
      </div>
      {error !== null && <ErrorState message={error} onRetry={() => list.first.refresh()} />}
      {list.items === null && error === null && <LoadingState />}
      {list.items !== null && (
        <DataTable
          label="Ledger"
          items={list.items}
          columns={columns}
          keyOf={({ id }) => String(id)}
          hrefOf={placeOf}
          onEnd={list.readMore}
          maxHeight="420px"
        />
      )}
    </section>
  );
}
