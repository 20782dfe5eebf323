import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRedirectCookies } from './redirect-cookies.ts';

/** Returns the cookies for `to` after a response from `from`, as in a Cookie header. */
function cookiesAfter(setCookies: string[], from: string, to = from): string | null {
  const cookies = createRedirectCookies();
  cookies.store(new URL(from), setCookies, new Date());
  return cookies.cookiesFor(new URL(to));
}

test('a host with one label, or that is a public suffix, may set cookies for itself only', () => {
  for (const host of ['wiki', 'localhost', 'github.io', '127.0.0.1'])
    assert.equal(cookiesAfter([`a=1; Domain=${host}`], `http://${host}/`), 'a=1', host);
  for (const host of ['wiki', 'github.io', 'co.uk'])
    assert.equal(cookiesAfter([`a=1; Domain=${host}`], `http://x.${host}/`), null, host);
  assert.equal(cookiesAfter(['a=1; Domain=github.io'], 'http://github.io/', 'http://x.github.io/'), null);
});

test('a secure cookie needs HTTPS, also on the local host', () => {
  assert.equal(cookiesAfter(['a=1; Secure'], 'http://localhost/'), null);
  assert.equal(cookiesAfter(['a=1; Secure'], 'https://site.test/', 'http://site.test/'), null);
  assert.equal(cookiesAfter(['a=1; Secure'], 'https://site.test/'), 'a=1');
});

test('the prefixes of RFC 6265bis are enforced', () => {
  assert.equal(cookiesAfter(['__Secure-a=1', '__Host-b=2; Secure'], 'https://site.test/'), null);
  assert.equal(cookiesAfter(['__Host-b=2; Secure; Path=/'], 'https://site.test/'), '__Host-b=2');
});

test('paths with escaped characters and hosts with a final dot match', () => {
  assert.equal(cookiesAfter(['a=1; Path=/caf%C3%A9'], 'http://site.test/', 'http://site.test/café/x'), 'a=1');
  assert.equal(cookiesAfter(['a=1; Path=/%zz'], 'http://site.test/', 'http://site.test/%zz/x'), 'a=1');
  assert.equal(cookiesAfter(['a=1'], 'http://site.test./'), 'a=1');
});

test('number and length of cookies are limited, and expired ones make room', () => {
  const site = new URL('http://site.test/');
  const cookies = createRedirectCookies();
  const range = (start: number) => Array.from({ length: 60 }, (_, index) => `c${start + index}=1`);
  cookies.store(site, [...range(0), `long=${'x'.repeat(5000)}`], new Date());
  cookies.store(site, range(60), new Date());
  const sent = () => cookies.cookiesFor(site)?.split('; ') ?? [];
  assert.equal(sent().length, 100);
  cookies.store(site, ['c0=; Max-Age=0', 'late=1', 'too=late'], new Date());
  assert.equal(sent().length, 100);
  assert.ok(sent().includes('late=1'));
  assert.ok(!sent().includes('c0=1'));
});

test('cookies of one name with different paths and domains are all sent, longest path first', () => {
  const from = 'http://www.site.test/shop/cart/item';
  const set = ['v=root; Path=/', 'v=shop; Path=/shop', 'v=cart; Path=/shop/cart', 'v=other; Path=/help'];
  assert.equal(cookiesAfter(set, from), 'v=cart; v=shop; v=root');
  const domains = ['v=host; Path=/', 'v=domain; Domain=site.test; Path=/'];
  assert.equal(cookiesAfter(domains, from, 'http://api.site.test/'), 'v=domain');
  assert.equal(cookiesAfter(['v=1; Path=/', 'v=2; Path=/'], from), 'v=2');
});

test('malformed cookies are ignored', () => {
  const malformed = [
    '',
    '=',
    '=x',
    'novalue',
    'a=\x01',
    'a=1; Domain=[::bad',
    'a=1; Domain=%',
    'a=1; Domain=..',
  ];
  assert.equal(cookiesAfter(malformed, 'http://site.test/'), null);
});
