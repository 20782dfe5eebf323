import { session } from './session.ts';

/** An authorization request of an app, as the person sees it. */
export interface Authorization {
  client: { name: string; verified_host: string | null };
  /** Where the answer goes. */
  target: { kind: 'site' | 'this_computer' | 'app'; host: string };
  scopes: { name: string; available: boolean }[];
  /** Error of the request; null if it can be approved. */
  error: string | null;
}

/** Decision of the person. */
export type AuthorizationDecision =
  | { decision: 'approve'; scopes: string[]; days: number }
  | { decision: 'deny' };

const path = '/console/authorization';

async function request<Answer>(address: string, init: RequestInit): Promise<Answer> {
  const current = session.value;
  const headers = new Headers(init.headers);
  if (current?.key == null) headers.set('x-csrf-token', current?.csrf_token ?? '');
  else headers.set('authorization', `Bearer ${current.key}`);
  const response = await fetch(address, { ...init, headers });
  const body = (await response.json()) as Answer & { detail?: string };
  if (!response.ok) throw new Error(body.detail ?? `The service returned status ${response.status}.`);
  return body;
}

/** Reads what an app asks for. Throws Error with the reason. */
export function readAuthorization(query: string, signal: AbortSignal): Promise<Authorization> {
  return request<Authorization>(`${path}?${query}`, { signal });
}

/** Sends the decision, and returns the address that the browser opens next. Throws Error with the reason. */
export async function decideAuthorization(query: string, decision: AuthorizationDecision): Promise<string> {
  const { redirect } = await request<{ redirect: string }>(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, ...decision }),
  });
  return redirect;
}
