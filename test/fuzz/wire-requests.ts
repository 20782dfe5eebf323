import type { Dice } from './dice.ts';
import { type FuzzAccount, type FuzzRequest, requestFor } from './fuzz-request.ts';

/** Statuses for invalid HTTP requests, or for requests whose headers the service may reject. */
const refusals = [200, 400, 401, 403, 404, 405, 408, 411, 413, 414, 415, 417, 421, 422, 426, 431, 501, 505];

type Lines = readonly string[];

function head(lines: Lines, body = ''): Buffer {
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1');
}

/** Returns requests that HTTP libraries do not send, as bytes. */
function faults(host: string, key: string, dice: Dice): ReadonlyArray<() => Buffer> {
  const named = `Host: ${host}`;
  const authorized = [named, `Authorization: Bearer ${key}`];
  const get = 'GET /v1/account HTTP/1.1';
  const post = 'POST /v1/scrape HTTP/1.1';
  const json = 'Content-Type: application/json';
  return [
    () => head([get, ...authorized, 'Host: other.invalid']),
    () => head([get, ...authorized, named]),
    () => head([get, `Authorization: Bearer ${key}`]),
    () => head([get, 'Host:', `Authorization: Bearer ${key}`]),
    () =>
      head([
        get,
        `Host: ${dice.pick(['a b', '[', '[::1', 'a,b', 'a:b:c', '%00', 'x'.repeat(300), '..', 'evil.invalid:99999'])}`,
        `Authorization: Bearer ${key}`,
      ]),
    () => head([get, ...authorized, `Authorization: Bearer ${key}`]),
    () =>
      head([
        get,
        named,
        `Authorization: ${dice.pick(['Bearer', 'Bearer  ', 'Basic YTpi', `bearer ${key}`, `Bearer ${key} x`, 'Bearer \u00ff', `Bearer ${'k'.repeat(9_000)}`])}`,
      ]),
    () => head([get, ...authorized, `X: ${'x'.repeat(40_000)}`]),
    () => head([get, ...authorized, ...Array.from({ length: 2_100 }, (_, at) => `X-${at}: y`)]),
    () => head([get, ...authorized, ' folded: yes']),
    () => head([get, ...authorized, 'X Y: z']),
    () => head([get, ...authorized, 'X: a\0b']),
    () => head([get, ...authorized, 'no colon']),
    () => head([get, ...authorized, 'Expect: 100-continue']),
    () => head([post, ...authorized, json, 'Expect: 100-continue', 'Content-Length: 2'], '{}'),
    () => head([post, ...authorized, json, 'Expect: something'], ''),
    () => head([post, ...authorized, json, 'Content-Length: 2', 'Content-Length: 3'], '{}x'),
    () => head([post, ...authorized, json, 'Content-Length: 2', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
    () =>
      head(
        [
          post,
          ...authorized,
          json,
          `Content-Length: ${dice.pick(['-1', 'a', '', '1e3', '99999999999999999999'])}`,
        ],
        '{}',
      ),
    () => head([post, ...authorized, json, 'Content-Length: 99999999'], '{}'),
    () => head([post, ...authorized, json, 'Transfer-Encoding: gzip'], '{}'),
    () => head([post, ...authorized, json, 'Transfer-Encoding: chunked'], '2\r\n{}\r\n0\r\n\r\n'),
    () =>
      head(
        [post, ...authorized, json, 'Transfer-Encoding: chunked'],
        `${dice.pick(['zz', '-1', '2;x=y'])}\r\n{}\r\n0\r\n\r\n`,
      ),
    () =>
      head([post, ...authorized, json, 'Transfer-Encoding: chunked'], '2\r\n{}\r\n0\r\nX: trailer\r\n\r\n'),
    () => head(['GET http://other.invalid/v1/account HTTP/1.1', ...authorized]),
    () => head(['GET http:///v1/account HTTP/1.1', ...authorized]),
    () => head(['GET //v1/account HTTP/1.1', ...authorized]),
    () => head(['GET //evil.invalid/v1/account HTTP/1.1', ...authorized]),
    () => head(['GET /\\evil.invalid/ HTTP/1.1', ...authorized]),
    () => head(['GET v1/account HTTP/1.1', ...authorized]),
    () => head(['GET /v1/acc\u00e4unt HTTP/1.1', ...authorized]),
    () => head(['GET /v1/account\0 HTTP/1.1', ...authorized]),
    () => head(['GET /v1/account#fragment HTTP/1.1', ...authorized]),
    () => head([`GET /v1/${'a'.repeat(33_000)} HTTP/1.1`, ...authorized]),
    () => head(['OPTIONS * HTTP/1.1', ...authorized]),
    () => head(['GET * HTTP/1.1', ...authorized]),
    () => head(['CONNECT other.invalid:443 HTTP/1.1', ...authorized]),
    () => head(['TRACE /v1/account HTTP/1.1', ...authorized]),
    () => head(['get /v1/account HTTP/1.1', ...authorized]),
    () => head(['BREW /v1/account HTTP/1.1', ...authorized]),
    () => head(['GET /v1/account HTTP/1.0']),
    () => head(['GET /v1/account HTTP/1.0', ...authorized, 'Connection: keep-alive']),
    () => head(['GET /v1/account HTTP/2.0', ...authorized]),
    () => head(['GET /v1/account HTTP/9.9', ...authorized]),
    () => Buffer.from('GET /v1/account\r\n\r\n'),
    () => Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    () => Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03]),
    () => Buffer.from(Array.from({ length: 200 }, () => dice.below(256))),
    () =>
      head([
        get,
        ...authorized,
        'Upgrade: h2c',
        'Connection: Upgrade, HTTP2-Settings',
        'HTTP2-Settings: AAMAAABkAAQAAP__',
      ]),
    () => head([get, ...authorized, 'Connection: close, keep-alive', 'Keep-Alive: timeout=-1']),
  ];
}

/** Generates a request that HTTP libraries do not send. The connection is closed after it. */
export function wireRequest(host: string, account: FuzzAccount, dice: Dice): FuzzRequest {
  return requestFor(account, {
    group: 'wire: not quite HTTP',
    method: 'GET',
    target: '/',
    raw: dice.pick(faults(host, account.key ?? 'none', dice))(),
    expectation: { kind: 'statuses', statuses: refusals, mayClose: true },
  });
}

const upgrades = ['websocket', 'WebSocket', 'h2c', 'nothing', 'websocket, h2c', ''];

/** Generates a WebSocket upgrade request, valid or invalid. */
export function upgradeRequest(host: string, account: FuzzAccount, id: string, dice: Dice): FuzzRequest {
  const path = dice.pick([
    `/v2/crawl/${id}`,
    `/v2/batch/scrape/${id}`,
    `/v1/browser/${id}/live?token=${'t'.repeat(32)}`,
    `/v1/browser/${id}/live`,
    '/v1/account',
    '/mcp',
    '/',
    '/v2/crawl/%00',
    `/v2/crawl/${'a'.repeat(3_000)}`,
    'http://[',
    '*',
  ]);
  const lines = [
    `GET ${path} HTTP/1.1`,
    `Host: ${dice.pick([host, host, host, '[', 'a b', 'evil.invalid'])}`,
    `Upgrade: ${dice.pick(upgrades)}`,
    'Connection: Upgrade',
    `Sec-WebSocket-Key: ${dice.pick(['dGhlIHNhbXBsZSBub25jZQ==', 'dGhlIHNhbXBsZSBub25jZQ==', 'x', ''])}`,
    `Sec-WebSocket-Version: ${dice.pick(['13', '13', '8', 'x'])}`,
  ];
  if (dice.chance(0.5)) lines.push(`Authorization: Bearer ${account.key ?? 'none'}`);
  if (dice.chance(0.3))
    lines.push(`Sec-WebSocket-Protocol: ${dice.pick([account.key ?? 'x', 'a, a', ',', 'a b'])}`);
  if (dice.chance(0.2)) lines.push(`Origin: ${dice.pick(['http://evil.invalid', 'null', `http://${host}`])}`);
  const frames = dice.pick([
    '',
    '\x81\x85\x00\x00\x00\x00hello',
    '\x88\x80\x00\x00\x00\x00',
    '\xff\xff\xff\xff',
    'no frame',
  ]);
  return requestFor(account, {
    group: 'wire: upgrade to WebSocket',
    method: 'GET',
    target: path,
    raw: head(lines, frames),
    expectation: { kind: 'statuses', statuses: [101, ...refusals, 503], mayClose: true },
  });
}
