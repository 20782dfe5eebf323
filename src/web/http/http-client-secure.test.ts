import assert from 'node:assert/strict';
import {
  createSecureServer as createHttp2Server,
  type Http2SecureServer,
  type Http2Session,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2';
import { createServer as createHttpsServer, type Server } from 'node:https';
import type { AddressInfo, Server as SocketServer } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import zlib from 'node:zlib';
import { createCertificate } from '../../../test/world/certificate.ts';
import { type HostileServer, startHostileServer } from '../../../test/world/hostile-server.ts';
import { startRawHttp2Server } from '../../../test/world/raw-http2.ts';
import { createSsrfGuard } from '../guard/ssrf-guard.ts';
import { createHttpClient, type HttpClient, type HttpRequest, type HttpResult } from './http-client.ts';

const site = '127.0.0.2';
const name = 'secure.example.com';
const trusted = createCertificate({ names: [name] });
const expired = createCertificate({ names: [name], notAfter: new Date(Date.now() - 3_600_000) });
const text = '<p>over HTTP/2</p>'.repeat(500);
const large = Buffer.alloc(2_000_000, 'large ');
let client: HttpClient;

before(() => {
  client = createHttpClient({
    guard: createSsrfGuard({
      allowNetworks: [`${site}/32`],
      ownAddresses: () => [],
      resolve: async (requested) => (requested.endsWith('example.com') ? [site] : []),
    }),
    userAgent: 'webdata-test/1',
    trustedCertificates: [trusted.cert, expired.cert],
    connectTimeoutMs: 2000,
  });
});
after(() => client.close());

function get(address: string, request: Partial<HttpRequest> = {}, ms = 4000): Promise<HttpResult> {
  return client.get({ url: new URL(address), headers: {}, ...request }, AbortSignal.timeout(ms));
}

const getCode = (answer: HttpResult): string => (answer.kind === 'fault' ? answer.code : 'response');
const textOf = (answer: HttpResult): string => {
  assert.equal(answer.kind, 'response', JSON.stringify(answer));
  return answer.kind === 'response' ? Buffer.from(answer.body).toString() : '';
};

async function listen(server: SocketServer, host = name): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, site, resolve));
  return `https://${host}:${(server.address() as AddressInfo).port}`;
}

describe('a site with HTTP/2', () => {
  let server: Http2SecureServer;
  let origin: string;
  const sessions: Http2Session[] = [];
  const abortedPaths: string[] = [];

  const routes: Record<string, (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void> = {
    '/page': (stream) => {
      stream.respond({
        ':status': 200,
        'content-type': 'text/html',
        'content-encoding': 'gzip',
        'set-cookie': ['a=1', 'b=2'],
      });
      stream.end(zlib.gzipSync(text));
    },
    '/headers': (stream, headers) => {
      stream.respond({ ':status': 200 });
      stream.end(JSON.stringify(headers));
    },
    '/hop': (stream) => {
      stream.respond({ ':status': 302, location: '/headers', 'set-cookie': 'hop=1; Secure' });
      stream.end('elsewhere');
    },
    '/hints': (stream) => {
      stream.additionalHeaders({ ':status': 103, link: '</a.css>; rel=preload' });
      stream.respond({ ':status': 200 });
      stream.end(text);
    },
    '/bomb': (stream) => {
      stream.respond({ ':status': 200, 'content-encoding': 'gzip' });
      stream.end(zlib.gzipSync(Buffer.alloc(16 * 1024 * 1024)));
    },
    '/endless': (stream) => {
      stream.respond({ ':status': 200 });
      const more = (): void => {
        while (!stream.destroyed && stream.write(Buffer.alloc(16 * 1024))) {}
        if (!stream.destroyed) stream.once('drain', more);
      };
      more();
    },
    '/large': (stream) => {
      stream.respond({ ':status': 200, 'content-encoding': 'gzip' });
      stream.end(zlib.gzipSync(large, { level: 0 }));
    },
    '/silent': () => {},
    '/stalls': (stream) => {
      stream.respond({ ':status': 200 });
      stream.write('the beginning');
    },
    '/resets': (stream) => stream.close(2),
    '/hangs-up-midway': (stream) => {
      stream.respond({ ':status': 200 });
      stream.write('the beginning', () => setTimeout(() => stream.session?.socket.destroy(), 20));
    },
    '/promises-more': (stream) => {
      stream.respond({ ':status': 200, 'content-length': 1000 });
      stream.end('less');
    },
    '/nothing': (stream) => stream.respond({ ':status': 204 }, { endStream: true }),
    '/goodbye': (stream) => {
      stream.respond({ ':status': 200 });
      stream.end('the last one');
      stream.session?.goaway();
    },
    '/hangs-up': (stream) => stream.session?.destroy(),
  };

  before(async () => {
    server = createHttp2Server({ ...trusted });
    server.on('session', (session) => {
      sessions.push(session);
      session.on('error', () => {});
    });
    server.on('stream', (stream, headers) => {
      stream.on('error', () => {});
      stream.once('aborted', () => abortedPaths.push(String(headers[':path'])));
      routes[String(headers[':path'])]?.(stream, headers);
    });
    origin = await listen(server);
  });
  after(() => {
    for (const session of sessions) session.destroy();
    server.close();
  });

  test('is read over one connection for any number of concurrent pages', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => get(`${origin}/page`)));
    for (const answer of answers) assert.equal(textOf(answer), text);
    assert.equal(sessions.length, 1);
    const [first] = answers;
    assert.equal(first?.kind === 'response' && first.headers['set-cookie'], 'a=1, b=2');
    assert.equal(first?.kind === 'response' && first.remoteAddress, site);
    assert.equal(
      first?.kind === 'response' && Object.keys(first.headers).some((key) => key.startsWith(':')),
      false,
    );
  });

  test('gets the request headers, and the cookies of its redirect', async () => {
    const headers = JSON.parse(
      textOf(await get(`${origin}/hop`, { headers: { 'X-Own': '1', Connection: 'close' } })),
    );
    assert.equal(headers[':authority'], new URL(origin).host);
    assert.equal(headers['user-agent'], 'webdata-test/1');
    assert.equal(headers['x-own'], '1');
    assert.equal(headers.cookie, 'hop=1');
  });

  test('may send early hints, empty responses, or responses to HEAD', async () => {
    assert.equal(textOf(await get(`${origin}/hints`)), text);
    assert.equal(textOf(await get(`${origin}/nothing`)), '');
    assert.equal(textOf(await get(`${origin}/page`, { method: 'HEAD' })), '');
  });

  test('is read with backpressure of the decoders', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => get(`${origin}/large`)));
    for (const answer of answers) assert.ok(answer.kind === 'response' && large.equals(answer.body));
  });

  test('is stopped at the size limit without affecting other pages', async () => {
    const [bomb, endless, page] = await Promise.all([
      get(`${origin}/bomb`, { maxBytes: 100_000 }),
      get(`${origin}/endless`, { maxBytes: 100_000 }),
      get(`${origin}/page`),
    ]);
    assert.equal(getCode(bomb), 'too_large');
    assert.equal(getCode(endless), 'too_large');
    assert.equal(textOf(page), text);
    assert.equal(sessions.length, 1);
    assert.equal(textOf(await get(`${origin}/page`)), text);
    while (!abortedPaths.includes('/endless')) await turn();
  });

  test('is abandoned at the deadline', async () => {
    const answers = await Promise.all(['/silent', '/stalls'].map((path) => get(`${origin}${path}`, {}, 250)));
    assert.deepEqual(answers.map(getCode), ['timeout', 'timeout']);
    assert.equal(textOf(await get(`${origin}/page`)), text);
  });

  test('reports broken streams and connections as `reset`', async () => {
    for (const path of ['/resets', '/promises-more', '/hangs-up', '/hangs-up-midway']) {
      assert.equal(getCode(await get(`${origin}${path}`)), 'reset', path);
    }
    assert.equal(textOf(await get(`${origin}/page`)), text);
  });

  test('has sent no complete response if it resets the stream with any error code', async () => {
    let resetCode = 0;
    const raw = await startRawHttp2Server(trusted, site, () => resetCode);
    for (resetCode of [2, 7, 8, 11]) {
      assert.equal(getCode(await get(`https://${name}:${raw.port}/`)), 'reset', String(resetCode));
    }
    raw.close();
  });

  test('may send GOAWAY; the next page opens a new connection', async () => {
    assert.equal(textOf(await get(`${origin}/goodbye`)), 'the last one');
    const before = sessions.length;
    assert.equal(textOf(await get(`${origin}/page`)), text);
    assert.equal(sessions.length, before + 1);
  });
});

describe('certificates', () => {
  const servers: Server[] = [];
  let hostile: HostileServer;
  const start = (certificate: object, host?: string): Promise<string> => {
    const server = createHttpsServer(certificate, (_request, reply) => reply.end(text));
    servers.push(server);
    return listen(server, host);
  };

  before(async () => {
    hostile = await startHostileServer(site);
  });
  after(async () => {
    await hostile.close();
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  });

  test('that are trusted and match the name are accepted, over HTTP/1.1 as well', async () => {
    assert.equal(textOf(await get(await start(trusted))), text);
  });

  test('that are self-signed, expired, or for another name are errors', async () => {
    assert.equal(getCode(await get(hostile.selfSignedUrl('/echo'))), 'tls');
    assert.equal(getCode(await get(await start(expired))), 'tls');
    assert.equal(getCode(await get(await start(trusted, 'other.example.com'))), 'tls');
    assert.equal(hostile.requests.length, 0);
  });

  test('are required: a server without TLS is an error, and a silent one times out', async () => {
    assert.equal(getCode(await get(hostile.noTlsUrl('/'))), 'tls');
    assert.equal(getCode(await get(hostile.silentUrl('/', 'https'), {}, 300)), 'timeout');
  });
});
