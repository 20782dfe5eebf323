import { useCallback } from 'preact/hooks';
import type { HistoryEntry } from '../../../../clients/typescript/src/index.ts';
import { ApiLink } from '../../components/api-link.tsx';
import { Button } from '../../components/button.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { FilterSelect, Filters, FilterText } from '../../components/filters.tsx';
import { Inbox } from '../../components/icons.ts';
import { SplitView } from '../../components/side-panel.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Time } from '../../components/time.tsx';
import { client } from '../../data/client.ts';
import { loadApiReference } from '../../data/openapi.ts';
import { usePagedList } from '../../data/paged-list.ts';
import { useQuery } from '../../data/query.ts';
import { navigate, route, setParams } from '../../data/route.ts';
import { hasScope } from '../../data/session.ts';
import { countOf, formatDuration, formatNumber } from '../../text/format.ts';
import { originName, wordsOf } from '../../text/request-words.ts';
import { RequestDetail } from './request-detail.tsx';

const pageSize = 250;
const refreshMs = 5_000;
const filterNames = ['q', 'tool', 'status', 'origin', 'country', 'key_id', 'reads'] as const;
const origins = ['http', 'mcp', 'cli', 'v2', 'job', 'schedule'] as const;
const statuses = [
  'ok',
  'blocked',
  'not_found',
  'failed',
  'unavailable',
  'budget_exhausted',
  'invalid',
  'forbidden',
  'rate_limited',
] as const;

const columns: readonly Column<HistoryEntry>[] = [
  {
    id: 'request',
    label: 'Request',
    width: 'minmax(0, 1fr)',
    cell: (entry) => {
      const { deed, about, outcome } = wordsOf(entry, entry.subject);
      return (
        <span class="cell-main" title={outcome === '' ? undefined : outcome}>
          {deed} {about !== '' && <strong>{about}</strong>}
          {outcome !== '' && <span class="muted"> {outcome}</span>}
        </span>
      );
    },
  },
  {
    id: 'status',
    label: 'Status',
    width: '184px',
    narrowWidth: '160px',
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  {
    id: 'origin',
    label: 'From',
    width: '108px',
    isWideOnly: true,
    cell: ({ origin }) => <span class="muted">{originName(origin)}</span>,
  },
  {
    id: 'credits',
    label: 'Credits',
    width: '76px',
    align: 'end',
    isWideOnly: true,
    cell: ({ credits }) => formatNumber(credits),
  },
  {
    id: 'ms',
    label: 'Duration',
    width: '96px',
    align: 'end',
    isWideOnly: true,
    cell: ({ ms }) => formatDuration(ms),
  },
  {
    id: 'at',
    label: 'Time',
    width: '118px',
    align: 'end',
    isWideOnly: true,
    cell: ({ at }) => <Time at={at} />,
  },
];

/** Columns while the details of a request take half of the page. */
const fewColumns = columns.filter(({ id }) => id === 'request' || id === 'status' || id === 'at');

type Filter = Parameters<typeof client.value.listRequests>[0];

function readFilter(params: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = params.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

function NoRequests({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    const clear = Object.fromEntries(filterNames.map((name) => [name, null]));
    return (
      <EmptyState icon={Inbox} title="No request matches" text="No request has these properties.">
        <Button onClick={() => setParams(clear)}>Show all requests</Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={Inbox}
      title="No requests yet"
      text="Every call of the API appears here with its receipt, from any client. Run the first one in the playground."
    >
      {hasScope('write') && (
        <Button kind="primary" onClick={() => navigate('/playground/scrape')}>
          Scrape a page
        </Button>
      )}
    </EmptyState>
  );
}

function RequestList(props: {
  filter: Record<string, string>;
  isNarrow: boolean;
  onOpen(rid: string): void;
}) {
  const { filter, isNarrow, onOpen } = props;
  const query = JSON.stringify(filter);
  const read = useCallback(
    async (before: number | null, signal: AbortSignal) => {
      const fields = {
        reads: false,
        ...filter,
        limit: pageSize,
        ...(before !== null && { before }),
      } as Filter;
      const page = await client.value.listRequests(fields, { signal });
      return { items: page.requests, next: page.next_before };
    },
    [query],
  );
  const list = usePagedList(`requests ${query}`, { read, keyOf: ({ rid }) => rid, refreshMs });
  const error = list.error ?? list.first.error.value;
  if (list.items === null) {
    return error === null ? (
      <LoadingState />
    ) : (
      <ErrorState message={error} onRetry={() => list.first.refresh()} />
    );
  }
  if (list.items.length === 0) return <NoRequests isFiltered={query !== '{}'} />;
  return (
    <>
      {error !== null && <ErrorState message={error} onRetry={list.readMore} />}
      <DataTable
        label="Requests"
        items={list.items}
        columns={isNarrow ? fewColumns : columns}
        keyOf={({ rid }) => rid}
        onOpen={({ rid }) => onOpen(rid)}
        onEnd={list.readMore}
        maxHeight="calc(100vh - 275px)"
      />
      <p class="muted" role="status">
        {countOf(list.items.length, 'request')}
        {list.isComplete ? '' : ' read; scroll for older ones'}
      </p>
    </>
  );
}

/** The request history of the account: filters, details with the receipt, and replay. */
export function RequestsPage() {
  const { params } = route.value;
  const { data: reference } = useQuery('openapi', loadApiReference);
  const keys = useQuery('keys of requests', async (signal) =>
    hasScope('admin') ? (await client.value.listKeys({}, { signal })).keys : [],
  );
  const filter = readFilter(params);
  const query = new URLSearchParams(filter);
  const opened = params.get('request');
  const keyNames = new Map((keys.data.value ?? []).map(({ key_id: id, name }) => [id, name]));
  return (
    <div class="page">
      <header class="page-head">
        <h1>Requests</h1>
        <Filters label="Filters of the requests" names={filterNames}>
          <FilterText label="Search" name="q" placeholder="URL or error" />
          <FilterText
            label="Operation"
            name="tool"
            placeholder="scrape"
            suggestions={reference.value?.operations.map(({ name }) => name) ?? []}
          />
          <FilterSelect label="Status" name="status" options={statuses} />
          <FilterSelect label="From" name="origin" options={origins} />
          {keyNames.size > 1 && (
            <FilterSelect
              label="Key"
              name="key_id"
              options={[...keyNames.keys()]}
              nameOf={(id) => keyNames.get(id) ?? id}
            />
          )}
          <FilterSelect
            label="Show"
            name="reads"
            options={['true']}
            unset="Work"
            nameOf={() => 'Work and reads'}
          />
        </Filters>
      </header>
      <SplitView
        detail={
          opened === null ? null : (
            <RequestDetail
              key={opened}
              rid={opened}
              keyNames={keyNames}
              onClose={() => setParams({ request: null })}
            />
          )
        }
      >
        <RequestList
          key={query.toString()}
          filter={filter}
          isNarrow={opened !== null}
          onOpen={(rid) => setParams({ request: rid })}
        />
      </SplitView>
      <ApiLink
        method="GET"
        path={`/v1/requests${query.size > 0 ? `?${query}` : ''}`}
        tag="requests"
        operation="list_requests"
      />
    </div>
  );
}
