import './connect.css';
import { useEffect, useState } from 'preact/hooks';
import { useAccount } from '../../app/account.ts';
import { Button } from '../../components/button.tsx';
import { Facts } from '../../components/facts.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import {
  type Authorization,
  type AuthorizationDecision,
  decideAuthorization,
  readAuthorization,
} from '../../data/authorization.ts';
import { route } from '../../data/route.ts';

const scopeTexts: Readonly<Record<string, string>> = {
  read: 'read results, jobs, usage',
  write: 'fetch pages, start jobs, change data; this spends credits',
  admin: 'manage keys, webhook secrets and logins',
};
const lifetimes = [
  { days: 1, label: 'In a day' },
  { days: 7, label: 'In 7 days' },
  { days: 30, label: 'In 30 days' },
  { days: 90, label: 'In 90 days' },
  { days: 365, label: 'In a year' },
];
const defaultDays = 30;

function describeTarget({ kind, host }: Authorization['target']): string {
  if (kind === 'this_computer') return `A program on this computer (${host})`;
  return kind === 'app' ? `An app that is installed on this device (${host})` : host;
}

/** Says what is not proven about the app; null if its site and the place of the answer are the same. */
function warningOf({ client: { verified_host: verified }, target }: Authorization): string | null {
  if (target.kind !== 'site')
    return 'Any program on this device can claim this name. Allow this only if you have just started the connection there.';
  if (verified === null)
    return `The app chose its name itself. Allow this only if you have just started the connection at ${target.host}.`;
  return verified === target.host
    ? null
    : `The app is described at ${verified}, and the answer goes to ${target.host}. Allow this only if you know both.`;
}

/** What the person decides: the scopes and the expiry. */
function ConsentForm(props: {
  request: Authorization;
  isBusy: boolean;
  onDecide(decision: AuthorizationDecision): void;
}) {
  const { request, isBusy, onDecide } = props;
  const offered = request.scopes.filter(({ available }) => available).map(({ name }) => name);
  const [chosen, setChosen] = useState<readonly string[]>(offered);
  const [days, setDays] = useState(defaultDays);
  const toggle = (name: string) =>
    setChosen(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]);
  return (
    <form
      class="connect"
      aria-label="Decision"
      onSubmit={(event) => {
        event.preventDefault();
        onDecide({ decision: 'approve', scopes: [...chosen], days });
      }}
    >
      <fieldset>
        <legend>Scopes</legend>
        <div class="choices">
          {request.scopes.map(({ name, available }) => (
            <label key={name} class="choice">
              <input
                type="checkbox"
                checked={chosen.includes(name)}
                disabled={!available}
                aria-describedby={`scope-${name}`}
                onChange={() => toggle(name)}
              />
              {name}
              <span class="muted" id={`scope-${name}`}>
                {available ? scopeTexts[name] : 'You do not have this scope.'}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <label>
        <span class="connect-label">Expires</span>
        <select value={String(days)} onChange={(event) => setDays(Number(event.currentTarget.value))}>
          {lifetimes.map((lifetime) => (
            <option key={lifetime.days} value={String(lifetime.days)}>
              {lifetime.label}
            </option>
          ))}
        </select>
      </label>
      <p class="muted">
        The connection ends earlier if the key with which you are signed in ends. It is listed on the page
        Keys, where you can revoke it.
      </p>
      <div class="connect-actions">
        <Button kind="primary" type="submit" isBusy={isBusy} isDisabled={chosen.length === 0}>
          Allow
        </Button>
        <Button isBusy={isBusy} onClick={() => onDecide({ decision: 'deny' })}>
          Deny
        </Button>
      </div>
    </form>
  );
}

/** Reads the request in the address, and sends the decision. */
function useConsent(query: string) {
  const [request, setRequest] = useState<Authorization | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    const abort = new AbortController();
    setRequest(null);
    setError(null);
    readAuthorization(query, abort.signal).then(setRequest, (failure: Error) => {
      if (!abort.signal.aborted) setError(failure.message);
    });
    return () => abort.abort();
  }, [query]);
  const decide = async (decision: AuthorizationDecision) => {
    setBusy(true);
    try {
      location.assign(await decideAuthorization(query, decision));
    } catch (failure) {
      setError((failure as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return { request, error, isBusy, decide };
}

/** Asks the person whether an app may use the account. */
export function ConnectPage() {
  const { request, error, isBusy, decide } = useConsent(route.value.params.toString());
  const { data } = useAccount();
  if (error !== null) return <ErrorState message={error} />;
  if (request === null) return <LoadingState label="Reading what the app asks for" />;
  const warning = warningOf(request);
  return (
    <div class="page">
      <header class="page-head">
        <h1>Connect “{request.client.name}”?</h1>
      </header>
      <section class="panel connect" aria-label="Connection">
        <p>The app asks to use webdata with your account.</p>
        <Facts
          facts={[
            ['App', request.client.name],
            ['Described at', request.client.verified_host],
            ['The answer goes to', describeTarget(request.target)],
            ['Account', data.value?.name ?? null],
          ]}
        />
        {warning !== null && <p class="connect-warning">{warning}</p>}
        {request.error === null ? (
          <ConsentForm request={request} isBusy={isBusy} onDecide={(decision) => void decide(decision)} />
        ) : (
          <>
            <p class="field-error" role="alert">
              The request of the app is not valid: {request.error}
            </p>
            <div class="connect-actions">
              <Button isBusy={isBusy} onClick={() => void decide({ decision: 'deny' })}>
                Return to the app
              </Button>
            </div>
          </>
        )}
      </section>
    </div>
  );
}
