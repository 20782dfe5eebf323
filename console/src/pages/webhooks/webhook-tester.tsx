import { useState } from 'preact/hooks';
import type { TestWebhookRequest, Warning } from '../../../../clients/typescript/src/index.ts';
import { Button } from '../../components/button.tsx';
import { Send } from '../../components/icons.ts';
import { showError } from '../../components/toasts.tsx';
import { Warnings } from '../../components/warnings.tsx';
import { client } from '../../data/client.ts';
import { invalidate } from '../../data/query.ts';
import { setParams } from '../../data/route.ts';

const forms = [
  ['standard', 'Signed event'],
  ['slack', 'Slack'],
  ['discord', 'Discord'],
  ['telegram', 'Telegram'],
  ['ntfy', 'ntfy'],
  ['gotify', 'Gotify'],
  ['matrix', 'Matrix'],
  ['teams', 'Microsoft Teams'],
  ['apprise', 'Apprise'],
] as const;

/** Sends a signed test event to a receiver, and opens its delivery. */
export function WebhookTester() {
  const [url, setUrl] = useState('');
  const [form, setForm] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [warnings, setWarnings] = useState<readonly Warning[]>([]);
  const send = async () => {
    setBusy(true);
    try {
      const delivery = await client.value.testWebhook({
        url: url.trim(),
        ...(form !== '' && { form: form as NonNullable<TestWebhookRequest['form']> }),
      });
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
        <label>
          <span>Format</span>
          <select value={form} onChange={(event) => setForm(event.currentTarget.value)}>
            <option value="">By the address</option>
            {forms.map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <Button kind="primary" type="submit" icon={Send} isBusy={isBusy}>
          Send a test event
        </Button>
      </form>
      <Warnings warnings={warnings} />
    </section>
  );
}
