import './webhooks.css';
import { useCallback } from 'preact/hooks';
import type { Delivery } from '../../../../clients/typescript/src/index.ts';
import { ApiLink } from '../../components/api-link.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Webhook } from '../../components/icons.ts';
import { SplitView } from '../../components/side-panel.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Time } from '../../components/time.tsx';
import { client } from '../../data/client.ts';
import { usePagedList } from '../../data/paged-list.ts';
import { useQuery } from '../../data/query.ts';
import { route, setParams } from '../../data/route.ts';
import { hasScope } from '../../data/session.ts';
import { DeliveryPanel } from './delivery-panel.tsx';
import { SigningSecret } from './signing-secret.tsx';
import { WebhookTester } from './webhook-tester.tsx';

const pageSize = 100;
const refreshMs = 3_000;

const columns: readonly Column<Delivery>[] = [
  {
    id: 'event',
    label: 'Event',
    width: 'minmax(0, 1fr)',
    cell: ({ type, url }) => (
      <span class="cell-main">
        <strong>{type}</strong> <span class="muted">{url}</span>
      </span>
    ),
  },
  { id: 'status', label: 'Status', width: '120px', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    id: 'attempts',
    label: 'Attempts',
    width: '86px',
    align: 'end',
    isWideOnly: true,
    cell: ({ attempt_count: count }) => count,
  },
  { id: 'at', label: 'Time', width: '118px', align: 'end', cell: ({ at }) => <Time at={at} /> },
];

/** Receivers that fail, with the reason, so that the user sees them before their deliveries. */
function FailingTargets() {
  const { data } = useQuery('webhook targets', (signal) => client.value.listWebhookTargets({}, { signal }), {
    refreshMs: 10_000,
  });
  return (
    <>
      {(data.value?.targets ?? []).map(({ url, status, notice, last_error: error }) => (
        <p key={url} class="warning">
          <StatusBadge status={status} /> <strong class="url">{url}</strong> {error}. {notice}
        </p>
      ))}
    </>
  );
}

function DeliveryList() {
  const read = useCallback(async (before: string | null, signal: AbortSignal) => {
    const fields = { limit: pageSize, ...(before !== null && { before }) };
    const page = await client.value.listWebhookDeliveries(fields, { signal });
    return { items: page.deliveries, next: page.next_before };
  }, []);
  const list = usePagedList('webhook deliveries', { read, keyOf: ({ id }) => id, refreshMs });
  const error = list.error ?? list.first.error.value;
  if (list.items === null) {
    return error === null ? (
      <LoadingState />
    ) : (
      <ErrorState message={error} onRetry={() => list.first.refresh()} />
    );
  }
  if (list.items.length === 0) {
    return (
      <EmptyState
        icon={Webhook}
        title="No deliveries yet"
        text="Jobs, datasets and monitors with a webhook send signed events. Send a test event above to see one."
      />
    );
  }
  return (
    <DataTable
      label="Deliveries"
      items={list.items}
      columns={columns}
      keyOf={({ id }) => id}
      onOpen={({ id }) => setParams({ delivery: id })}
      onEnd={list.readMore}
      maxHeight="60vh"
    />
  );
}

/** Webhooks: test of a receiver, deliveries with their attempts, and the signing secret. */
export function WebhooksPage() {
  const opened = route.value.params.get('delivery');
  return (
    <div class="page">
      <header class="page-head">
        <h1>Webhooks</h1>
      </header>
      {hasScope('write') && <WebhookTester />}
      <FailingTargets />
      <SplitView
        detail={
          opened === null ? null : (
            <DeliveryPanel key={opened} id={opened} onClose={() => setParams({ delivery: null })} />
          )
        }
      >
        <DeliveryList />
      </SplitView>
      {hasScope('admin') && <SigningSecret />}
      <ApiLink
        method="GET"
        path="/v1/webhooks/deliveries"
        tag="webhooks"
        operation="list_webhook_deliveries"
      />
    </div>
  );
}
