import { useEffect, useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { clearQueries } from '../data/query.ts';
import { route } from '../data/route.ts';
import { keepPlace, readIssuer, signInError, signInWithKey } from '../data/session.ts';

/** Asks for an API key. */
export function SignIn() {
  const [key, setKey] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [issuer, setIssuer] = useState<string | null>(null);
  useEffect(() => {
    // Without an answer there is only the key.
    readIssuer().then(setIssuer, () => {});
  }, []);
  const signIn = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    signInError.value = null;
    try {
      clearQueries();
      await signInWithKey(key.trim());
    } catch (error) {
      signInError.value =
        error instanceof TypeError ? 'The service does not answer.' : (error as Error).message;
    } finally {
      setBusy(false);
    }
  };
  return (
    <main class="sign-in">
      <form onSubmit={(event) => void signIn(event)}>
        <span class="brand-mark" aria-hidden="true">
          w
        </span>
        <h1>Sign in to webdata</h1>
        {route.value.path === '/connect' && <p>An app asks to connect. Sign in to see what it asks for.</p>}
        <p class="muted">
          Use an API key, or the one-time link that the service prints at its first start on a terminal.
        </p>
        <label for="api-key">API key</label>
        <input
          id="api-key"
          type="password"
          autocomplete="off"
          spellcheck={false}
          placeholder="wd_…"
          required
          value={key}
          aria-describedby="key-help"
          onInput={(event) => setKey(event.currentTarget.value)}
        />
        <p id="key-help" class="field-help">
          The first key is in <code>secrets/first-key</code> of the data directory;{' '}
          <code>webdata keys create</code> makes another one. This tab keeps the key until it is closed.
        </p>
        {signInError.value !== null && (
          <p class="field-error" role="alert">
            {signInError.value}
          </p>
        )}
        <Button kind="primary" type="submit" isBusy={isBusy}>
          Sign in
        </Button>
        {issuer !== null && (
          <a class="button" href="/console/oidc" onClick={keepPlace}>
            Sign in with {issuer}
          </a>
        )}
      </form>
    </main>
  );
}
