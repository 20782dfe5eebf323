import { useId, useState } from 'preact/hooks';
import type { CreateKeyRequest } from '../../../../clients/typescript/src/index.ts';
import { Button } from '../../components/button.tsx';
import { hasScope, type Scope } from '../../data/session.ts';

const scopes: readonly { name: Scope; text: string }[] = [
  { name: 'read', text: 'read results, jobs, usage' },
  { name: 'write', text: 'fetch pages, start jobs, change data' },
  { name: 'admin', text: 'manage keys, webhook secrets and logins' },
  { name: 'operator', text: 'manage accounts of this service' },
];
const dayMs = 86_400_000;
const lifetimes = [
  { days: 0, label: 'Never' },
  { days: 7, label: 'In 7 days' },
  { days: 30, label: 'In 30 days' },
  { days: 365, label: 'In a year' },
];

/** Field for the limit of credits of a key; empty without one. */
export function CreditsPerDay({ value, onChange }: { value: string; onChange(value: string): void }) {
  return (
    <label>
      <span class="key-label">Credits per day</span>
      <input
        type="number"
        min={1}
        step={1}
        value={value}
        placeholder="No limit of its own"
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  );
}

/** Form of a new key; a key can grant only scopes that it has itself. */
export function KeyForm(props: {
  /** True if a person is invited, who gets a link. */
  isInvitation: boolean;
  isBusy: boolean;
  onCreate(fields: CreateKeyRequest): void;
  onCancel(): void;
}) {
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<readonly Scope[]>(['read', 'write'].filter(isScope).filter(hasScope));
  const [days, setDays] = useState(0);
  const [perDay, setPerDay] = useState('');
  const id = useId();
  const toggle = (scope: Scope) =>
    setChosen(chosen.includes(scope) ? chosen.filter((one) => one !== scope) : [...chosen, scope]);
  const submit = () =>
    props.onCreate({
      name: name.trim(),
      scopes: [...chosen],
      ...(perDay !== '' && { credits_per_day: Number(perDay) }),
      ...(days > 0 && { expires_at: new Date(Date.now() + days * dayMs).toISOString() }),
    });
  return (
    <form
      class="panel key-form"
      aria-label={props.isInvitation ? 'Invitation' : 'New key'}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <label>
        <span class="key-label">Name</span>
        <input
          required
          maxLength={100}
          value={name}
          placeholder={props.isInvitation ? 'Name of the person' : 'For example: nightly crawl'}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <fieldset>
        <legend>Scopes</legend>
        <div class="choices">
          {scopes
            .filter((scope) => hasScope(scope.name))
            .map((scope) => (
              <label key={scope.name} class="choice" title={scope.text}>
                <input
                  type="checkbox"
                  checked={chosen.includes(scope.name)}
                  aria-describedby={`${id}-${scope.name}`}
                  onChange={() => toggle(scope.name)}
                />
                {scope.name}
                <span class="muted" id={`${id}-${scope.name}`}>
                  {scope.text}
                </span>
              </label>
            ))}
        </div>
      </fieldset>
      <label>
        <span class="key-label">Expires</span>
        <select value={String(days)} onChange={(event) => setDays(Number(event.currentTarget.value))}>
          {lifetimes.map((lifetime) => (
            <option key={lifetime.days} value={String(lifetime.days)}>
              {lifetime.label}
            </option>
          ))}
        </select>
      </label>
      <CreditsPerDay value={perDay} onChange={setPerDay} />
      <div class="key-actions">
        <Button
          kind="primary"
          type="submit"
          isBusy={props.isBusy}
          isDisabled={name.trim() === '' || chosen.length === 0}
        >
          {props.isInvitation ? 'Create link' : 'Create key'}
        </Button>
        <Button onClick={props.onCancel}>Cancel</Button>
      </div>
    </form>
  );
}

function isScope(name: string): name is Scope {
  return scopes.some((scope) => scope.name === name);
}
