import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Caller } from '../caller.ts';
import type { OpenAgentServer } from './agent-server.ts';

/** Serves one agent over standard input and output until it hangs up or `signal` says to stop. */
export async function serveAgentOverStdio(
  openServer: OpenAgentServer,
  caller: Caller,
  signal: AbortSignal,
): Promise<void> {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  process.stdin.once('end', end);
  process.stdin.once('close', end);
  signal.addEventListener('abort', () => end(), { once: true });
  const handle = serveStdio(() => openServer(caller));
  await ended;
  await handle.close();
}
