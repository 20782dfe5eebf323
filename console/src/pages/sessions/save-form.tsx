import { useEffect, useRef, useState } from 'preact/hooks';
import type {
  BrowserSessionWithRecording,
  CreateWorkflowRequest,
} from '../../../../clients/typescript/src/index.ts';
import { Button } from '../../components/button.tsx';
import { CheckField } from '../../components/check-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { showError, showSuccess } from '../../components/toasts.tsx';
import { client } from '../../data/client.ts';
import { invalidate } from '../../data/query.ts';
import { navigate } from '../../data/route.ts';
import { type Recording, requiredInputs, toWorkflow, usedInputs } from './step-draft.ts';

/** What the steps or the session are saved as under a name. */
export type Saved = 'workflow' | 'login';

interface SaveProps {
  session: BrowserSessionWithRecording;
  recording: Recording;
  onEnd(): void;
}

const texts: Readonly<Record<Saved, { label: string; button: string; hint: string }>> = {
  workflow: {
    label: 'Name of the workflow',
    button: 'Save workflow',
    hint: 'The steps can then be run again, with a schedule, or by an agent.',
  },
  login: {
    label: 'Name of the login',
    button: 'Save login',
    hint: 'The cookies of this session are stored encrypted. Scrapes, monitors and workflows can then read the site as you.',
  },
};

function siteOf(url: string): string {
  return URL.parse(url)?.hostname.replace(/^www\./, '') ?? '';
}

/** Stores the steps as a workflow; returns its id. */
async function createWorkflow({ session, recording }: SaveProps, name: string): Promise<string> {
  const request = { name, ...toWorkflow(recording), login: session.login };
  const { id } = await client.value.createWorkflow(request as CreateWorkflowRequest);
  invalidate('workflow');
  return id;
}

/** Stores the cookies of the session as a login. With `renewal`, the steps log in again with these inputs. */
async function saveLogin(props: SaveProps, name: string, renewal: Record<string, string> | null) {
  const { sid } = props.session;
  const answer = await client.value.browserStep({ sid, type: 'save_login', name, snapshot: false });
  if (!answer.ok) throw new Error(answer.error?.message ?? 'The login was not saved.');
  const { lid } = answer.result as { lid?: string };
  if (renewal !== null && lid !== undefined) {
    const workflow = await createWorkflow(props, `Log in: ${name}`);
    await client.value.changeLogin({ lid, renewal: { workflow, inputs: renewal } });
  }
  showSuccess('The login was saved. Scrapes, monitors and workflows can use it.');
  invalidate('logins');
}

/** Asks whether the steps renew the login, and for the inputs that they need. */
function RenewalFields(props: {
  recording: Recording;
  values: Record<string, string> | null;
  onChange(values: Record<string, string> | null): void;
}) {
  const { values, onChange } = props;
  return (
    <>
      <CheckField
        label="Log in again with these steps when the site asks for it"
        isChecked={values !== null}
        onChange={(isChecked) => onChange(isChecked ? {} : null)}
      />
      {values !== null &&
        usedInputs(props.recording).map(([name, schema]) => (
          <TextField
            key={name}
            label={`Input ${name}`}
            isSecret={schema.writeOnly === true}
            hint="Stored encrypted, and never shown again."
            value={values[name] ?? String(schema.default ?? '')}
            onChange={(value) => onChange({ ...values, [name]: value })}
          />
        ))}
    </>
  );
}

/** Saves the steps as a workflow, or the session as a login, under a name that is filled in. */
export function SaveForm(props: SaveProps & { saved: Saved }) {
  const { saved, session, recording, onEnd } = props;
  const first = saved === 'login' ? siteOf(session.url) : session.title.slice(0, 100) || siteOf(session.url);
  const [name, setName] = useState(first);
  const [renewal, setRenewal] = useState<Record<string, string> | null>(null);
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // Each opened form takes the focus, so that Enter saves
  useEffect(() => form.current?.querySelector('input')?.select(), [saved]);
  const canRenew = saved === 'login' && requiredInputs(recording).length > 0;
  const isMissing = renewal !== null && requiredInputs(recording).some((input) => !renewal[input]);
  const save = async () => {
    setBusy(true);
    try {
      if (saved === 'login') await saveLogin(props, name, renewal);
      else {
        const id = await createWorkflow(props, name);
        showSuccess('The workflow was saved.');
        navigate(`/workflows/${id}`);
      }
      onEnd();
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      ref={form}
      class="save-form"
      aria-label={texts[saved].button}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextField label={texts[saved].label} hint={texts[saved].hint} value={name} onChange={setName} />
      {canRenew && <RenewalFields recording={recording} values={renewal} onChange={setRenewal} />}
      <div class="step-actions">
        <Button kind="primary" type="submit" isBusy={isBusy} isDisabled={name.trim() === '' || isMissing}>
          {texts[saved].button}
        </Button>
        <Button onClick={onEnd}>Cancel</Button>
      </div>
    </form>
  );
}
