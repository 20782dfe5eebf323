import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cookieOrigin, cookiesOf, headersOf, type OriginTexts, originOf } from './value-origins.ts';

const token = 'tk81f30c0ffee99';
const page = (value: string): OriginTexts => ({
  cookies: cookiesOf(`visit=${value}s; Path=/; Expires=Wed, 21 Oct 2027 07:28:00 GMT, theme=sea`),
  texts: new Map([[null, `<script>window.settings = {"apiToken":"${value}","theme":"sea"}</script>`]]),
});

describe('where values come from', () => {
  test('a token of the page is found anew, a cookie by its name, and neither is kept', () => {
    const known = page(token);
    const header = originOf('x-api-token', token, known);
    const cookie = cookieOrigin('visit', `${token}s`, known);
    assert.equal(header?.kind, 'text');
    assert.deepEqual(cookie, { kind: 'cookie', name: 'visit' });
    const kept = {
      method: 'GET' as const,
      url: 'http://a.test/',
      body: null,
      headers: { 'x-api-token': header as never },
      cookies: { visit: cookie as never },
    };
    assert.doesNotMatch(JSON.stringify(kept), /c0ffee/);
    assert.deepEqual(headersOf(kept, page('another99value77')), {
      'x-api-token': 'another99value77',
      cookie: 'visit=another99value77s',
    });
    assert.equal(headersOf(kept, { cookies: new Map(), texts: new Map([[null, 'nothing here']]) }), null);
  });

  test('what stands nowhere is kept only when it is no secret', () => {
    const nowhere: OriginTexts = { cookies: new Map(), texts: new Map() };
    assert.deepEqual(originOf('x-client', 'web', nowhere), { kind: 'fixed', value: 'web' });
    assert.deepEqual(originOf('accept', 'application/json', nowhere), {
      kind: 'fixed',
      value: 'application/json',
    });
    assert.equal(originOf('x-api-token', token, nowhere), null);
    assert.equal(originOf('authorization', `Bearer ${token}`, nowhere), null);
    assert.equal(cookieOrigin('session', token, nowhere), null);
  });
});
