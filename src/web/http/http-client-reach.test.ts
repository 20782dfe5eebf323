import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { type HostileWorld, siteAddress, startHostileWorld } from '../../../test/world/hostile-world.ts';

/** Names that resolve to 127.0.0.1, which must not be reachable. */
const names: Record<string, string[]> = {
  'private.example.com': ['127.0.0.1'],
  'mixed.example.com': [siteAddress, '127.0.0.1'],
};
let rebinding: string[][] = [];
let world: HostileWorld;

before(async () => {
  world = await startHostileWorld((name) =>
    name === 'rebind.example.com' ? (rebinding.shift() ?? []) : (names[name] ?? []),
  );
});
after(() => world.close());

const get: HostileWorld['get'] = (...request) => world.get(...request);
const code: HostileWorld['code'] = (...request) => world.code(...request);

describe('a private server', () => {
  let secret: Server;
  let port: number;
  let hits = 0;

  before(async () => {
    secret = createServer((_request, reply) => {
      hits += 1;
      reply.end('secret');
    });
    secret.on('connection', () => {
      hits += 1;
    });
    await new Promise<void>((resolve) => secret.listen(0, '127.0.0.1', resolve));
    port = (secret.address() as AddressInfo).port;
  });
  after(() => new Promise((resolve) => secret.close(resolve)));

  test('is not reachable by any notation, name, redirect or second DNS answer', async () => {
    const targets = [
      '127.0.0.1',
      '0x7f000001',
      '127.1',
      '2130706433',
      'localhost',
      '[::ffff:7f00:1]',
      'private.example.com',
      'mixed.example.com',
    ];
    for (const host of targets) {
      const target = `http://${host}:${port}/`;
      assert.equal(await code(target), 'private_address', target);
      for (const status of [301, 302, 303, 307, 308]) {
        const path = `/to?status=${status}&url=${encodeURIComponent(target)}`;
        assert.equal(await code(world.hostile.url(path)), 'private_address', path);
      }
    }
    assert.equal(hits, 0);
  });

  test('is not reachable by DNS rebinding', async () => {
    rebinding = [[siteAddress], ['127.0.0.1'], ['127.0.0.1', siteAddress]];
    for (let round = 0; round < 3; round += 1) {
      const answer = await get(`http://rebind.example.com:${port}/`);
      assert.equal(answer.kind === 'fault' && answer.code, round === 0 ? 'reset' : 'private_address');
    }
    assert.equal(hits, 0);
  });

  test('is running during these tests', async () => {
    assert.equal(await (await fetch(`http://127.0.0.1:${port}/`)).text(), 'secret');
    assert.ok(hits > 0);
  });
});
