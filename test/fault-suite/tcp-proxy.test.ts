import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

const address = '127.0.0.61';

/** Starts an upstream server that echoes its input, on TCP or on a Unix socket, and a proxy before it. */
async function setUp(t: TestContext, path?: string): Promise<{ proxy: TcpProxy; accepted: Socket[] }> {
  const accepted: Socket[] = [];
  const server = createServer((socket) => {
    accepted.push(socket);
    socket.on('error', () => undefined);
    socket.pipe(socket);
  });
  if (path === undefined) server.listen(0, '127.0.0.1');
  else server.listen(path);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const proxy = await startTcpProxy(address, path === undefined ? { host: '127.0.0.1', port } : { path });
  t.after(async () => {
    await proxy.close();
    for (const socket of accepted) socket.destroy();
    server.close();
  });
  return { proxy, accepted };
}

/** Opens a client of the proxy that records the received bytes and the end of its connection. */
async function open(t: TestContext, proxy: TcpProxy) {
  const socket = connect(proxy.port, proxy.host);
  const seen = { text: '', error: null as string | null, isClosed: false };
  socket.setEncoding('utf8').on('data', (text: string) => {
    seen.text += text;
  });
  socket.on('error', (error: NodeJS.ErrnoException) => {
    seen.error = error.code ?? error.message;
  });
  socket.on('close', () => {
    seen.isClosed = true;
  });
  t.after(() => socket.destroy());
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => undefined);
  return { socket, seen };
}

async function until(isSo: () => boolean, what: string): Promise<void> {
  for (let tries = 0; !isSo(); tries += 1) {
    assert.ok(tries < 1_000, what);
    await delay(10);
  }
}

test('pass copies bytes in both directions, and the end of a stream', async (t) => {
  const { proxy, accepted } = await setUp(t);
  const { socket, seen } = await open(t, proxy);
  const text = 'harbour '.repeat(200_000);
  socket.end(text);
  await until(() => seen.isClosed, 'the end never arrives');
  assert.equal(seen.text, text);
  assert.equal(seen.error, null);
  await until(() => accepted[0]?.destroyed === true && proxy.connections === 0, 'a connection stays open');
});

test('cut resets open connections and refuses new ones; the port stays the same', async (t) => {
  const { proxy, accepted } = await setUp(t);
  const { port } = proxy;
  const first = await open(t, proxy);
  first.socket.write('one');
  await until(() => first.seen.text === 'one', 'nothing comes back');
  await proxy.setMode({ kind: 'cut' });
  await until(() => first.seen.isClosed, 'the connection stays open');
  assert.equal(first.seen.error, 'ECONNRESET');
  await until(() => accepted[0]?.destroyed === true, 'the server keeps its side');
  const refused = await open(t, proxy);
  await until(() => refused.seen.isClosed, 'the connection is not refused');
  assert.equal(refused.seen.error, 'ECONNREFUSED');

  await proxy.setMode({ kind: 'pass' });
  assert.equal(proxy.port, port);
  const next = await open(t, proxy);
  next.socket.write('two');
  await until(() => next.seen.text === 'two', 'nothing comes back after the cut');
});

test('cut ends the connections to a server on a Unix socket', {
  skip: process.platform === 'win32',
}, async (t) => {
  const { proxy, accepted } = await setUp(t, join(tmpdir(), `webdata-proxy-${process.pid}.sock`));
  const { socket, seen } = await open(t, proxy);
  socket.write('one');
  await until(() => seen.text === 'one', 'nothing comes back');
  await proxy.setMode({ kind: 'cut' });
  await until(() => seen.isClosed && accepted[0]?.destroyed === true, 'a connection stays open');
});

test('half-open accepts connections, forwards nothing, and later passes everything on in order', async (t) => {
  const { proxy, accepted } = await setUp(t);
  const first = await open(t, proxy);
  first.socket.write('a');
  await until(() => first.seen.text === 'a', 'nothing comes back');
  await proxy.setMode({ kind: 'half-open' });
  first.socket.write('b');
  const second = await open(t, proxy);
  second.socket.write('c');
  const vanished = await open(t, proxy);
  vanished.socket.destroy();
  await delay(200);
  assert.deepEqual([first.seen.text, second.seen.text], ['a', '']);
  assert.deepEqual([first.seen.isClosed, second.seen.isClosed], [false, false]);
  assert.equal(accepted.length, 1, 'the server hears of nobody');

  await proxy.setMode({ kind: 'pass' });
  first.socket.write('d');
  await until(() => first.seen.text === 'abd' && second.seen.text === 'c', 'the bytes are lost');
});

test('after a half-open time the server is notified of a client that disconnected meanwhile', async (t) => {
  const { proxy, accepted } = await setUp(t);
  const { socket, seen } = await open(t, proxy);
  socket.write('a');
  await until(() => seen.text === 'a', 'nothing comes back');
  await proxy.setMode({ kind: 'half-open' });
  socket.destroy();
  await delay(200);
  assert.equal(accepted[0]?.destroyed, false);
  await proxy.setMode({ kind: 'pass' });
  await until(() => accepted[0]?.destroyed === true, 'the server keeps its side');
});

test('abandoned connections stay open and silent while new ones work', async (t) => {
  const { proxy, accepted } = await setUp(t);
  const first = await open(t, proxy);
  first.socket.write('a');
  await until(() => first.seen.text === 'a', 'nothing comes back');
  await proxy.setMode({ kind: 'half-open' });
  proxy.abandonConnections();
  await proxy.setMode({ kind: 'pass' });
  first.socket.write('b');
  const second = await open(t, proxy);
  second.socket.write('c');
  await until(() => second.seen.text === 'c', 'a new connection carries nothing');
  await delay(100);
  assert.deepEqual([first.seen.text, first.seen.isClosed, accepted[0]?.destroyed], ['a', false, false]);
});

test('delay and throttle hold bytes back without losing or reordering them', async (t) => {
  const { proxy } = await setUp(t);
  const slow = await open(t, proxy);
  await proxy.setMode({ kind: 'delay', ms: 300 });
  slow.socket.write('slow');
  await delay(100);
  assert.equal(slow.seen.text, '');
  await until(() => slow.seen.text === 'slow', 'the bytes are lost');

  await proxy.setMode({ kind: 'throttle', bytesPerSecond: 100_000 });
  const narrow = await open(t, proxy);
  const text = 'abcdefghij'.repeat(10_000);
  narrow.socket.write(text);
  await delay(200);
  assert.ok(narrow.seen.text.length < text.length, 'a second of bytes came at once');
  await proxy.setMode({ kind: 'pass' });
  await until(() => narrow.seen.text.length === text.length, 'bytes are lost');
  assert.equal(narrow.seen.text, text);
});
