import { useState } from 'preact/hooks';
import type { Key } from '../../../../clients/typescript/src/index.ts';
import { Button } from '../../components/button.tsx';
import { CreditsPerDay } from './key-form.tsx';

/** Values of a key that the console changes. */
export interface ChangedKey {
  name: string;
  credits_per_day: number | null;
}

/** Form of the name and the limit of credits of a key. */
export function KeyChangeForm(props: {
  changed: Key;
  isBusy: boolean;
  onSave(fields: ChangedKey): void;
  onCancel(): void;
}) {
  const { name: before, limits, shares_credits_with: shared } = props.changed;
  const [name, setName] = useState(before);
  const [perDay, setPerDay] = useState(limits.credits_per_day?.toString() ?? '');
  return (
    <form
      class="panel key-form"
      aria-label={`Change ${before}`}
      onSubmit={(event) => {
        event.preventDefault();
        props.onSave({ name: name.trim(), credits_per_day: perDay === '' ? null : Number(perDay) });
      }}
    >
      <label>
        <span class="key-label">Name</span>
        <input
          required
          maxLength={100}
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <CreditsPerDay value={perDay} onChange={setPerDay} />
      {shared.length > 0 && (
        <p class="muted">
          {shared.length === 1 ? 'Another key shares' : `${shared.length} other keys share`} this limit.
        </p>
      )}
      <div class="key-actions">
        <Button kind="primary" type="submit" isBusy={props.isBusy} isDisabled={name.trim() === ''}>
          Save
        </Button>
        <Button onClick={props.onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
