import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { startListener } from './listener.ts';

/** Far longer than the test, so that anything that waits for it hangs. */
const graceMs = 600_000;

test('closing completes running requests and closes connections without a request', {
  timeout: 20_000,
}, async () => {
  const { promise: requestReceived, resolve: resolveRequest } = Promise.withResolvers<void>();
  const { promise: release, resolve: resolveRelease } = Promise.withResolvers<void>();
  const listener = await startListener(
    async () => {
      resolveRequest();
      await release;
      return new Response('done');
    },
    '127.0.0.1',
    0,
  );
  const silent = connect(listener.port, '127.0.0.1');
  await once(silent, 'connect');
  const answer = fetch(`http://127.0.0.1:${listener.port}/`);
  await requestReceived;
  const silentClosed = once(silent, 'close');
  silent.resume();
  const closed = listener.close(graceMs);
  await silentClosed;
  resolveRelease();
  assert.equal(await (await answer).text(), 'done');
  await closed;
});

test('requests on connections over the limit are marked, their connections are closed, and further connections are refused', async () => {
  const listener = await startListener(
    async (_request, { isOverLimit }) => Response.json(isOverLimit),
    '127.0.0.1',
    0,
    { maxConnections: 2 },
  );
  const open = async () => {
    const socket = connect(listener.port, '127.0.0.1').setEncoding('utf8');
    await once(socket, 'connect');
    return socket;
  };
  const sendRequest = async (socket: Awaited<ReturnType<typeof open>>): Promise<string> => {
    let responseText = '';
    socket.on('data', (piece: string) => {
      responseText += piece;
    });
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    while (!/\r\n\r\n.*(true|false)/s.test(responseText)) await once(socket, 'data');
    return responseText;
  };
  const [first, second, third] = [await open(), await open(), await open()];
  assert.match(await sendRequest(first), /keep-alive.*\r\n\r\nfalse$/is);
  assert.match(await sendRequest(third), /connection: close.*\r\n\r\ntrue$/is);
  const rejectedSockets = [await open(), await open()];
  await Promise.race(rejectedSockets.map((socket) => once(socket.resume(), 'close')));
  assert.match(await sendRequest(second), /\r\n\r\nfalse$/i);
  for (const socket of [first, second, third, ...rejectedSockets]) socket.destroy();
  await listener.close(graceMs);
});

test('an upgrade to a protocol other than WebSocket is ignored and the request is answered', async () => {
  const upgrades: (string | undefined)[] = [];
  const listener = await startListener(async () => new Response('answered'), '127.0.0.1', 0, {
    handleUpgrade(request, connection) {
      upgrades.push(request.headers.upgrade);
      connection.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    },
  });
  const sendRequest = async (upgrade: string): Promise<string> => {
    const socket = connect(listener.port, '127.0.0.1').setEncoding('utf8');
    let responseText = '';
    socket.on('data', (piece: string) => {
      responseText += piece;
      if (responseText.endsWith('answered')) socket.end();
    });
    socket.write(
      `GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: ${upgrade}\r\n\r\n`,
    );
    await once(socket, 'close');
    return responseText;
  };
  for (const upgrade of ['h2c', 'TLS/1.0, HTTP/1.1', ''])
    assert.match(await sendRequest(upgrade), /^HTTP\/1.1 200.*answered$/s);
  for (const upgrade of ['websocket', 'WebSocket', 'h2c, websocket'])
    assert.match(await sendRequest(upgrade), /^HTTP\/1.1 101/);
  assert.deepEqual(upgrades, ['websocket', 'WebSocket', 'h2c, websocket']);
  await listener.close(graceMs);
});
