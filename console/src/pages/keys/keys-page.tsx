import './keys.css';
import { useMemo, useState } from 'preact/hooks';
import type { CreateKeyRequest, Key } from '../../../../clients/typescript/src/index.ts';
import { ApiLink } from '../../components/api-link.tsx';
import { Button } from '../../components/button.tsx';
import { confirmAction } from '../../components/confirm-dialog.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { KeyRound, Pencil, Plus, RotateCw, Trash2, UserPlus } from '../../components/icons.ts';
import { EmptyState, ErrorState, LoadingState } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import { showError, showSuccess } from '../../components/toasts.tsx';
import { client } from '../../data/client.ts';
import { invalidate, useQuery } from '../../data/query.ts';
import { session } from '../../data/session.ts';
import { formatNumber } from '../../text/format.ts';
import { type ChangedKey, KeyChangeForm } from './key-change-form.tsx';
import { KeyForm } from './key-form.tsx';

const refreshMs = 15_000;

/** What the service shows only once: the token of a new key, or the link of an invitation. */
interface Shown {
  kind: 'key' | 'link';
  name: string;
  secret: string;
}

/** Who a new key is for: a program, or a person, who gets a link instead. */
type Creating = 'key' | 'link';

interface Actions {
  change(key: Key): void;
  invite(key: Key): void;
  rotate(key: Key): void;
  revoke(key: Key): void;
}

const columnsWith = (actions: Actions): readonly Column<Key>[] => [
  {
    id: 'name',
    label: 'Key',
    width: 'minmax(0, 1fr)',
    sortBy: ({ name }) => name,
    cell: ({ name, key_id: id }) => (
      <span class="cell-main" title={id}>
        <strong>{name}</strong>
        {session.value?.key_id === id && <span class="muted"> this session</span>}
      </span>
    ),
  },
  {
    id: 'scopes',
    label: 'Scopes',
    width: '300px',
    isWideOnly: true,
    cell: ({ scopes }) =>
      scopes.map((scope) => (
        <span key={scope} class="scope">
          {scope}
        </span>
      )),
  },
  {
    id: 'credits',
    label: 'Credits today',
    width: '140px',
    align: 'end',
    isWideOnly: true,
    sortBy: ({ credits_used_today: used }) => used,
    cell: ({ credits_used_today: used, limits: { credits_per_day: limit } }) => (
      <span title={limit === null ? 'No limit of its own' : 'Used today (UTC), of the limit of the key'}>
        {formatNumber(used)}
        {limit !== null && <span class="muted"> of {formatNumber(limit)}</span>}
      </span>
    ),
  },
  {
    id: 'used',
    label: 'Last used',
    width: '120px',
    isWideOnly: true,
    sortBy: ({ last_used_at: at }) => at ?? '',
    cell: ({ last_used_at: at }) => (at === null ? <span class="muted">never</span> : <Time at={at} />),
  },
  {
    id: 'expires',
    label: 'Expires',
    width: '120px',
    isWideOnly: true,
    sortBy: ({ expires_at: at }) => at ?? '9999',
    cell: ({ expires_at: at }) => (at === null ? <span class="muted">never</span> : <Time at={at} />),
  },
  {
    id: 'actions',
    label: 'Actions',
    width: '190px',
    align: 'end',
    cell: (key) => (
      <>
        <Button kind="quiet" icon={Pencil} label={`Change ${key.name}`} onClick={() => actions.change(key)} />
        <Button
          kind="quiet"
          icon={UserPlus}
          label={`Create a sign-in link for ${key.name}`}
          onClick={() => actions.invite(key)}
        />
        <Button
          kind="quiet"
          icon={RotateCw}
          label={`Rotate ${key.name}`}
          onClick={() => actions.rotate(key)}
        />
        <Button kind="quiet" icon={Trash2} label={`Revoke ${key.name}`} onClick={() => actions.revoke(key)} />
      </>
    ),
  },
];

const shownTexts = {
  key: {
    label: 'New key',
    title: (name: string) => `The key "${name}" is ready`,
    text: 'Copy it now. The service stores only a digest, so it is not shown again.',
    copy: 'Copy the key',
    done: 'I have stored it',
  },
  link: {
    label: 'Invitation',
    title: (name: string) => `The link for "${name}" is ready`,
    text: 'Send it to one person. It works once within a week, and is not shown again. Revoking the key ends the session.',
    copy: 'Copy the link',
    done: 'I have sent it',
  },
} as const;

function ShownOnce({ shown, onClose }: { shown: Shown; onClose(): void }) {
  const texts = shownTexts[shown.kind];
  return (
    <section class="panel new-key" aria-label={texts.label} role="status">
      <h2>{texts.title(shown.name)}</h2>
      <p>{texts.text}</p>
      <div class="code-line">
        <code>{shown.secret}</code>
        <CopyButton text={shown.secret} label={texts.copy} />
      </div>
      <div>
        <Button onClick={onClose}>{texts.done}</Button>
      </div>
    </section>
  );
}

/** Rotates and revokes keys after a question, and keeps the token of a new one until it is stored. */
function useKeyActions() {
  const [shown, setShown] = useState<Shown | null>(null);
  const [isBusy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
      invalidate('keys');
      invalidate('account');
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  const showLink = async ({ key_id: id, name }: Pick<Key, 'key_id' | 'name'>) => {
    const { url } = await client.value.createSignInLink({ id });
    if (url !== null) setShown({ kind: 'link', name, secret: url });
  };
  const create = (kind: Creating, fields: CreateKeyRequest) =>
    run(async () => {
      const created = await client.value.createKey(fields);
      // A person signs in with the link; nobody needs the token.
      if (kind === 'link') await showLink(created);
      else if (created.key !== null) setShown({ kind, name: created.name, secret: created.key });
    });
  const invite = (key: Key) => run(() => showLink(key));
  const change = (key: Key, fields: ChangedKey) =>
    run(async () => {
      await client.value.updateKey({ id: key.key_id, ...fields });
      showSuccess(`The key "${fields.name}" was changed.`);
    });
  const rotate = async ({ key_id: id, name }: Key) => {
    const text = 'A new key with the same scopes is created. The old key stays valid for 24 hours.';
    if (!(await confirmAction({ title: `Rotate "${name}"?`, text, action: 'Rotate key' }))) return;
    await run(async () => {
      const { key } = await client.value.rotateKey({ id });
      if (key !== null) setShown({ kind: 'key', name, secret: key });
    });
  };
  const revoke = async ({ key_id: id, name }: Key) => {
    const isOwn = session.value?.key_id === id;
    const text = isOwn
      ? 'This session uses the key, so it ends immediately. Clients with the key are rejected.'
      : 'Clients with this key are rejected immediately.';
    if (!(await confirmAction({ title: `Revoke "${name}"?`, text, action: 'Revoke key' }))) return;
    await run(async () => {
      await client.value.revokeKey({ id });
      showSuccess(`The key "${name}" was revoked.`);
    });
  };
  return { shown, isBusy, create, change, invite, rotate, revoke, hide: () => setShown(null) };
}

/** The API keys of the account. */
export function KeysPage() {
  const [creating, setCreating] = useState<Creating | null>(null);
  const [changed, setChanged] = useState<Key | null>(null);
  const actions = useKeyActions();
  const { data, error, refresh } = useQuery('keys', (signal) => client.value.listKeys({}, { signal }), {
    refreshMs,
  });
  const columns = useMemo(
    () =>
      columnsWith({
        change: setChanged,
        invite: (key) => void actions.invite(key),
        rotate: (key) => void actions.rotate(key),
        revoke: (key) => void actions.revoke(key),
      }),
    [],
  );
  const keys = data.value?.keys ?? null;
  return (
    <div class="page">
      <header class="page-head">
        <h1>Keys</h1>
        <span class="head-space" />
        {creating === null && (
          <>
            <Button icon={UserPlus} onClick={() => setCreating('link')}>
              Invite a person
            </Button>
            <Button kind="primary" icon={Plus} onClick={() => setCreating('key')}>
              New key
            </Button>
          </>
        )}
      </header>
      {actions.shown !== null && <ShownOnce shown={actions.shown} onClose={actions.hide} />}
      {creating !== null && (
        <KeyForm
          key={creating}
          isInvitation={creating === 'link'}
          isBusy={actions.isBusy}
          onCreate={(fields) => void actions.create(creating, fields).then(() => setCreating(null))}
          onCancel={() => setCreating(null)}
        />
      )}
      {changed !== null && (
        <KeyChangeForm
          key={changed.key_id}
          changed={changed}
          isBusy={actions.isBusy}
          onSave={(fields) => void actions.change(changed, fields).then(() => setChanged(null))}
          onCancel={() => setChanged(null)}
        />
      )}
      {error.value !== null && <ErrorState message={error.value} onRetry={refresh} />}
      {keys === null && error.value === null && <LoadingState />}
      {keys?.length === 0 && (
        <EmptyState
          icon={KeyRound}
          title="No keys"
          text="Create a key for each program that calls the API."
        />
      )}
      {keys !== null && keys.length > 0 && (
        <DataTable label="Keys" items={keys} columns={columns} keyOf={({ key_id: id }) => id} />
      )}
      <ApiLink method="GET" path="/v1/keys" tag="keys" operation="list_keys" />
    </div>
  );
}
