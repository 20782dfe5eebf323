import { signal } from '@preact/signals';

/** Permissions of a key. */
export type Scope = 'read' | 'write' | 'admin' | 'operator';

/** Identity of the signed-in user. */
export interface Session {
  account_id: string;
  key_id: string;
  scopes: Scope[];
  /** Value of the header X-CSRF-Token; null with an API key. */
  csrf_token: string | null;
  expires_at: string | null;
  /** API key that requests send; null if the browser sends a session cookie. */
  key: string | null;
}

const storageName = 'webdata-key';
const placeName = 'webdata-place';
const sessionPath = '/console/session';

/** The session; null while nobody is signed in, undefined until the first check has ended. */
export const session = signal<Session | null | undefined>(undefined);

/** Error of the last attempt to sign in. */
export const signInError = signal<string | null>(null);

async function readSession(response: Response, key: string | null): Promise<Session> {
  const body = (await response.json()) as Omit<Session, 'key'> & { detail?: string };
  if (!response.ok) throw new Error(body.detail ?? `The service returned status ${response.status}.`);
  return { ...body, key };
}

/** Signs in with an API key, which this browser tab keeps until it is closed. Throws Error with the reason. */
export async function signInWithKey(key: string): Promise<void> {
  const response = await fetch(sessionPath, { headers: { authorization: `Bearer ${key}` } });
  session.value = await readSession(response, key);
  sessionStorage.setItem(storageName, key);
}

async function signInWithLink(token: string): Promise<void> {
  const response = await fetch(sessionPath, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  session.value = await readSession(response, null);
}

/** Returns the name of the issuer through which persons sign in; null if there is none. */
export async function readIssuer(): Promise<string | null> {
  const response = await fetch('/console/sign-in');
  return response.ok ? ((await response.json()) as { issuer: string | null }).issuer : null;
}

const issuerErrors: Readonly<Record<string, string>> = {
  issuer:
    'The sign-in at the issuer failed. Try again, or ask the operator; the log of the service has the reason.',
  not_allowed: 'You are not on the list of persons who may sign in. Ask the operator for access.',
  expired: 'The sign-in took too long or was started in another browser. Try again.',
};

/** Removes the error of a sign-in at the issuer from the address, and returns it in words. */
function takeIssuerError(): string | null {
  const address = new URL(location.href);
  const code = address.searchParams.get('sign_in_error');
  if (code === null) return null;
  address.searchParams.delete('sign_in_error');
  history.replaceState(null, '', address.href);
  return issuerErrors[code] ?? null;
}

/** Removes the sign-in token from the address and the browser history, and returns it. */
function takeLinkToken(): string | null {
  const address = new URL(location.href);
  const token = address.searchParams.get('token');
  if (token === null) return null;
  address.searchParams.delete('token');
  history.replaceState(null, '', address.href);
  return token;
}

async function restoreSession(): Promise<void> {
  const key = sessionStorage.getItem(storageName);
  const response = await fetch(sessionPath, {
    headers: key === null ? {} : { authorization: `Bearer ${key}` },
  });
  session.value = response.ok ? await readSession(response, key) : null;
  if (!response.ok) sessionStorage.removeItem(storageName);
}

/** Keeps the place that is open, for the return from the pages of the issuer. */
export function keepPlace(): void {
  sessionStorage.setItem(placeName, location.hash);
}

/** Opens the place that was open before the sign-in at the issuer; the issuer leads to an address without one. */
function restorePlace(): void {
  const place = sessionStorage.getItem(placeName);
  sessionStorage.removeItem(placeName);
  if (place?.startsWith('#/') === true && location.hash === '') location.hash = place;
}

/** Signs in with the link in the address, the key of this tab or the session cookie. */
export async function startSession(): Promise<void> {
  const token = takeLinkToken();
  const issuerError = takeIssuerError();
  // Before the first page is shown, which would open the start page.
  restorePlace();
  if (issuerError !== null) signInError.value = issuerError;
  try {
    if (token === null) await restoreSession();
    else await signInWithLink(token);
  } catch (error) {
    // A used link in a browser that is signed in already opens the console.
    if (token !== null) await restoreSession().catch(() => {});
    if (session.value == null) signInError.value = (error as Error).message;
  }
  session.value ??= null;
}

/** Forgets the identity, for example after the key was revoked. */
export function forgetSession(reason: string | null): void {
  sessionStorage.removeItem(storageName);
  signInError.value = reason;
  session.value = null;
}

/** Ends the session in this browser. */
export async function signOut(): Promise<void> {
  const current = session.value;
  if (current?.key === null) {
    await fetch(sessionPath, {
      method: 'DELETE',
      headers: { 'x-csrf-token': current.csrf_token ?? '' },
    });
  }
  forgetSession(null);
}

/** Returns true if the signed-in key has a scope; null needs no key. */
export function hasScope(scope: Scope | null): boolean {
  return scope === null || (session.value?.scopes.includes(scope) ?? false);
}
