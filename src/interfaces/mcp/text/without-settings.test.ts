import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notConfigured } from '../../../domain/system/not-configured.ts';
import { textWithoutSettings, withoutSettings } from './without-settings.ts';

const operator = 'Only the operator of this instance can change that.';

test('what names a setting is left out of the words of the service', () => {
  for (const [text, expected] of [
    [
      notConfigured('search', 'No search provider is configured.').message,
      `No search provider is configured. ${operator}`,
    ],
    ['kagi refused the request (check its key in WEBDATA_SEARCH)', `kagi refused the request ${operator}`],
    [
      'One is up. Set WEBDATA_EXITS (docs/exits.md), or request another country.\nwarning x: y.',
      `One is up. ${operator}\nwarning x: y.`,
    ],
    ['No setting is named (here).', 'No setting is named (here).'],
  ] as const)
    assert.equal(withoutSettings(text), expected);
});

test('the message of an error is rewritten, and the text of a page is not', () => {
  const message = 'The address is private. Add its network to WEBDATA_ALLOW_NETWORKS.';
  const page = 'Set WEBDATA_ALLOW_NETWORKS in the file.';
  const text = { essence: 'failed', untrusted: `Title: ${page}\n${message}`, body: [page, message] };
  assert.deepEqual(textWithoutSettings(text, [{ error: { code: 'private_address', message } }]), {
    essence: 'failed',
    untrusted: `Title: ${page}\nThe address is private. ${operator}`,
    body: [page, `The address is private. ${operator}`],
  });
});
