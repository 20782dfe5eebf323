import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { createWireClient, type Sending } from './wire-client.ts';

/** Starts a server that answers each request with these chunks, and optionally closes the connection after them. */
async function clientOf(t: TestContext, pieces: readonly (string | Uint8Array)[], closes = false) {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => {});
    socket.on('data', async () => {
      for (const piece of pieces) {
        socket.write(piece);
        await delay(5);
      }
      if (closes) socket.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = createWireClient('127.0.0.1', (server.address() as AddressInfo).port);
  t.after(() => {
    client.close();
    server.close();
  });
  const sending: Sending = {
    bytes: Buffer.from('GET / HTTP/1.1\r\nHost: a\r\n\r\n'),
    method: 'GET',
    stopsEarly: false,
    isLast: false,
    timeoutMs: 300,
  };
  return { client, sending, connections: () => connections };
}

test('a response is read completely in any chunks and framing, and its connection is reused', async (t) => {
  const framings: string[][] = [
    ['HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n', 'hel', 'lo'],
    ['HTTP/1.1 200 O', 'K\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n', '3\r\nllo\r', '\n0\r\n\r\n'],
    ['HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello'],
  ];
  for (const pieces of framings) {
    const { client, sending, connections } = await clientOf(t, pieces);
    for (let time = 0; time < 2; time += 1) {
      const sent = await client.send(sending);
      assert.equal(sent.kind === 'answer' && sent.answer.body.toString(), 'hello');
      assert.equal(sent.kind === 'answer' && sent.answer.isWhole, true);
    }
    assert.equal(connections(), 1);
  }
});

test('a compressed response is decoded, and a damaged one is an error', async (t) => {
  const zipped = gzipSync('hello');
  const head = `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${zipped.length}\r\n\r\n`;
  const whole = await clientOf(t, [head, zipped]);
  const sent = await whole.client.send(whole.sending);
  assert.equal(sent.kind === 'answer' && sent.answer.body.toString(), 'hello');
  const damaged = await clientOf(t, [head, zipped.toReversed()]);
  assert.equal((await damaged.client.send(damaged.sending)).kind, 'closed');
});

test('a response without a length ends with its connection', async (t) => {
  const { client, sending } = await clientOf(t, ['HTTP/1.1 200 OK\r\n\r\nhello'], true);
  const sent = await client.send(sending);
  assert.equal(sent.kind === 'answer' && sent.answer.body.toString(), 'hello');
});

test('a missing response is late, a cut one is incomplete, and invalid HTTP is an error', async (t) => {
  const silent = await clientOf(t, []);
  assert.equal((await silent.client.send(silent.sending)).kind, 'late');
  const endless = await clientOf(t, ['HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel']);
  assert.equal((await endless.client.send(endless.sending)).kind, 'late');
  const cut = await clientOf(t, ['HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel'], true);
  const sent = await cut.client.send(cut.sending);
  assert.equal(sent.kind === 'answer' && sent.answer.isWhole, false);
  const other = await clientOf(t, ['SSH-2.0-Other\r\n\r\n'], true);
  assert.equal((await other.client.send(other.sending)).kind, 'closed');
});

test('a stream is closed after its first bytes', async (t) => {
  const { client, sending } = await clientOf(t, [
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n',
    '6\r\n: hi\n\n\r\n',
  ]);
  const sent = await client.send({ ...sending, stopsEarly: true });
  assert.equal(sent.kind === 'answer' && sent.answer.status, 200);
});
