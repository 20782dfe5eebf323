import { useEffect, useState } from 'preact/hooks';
import type { Monitor, TestWebhookRequest } from '../../../../clients/typescript/src/index.ts';
import { Button } from '../../components/button.tsx';
import { confirmAction } from '../../components/confirm-dialog.tsx';
import { Bell, BellOff, Pause, Pencil, Play, RefreshCw, Send, Trash2 } from '../../components/icons.ts';
import { showError, showSuccess } from '../../components/toasts.tsx';
import { client } from '../../data/client.ts';
import { invalidate } from '../../data/query.ts';
import { navigate } from '../../data/route.ts';
import { hasScope } from '../../data/session.ts';
import { countOf } from '../../text/format.ts';
import { checkText, nameOf, recipientsOf } from './monitor-facts.ts';
import { webhooksOf } from './notify-draft.ts';

/** Sends a test message to each recipient of a monitor; returns what to say about it. */
async function sendTests(monitor: Monitor): Promise<string> {
  const { email } = recipientsOf(monitor);
  const webhooks = webhooksOf(monitor) as TestWebhookRequest[];
  const tests = [...webhooks, ...email.map((address) => ({ email: address }))];
  await Promise.all(tests.map((test) => client.value.testWebhook(test)));
  return `A test message was sent to ${countOf(tests.length, 'recipient')}.`;
}

/** Says the result of a check that the user started, when it has ended. Returns the function that starts to wait. */
function useCheckResult({ latest_check: latest }: Monitor): () => void {
  const [after, setAfter] = useState<number | null>(null);
  useEffect(() => {
    if (after === null || latest === null || latest.check <= after) return;
    setAfter(null);
    if (latest.state === 'error') showError(new Error(checkText(latest)));
    else showSuccess(checkText(latest));
  }, [after, latest?.check]);
  return () => setAfter(latest?.check ?? 0);
}

/** The actions of a monitor; only for keys that write. */
export function MonitorActions({ monitor }: { monitor: Monitor }) {
  const [isBusy, setBusy] = useState(false);
  const { mid } = monitor;
  const { webhook, email, isMuted } = recipientsOf(monitor);
  const isPaused = monitor.status === 'paused';
  const awaitResult = useCheckResult(monitor);
  if (!hasScope('write')) return null;
  const run = async (work: () => Promise<unknown>, text: string | null) => {
    setBusy(true);
    try {
      const said = await work();
      const message = text ?? (typeof said === 'string' ? said : null);
      if (message !== null) showSuccess(message);
      invalidate('monitor');
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  const act = (action: 'run' | 'pause' | 'resume', text: string) =>
    void run(() => client.value.actOnMonitor({ mid, action }), text);
  const mute = () =>
    void run(
      () => client.value.changeMonitor({ mid, notify: { ...monitor.notify, muted: !isMuted } }),
      isMuted ? 'Changes are notified again.' : 'Checks continue, but changes are not notified.',
    );
  const remove = async () => {
    const text = `“${nameOf(monitor)}”, its versions and its checks are deleted.`;
    if (!(await confirmAction({ title: 'Delete this monitor?', text, action: 'Delete monitor' }))) return;
    await run(async () => {
      await client.value.deleteMonitor({ mid });
      navigate('/monitors');
    }, 'The monitor was deleted.');
  };
  return (
    <div class="actions" aria-busy={isBusy}>
      <Button
        icon={RefreshCw}
        isDisabled={isBusy}
        onClick={() => {
          awaitResult();
          act('run', 'The check has started.');
        }}
      >
        Check now
      </Button>
      <Button
        icon={isPaused ? Play : Pause}
        isDisabled={isBusy}
        onClick={() =>
          isPaused ? act('resume', 'The monitor is active.') : act('pause', 'The monitor is paused.')
        }
      >
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
      {webhook.length + email.length > 0 && (
        <Button icon={isMuted ? Bell : BellOff} isDisabled={isBusy} onClick={mute}>
          {isMuted ? 'Unmute' : 'Mute'}
        </Button>
      )}
      {webhook.length + email.length > 0 && (
        <Button icon={Send} isDisabled={isBusy} onClick={() => void run(() => sendTests(monitor), null)}>
          Test notification
        </Button>
      )}
      <Button icon={Pencil} onClick={() => navigate(`/monitors/${mid}/edit`)}>
        Edit
      </Button>
      <Button kind="danger" icon={Trash2} isDisabled={isBusy} onClick={() => void remove()}>
        Delete
      </Button>
    </div>
  );
}
