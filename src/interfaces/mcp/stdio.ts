import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Caller } from '../caller.ts';
import type { McpServerFactory } from './mcp-server.ts';
import type { ToolSelection } from './tools/tools.ts';

/** Serves one MCP client over standard input and output until it disconnects or `signal` aborts. */
export async function serveMcpOverStdio(
  createServer: McpServerFactory,
  caller: Caller,
  selection: ToolSelection,
  signal: AbortSignal,
): Promise<void> {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  process.stdin.once('end', end);
  process.stdin.once('close', end);
  signal.addEventListener('abort', () => end(), { once: true });
  const handle = serveStdio(() => createServer(caller, selection));
  await ended;
  await handle.close();
}
