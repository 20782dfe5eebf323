import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../../domain/system/failure.ts';
import { parseExitsFile, readExitsFile } from './exits-file.ts';
import { parseEchoAddress } from './ip-echo.ts';
import { fillTemplate, maskTemplate, parseUpstream } from './upstream.ts';

const proxied = { id: 'a', network: 'residential', country: 'DE', proxy: 'http://user:secret@host:1' };

const invalidFiles: [what: string, file: unknown, message: RegExp][] = [
  ['no JSON', '{"exits": [', /^it is not valid JSON$/],
  ['no exits', { exits: [] }, /^exits: /],
  ['an unknown field', { exits: [proxied], more: 1 }, /more/],
  ['an unknown field of an exit', { exits: [{ ...proxied, contry: 'DE' }] }, /^exits\[0\]: .*contry/],
  ['a twin', { exits: [proxied, proxied] }, /^exits\[1\]\.id: is already used/],
  ['no country', { exits: [{ ...proxied, country: undefined }] }, /^exits\[0\]\.country: /],
  ['both', { exits: [{ ...proxied, countries: ['DE'] }] }, /not both/],
  ['the code UK', { exits: [{ ...proxied, country: 'UK' }] }, /GB/],
  ['a long country', { exits: [{ ...proxied, country: 'Germany' }] }, /two-letter/],
  ['another network', { exits: [{ ...proxied, network: 'mobile' }] }, /^exits\[0\]\.network: /],
  ['another scheme', { exits: [{ ...proxied, proxy: 'ftp://host:1' }] }, /must be a URL/],
  ['socks without a port', { exits: [{ ...proxied, proxy: 'socks5://host' }] }, /have a port/],
  ['a path', { exits: [{ ...proxied, proxy: 'http://host:1/secret' }] }, /end with its host/],
  [
    'another placeholder',
    { exits: [{ ...proxied, proxy: 'http://{zone}:secret@host:1' }] },
    /\{zone\} is not one of/,
  ],
  ['a city that is not given', { exits: [{ ...proxied, proxy: 'http://{city}:secret@host:1' }] }, /no city/],
  [
    'one proxy for two countries',
    { exits: [{ ...proxied, country: undefined, countries: ['DE', 'FR'] }] },
    /\{country\}/,
  ],
  [
    'an unblocker without proxy',
    { exits: [{ id: 'a', network: 'unblock', country: 'DE' }] },
    /needs a proxy/,
  ],
  ['a bad echo', { exits: [proxied], echo: 'file:///etc' }, /^echo: /],
  ['a bad range', { exits: [proxied], geo: { '10.0.0.0/40': { country: 'DE' } } }, /address range/],
];

test('an invalid exits file is rejected with one line that contains no secret', () => {
  for (const [title, file, message] of invalidFiles) {
    const text = typeof file === 'string' ? file : JSON.stringify(file);
    assert.throws(
      () => parseExitsFile(text),
      (error: unknown) => {
        assert.ok(error instanceof Failure, title);
        assert.match(error.message, message, title);
        assert.doesNotMatch(error.message, /secret|\n/, title);
        return true;
      },
      title,
    );
  }
});

test('the error of a missing file names its setting', async () => {
  await assert.rejects(
    readExitsFile('/nowhere/exits.json'),
    /^Failure: bad setting WEBDATA_EXITS: \/nowhere/,
  );
  const defaults = await readExitsFile(null);
  assert.deepEqual(
    defaults.exits.map(({ id, network, proxy }) => [id, network, proxy]),
    [['this-machine', 'service', null]],
  );
});

test('templates of providers are filled in, and shown without credentials', () => {
  const values = { country: 'US', city: 'New York', session: 'abc' };
  for (const [template, username] of [
    [
      'http://brd-customer-ID-zone-Z-country-{country}-session-{session}:pw@brd.superproxy.io:33335',
      'brd-customer-ID-zone-Z-country-us-session-abc',
    ],
    [
      'http://customer-u-cc-{COUNTRY}-sessid-{session}-sesstime-10:pw@pr.oxylabs.io:7777',
      'customer-u-cc-US-sessid-abc-sesstime-10',
    ],
    ['socks5://user-{country}-{city}:pw@gate.decodo.com:7000', 'user-us-New York'],
  ]) {
    const upstream = parseUpstream(fillTemplate(template as string, values));
    assert.deepEqual([upstream.username, upstream.password], [username, 'pw']);
  }
  assert.equal(maskTemplate('http://user:p@ss@host:1'), 'http://***@host:1');
  assert.equal(maskTemplate('http://host:1'), 'http://host:1');
});

test('echo responses are parsed as text, JSON or lines', () => {
  assert.equal(parseEchoAddress(' 203.0.113.9\n'), '203.0.113.9');
  assert.equal(parseEchoAddress('{"ip": "2001:db8::1", "country": "DE"}'), '2001:db8::1');
  assert.equal(parseEchoAddress('fl=1\nip=203.0.113.9\nts=1'), '203.0.113.9');
  for (const none of ['', '<html>203.0.113.9</html>', '{"ip": 7}', '{"ip": "localhost"}', 'ip=nobody']) {
    assert.equal(parseEchoAddress(none), null, none);
  }
});
