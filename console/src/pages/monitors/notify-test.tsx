import { useEffect, useRef, useState } from 'preact/hooks';
import type { DeliveryDetail, TestWebhookRequest } from '../../../../clients/typescript/src/index.ts';
import { Button } from '../../components/button.tsx';
import { Send } from '../../components/icons.ts';
import { StatusBadge } from '../../components/status-badge.tsx';
import { client, messageOf } from '../../data/client.ts';
import type { NotifyDraft } from './notify-draft.ts';
import { recipientsOf } from './notify-draft.ts';

const pollMs = 500;
const maxPolls = 30;

/** How a test message to one recipient went. */
interface TestedRecipient {
  name: string;
  status: string;
  reason: string | null;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until the message was delivered, or an attempt failed. */
async function readEnd(id: string, signal: AbortSignal): Promise<DeliveryDetail> {
  let delivery = await client.value.getWebhookDelivery({ id }, { signal });
  for (let polls = 0; polls < maxPolls; polls += 1) {
    if (delivery.status !== 'pending' || delivery.attempts.some(({ error }) => error !== null)) break;
    await pause(pollMs);
    delivery = await client.value.getWebhookDelivery({ id }, { signal });
  }
  return delivery;
}

function toTested(name: string, { status, attempts }: DeliveryDetail): TestedRecipient {
  const reason = attempts.findLast(({ error }) => error !== null)?.error ?? null;
  if (status === 'delivered') return { name, status, reason: null };
  return { name, status: reason === null ? 'pending' : 'failed', reason };
}

/** Sends a test message to all recipients before they are saved, and says how it went for each. */
export function NotifyTest({ draft }: { draft: NotifyDraft }) {
  const [results, setResults] = useState<readonly TestedRecipient[]>([]);
  const [isBusy, setBusy] = useState(false);
  const abort = useRef<AbortController | null>(null);
  const recipients = recipientsOf(draft);
  const written = JSON.stringify(recipients);
  useEffect(() => {
    setResults([]);
    return () => abort.current?.abort();
  }, [written]);
  const sendTo = async ({ name, request }: { name: string; request: TestWebhookRequest }) => {
    const signal = abort.current?.signal ?? new AbortController().signal;
    try {
      const { id } = await client.value.testWebhook(request, { signal });
      return toTested(name, await readEnd(id, signal));
    } catch (error) {
      return { name, status: 'failed', reason: messageOf(error) };
    }
  };
  const send = async () => {
    setBusy(true);
    abort.current = new AbortController();
    const { signal } = abort.current;
    const tested = await Promise.all(recipients.map(sendTo));
    if (!signal.aborted) setResults(tested);
    setBusy(false);
  };
  if (recipients.length === 0)
    return <p class="muted">Without a recipient, changes are shown here and in the feed only.</p>;
  return (
    <div>
      <Button icon={Send} isBusy={isBusy} onClick={() => void send()}>
        Send a test
      </Button>
      <ul class="test-results" aria-label="Results of the test" aria-live="polite">
        {results.map(({ name, status, reason }) => (
          <li key={name}>
            <StatusBadge status={status} /> {name}
            {reason !== null && <p class="field-error">{reason}</p>}
          </li>
        ))}
      </ul>
    </div>
  );
}
