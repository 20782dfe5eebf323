import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { honestText } from '../../test/world/hostile-bodies.ts';
import { type HostileWorld, siteAddress, startHostileWorld, textOf } from '../../test/world/hostile-world.ts';
import { createGuard } from './guard.ts';
import { createHttpClient } from './http-client.ts';

let world: HostileWorld;

before(async () => {
  world = await startHostileWorld();
});
after(() => world.close());

const get: HostileWorld['get'] = (...asked) => world.get(...asked);
const response: HostileWorld['response'] = (...asked) => world.response(...asked);
const code: HostileWorld['code'] = (...asked) => world.code(...asked);

describe('content encodings', () => {
  for (const path of [
    '/gzip',
    '/x-gzip',
    '/gzip-members',
    '/br',
    '/zstd',
    '/deflate',
    '/deflate-raw',
    '/stacked',
    '/stacked-in-two-headers',
    '/misnamed',
  ]) {
    test(`${path} comes out as the site wrote it`, async () => {
      const answer = await response(world.hostile.url(path));
      assert.equal(textOf(answer), honestText);
      assert.equal(answer.body.byteLength, answer.body.buffer.byteLength, 'the body owns its buffer');
    });
  }

  test('large bodies stream through the decoders and come out whole', async () => {
    assert.equal((await response(world.hostile.url('/large-gzip'))).body.length, 300_000);
    assert.equal((await response(world.hostile.url('/large-stacked'))).body.length, 300_000);
  });

  test('a gzip body is taken when only its trailer is missing or other bytes follow it, as browsers do', async () => {
    assert.equal(textOf(await response(world.hostile.url('/gzip-without-trailer'))), honestText);
    assert.equal(textOf(await response(world.hostile.url('/gzip-with-garbage'))), honestText);
    assert.equal((await response(world.hostile.url('/large-gzip-without-trailer'))).body.length, 300_000);
    assert.equal((await response(world.hostile.url('/empty-gzip'))).body.length, 0);
  });

  for (const path of [
    '/gzip-cut',
    '/large-gzip-cut',
    '/gzip-wrong-checksum',
    '/br-cut',
    '/zstd-cut',
    '/wrong-label',
    '/wrong-label-br',
    '/stacked-thrice',
    '/compress',
    '/zstd-wide-window',
  ]) {
    test(`${path} is a fault of the encoding`, async () => {
      const answer = await get(world.hostile.url(path));
      assert.equal(answer.kind === 'fault' && answer.code, 'encoding');
      assert.equal(answer.statusCode, 200);
    });
  }
});

describe('the size cap', () => {
  const maxBytes = 1_000_000;
  for (const path of [
    '/gzip-bomb',
    '/br-bomb',
    '/zstd-bomb',
    '/deflate-bomb',
    '/nested-bomb',
    '/small-bomb',
    '/endless',
  ]) {
    test(`${path} is stopped at the cap`, async () => {
      const answer = await get(world.hostile.url(path), { maxBytes });
      assert.equal(answer.kind === 'fault' && answer.code, 'too_large');
      assert.ok(answer.wireBytes < 4 * maxBytes, `${answer.wireBytes} bytes were read`);
    });
  }

  test('counts bytes after decoding, to the byte', async () => {
    const length = Buffer.byteLength(honestText);
    for (const path of ['/gzip', '/misnamed', '/stacked']) {
      assert.equal(await code(world.hostile.url(path), { maxBytes: length }), 'response', path);
      assert.equal(await code(world.hostile.url(path), { maxBytes: length - 1 }), 'too_large', path);
    }
    assert.equal(await code(world.hostile.url('/large-gzip'), { maxBytes: 299_999 }), 'too_large');
    assert.equal(await code(world.hostile.url('/large-gzip'), { maxBytes: 300_000 }), 'response');
  });

  test('a body that declares too much is not read at all', async () => {
    const answer = await get(world.hostile.url('/promises-too-much'));
    assert.equal(answer.kind === 'fault' && answer.code, 'too_large');
    assert.equal(answer.wireBytes, 0);
  });

  test('holds for headers too', async () => {
    assert.equal(await code(world.hostile.url('/large-headers')), 'too_large');
    assert.equal(await code(world.hostile.url('/endless-headers')), 'too_large');
    assert.equal(textOf(await response(world.hostile.url('/roomy-headers'))), 'ok');
  });
});

describe('time', { concurrency: true }, () => {
  for (const path of ['/never-answers', '/drips', '/slow-headers', '/stalls']) {
    test(`${path} ends at the deadline`, async () => {
      assert.equal(await code(world.hostile.url(path), {}, 350), 'timeout');
    });
  }

  test('a server that accepts and stays silent ends at the deadline', async () => {
    assert.equal(await code(world.hostile.silentUrl('/'), {}, 200), 'timeout');
    assert.equal(await code(world.hostile.silentUrl('/', 'https'), {}, 200), 'timeout');
  });

  test('headers and pauses within a body have bounds of their own', async () => {
    const hasty = createHttpClient({
      guard: createGuard({ allowNetworks: [`${siteAddress}/32`], ownAddresses: () => [] }),
      userAgent: 'webdata-test/1',
      headersTimeoutMs: 300,
      bodyTimeoutMs: 300,
    });
    const signal = AbortSignal.timeout(10_000);
    for (const path of ['/never-answers', '/stalls']) {
      const answer = await hasty.get({ url: new URL(world.hostile.url(path)), headers: {} }, signal);
      assert.equal(answer.kind === 'fault' && answer.code, 'timeout', path);
    }
    await hasty.close();
  });

  test('a cancelled request rejects with the reason of whoever cancelled it', async () => {
    const controller = new AbortController();
    const asked = world.client.get(
      { url: new URL(world.hostile.url('/drips')), headers: {} },
      controller.signal,
    );
    setTimeout(() => controller.abort(new Error('not wanted any more')), 50);
    await assert.rejects(asked, /not wanted any more/);
    const late = world.client.get(
      { url: new URL(world.hostile.url('/echo')), headers: {} },
      controller.signal,
    );
    await assert.rejects(late, /not wanted any more/);
  });

  test('requests that ended at their deadline free their place in the pool', async () => {
    await Promise.all(Array.from({ length: 8 }, () => get(world.hostile.url('/never-answers'), {}, 100)));
    assert.equal(await code(world.hostile.url('/echo')), 'response');
  });
});

describe('broken answers', () => {
  for (const path of [
    '/accepts-and-closes',
    '/resets',
    '/promises-more',
    '/two-lengths',
    '/length-and-chunks',
    '/resets-midway',
    '/bad-chunks',
    '/cut-chunks',
    '/garbage-status',
    '/no-http',
    '/http-0.9',
    '/switches-protocol',
  ]) {
    test(`${path} is a broken connection`, async () => {
      assert.equal(await code(world.hostile.url(path)), 'reset');
    });
  }

  test('a body ends where its length says, and what follows belongs to nobody', async () => {
    assert.equal(textOf(await response(world.hostile.url('/promises-less'))), 'more');
    assert.equal(textOf(await response(world.hostile.url('/pushes-second-answer'))), 'ok');
    assert.match(textOf(await response(world.hostile.url('/echo'))), /"method":"GET"/);
  });

  test('a body without length ends with its connection', async () => {
    assert.equal(textOf(await response(world.hostile.url('/until-close'))), honestText);
  });

  test('odd but legible answers are responses', async () => {
    assert.equal((await response(world.hostile.url('/status-999'))).statusCode, 999);
    assert.equal(textOf(await response(world.hostile.url('/early-hints'))), 'ok');
    assert.equal((await response(world.hostile.url('/no-content-with-body'))).body.length, 0);
    assert.equal((await response(world.hostile.url('/not-modified'))).statusCode, 304);
    assert.equal((await response(world.hostile.url('/nothing-here'))).statusCode, 404);
  });

  test('headers come in lower case, repeated ones joined', async () => {
    const { headers } = await response(world.hostile.url('/repeated-headers'));
    assert.equal(headers['x-part'], 'one, two');
    assert.equal(Object.getPrototypeOf(headers), Object.prototype);
  });

  test('nobody listening is a broken connection, an unknown name is no such page', async () => {
    const idle = createServer();
    await new Promise<void>((resolve) => idle.listen(0, siteAddress, resolve));
    const { port } = idle.address() as AddressInfo;
    await new Promise((resolve) => idle.close(resolve));
    assert.equal(await code(`http://${siteAddress}:${port}/`), 'reset');
    assert.equal(await code('http://unknown.example.com/'), 'dns');
  });

  test('a connection that the site closed between two pages costs no page', async () => {
    let answered = 0;
    const closing: Server = createServer((request, reply) => {
      if (request.socket.bytesRead > 300) request.socket.destroy();
      else {
        answered += 1;
        reply.end(String(answered));
      }
    });
    await new Promise<void>((resolve) => closing.listen(0, siteAddress, resolve));
    const address = `http://${siteAddress}:${(closing.address() as AddressInfo).port}/`;
    for (const expected of ['1', '2', '3', '4']) assert.equal(textOf(await response(address)), expected);
    closing.closeAllConnections();
    await new Promise((resolve) => closing.close(resolve));
  });
});
