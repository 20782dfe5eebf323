import assert from 'node:assert/strict';
import { test } from 'node:test';
import { advertisingHosts } from './advertising-hosts.ts';

test('hosts of advertisements', async (t) => {
  const isSilent = advertisingHosts('shop.example.com');

  await t.test('include names below a listed one, and no others', () => {
    assert.equal(isSilent('www.googletagmanager.com'), true);
    assert.equal(isSilent('securepubads.g.doubleclick.net'), true);
    assert.equal(isSilent('notdoubleclick.net'), false);
    assert.equal(isSilent('doubleclick.net.example.com'), false);
    assert.equal(isSilent('cdn.jsdelivr.net'), false);
    assert.equal(isSilent('localhost'), false);
  });

  await t.test('are asked by pages of their own site', () => {
    assert.equal(advertisingHosts('www.googletagmanager.com')('api.googletagmanager.com'), false);
  });
});
