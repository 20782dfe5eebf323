import { useState } from 'preact/hooks';
import type {
  BrowserSessionWithRecording,
  CreateWorkflowRequest,
} from '../../../../clients/typescript/src/index.ts';
import { Button } from '../../components/button.tsx';
import { KeyRound, Save, X } from '../../components/icons.ts';
import { TextField } from '../../components/text-field.tsx';
import { showError, showSuccess } from '../../components/toasts.tsx';
import { client } from '../../data/client.ts';
import { invalidate } from '../../data/query.ts';
import { navigate } from '../../data/route.ts';
import { hasScope } from '../../data/session.ts';

type Saved = 'workflow' | 'login';

const texts: Readonly<Record<Saved, { label: string; button: string }>> = {
  workflow: { label: 'Name of the workflow', button: 'Save workflow' },
  login: { label: 'Name of the login', button: 'Save login' },
};

async function saveWorkflow(session: BrowserSessionWithRecording, name: string): Promise<void> {
  const recording = session.recording;
  if (recording === undefined) return;
  // The recording is the body of a workflow; its inputs are null if the steps need none.
  const request = { ...recording, name } as CreateWorkflowRequest;
  const { id } = await client.value.createWorkflow(request);
  showSuccess('The workflow was saved.');
  invalidate('workflow');
  navigate(`/workflows/${id}`);
}

async function saveLogin(sid: string, name: string): Promise<void> {
  const answer = await client.value.browserStep({ sid, type: 'save_login', name, snapshot: false });
  if (!answer.ok) throw new Error(answer.error?.message ?? 'The login was not saved.');
  showSuccess('The login was saved. Scrapes, monitors and workflows can use it.');
  invalidate('logins');
}

/** What can be kept of a session, and its end. */
export function SessionActions({ session }: { session: BrowserSessionWithRecording }) {
  const [saved, setSaved] = useState<Saved | null>(null);
  const [name, setName] = useState('');
  const [isBusy, setBusy] = useState(false);
  const { sid } = session;
  const isOpen = session.status === 'open';
  if (!hasScope('write')) return null;
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
      setSaved(null);
      setName('');
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  const close = () =>
    run(async () => {
      await client.value.closeBrowser({ sid });
      invalidate('session');
    });
  return (
    <>
      <div class="session-actions">
        {(session.recording?.steps.length ?? 0) > 0 && (
          <Button icon={Save} onClick={() => setSaved('workflow')}>
            Save as workflow
          </Button>
        )}
        {isOpen && hasScope('admin') && (
          <Button icon={KeyRound} onClick={() => setSaved('login')}>
            Save login
          </Button>
        )}
        {isOpen && (
          <Button kind="danger" icon={X} isDisabled={isBusy} onClick={() => void close()}>
            Close session
          </Button>
        )}
      </div>
      {saved !== null && (
        <form
          class="panel save-form"
          onSubmit={(event) => {
            event.preventDefault();
            void run(() => (saved === 'workflow' ? saveWorkflow(session, name) : saveLogin(sid, name)));
          }}
        >
          <TextField label={texts[saved].label} value={name} onChange={setName} />
          <div class="session-actions">
            <Button kind="primary" type="submit" isBusy={isBusy} isDisabled={name.trim() === ''}>
              {texts[saved].button}
            </Button>
            <Button onClick={() => setSaved(null)}>Cancel</Button>
          </div>
        </form>
      )}
    </>
  );
}
