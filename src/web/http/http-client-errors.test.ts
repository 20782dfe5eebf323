import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { honestText } from '../../../test/world/hostile-bodies.ts';
import {
  type HostileWorld,
  siteAddress,
  startHostileWorld,
  textOf,
} from '../../../test/world/hostile-world.ts';
import { createSsrfGuard } from '../guard/ssrf-guard.ts';
import { createHttpClient } from './http-client.ts';

let world: HostileWorld;

before(async () => {
  world = await startHostileWorld();
});
after(() => world.close());

const get: HostileWorld['get'] = (...request) => world.get(...request);
const response: HostileWorld['response'] = (...request) => world.response(...request);
const code: HostileWorld['code'] = (...request) => world.code(...request);

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
    test(`${path} is decoded to the original body`, async () => {
      const answer = await response(world.hostile.url(path));
      assert.equal(textOf(answer), honestText);
      assert.equal(answer.body.byteLength, answer.body.buffer.byteLength, 'the body owns its buffer');
    });
  }

  test('large bodies are streamed through the decoders completely', async () => {
    assert.equal((await response(world.hostile.url('/large-gzip'))).body.length, 300_000);
    assert.equal((await response(world.hostile.url('/large-stacked'))).body.length, 300_000);
  });

  test('a gzip body with a missing trailer or trailing bytes is accepted, like in browsers', async () => {
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
    test(`${path} is an encoding error`, async () => {
      const answer = await get(world.hostile.url(path));
      assert.equal(answer.kind === 'fault' && answer.code, 'encoding');
      assert.equal(answer.statusCode, 200);
    });
  }
});

describe('the size limit', () => {
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
    test(`${path} is stopped at the limit`, async () => {
      const answer = await get(world.hostile.url(path), { maxBytes });
      assert.equal(answer.kind === 'fault' && answer.code, 'too_large');
      assert.ok(answer.wireBytes < 4 * maxBytes, `${answer.wireBytes} bytes were read`);
    });
  }

  test('counts bytes after decoding, exactly', async () => {
    const length = Buffer.byteLength(honestText);
    for (const path of ['/gzip', '/misnamed', '/stacked']) {
      assert.equal(await code(world.hostile.url(path), { maxBytes: length }), 'response', path);
      assert.equal(await code(world.hostile.url(path), { maxBytes: length - 1 }), 'too_large', path);
    }
    assert.equal(await code(world.hostile.url('/large-gzip'), { maxBytes: 299_999 }), 'too_large');
    assert.equal(await code(world.hostile.url('/large-gzip'), { maxBytes: 300_000 }), 'response');
  });

  test('a body with a Content-Length above the limit is not read', async () => {
    const answer = await get(world.hostile.url('/promises-too-much'));
    assert.equal(answer.kind === 'fault' && answer.code, 'too_large');
    assert.equal(answer.wireBytes, 0);
  });

  test('applies to headers too', async () => {
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

  test('a request to a server that accepts and does not respond ends at the deadline', async () => {
    assert.equal(await code(world.hostile.silentUrl('/'), {}, 200), 'timeout');
    assert.equal(await code(world.hostile.silentUrl('/', 'https'), {}, 200), 'timeout');
  });

  test('headers and pauses within a body have their own timeouts', async () => {
    const impatientClient = createHttpClient({
      guard: createSsrfGuard({ allowNetworks: [`${siteAddress}/32`], ownAddresses: () => [] }),
      userAgent: 'webdata-test/1',
      headersTimeoutMs: 300,
      bodyTimeoutMs: 300,
    });
    const signal = AbortSignal.timeout(10_000);
    for (const path of ['/never-answers', '/stalls']) {
      const answer = await impatientClient.get(
        { url: new URL(world.hostile.url(path)), headers: {} },
        signal,
      );
      assert.equal(answer.kind === 'fault' && answer.code, 'timeout', path);
    }
    await impatientClient.close();
  });

  test('a cancelled request rejects with the reason of its signal', async () => {
    const controller = new AbortController();
    const request = world.client.get(
      { url: new URL(world.hostile.url('/drips')), headers: {} },
      controller.signal,
    );
    setTimeout(() => controller.abort(new Error('not wanted any more')), 50);
    await assert.rejects(request, /not wanted any more/);
    const late = world.client.get(
      { url: new URL(world.hostile.url('/echo')), headers: {} },
      controller.signal,
    );
    await assert.rejects(late, /not wanted any more/);
  });

  test('requests that ended at their deadline free their connection in the pool', async () => {
    await Promise.all(Array.from({ length: 8 }, () => get(world.hostile.url('/never-answers'), {}, 100)));
    assert.equal(await code(world.hostile.url('/echo')), 'response');
  });
});

describe('broken responses', () => {
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

  test('a body ends at its declared length, and further bytes are ignored', async () => {
    assert.equal(textOf(await response(world.hostile.url('/promises-less'))), 'more');
    assert.equal(textOf(await response(world.hostile.url('/pushes-second-answer'))), 'ok');
    assert.match(textOf(await response(world.hostile.url('/echo'))), /"method":"GET"/);
  });

  test('a body without a length ends with its connection', async () => {
    assert.equal(textOf(await response(world.hostile.url('/until-close'))), honestText);
  });

  test('unusual but valid responses are accepted', async () => {
    assert.equal((await response(world.hostile.url('/status-999'))).statusCode, 999);
    assert.equal(textOf(await response(world.hostile.url('/early-hints'))), 'ok');
    assert.equal((await response(world.hostile.url('/no-content-with-body'))).body.length, 0);
    assert.equal((await response(world.hostile.url('/not-modified'))).statusCode, 304);
    assert.equal((await response(world.hostile.url('/nothing-here'))).statusCode, 404);
  });

  test('header names are lower case, and repeated headers are joined', async () => {
    const { headers } = await response(world.hostile.url('/repeated-headers'));
    assert.equal(headers['x-part'], 'one, two');
    assert.equal(Object.getPrototypeOf(headers), Object.prototype);
  });

  test('a closed port is a connection error, an unknown name a DNS error', async () => {
    const idle = createServer();
    await new Promise<void>((resolve) => idle.listen(0, siteAddress, resolve));
    const { port } = idle.address() as AddressInfo;
    await new Promise((resolve) => idle.close(resolve));
    assert.equal(await code(`http://${siteAddress}:${port}/`), 'reset');
    assert.equal(await code('http://unknown.example.com/'), 'dns');
  });

  test('a connection that the site closed between two pages does not fail the next page', async () => {
    let responseCount = 0;
    const closing: Server = createServer((request, reply) => {
      if (request.socket.bytesRead > 300) request.socket.destroy();
      else {
        responseCount += 1;
        reply.end(String(responseCount));
      }
    });
    await new Promise<void>((resolve) => closing.listen(0, siteAddress, resolve));
    const address = `http://${siteAddress}:${(closing.address() as AddressInfo).port}/`;
    for (const expected of ['1', '2', '3', '4']) assert.equal(textOf(await response(address)), expected);
    closing.closeAllConnections();
    await new Promise((resolve) => closing.close(resolve));
  });
});
