import { useState } from 'preact/hooks';
import type { Login, ScheduleInput, Workflow } from '../../../../clients/typescript/src/index.ts';
import { Button } from '../../components/button.tsx';
import { ScheduleField } from '../../components/schedule-field.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { showError, showSuccess } from '../../components/toasts.tsx';
import { client } from '../../data/client.ts';
import { invalidate, useQuery } from '../../data/query.ts';

const uses = [
  ['scrape', 'Scrapes'],
  ['crawl', 'Crawls'],
  ['map', 'Maps'],
  ['monitors', 'Monitors'],
  ['datasets', 'Datasets'],
] as const;

type Use = (typeof uses)[number][0];

/** The renewal as the user edits it. */
interface RenewalDraft {
  /** Id of the workflow; empty for none. */
  workflow: string;
  schedule: ScheduleInput | null;
  /** Values of the inputs of the workflow. They are never shown again. */
  inputs: Readonly<Record<string, string>>;
}

function renewalOf({ renewal }: Login): RenewalDraft {
  const schedule = (renewal?.schedule ?? null) as ScheduleInput | null;
  return { workflow: renewal?.workflow ?? '', schedule, inputs: {} };
}

/** Returns the names of the inputs of a workflow. */
function inputNames(workflow: Workflow | undefined): string[] {
  const { properties } = (workflow?.inputs ?? {}) as { properties?: Record<string, unknown> };
  return Object.keys(properties ?? {});
}

/** Returns the request for a renewal; undefined if the user has not changed it. */
function toRenewal(draft: RenewalDraft, login: Login) {
  const before = renewalOf(login);
  const filled = Object.entries(draft.inputs).filter(([, value]) => value !== '');
  const isSame = JSON.stringify({ ...before, inputs: {} }) === JSON.stringify({ ...draft, inputs: {} });
  if (isSame && filled.length === 0) return undefined;
  if (draft.workflow === '') return null;
  return { workflow: draft.workflow, schedule: draft.schedule, inputs: Object.fromEntries(filled) };
}

function Uses({ chosen, onChange }: { chosen: ReadonlySet<Use>; onChange(chosen: Set<Use>): void }) {
  return (
    <fieldset class="choices">
      <legend>Use it without being asked for</legend>
      {uses.map(([use, label]) => (
        <label key={use} class="check-field">
          <input
            type="checkbox"
            checked={chosen.has(use)}
            onChange={({ currentTarget }) => {
              const next = new Set(chosen);
              if (currentTarget.checked) next.add(use);
              else next.delete(use);
              onChange(next);
            }}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

function RenewalFields(props: { draft: RenewalDraft; change(changes: Partial<RenewalDraft>): void }) {
  const { draft, change } = props;
  const { data } = useQuery('workflows to renew a login', (signal) =>
    client.value.listWorkflows({ limit: 200 }, { signal }),
  );
  const workflows = data.value?.workflows ?? [];
  const names = inputNames(workflows.find(({ id }) => id === draft.workflow));
  return (
    <>
      <SelectField
        label="Renew it with"
        hint="A workflow that logs in again when the site asks for it, at most once per hour."
        value={draft.workflow}
        options={[['', 'Nothing'], ...workflows.map(({ id, name }) => [id, name] as const)]}
        onChange={(workflow) => change({ workflow, inputs: {} })}
      />
      {draft.workflow !== '' && (
        <>
          {names.map((name) => (
            <TextField
              key={name}
              label={`Input ${name}`}
              isSecret
              hint="Stored encrypted, and never shown again."
              value={draft.inputs[name] ?? ''}
              onChange={(value) => change({ inputs: { ...draft.inputs, [name]: value } })}
            />
          ))}
          <ScheduleField
            value={draft.schedule}
            noneLabel="Only when the site asks for a login"
            onChange={(schedule) => change({ schedule })}
          />
        </>
      )}
    </>
  );
}

/** The uses and the renewal of a saved login as a form. */
export function LoginForm({ login, onClose }: { login: Login; onClose(): void }) {
  const [chosen, setChosen] = useState<ReadonlySet<Use>>(new Set(login.use_for));
  const [renewal, setRenewal] = useState(() => renewalOf(login));
  const [webhook, setWebhook] = useState(login.webhook ?? '');
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const changed = toRenewal(renewal, login);
      await client.value.changeLogin({
        lid: login.lid,
        use_for: [...chosen],
        ...(webhook.trim() !== (login.webhook ?? '') && { webhook: webhook.trim() || null }),
        ...(changed !== undefined && { renewal: changed }),
      });
      showSuccess(`The login "${login.name}" was changed.`);
      invalidate('logins');
      onClose();
    } catch (failure) {
      showError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      class="login-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Uses chosen={chosen} onChange={setChosen} />
      <RenewalFields
        draft={renewal}
        change={(changes) => setRenewal((before) => ({ ...before, ...changes }))}
      />
      <TextField
        label="Webhook"
        type="url"
        placeholder="https://"
        hint="Receives the event login.expired if the login cannot be renewed."
        value={webhook}
        onChange={setWebhook}
      />
      <Button kind="primary" type="submit" isBusy={isBusy}>
        Save
      </Button>
    </form>
  );
}
