import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Sessions } from '../../capabilities/sessions/lifecycle/create-sessions.ts';
import {
  type RoutedCall,
  routedCallPath,
  routedOperations,
} from '../../capabilities/sessions/routing/routed-call.ts';
import { Failure } from '../../domain/system/failure.ts';
import type { Settings } from '../../domain/system/settings.ts';
import type { ProcessCalls } from '../../interfaces/http/http-interface.ts';
import type { Outcome } from '../../operations/declaration/operation.ts';
import type { Registry } from '../../operations/declaration/registry.ts';
import type { AppContext } from '../app-context.ts';

/** Returns an address of this machine that other machines can reach, IPv4 first; loopback if there is none. */
function firstNetworkAddress(): string {
  const addresses = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ internal, scopeid = 0 }) => !internal && scopeid === 0);
  return (addresses.find(({ family }) => family === 'IPv4') ?? addresses[0])?.address ?? '127.0.0.1';
}

/** Returns the URL at which other processes reach this one; null if it has a database of its own. */
export function internalUrl(
  { databaseUrl, internalUrl: configured, host }: Pick<Settings, 'databaseUrl' | 'internalUrl' | 'host'>,
  port: number,
): string | null {
  if (databaseUrl === null) return null;
  if (configured !== null) return configured;
  const address = host === '0.0.0.0' || host === '::' ? firstNetworkAddress() : host;
  return `http://${isIPv6(address) ? `[${address}]` : address}:${port}`;
}

/** Serves the calls that other processes pass on to this one, which holds the browser session. */
export function composeProcessCalls(
  { settings }: AppContext,
  registry: Registry,
  sessions: Pick<Sessions, 'createCallHandler'>,
): ProcessCalls | null {
  if (settings.databaseUrl === null) return null;
  const run = ({ operation, command, context }: RoutedCall, signal: AbortSignal): Promise<Outcome> => {
    const found = registry.find(({ name }) => name === operation);
    if (found === undefined || !routedOperations.includes(operation)) {
      throw new Failure('not_found', `There is no operation ${operation} on sessions.`);
    }
    // Operations on sessions create no resource with an Idempotency-Key.
    return found.runCommand(command, {
      ...context,
      signal,
      commit: async () => undefined,
      // No operation on sessions can be continued.
      saveContinuation: async () => null,
    });
  };
  return { path: routedCallPath, answer: sessions.createCallHandler(run) };
}
