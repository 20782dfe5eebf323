import assert from 'node:assert/strict';
import { isIP } from 'node:net';
import { test } from 'node:test';
import { createAddressClassifier } from '../../src/web/guard/address-classifier.ts';
import { declaredApi } from './api-operations.ts';
import { createDice } from './dice.ts';
import { type FuzzAccount, writeRequest } from './fuzz-request.ts';
import { createRequestGenerator } from './generate-request.ts';
import { createResourceIds } from './resource-ids.ts';
import { refusedAddresses, type Targets } from './targets.ts';

const site = 'http://127.0.0.11:8000';
const targets: Targets = {
  good: [`${site}/`, `${site}/articles/`],
  odd: [`${site}/status/404`],
  slow: ['http://127.0.0.2:8000/never-answers'],
  hooks: ['http://127.0.0.12:8000/hook'],
  refused: refusedAddresses,
};
const account: FuzzAccount = { owner: 'main', key: 'wd_key', scopes: ['read', 'write', 'admin'] };
const api = declaredApi();

function generated(seed: number, count: number): string[] {
  const generator = createRequestGenerator({ api, browser: true });
  const around = { targets, ids: createResourceIds(), account: account.owner };
  return Array.from({ length: count }, (_, index) => {
    const dice = createDice(seed, index);
    const request = generator.any(dice.pick(api.operations), account, dice, around);
    return writeRequest(request, 'host').toString('utf8');
  });
}

test('the same seed generates the same requests, another seed generates others', () => {
  assert.deepEqual(generated(7, 400), generated(7, 400));
  assert.notDeepEqual(generated(7, 400), generated(8, 400));
});

test('no generated request names a foreign machine', () => {
  const judge = createAddressClassifier([]);
  const foreign = generated(1, 20_000).flatMap((text) =>
    [...text.matchAll(/\b(?:https?|ftp|gopher):\\?\/+[^\s"'\\<>]{1,300}/gi)]
      .map(([address]) => URL.parse(address)?.hostname.replace(/^\[|\]$/g, '') ?? '')
      .filter((host) => host !== '' && host !== 'localhost' && !/(^|\.)invalid\.?$/.test(host))
      // A body that is cut inside of the longest name of `refusedAddresses`: there is no domain `a`.
      .filter((host) => !/^(?:a\.)+a?$/.test(host))
      .filter((host) => (isIP(host) === 0 ? host.includes('.') : judge.classify(host).isPublic)),
  );
  assert.deepEqual([...new Set(foreign)], []);
});

test('every operation is generated with valid and invalid bodies', () => {
  const withBody = api.operations.filter(({ body }) => body !== null);
  const texts = generated(2, 30_000);
  for (const { name, method, path } of withBody) {
    const prefix = new RegExp(`^${method} ${path.replaceAll(/\{[a-z_]+\}/g, '[^ /]+')}[? ]`);
    const bodies = texts
      .filter((text) => prefix.test(text))
      .map((text) => text.split('\r\n\r\n', 2)[1] ?? '');
    assert.ok(
      bodies.some((body) => body.startsWith('{')),
      name,
    );
    assert.ok(new Set(bodies).size > 20, name);
  }
});
