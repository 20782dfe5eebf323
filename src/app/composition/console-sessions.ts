import {
  createSignInToken,
  endConsoleSession,
  findConsoleSession,
  startConsoleSession,
} from '../../account/accounts/console-sessions.ts';
import type { ConsoleSessionStore } from '../../interfaces/http/console/console-session.ts';
import type { AppContext } from '../app-context.ts';

/** Composes the storage of the sessions of the console. */
export function composeConsoleSessions({ database, clock }: AppContext): ConsoleSessionStore {
  return {
    start: (linkToken) => startConsoleSession(database, linkToken, clock.now()),
    find: (token) => findConsoleSession(database, token, clock.now()),
    end: (token) => endConsoleSession(database, token),
  };
}

/** Returns a one-time link that signs a browser in with an API key; null if the key is not active. */
export async function createSignInUrl(
  { database, clock }: AppContext,
  baseUrl: string,
  apiKey: string,
): Promise<string | null> {
  const token = await createSignInToken(database, apiKey, clock.now());
  return token === null ? null : `${baseUrl}/?token=${token}`;
}
