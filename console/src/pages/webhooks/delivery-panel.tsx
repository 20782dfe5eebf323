import { useState } from 'preact/hooks';
import type { DeliveryDetail } from '../../../../clients/typescript/src/index.ts';
import { Button } from '../../components/button.tsx';
import { Facts } from '../../components/facts.tsx';
import { RotateCcw } from '../../components/icons.ts';
import { JsonView } from '../../components/json-view.tsx';
import { SidePanel } from '../../components/side-panel.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Time } from '../../components/time.tsx';
import { showError, showSuccess } from '../../components/toasts.tsx';
import { callOperation, client } from '../../data/client.ts';
import { invalidate, useQuery } from '../../data/query.ts';
import { hasScope } from '../../data/session.ts';
import { formatDuration } from '../../text/format.ts';

const refreshMs = 2_000;

function RetryButton({ id }: { id: string }) {
  const [isBusy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    try {
      await callOperation('redeliver_webhook', { id }, {});
      showSuccess('The event is sent again.');
      invalidate('webhook');
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button icon={RotateCcw} isBusy={isBusy} onClick={() => void retry()}>
      Send again
    </Button>
  );
}

function Attempts({ attempts }: Pick<DeliveryDetail, 'attempts'>) {
  if (attempts.length === 0) return <p class="muted">No attempt was made yet.</p>;
  return (
    <ol class="attempts" aria-label="Attempts">
      {attempts.map((attempt) => (
        <li key={attempt.attempt}>
          <strong>
            Attempt {attempt.attempt}
            {attempt.status_code !== null && `: ${attempt.status_code}`}
          </strong>{' '}
          <span class="muted">
            <Time at={attempt.at} />
            {attempt.ms !== null && ` · ${formatDuration(attempt.ms)}`}
          </span>
          {attempt.error !== null && <p class="field-error">{attempt.error}</p>}
          {attempt.answer !== null && attempt.answer !== '' && <pre>{attempt.answer}</pre>}
        </li>
      ))}
    </ol>
  );
}

function Detail({ delivery }: { delivery: DeliveryDetail }) {
  return (
    <>
      <Facts
        facts={[
          ['Status', <StatusBadge key="status" status={delivery.status} />],
          ['Receiver', delivery.url],
          ['Event', <Time key="at" at={delivery.at} />],
          [
            'Next attempt',
            delivery.next_attempt_at === null ? null : <Time key="next" at={delivery.next_attempt_at} />,
          ],
          [
            'Job',
            delivery.jid === null ? null : (
              <a key="job" href={`#/jobs/${delivery.jid}`}>
                {delivery.jid}
              </a>
            ),
          ],
        ]}
      />
      {hasScope('write') && (
        <div>
          <RetryButton id={delivery.id} />
        </div>
      )}
      <Attempts attempts={delivery.attempts} />
      <section aria-label="Data of the event">
        <h2>Data of the event</h2>
        <JsonView value={delivery.data} />
      </section>
    </>
  );
}

/** One delivery: its attempts with the responses of the receiver, and the data that was sent. */
export function DeliveryPanel({ id, onClose }: { id: string; onClose(): void }) {
  const { data, error, refresh } = useQuery(
    `webhook delivery ${id}`,
    (signal) => client.value.getWebhookDelivery({ id }, { signal }),
    { refreshMs },
  );
  return (
    <SidePanel title={data.value?.type ?? 'Delivery'} onClose={onClose}>
      {data.value !== null && <Detail delivery={data.value} />}
      {data.value === null && error.value !== null && <ErrorState message={error.value} onRetry={refresh} />}
      {data.value === null && error.value === null && <LoadingState />}
    </SidePanel>
  );
}
