import { Send } from 'lucide';
import { useState } from 'preact/hooks';
import type { Warning } from '../../../../clients/typescript/src/index.ts';
import { Button } from '../../components/button.tsx';
import { showError } from '../../components/toasts.tsx';
import { client } from '../../data/client.ts';
import { invalidate } from '../../data/query.ts';
import { setParams } from '../../data/route.ts';

/** Sends a signed test event to a receiver, and opens its delivery. */
export function WebhookTester() {
  const [url, setUrl] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [warnings, setWarnings] = useState<readonly Warning[]>([]);
  const send = async () => {
    setBusy(true);
    try {
      const delivery = await client.value.testWebhook({ url: url.trim() });
      setWarnings(delivery.warnings);
      setParams({ delivery: delivery.id });
      invalidate('webhook');
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section class="panel" aria-label="Test a receiver">
      <form
        class="webhook-test"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <label>
          <span>Receiver</span>
          <input
            type="url"
            required
            value={url}
            placeholder="https://example.com/hooks/webdata"
            onInput={(event) => setUrl(event.currentTarget.value)}
          />
        </label>
        <Button kind="primary" type="submit" icon={Send} isBusy={isBusy}>
          Send a test event
        </Button>
      </form>
      {warnings.map(({ code, message }) => (
        <p key={code} class="warning">
          <strong>{code}</strong> {message}
        </p>
      ))}
    </section>
  );
}
