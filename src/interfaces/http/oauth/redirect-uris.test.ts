import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRegisteredRedirect, redirectTargetOf } from './redirect-uris.ts';

test('a redirect URI leads to a site, this computer or an app, and to nothing else', () => {
  const kinds = (uris: string[]) => uris.map((uri) => redirectTargetOf(uri)?.kind ?? null);
  assert.deepEqual(
    kinds([
      'https://quay.example/callback?from=app',
      'http://127.0.0.1:5000/',
      'http://[::1]/callback',
      'http://localhost:1/a',
      'quay.app://connected',
    ]),
    ['site', 'this_computer', 'this_computer', 'this_computer', 'app'],
  );
  for (const uri of [
    '',
    '//quay.example/callback',
    'http://quay.example/callback',
    'http://localhost.quay.example/',
    'http://127.0.0.1.quay.example/',
    'https://a:b@quay.example/',
    'https://quay.example/#part',
    'https://quay.example/#',
    'https://quay.example\\@other.example/',
    'https://quay.example/ callback',
    'https://quay.example/\ncallback',
    'JavaScript://quay/%0aalert(1)',
    'javascript:alert(1)',
    'data://text/html,x',
    'blob://quay/x',
    'file:///etc/passwd',
    'ftp://quay.example/',
    'quay:callback',
    'https://héron.example/',
  ])
    assert.equal(redirectTargetOf(uri), null, uri);
});

test('a redirect URI is registered with the same characters, except for the port of this computer', () => {
  const registered = ['https://quay.example/callback', 'http://127.0.0.1/callback', 'quayapp://connected'];
  for (const uri of [...registered, 'http://127.0.0.1:49152/callback'])
    assert.equal(isRegisteredRedirect(uri, registered), true, uri);
  for (const uri of [
    'https://quay.example:8443/callback',
    'https://quay.example/callback/',
    'https://QUAY.example/callback',
    'https://quay.example/other/../callback',
    'http://127.0.0.1:49152/callback?x=1',
    'http://127.0.0.2:49152/callback',
    'http://localhost:49152/callback',
    'https://127.0.0.1:49152/callback',
    'quayapp://connected:80',
  ])
    assert.equal(isRegisteredRedirect(uri, registered), false, uri);
});
