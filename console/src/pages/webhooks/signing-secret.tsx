import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { confirmAction } from '../../components/confirm-dialog.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Eye, RotateCw } from '../../components/icons.ts';
import { showError } from '../../components/toasts.tsx';
import { client } from '../../data/client.ts';

/** The secret that signs events; it is read only when the user asks for it. */
export function SigningSecret() {
  const [secret, setSecret] = useState<string | null>(null);
  const load = async (read: () => Promise<{ secret: string | null }>) => {
    try {
      setSecret((await read()).secret);
    } catch (error) {
      showError(error);
    }
  };
  const rotate = async () => {
    const text = 'For 24 hours, events are signed with both secrets. Give the new one to every receiver.';
    if (!(await confirmAction({ title: 'Rotate the signing secret?', text, action: 'Rotate secret' })))
      return;
    await load(() => client.value.rotateWebhookSecret({}));
  };
  return (
    <section class="panel" aria-label="Signing secret">
      <h2>Signing secret</h2>
      <p class="muted">Receivers verify events with it, as Standard Webhooks describes.</p>
      {secret !== null && (
        <div class="code-line">
          <code>{secret}</code>
          <CopyButton text={secret} label="Copy the secret" />
        </div>
      )}
      <div class="secret-actions">
        {secret === null && (
          <Button icon={Eye} onClick={() => void load(() => client.value.webhookSecret())}>
            Show
          </Button>
        )}
        <Button icon={RotateCw} onClick={() => void rotate()}>
          Rotate
        </Button>
      </div>
    </section>
  );
}
