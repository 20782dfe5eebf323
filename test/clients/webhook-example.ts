import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import type { TestService } from '../service/running-service.ts';
import type { Program } from './readme-examples.ts';

/** Address that the service may contact. */
export const receiverHost = '127.0.0.12';

/** Returns a port of {@link receiverHost} that is free at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, receiverHost);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * Runs a webhook receiver, which prints `ready` and then each event: it must accept a message of the service, and reject
 * one without a signature.
 */
export async function checkReceiver(
  t: TestContext,
  service: TestService,
  { command, folder, environment }: Program,
  port: number,
): Promise<void> {
  const [file, ...args] = command;
  const child = spawn(file as string, args, { cwd: folder, env: { ...process.env, ...environment } });
  t.after(() => child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  assert.equal((await lines.next()).value, 'ready');
  const url = `http://${receiverHost}:${port}/`;
  await service.post('/v1/webhooks/test', { url });
  assert.match(String((await lines.next()).value), /^webhook\.test \{/);
  const forged = await fetch(url, { method: 'POST', body: '{}' });
  assert.equal(forged.status, 401);
}
