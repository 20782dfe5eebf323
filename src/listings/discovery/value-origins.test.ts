import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  findCookieOrigin,
  findOrigin,
  type OriginTexts,
  parseSetCookie,
  resolveHeaders,
} from './value-origins.ts';

const token = 'tk81f30c0ffee99';
const page = (value: string): OriginTexts => ({
  cookies: parseSetCookie(`visit=${value}s; Path=/; Expires=Wed, 21 Oct 2027 07:28:00 GMT, theme=sea`),
  texts: new Map([[null, `<script>window.settings = {"apiToken":"${value}","theme":"sea"}</script>`]]),
});

describe('origins of header and cookie values', () => {
  test('stores where to find a token and a cookie again, but not their values', () => {
    const origins = page(token);
    const header = findOrigin('x-api-token', token, origins);
    const cookie = findCookieOrigin('visit', `${token}s`, origins);
    assert.equal(header?.kind, 'text');
    assert.deepEqual(cookie, { kind: 'cookie', name: 'visit' });
    const template = {
      method: 'GET' as const,
      url: 'http://a.test/',
      body: null,
      headers: { 'x-api-token': header as never },
      cookies: { visit: cookie as never },
    };
    assert.doesNotMatch(JSON.stringify(template), /c0ffee/);
    assert.deepEqual(resolveHeaders(template, page('another99value77')), {
      'x-api-token': 'another99value77',
      cookie: 'visit=another99value77s',
    });
    assert.equal(
      resolveHeaders(template, { cookies: new Map(), texts: new Map([[null, 'nothing here']]) }),
      null,
    );
  });

  test('stores a value without an origin only if it is no secret', () => {
    const noOrigins: OriginTexts = { cookies: new Map(), texts: new Map() };
    assert.deepEqual(findOrigin('x-client', 'web', noOrigins), { kind: 'fixed', value: 'web' });
    assert.deepEqual(findOrigin('accept', 'application/json', noOrigins), {
      kind: 'fixed',
      value: 'application/json',
    });
    assert.equal(findOrigin('x-api-token', token, noOrigins), null);
    assert.equal(findOrigin('authorization', `Bearer ${token}`, noOrigins), null);
    assert.equal(findCookieOrigin('session', token, noOrigins), null);
  });
});
