import { useId } from 'preact/hooks';
import { TextField } from '../../components/text-field.tsx';
import type { NotifyDraft } from './notify-draft.ts';
import { NotifyTest } from './notify-test.tsx';

interface EditProps {
  draft: NotifyDraft;
  change(changes: Partial<NotifyDraft>): void;
}

interface TimeFieldProps {
  label: string;
  value: string;
  onChange(value: string): void;
}

function TimeField({ label, value, onChange }: TimeFieldProps) {
  const id = useId();
  return (
    <div class="field">
      <div class="field-head">
        <label for={id}>{label}</label>
      </div>
      <input id={id} type="time" value={value} onInput={(event) => onChange(event.currentTarget.value)} />
    </div>
  );
}

function Times({ draft, change }: EditProps) {
  const id = useId();
  const hasTimes = draft.digest === 'daily' || (draft.quietFrom !== '' && draft.quietTo !== '');
  return (
    <>
      <div class="field">
        <div class="field-head">
          <label for={id}>Send</label>
        </div>
        <select
          id={id}
          value={draft.digest}
          onChange={(event) => change({ digest: event.currentTarget.value as NotifyDraft['digest'] })}
        >
          <option value="">Each notification at once</option>
          <option value="hourly">A digest every hour</option>
          <option value="daily">A digest every day</option>
        </select>
      </div>
      {draft.digest === 'daily' && (
        <TimeField
          label="Time of the digest"
          value={draft.digestAt}
          onChange={(digestAt) => change({ digestAt })}
        />
      )}
      <TimeField
        label="Quiet hours from"
        value={draft.quietFrom}
        onChange={(quietFrom) => change({ quietFrom })}
      />
      <TimeField label="Quiet hours to" value={draft.quietTo} onChange={(quietTo) => change({ quietTo })} />
      {hasTimes && (
        <TextField
          label="Time zone"
          value={draft.timezone}
          onChange={(timezone) => change({ timezone: timezone.trim() })}
        />
      )}
    </>
  );
}

/** Recipients of a monitor, and when and how they are told. */
export function NotifyFields(props: EditProps) {
  const { draft, change } = props;
  return (
    <>
      <TextField
        label="Webhooks"
        hint="One per line. Slack, Discord, Telegram, ntfy.sh, Matrix and Teams addresses receive readable messages. For others, write the format first: gotify https://… or apprise https://…"
        rows={2}
        value={draft.webhook}
        onChange={(webhook) => change({ webhook })}
      />
      <TextField
        label="E-mail addresses"
        hint="One per line. The service needs a mail server."
        rows={2}
        value={draft.email}
        onChange={(email) => change({ email })}
      />
      <NotifyTest draft={draft} />
      <details class="more-fields">
        <summary>Digest, quiet hours and texts</summary>
        <Times {...props} />
        <TextField
          label="Title of messages"
          placeholder="{{title}}"
          value={draft.title}
          onChange={(title) => change({ title })}
        />
        <TextField
          label="Text of messages"
          hint="Fields: {{name}}, {{url}}, {{summary}}, {{details}}, {{link}}, {{event}} and others."
          rows={3}
          value={draft.text}
          onChange={(text) => change({ text })}
        />
      </details>
    </>
  );
}
